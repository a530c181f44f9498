/* The normalised outline of a polygon: its edges, and the free sectors around each of their ends.
 *
 * Input rings are as drawn: wound either way, with repeated vertices, touching themselves or each
 * other at points (a vertex on a vertex, or on an edge) or along edges from either side; where both
 * sides are floor, there is no edge. Rings do not cross. In the outline, every edge has the polygon
 * on its positive side (maps/geometry/predicates.h). Around a vertex the polygon is a sector
 * between two edges; around a pinch, where rings touch, it is several sectors. A path may not
 * change sectors at a pinch of a mask; in a drawing, a closed set, it may. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_OUTLINE_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/visibility/edge_grid.h"
#include "maps/geometry/contours.h"
#include "maps/geometry/predicates.h"

/* The free sector at the first end of an edge: from that edge, in positive direction, to the first
 * incoming edge. */
struct ring_sector {
    struct fr_point out, in; /* directions along the two edges */
    uint32_t next;           /* the next sector at the same point; circular */
};

struct outline {
    const struct fr_allocator *allocator;
    struct ring_edge *edges;
    struct ring_sector *sectors; /* by edge */
    uint32_t edge_count, edge_capacity;
    bool through_pinches;
    struct edge_grid grid;
};

/* Whether a direction is in the closed sector. */
static inline bool ring_sector_holds(const struct ring_sector *sector, struct fr_point direction)
{
    const int64_t from_out = fr_cross(sector->out, direction);
    const int64_t to_in = fr_cross(direction, sector->in);
    return fr_cross(sector->out, sector->in) < 0 ? from_out >= 0 || to_in >= 0
                                                 : from_out >= 0 && to_in >= 0;
}

/* Whether a shortest path may turn in this sector: its interior angle exceeds 180 degrees. */
static inline bool ring_sector_concave(const struct ring_sector *sector)
{
    return fr_cross(sector->out, sector->in) < 0;
}

/* Builds the outline of rings; reads whether each is an outer ring, but not its area. FR_OK,
 * FR_NO_MEMORY or FR_UNSUPPORTED; in all cases the caller releases the outline. */
FR_MUST_USE enum fr_status outline_create(struct outline *outline,
                                          const struct fr_contours *contours, bool through_pinches,
                                          const struct fr_allocator *allocator);

void outline_release(struct outline *outline);

#endif
