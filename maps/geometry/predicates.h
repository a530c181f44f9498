/* Exact geometric predicates on integer points: no rounding, no epsilon, no 128-bit integers.
 *
 * The coordinates of a call are at most 2^17 apart, four times the largest legal map in half
 * pixels. The turn from +x to +y is positive: with y growing downward it is clockwise on the
 * screen. */
#ifndef FOOTRACE_MAPS_GEOMETRY_PREDICATES_H
#define FOOTRACE_MAPS_GEOMETRY_PREDICATES_H

#include <stdint.h>

#include "maps/point.h"

static inline struct fr_point fr_point_minus(struct fr_point a, struct fr_point b)
{
    const struct fr_point difference = {a.x - b.x, a.y - b.y};
    return difference;
}

/* Positive if direction b is less than 180 degrees to the positive side of a, 0 if they are
 * parallel. */
static inline int64_t fr_cross(struct fr_point a, struct fr_point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static inline int64_t fr_dot(struct fr_point a, struct fr_point b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* Twice the area of triangle abc: positive if c is on the positive side of a->b, 0 if the three are
 * collinear. */
static inline int64_t fr_orient(struct fr_point a, struct fr_point b, struct fr_point c)
{
    return fr_cross(fr_point_minus(b, a), fr_point_minus(c, a));
}

/* Positive if d lies inside the circle through a, b and c, with fr_orient(a, b, c) > 0; 0 if it lies on
 * it; else negative.
 *
 * The determinant is a sum of three products of a squared length, below 2^35, and a cross product,
 * below 2^36 in size. Each length is split at bit 16, so that the two sums of products fit. */
static inline int64_t fr_in_circle(struct fr_point a, struct fr_point b, struct fr_point c,
                                struct fr_point d)
{
    const struct fr_point da = fr_point_minus(a, d), db = fr_point_minus(b, d),
                          dc = fr_point_minus(c, d);
    const int64_t aa = fr_dot(da, da), bb = fr_dot(db, db), cc = fr_dot(dc, dc);
    const int64_t bc = fr_cross(db, dc), ca = fr_cross(dc, da), ab = fr_cross(da, db);
    const int64_t high = (aa >> 16) * bc + (bb >> 16) * ca + (cc >> 16) * ab;
    const int64_t low = (aa & 0xFFFF) * bc + (bb & 0xFFFF) * ca + (cc & 0xFFFF) * ab;
    const int64_t carried = high + low / 0x10000;
    return carried != 0 ? carried : low % 0x10000;
}

#endif
