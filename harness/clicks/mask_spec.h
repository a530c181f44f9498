/* A mask with the options that a command's flags set: --radius R and --gate COLOUR set the options
 * radius and gate of every mask. */
#ifndef FOOTRACE_HARNESS_CLICKS_MASK_SPEC_H
#define FOOTRACE_HARNESS_CLICKS_MASK_SPEC_H

#include <stddef.h>

#include "harness/base/arguments.h"
#include "maps/formats/base/error.h"

#define FR_LONGEST_SPEC (1 << 15) /* bytes of a map's name with its options */

#define FR_RADIUS_FLAG "radius", "R", false, false, "radius of the character, in pixels (0)"
#define FR_GATE_FLAG                                                                               \
    "gate", "COLOUR", true, false,                                                                 \
        "pixels of this colour (RRGGBB) in every mask are a gate, an area that opens and closes"

/* Writes the map's name with its options, to which it adds radius=R if the radius is above 0, and
 * the gates of the command line. FR_OK, or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_mask_spec(const char *map, double radius_px,
                                        const struct fr_arguments *arguments, char *spec,
                                        size_t size, struct fr_error *error);

#endif
