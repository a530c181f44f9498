/* The options of a map spec, for loaders; load.h describes them. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_LOAD_OPTIONS_H
#define FOOTRACE_MAPS_FORMATS_BASE_LOAD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/analysis/erode.h"
#include "maps/analysis/reduce.h"
#include "maps/formats/base/error.h"
#include "maps/formats/base/words.h"

/* Which pixels of a Moving AI map are walkable differs from program to program (terrain.h). */
enum fr_dialect { FR_GPPC, FR_WARTHOG, FR_HOG2, FR_DIALECTS };

/* "gppc", "warthog", "hog2". */
const char *fr_dialect_name(enum fr_dialect dialect);

/* A colour with 8 bits for each channel. */
struct fr_rgba {
    uint8_t red, green, blue, alpha;
};

#define FR_LEGEND_SIZE 256
#define FR_MOST_GATES 16

struct fr_legend_entry {
    struct fr_rgba colour;
    uint8_t area;
};

enum fr_switch { FR_BY_DEFAULT, FR_ON, FR_OFF };

/* The part of a pixel that is compared with the threshold. */
enum fr_channel { FR_LUMINANCE, FR_ALPHA };

struct fr_load_options {
    int threshold; /* 0..256; -1: not given */
    enum fr_channel channel;
    bool invert; /* walkable below the threshold */
    bool levels; /* threshold, channel or invert was given */
    enum fr_switch indices;
    bool ags;             /* an Adventure Game Studio mask */
    enum fr_switch alpha; /* transparent pixels are blocked unless this is off */
    int legend_count;     /* 0: no legend */
    struct fr_legend_entry legend[FR_LEGEND_SIZE];
    int gate_count;
    struct fr_legend_entry gates[FR_MOST_GATES]; /* exact colours, each with its own area */
    const char *image_option; /* the last option given that applies only to images, or NULL */
    enum fr_dialect dialect;
    const char *grid_option; /* the last option that applies only to Moving AI maps, or NULL */
    struct fr_span
        floor; /* the floor's name in an engine's file; "": what the engine itself uses */
    struct fr_agent agent;
    struct fr_reduction reduction;
    bool shape_given;
};

/* Reads options, "" for none; `spec` is for messages. FR_OK, or FR_BAD_INPUT or FR_UNSUPPORTED with
 * `error` filled. */
FR_MUST_USE enum fr_status fr_load_options_parse(const char *spec, const char *text,
                                                 struct fr_load_options *options,
                                                 struct fr_error *error);

/* The list of options of a map spec, for help. */
struct fr_map_option {
    const char *name;
    const char *expected; /* its values */
    const char *help;     /* one line; the default in brackets */
};

/* Option number i, from 0; NULL after the last. */
const struct fr_map_option *fr_map_option_at(size_t i);

#endif
