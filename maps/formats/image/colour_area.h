/* What a colour means: the options of a map spec as a rule from colours to areas. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_AREA_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_AREA_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/formats/base/load_options.h"

/* The area that a legend gives a colour, else 1 or 0 by the threshold; 0 where it is blocked for
 * being transparent. */
uint8_t fr_colour_area(const struct fr_load_options *options, struct fr_rgba colour);

bool fr_colour_transparent(const struct fr_load_options *options, struct fr_rgba colour);

/* The one given, or 128. */
int fr_colour_threshold(const struct fr_load_options *options);

#endif
