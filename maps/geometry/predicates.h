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

/* Positive if s lies inside the circle through p, q and r, with fr_orient(p, q, r) > 0, and not on
 * the same side of the line through p and q as r; 0 if it lies on the circle; else negative.
 *
 * The point lies inside if the angles at r and s together exceed 180 degrees; mostly, both are
 * acute. The angles' sines and cosines, times two lengths, are below 2^36 in size. Each sine is
 * split at bit 16, so that the two sums of products fit. */
static inline int64_t fr_in_circle(struct fr_point p, struct fr_point q, struct fr_point r,
                                   struct fr_point s)
{
    const struct fr_point rp = fr_point_minus(p, r), rq = fr_point_minus(q, r);
    const struct fr_point sp = fr_point_minus(p, s), sq = fr_point_minus(q, s);
    const int64_t cosine_r = fr_dot(rp, rq), cosine_s = fr_dot(sp, sq);
    if ((cosine_r ^ cosine_s) >= 0)
        return -cosine_r - cosine_s;
    const int64_t sine_r = fr_cross(rp, rq), sine_s = fr_cross(sq, sp);
    const int64_t high = (sine_r >> 16) * cosine_s + (sine_s >> 16) * cosine_r;
    const int64_t low = (sine_r & 0xFFFF) * cosine_s + (sine_s & 0xFFFF) * cosine_r;
    const int64_t carried = high + low / 0x10000;
    return carried != 0 ? -carried : -(low % 0x10000);
}

#endif
