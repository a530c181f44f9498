/* The reflex corners of a map: the points where a shortest path may turn.
 *
 * A lattice point is a reflex corner where exactly one of the four pixels around it is blocked;
 * what lies outside the map is blocked. Where two pixels on a diagonal are blocked, a pinch, each
 * of the free pixels has a convex corner of its own, around which no shortest path turns: pinches
 * yield no corner and are counted. Found by looking at 64 lattice points at a time. */
#ifndef FOOTRACE_MAPS_GEOMETRY_CORNERS_H
#define FOOTRACE_MAPS_GEOMETRY_CORNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"

struct fr_corner {
    int32_t x, y;  /* half pixels, even */
    int8_t qx, qy; /* -1 or +1: where the blocked pixel lies; 0: there is none any more */
};

/* Describes the map as it was when they were found. Who follows its changes may add some behind, or
 * in the place of one that is gone. */
struct fr_corners {
    struct fr_corner *items; /* by row, then by column */
    uint32_t count;
    size_t room; /* of items */
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

/* Whether a shortest path may arrive at the corner or leave it in direction d: the direction leads
 * neither into the blocked pixel nor out of it, so that the path can bend around it. */
static inline bool fr_corner_taut(const struct fr_corner *corner, struct fr_point d)
{
    return (int64_t)d.x * d.y * (corner->qx * corner->qy) <= 0;
}

/* Accepts NULL. */
void fr_corners_release(struct fr_corners *corners);

#endif
