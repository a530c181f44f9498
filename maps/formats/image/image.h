/* From pixels to areas: what the image decoders share.
 *
 * A decoder says how its pixels lie in memory, begins the image, hands in its pixels span by span
 * in any order, and finishes it. Pixels are either indices into a palette, which is the file's own
 * or, for grey images of at most 8 bits, a ramp; or colours of 8 bits a channel or more. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_IMAGE_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/analysis/erode.h"
#include "maps/analysis/reduce.h"
#include "maps/formats/base/file.h"
#include "maps/formats/load.h"
#include "maps/formats/text/terrain.h"
#include "maps/map.h"

#define FR_LEGEND_SIZE 256

struct fr_colour {
    uint8_t red, green, blue, alpha;
};

struct fr_legend_entry {
    struct fr_colour colour;
    uint8_t area;
};

enum fr_switch { FR_BY_DEFAULT, FR_ON, FR_OFF };

/* What of a pixel is held against the threshold. */
enum fr_channel { FR_LUMINANCE, FR_RED, FR_GREEN, FR_BLUE, FR_ALPHA };

/* The options of a map spec. */
struct fr_load_options {
    int threshold; /* 0..256; -1: not given */
    enum fr_channel channel;
    bool invert; /* walkable below the threshold */
    bool levels; /* one of these three was given */
    enum fr_switch indices;
    bool ags;             /* an Adventure Game Studio mask */
    enum fr_switch alpha; /* transparent pixels are blocked, unless it is off */
    int legend_count;     /* 0: no legend */
    struct fr_legend_entry legend[FR_LEGEND_SIZE];
    const char *image_option; /* the last option given that only images have, or NULL */
    enum fr_dialect dialect;
    const char *grid_option; /* the same of Moving AI maps */
    struct fr_agent agent;
    struct fr_reduction reduction;
    bool shape_given, free_given;
};

/* Reads options, "" for none; spec is for messages. FR_OK, or FR_BAD_INPUT or FR_UNSUPPORTED with
 * error filled. */
FR_MUST_USE enum fr_status fr_load_options_parse(const char *spec, const char *text,
                                                 struct fr_load_options *options,
                                                 struct fr_error *error);

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
    struct fr_colour palette[256];
    struct fr_pixel_layout layout; /* of colours */
    /* Set by the functions below. */
    struct fr_map
        *map;       /* while pixels come in, its areas hold indices or areas, its bits nothing */
    bool seen[256]; /* which bytes of packed indices */
    bool used[256]; /* which indices */
    uint8_t unpacked[256][8]; /* the indices in a byte */
    uint32_t *colours;        /* hash set of the colours seen; 0 marks a free place */
    bool zero_seen;           /* the colour that has no place there: transparent black */
    bool all_grey;            /* and opaque */
    int colour_count;         /* colours, or indices in use */
    uint32_t last_colour;     /* neighbours often share their colour: its area is kept */
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

void fr_image_release(struct fr_image *image);

/* The decoders, each for a file whose first bytes it knows. */
FR_MUST_USE enum fr_status fr_load_png(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report, struct fr_error *error);
FR_MUST_USE enum fr_status fr_load_bmp(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report, struct fr_error *error);
FR_MUST_USE enum fr_status fr_load_stb(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report, struct fr_error *error);
FR_MUST_USE enum fr_status fr_load_movingai(const struct fr_file *file,
                                            const struct fr_load_options *options,
                                            struct fr_map **map, struct fr_load_report *report,
                                            struct fr_error *error);

/* Whether the file is an ASCII map, by its first line. */
bool fr_ascii_knows(const struct fr_file *file);
FR_MUST_USE enum fr_status fr_load_ascii(const struct fr_file *file, struct fr_map **map,
                                         struct fr_load_report *report, struct fr_error *error);

/* Drawn maps: "footrace-polygon/1", and Polyanya's .mesh and .poly. */
struct cJSON;
FR_MUST_USE enum fr_status fr_load_polygon(const struct fr_file *file, const struct cJSON *top,
                                           const struct fr_load_options *options,
                                           struct fr_map **map, struct fr_load_report *report,
                                           struct fr_error *error);
FR_MUST_USE enum fr_status fr_load_mesh(const struct fr_file *file,
                                        const struct fr_load_options *options, struct fr_map **map,
                                        struct fr_load_report *report, struct fr_error *error);
FR_MUST_USE enum fr_status fr_load_poly(const struct fr_file *file,
                                        const struct fr_load_options *options, struct fr_map **map,
                                        struct fr_load_report *report, struct fr_error *error);

/* Whether stb_image knows the file; it is asked last, as TGA has no mark of its own. */
bool fr_stb_knows(const struct fr_file *file);

#endif
