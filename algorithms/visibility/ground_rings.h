/* The rings that a ring graph of a map is built on, in the form of contours: the outline of its
 * mask, or the rings of its drawing. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_GROUND_RINGS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_GROUND_RINGS_H

#include "maps/geometry/contours.h"
#include "maps/map.h"

enum ring_source {
    RINGS_OF_MASK, /* its outline, with pockets of up to tolerance pixels cut off */
    RINGS_DRAWN,   /* of the drawing's enabled areas, in its order, with area_px 0 */
    RINGS_JOINED   /* of their union, where the map has it; else as drawn */
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a map without a drawing; the caller releases with
 * fr_contours_release. */
FR_MUST_USE enum fr_status ground_rings_create(const struct fr_map *map, enum ring_source source,
                                               int32_t tolerance,
                                               const struct fr_allocator *allocator,
                                               struct fr_contours **contours);

#endif
