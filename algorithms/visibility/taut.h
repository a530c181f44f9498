/* Taut geometry at a reflex corner: the directions in which a shortest path may arrive or leave.
 *
 * Relative to a corner, with its blocked quadrant turned to the first (X = dx*qx, Y = dy*qy, the
 * block at X > 0, Y > 0), a taut direction is in one of two cones of 90 degrees, each beginning
 * along a wall of the block: cone 0 from (1, 0) to (0, -1), cone 1 from (0, 1) to (-1, 0). A
 * shortest path that turns at the corner arrives from one cone, leaves into the other, and wraps
 * around the block by at most 180 degrees. Exact: coordinates below 2^17 keep every product within
 * int64. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_TAUT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_TAUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "maps/geometry/corners.h"
#include "maps/point.h"

/* A direction in a corner's own frame. */
struct taut_direction {
    int64_t x, y;
};

static inline struct taut_direction taut_direction(const struct fr_corner *corner,
                                                   struct fr_point to)
{
    return (struct taut_direction){((int64_t)to.x - corner->x) * corner->qx,
                                   ((int64_t)to.y - corner->y) * corner->qy};
}

/* The cone of a taut direction. */
static inline int taut_cone(struct taut_direction d)
{
    return d.x < 0 || d.y > 0;
}

static inline int64_t taut_cross(struct taut_direction a, struct taut_direction b)
{
    return a.x * b.y - a.y * b.x;
}

/* Whether a path may arrive from the taut direction a and leave in direction b, which is in the
 * other cone. */
static inline bool taut_wraps(struct taut_direction a, struct taut_direction b)
{
    return taut_cone(a) == 0 ? taut_cross(a, b) >= 0 : taut_cross(b, a) >= 0;
}

/* The order of a cone's edges, by directions to their ends: from the wall outward; of collinear
 * ends, the nearer first. */
static inline bool taut_edge_before(struct taut_direction a, struct taut_direction b)
{
    const int64_t turn = taut_cone(a) == 0 ? taut_cross(b, a) : taut_cross(a, b);
    return turn > 0 || (turn == 0 && llabs(a.x) + llabs(a.y) < llabs(b.x) + llabs(b.y));
}

#endif
