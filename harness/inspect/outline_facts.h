/* Measures the outline of a mask, to compare painted rooms with generated ones. */
#ifndef FOOTRACE_HARNESS_INSPECT_OUTLINE_FACTS_H
#define FOOTRACE_HARNESS_INSPECT_OUTLINE_FACTS_H

#include <stdint.h>

#include "maps/map.h"

#define FR_PINHOLE_PIXELS 8 /* a larger hole was meant by the painter */

/* Directions are those of the outline simplified by 2 pixels, so that a slanted line of pixels
 * counts as slanted; the map's frame is excluded. */
struct fr_outline_facts {
    double length;            /* of the simplified outline, pixels */
    double axial, diagonal;   /* of that length, the parts within 5 degrees of the axes, and of 45
                             * degrees */
    uint32_t holes, pinholes; /* blocked components surrounded by walkable pixels, and the tiny ones
                          * among them */
    int64_t median_hole;      /* pixels, without pinholes; 0: no hole */
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a map with edge walls. */
FR_MUST_USE enum fr_status fr_outline_facts_find(const struct fr_map *map,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_outline_facts *facts);

#endif
