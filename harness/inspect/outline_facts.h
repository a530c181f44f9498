/* What the outline of a mask is like, by which painted rooms and generated ones can be compared. */
#ifndef FOOTRACE_HARNESS_INSPECT_OUTLINE_FACTS_H
#define FOOTRACE_HARNESS_INSPECT_OUTLINE_FACTS_H

#include <stdint.h>

#include "maps/map.h"

#define FR_PINHOLE_PIXELS 8 /* a larger hole is no slip of a brush */

/* Directions are those of the outline simplified by 2 pixels, so that a slanted line drawn in
 * pixels is slanted; the frame of the map counts nowhere. */
struct fr_outline_facts {
    double length;          /* pixels, simplified */
    double axial, diagonal; /* of these pixels, those within 5 degrees of the axes, of 45 */
    uint32_t holes,
        pinholes;        /* blocked parts that floor surrounds, and those of them that are tiny */
    int64_t median_hole; /* pixels, pinholes aside; 0 without any */
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a map with edge walls. */
FR_MUST_USE enum fr_status fr_outline_facts_find(const struct fr_map *map,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_outline_facts *facts);

#endif
