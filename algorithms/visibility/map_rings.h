/* The rings from which a ring graph of a map is built, as contours: the outline of its mask, or the
 * rings of its drawing. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_MAP_RINGS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_MAP_RINGS_H

#include "maps/geometry/contours.h"
#include "maps/map.h"

enum ring_source {
    RINGS_OF_MASK, /* the outline, with pockets of up to `tolerance` pixels cut off */
    RINGS_DRAWN,   /* rings of the drawing's open areas, in its order; area_px is 0 */
    RINGS_JOINED   /* rings of the areas' union if the map has it; else RINGS_DRAWN */
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a map without a drawing; the caller releases the
 * contours with fr_contours_release. */
FR_MUST_USE enum fr_status map_rings_create(const struct fr_map *map, enum ring_source source,
                                            int32_t tolerance, const struct fr_allocator *allocator,
                                            struct fr_contours **contours);

#endif
