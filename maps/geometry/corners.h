/* The reflex corners of a map: the points where a shortest path may turn.
 *
 * A lattice point is a reflex corner if exactly one of the four pixels around it is blocked; pixels
 * outside the map are blocked. At a pinch, where two diagonal pixels are blocked, each free pixel
 * has a convex corner, at which no shortest path turns: pinches yield no corners and are only
 * counted. 64 lattice points are tested at a time. */
#ifndef FOOTRACE_MAPS_GEOMETRY_CORNERS_H
#define FOOTRACE_MAPS_GEOMETRY_CORNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"

struct fr_corner {
    int32_t x, y;  /* half pixels, even */
    int8_t qx, qy; /* -1 or +1: quadrant of the blocked pixel; 0: the corner was removed */
};

/* The corners of a map at one moment. Code that updates corners after changes may append some, or
 * reuse places of removed ones. */
struct fr_corners {
    struct fr_corner *items; /* by row, then by column */
    uint32_t count;
    size_t room; /* capacity of items */
    uint32_t pinch_count;
    const struct fr_allocator *allocator;
};

/* Counts the corners, and the pinches. */
void fr_corners_count(const struct fr_map *map, int64_t *corners, int64_t *pinches);

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for 2^31 corners or more. */
FR_MUST_USE enum fr_status fr_corners_create(const struct fr_map *map,
                                             const struct fr_allocator *allocator,
                                             struct fr_corners **corners);

/* Whether there is a corner at a point on even coordinates, inside the map or on its border. */
bool fr_corner_at(const struct fr_map *map, struct fr_point at, struct fr_corner *corner);

/* Whether a shortest path may arrive at the corner, or leave it, in direction d: d leads neither
 * into nor out of the blocked pixel, so that the path can bend around it. */
static inline bool fr_corner_taut(const struct fr_corner *corner, struct fr_point d)
{
    return (int64_t)d.x * d.y * (corner->qx * corner->qy) <= 0;
}

/* Accepts NULL. */
void fr_corners_release(struct fr_corners *corners);

#endif
