/* Colours to areas, by the options of a map spec. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_AREA_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_AREA_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/formats/base/load_options.h"

/* The area of a colour if it is a gate, else by the legend, else 1 or 0 by the threshold; 0 if it is
 * blocked for being transparent. */
uint8_t fr_colour_area(const struct fr_load_options *options, struct fr_rgba colour);

/* The gate that has a colour; NULL: none. */
const struct fr_legend_entry *fr_colour_gate(const struct fr_load_options *options,
                                             struct fr_rgba colour);

bool fr_colour_transparent(const struct fr_load_options *options, struct fr_rgba colour);

/* The threshold given, or 128. */
int fr_colour_threshold(const struct fr_load_options *options);

#endif
