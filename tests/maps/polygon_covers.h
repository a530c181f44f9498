/* Whether a point is on a drawing's floor, by a count of edges that shares no code with the library. */
#ifndef FOOTRACE_TESTS_MAPS_POLYGON_COVERS_H
#define FOOTRACE_TESTS_MAPS_POLYGON_COVERS_H

#include "maps/map.h"
#include "maps/polygon.h"

/* How a ray from the point to +x meets the edge from a to b: 1 crosses it, 0 does not, -1: the point is on it. */
static inline int meet_edge(struct fr_point a, struct fr_point b, struct fr_point point)
{
    const int64_t across = ((int64_t)b.x - a.x) * ((int64_t)point.y - a.y) -
                           ((int64_t)b.y - a.y) * ((int64_t)point.x - a.x);
    const bool between_x = (a.x <= point.x) != (b.x <= point.x) || a.x == point.x || b.x == point.x;
    const bool between_y = (a.y <= point.y) != (b.y <= point.y) || a.y == point.y || b.y == point.y;
    if (across == 0 && between_x && between_y)
        return -1;
    return (a.y <= point.y) != (b.y <= point.y) && (b.y > a.y ? across > 0 : across < 0);
}

/* Whether a point is in the closed region of an enabled area of a valid drawing; enabled NULL: all
 * areas. */
static inline bool polygon_covers(const struct fr_polygon *polygon, const bool enabled[FR_AREAS],
                                  struct fr_point point)
{
    int crossed = 0;
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const struct fr_polygon_ring *ring = &polygon->rings[i];
        const struct fr_point *vertices = polygon->vertices + ring->first;
        for (uint32_t j = 0; j < ring->count && (!enabled || enabled[ring->area]); j++) {
            const int met = meet_edge(vertices[j], vertices[(j + 1) % ring->count], point);
            if (met < 0)
                return true;
            crossed += met;
        }
    }
    return crossed % 2 == 1;
}

#endif
