/* The outline of a polygon, put right: its edges, and around each point of them the free sectors.
 *
 * Rings come as they are drawn: wound either way, with vertices repeated, touching themselves or
 * each other at points (a vertex on a vertex, or on an edge) or, from either side, along edges:
 * what is floor on both sides is no edge. They do not cross. In the outline every edge has the
 * polygon to its positive side (maps/geometry/predicates.h). Around a vertex the polygon is a
 * sector between two edges; around a pinch, where rings touch, it is several. In a mask a path that
 * enters a pinch by one sector does not leave it by another; in a drawing, a closed set, it may. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_OUTLINE_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/visibility/edge_grid.h"
#include "maps/geometry/contours.h"
#include "maps/geometry/predicates.h"

/* Where an edge begins: what is free from it, positively, to the first edge that comes in. */
struct ring_sector {
    struct fr_point out, in; /* directions along the two edges */
    uint32_t next;           /* the next sector at the same point, in a circle */
};

struct outline {
    const struct fr_allocator *allocator;
    struct ring_edge *edges;
    struct ring_sector *sectors; /* by edge */
    uint32_t edge_count, edge_capacity;
    bool through_pinches;
    struct edge_grid grid;
};

/* Whether a direction leads into the closed sector. */
static inline bool ring_sector_holds(const struct ring_sector *sector, struct fr_point direction)
{
    const int64_t from_out = fr_cross(sector->out, direction);
    const int64_t to_in = fr_cross(direction, sector->in);
    return fr_cross(sector->out, sector->in) < 0 ? from_out >= 0 || to_in >= 0
                                                 : from_out >= 0 && to_in >= 0;
}

/* Whether a shortest path may turn there: the polygon's interior angle is over 180 degrees. */
static inline bool ring_sector_concave(const struct ring_sector *sector)
{
    return fr_cross(sector->out, sector->in) < 0;
}

/* From rings with the roles that their outer field gives them (areas are not read). FR_OK,
 * FR_NO_MEMORY or FR_UNSUPPORTED; either way the caller releases the outline. */
FR_MUST_USE enum fr_status outline_create(struct outline *outline,
                                          const struct fr_contours *contours, bool through_pinches,
                                          const struct fr_allocator *allocator);

void outline_release(struct outline *outline);

#endif
