/* From pixels to areas: shared by the image decoders.
 *
 * A decoder sets the layout of its pixels, begins the image, puts pixels span by span in any order,
 * and finishes it. Pixels are indices into a palette (from the file, or a ramp for grey images of
 * at most 8 bits), or colours with 8 or more bits for each channel. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_IMAGE_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/formats/base/loader.h"

/* The bytes of a pixel; of 16-bit channels only the high byte is used. */
struct fr_pixel_layout {
    uint8_t size;             /* bytes for each pixel, at most 8 */
    uint8_t red, green, blue; /* offsets of their bytes; equal for a grey pixel */
    uint8_t alpha;            /* FR_NO_ALPHA: every pixel is opaque */
    bool has_clear;           /* all pixels of one colour are transparent: */
    uint8_t clear[8];         /* this one */
};

#define FR_NO_ALPHA 255

struct fr_image {
    const struct fr_file *file;
    const struct fr_load_options *options;
    bool indexed;     /* the palette is from the file, not a grey ramp */
    int bits;         /* of an index, 1, 2, 4 or 8; 0: the pixels are colours */
    int palette_size; /* indices below it are legal */
    struct fr_rgba palette[256];
    struct fr_pixel_layout layout; /* for colours */
    /* The functions below set the remaining fields. */
    struct fr_map *map;       /* while pixels come in, the map holds indices or areas but no bits */
    bool seen[256];           /* bytes of packed indices that occurred */
    bool used[256];           /* indices that occurred */
    uint8_t unpacked[256][8]; /* the indices in a byte */
    uint32_t *colours;        /* hash set of the colours seen; 0: an empty slot */
    uint32_t *counts;         /* by slot: pixels of that colour */
    uint32_t last_place;      /* slot of last_colour */
    int64_t zero_pixels;      /* transparent black pixels, which have no slot */
    bool zero_seen;
    bool all_grey;        /* and opaque */
    int colour_count;     /* colours, or indices in use */
    uint32_t last_colour; /* neighbours often share their colour: its area is cached */
    uint8_t last_area;
};

/* `count` pixels of a row: x, x+step, ... */
struct fr_image_span {
    int32_t x, y, step, count;
};

/* Uses grey levels of at most 8 bits as indices into a ramp from black to white. */
void fr_image_grey_ramp(struct fr_image *image, int bits);

/* FR_OK, or FR_BAD_INPUT for a size outside 1..FR_MAP_MAX_SIZE. */
FR_MUST_USE enum fr_status fr_image_check_size(const struct fr_file *file, int64_t width,
                                               int64_t height);

/* Refuses a header that claims more pixels than its file can hold: FR_BAD_INPUT with `error`
 * filled. */
FR_MUST_USE enum fr_status fr_image_refuse_promise(const struct fr_file *file, int64_t width,
                                                   int64_t height);

/* FR_OK; or FR_BAD_INPUT (a size that fr_image_check_size refuses, options that do not fit the
 * image) or FR_NO_MEMORY with `error` filled and nothing to release. */
FR_MUST_USE enum fr_status fr_image_begin(struct fr_image *image, int64_t width, int64_t height);

/* Puts indices packed from the high bit down, as in PNG and BMP. */
void fr_image_put_indices(struct fr_image *image, struct fr_image_span span, const uint8_t *packed);

/* Puts colours, in the layout. */
void fr_image_put_colours(struct fr_image *image, struct fr_image_span span, const uint8_t *pixels);

/* Converts the pixels to the loading's map if `status` is FR_OK, else returns the status. FR_OK,
 * FR_BAD_INPUT (an index outside the palette, or one that the options forbid) or FR_NO_MEMORY with
 * `error` filled. The image is released in all cases. */
FR_MUST_USE enum fr_status fr_image_finish(struct fr_image *image, enum fr_status status,
                                           struct fr_loading *loading);

#endif
