/* From pixels to areas: what the image decoders share.
 *
 * A decoder says how its pixels lie in memory, begins the image, hands in its pixels span by span
 * in any order, and finishes it. Pixels are either indices into a palette, which is the file's own
 * or, for grey images of at most 8 bits, a ramp; or colours of 8 bits a channel or more. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_IMAGE_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

/* Which bytes of a pixel say what; 16-bit channels count by their high byte. */
struct fr_pixel_layout {
    uint8_t size;             /* bytes a pixel, at most 8 */
    uint8_t red, green, blue; /* the places of their bytes, the same one for a grey pixel */
    uint8_t alpha;            /* FR_NO_ALPHA: every pixel is opaque */
    bool has_clear;           /* all pixels of one colour are transparent: */
    uint8_t clear[8];         /* those of these bytes */
};

#define FR_NO_ALPHA 255

struct fr_image {
    const struct fr_file *file;
    const struct fr_load_options *options;
    bool indexed;     /* the palette is the file's own, not a grey ramp */
    int bits;         /* of an index, 1, 2, 4 or 8; 0: the pixels are colours */
    int palette_size; /* indices below it are legal */
    struct fr_rgba palette[256];
    struct fr_pixel_layout layout; /* of colours */
    /* Set by the functions below. */
    struct fr_map
        *map;       /* while pixels come in, its areas hold indices or areas, its bits nothing */
    bool seen[256]; /* which bytes of packed indices */
    bool used[256]; /* which indices */
    uint8_t unpacked[256][8]; /* the indices in a byte */
    uint32_t *colours;        /* hash set of the colours seen; 0 marks a free place */
    uint32_t *counts;         /* pixels of each of them, by place */
    uint32_t last_place;      /* of last_colour */
    int64_t zero_pixels;      /* of the colour that has no place there: transparent black */
    bool zero_seen;
    bool all_grey;        /* and opaque */
    int colour_count;     /* colours, or indices in use */
    uint32_t last_colour; /* neighbours often share their colour: its area is kept */
    uint8_t last_area;
};

/* The pixels x, x+step, ... of a row, count of them. */
struct fr_image_span {
    int32_t x, y, step, count;
};

/* Grey levels of at most 8 bits: indices into a ramp from black to white. */
void fr_image_grey_ramp(struct fr_image *image, int bits);

/* FR_OK, or FR_BAD_INPUT for a size outside 1..FR_MAP_MAX_SIZE. */
FR_MUST_USE enum fr_status fr_image_check_size(const struct fr_file *file, int64_t width,
                                               int64_t height, struct fr_error *error);

/* For a header that promises more pixels than its file can hold: FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_image_refuse_promise(const struct fr_file *file, int64_t width,
                                                   int64_t height, struct fr_error *error);

/* FR_OK; or FR_BAD_INPUT (a size that fr_image_check_size refuses, options that do not fit the
 * image) or FR_NO_MEMORY with error filled and nothing to release. */
FR_MUST_USE enum fr_status fr_image_begin(struct fr_image *image, int64_t width, int64_t height,
                                          struct fr_error *error);

/* Indices packed from the high bit down, as PNG and BMP have them. */
void fr_image_put_indices(struct fr_image *image, struct fr_image_span span, const uint8_t *packed);

/* Colours, as the layout says. */
void fr_image_put_colours(struct fr_image *image, struct fr_image_span span, const uint8_t *pixels);

/* Turns the pixels into areas. FR_OK and a map for the caller to release, FR_BAD_INPUT (an index
 * outside the palette, or one that the options forbid) or FR_NO_MEMORY with error filled. The image
 * is released either way. */
FR_MUST_USE enum fr_status fr_image_finish(struct fr_image *image, struct fr_map **map,
                                           struct fr_load_report *report, struct fr_error *error);

/* Adds to a finished report that the file's pixels are not those that were painted. */
void fr_image_note_loss(struct fr_load_report *report);

void fr_image_release(struct fr_image *image);

#endif
