/* A map for a figure of some radius: --radius R sets the option radius=R of every map. */
#ifndef FOOTRACE_HARNESS_CLICKS_RADIUS_SPEC_H
#define FOOTRACE_HARNESS_CLICKS_RADIUS_SPEC_H

#include <stddef.h>

#include "maps/formats/base/error.h"

#define FR_LONGEST_SPEC (1 << 15) /* bytes of a map's name with its options */

#define FR_RADIUS_FLAG "radius", "R", false, false, "of the character, in pixels, on every map (0)"

/* Writes the map's name, adding radius=R to its options if the radius is above 0. FR_OK, or
 * FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_radius_spec(const char *map, double radius_px, char *spec,
                                          size_t size, struct fr_error *error);

#endif
