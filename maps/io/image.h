/* From pixels to areas: what the image decoders share.
 *
 * A decoder fills in the palette, begins the image, hands in its pixels span by span in any order,
 * and finishes it. A grey image of at most 8 bits has its ramp as a palette; any other image
 * without a palette of its own is true colour, 8 bits a channel. */
#ifndef FOOTRACE_MAPS_IO_IMAGE_H
#define FOOTRACE_MAPS_IO_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/erode.h"
#include "maps/io/file.h"
#include "maps/io/load.h"
#include "maps/map.h"
#include "maps/reduce.h"

#define FR_LEGEND_SIZE 256

struct fr_colour {
    uint8_t red, green, blue, alpha;
};

struct fr_legend_entry {
    struct fr_colour colour;
    uint8_t area;
};

enum fr_indices { FR_INDICES_DEFAULT, FR_INDICES_ON, FR_INDICES_OFF };

/* The options of a map spec. */
struct fr_load_options {
    int threshold; /* 0..256; -1: not given */
    enum fr_indices indices;
    bool alpha;       /* transparent pixels are blocked */
    int legend_count; /* 0: no legend */
    struct fr_legend_entry legend[FR_LEGEND_SIZE];
    const char *image_option; /* the last option given that only images have, or NULL */
    const char *grid_option;  /* the same of Moving AI maps */
    struct fr_agent agent;
    struct fr_reduction reduction;
    bool shape_given, free_given;
};

/* Reads options, "" for none; spec is for messages. FR_OK, or FR_BAD_INPUT or FR_UNSUPPORTED with
 * error filled. */
FR_MUST_USE enum fr_status fr_load_options_parse(const char *spec, const char *text,
                                                 struct fr_load_options *options,
                                                 struct fr_error *error);

struct fr_image {
    const struct fr_file *file;
    const struct fr_load_options *options;
    bool indexed;     /* the palette is the file's own, not a grey ramp */
    int palette_size; /* indices below it are legal; 0: true colour */
    struct fr_colour palette[256];
    struct fr_map
        *map;          /* while pixels come in, its areas hold indices or areas, its bits nothing */
    bool used[256];    /* which indices were seen */
    uint32_t *colours; /* hash set of the colours seen; 0 marks a free place */
    bool zero_seen;    /* the colour that has no place there: transparent black */
    int colour_count;  /* colours, or indices in use */
    uint32_t last_colour; /* neighbours often share their colour: its area is kept */
    uint8_t last_area;
};

/* The pixels x, x+step, ... of a row, count of them. */
struct fr_image_span {
    int32_t x, y, step, count;
};

/* Makes entry 0..2^bits-1 of the palette a ramp from black to white. */
void fr_image_grey_ramp(struct fr_image *image, int bits);

/* FR_OK, or FR_BAD_INPUT for a size outside 1..FR_MAP_MAX_SIZE. */
FR_MUST_USE enum fr_status fr_image_check_size(const struct fr_file *file, int64_t width,
                                               int64_t height, struct fr_error *error);

/* FR_OK; or FR_BAD_INPUT (a size that fr_image_check_size refuses, options that do not fit the
 * image) or FR_NO_MEMORY with error filled and nothing to release. */
FR_MUST_USE enum fr_status fr_image_begin(struct fr_image *image, int64_t width, int64_t height,
                                          struct fr_error *error);

/* Indices of 1, 2, 4 or 8 bits, packed from the high bit down, as PNG and BMP have them. */
void fr_image_put_indices(struct fr_image *image, struct fr_image_span span, const uint8_t *packed,
                          int bits);

/* True colours: red, green, blue and alpha, a byte each. */
void fr_image_put_colours(struct fr_image *image, struct fr_image_span span, const uint8_t *rgba);

/* Turns the pixels into areas. FR_OK and a map for the caller to release, FR_BAD_INPUT (an index
 * outside the palette) or FR_NO_MEMORY with error filled. The image is released either way. */
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
FR_MUST_USE enum fr_status fr_load_movingai(const struct fr_file *file, struct fr_map **map,
                                            struct fr_load_report *report, struct fr_error *error);

/* Drawn maps: "footrace-polygon/1", and Polyanya's .mesh and .poly. */
FR_MUST_USE enum fr_status fr_load_polygon(const struct fr_file *file,
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
