/* A rectangle of a map that changed, closed, so that it holds all lattice points whose surroundings
 * changed. What a segment that misses it meets is as it was. */
#ifndef FOOTRACE_ALGORITHMS_VISGRAPH_REGION_H
#define FOOTRACE_ALGORITHMS_VISGRAPH_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/corners.h"
#include "maps/map.h"
#include "maps/predicates.h"
#include "maps/visibility.h"

struct region {
    int32_t left, top, right, bottom; /* half pixels, on the border */
};

/* Of a rectangle clipped to the map; false where nothing is left of it. */
static inline bool region_of(const struct fr_map *map, struct fr_rect rect, struct region *region)
{
    const int64_t right = (int64_t)rect.x + rect.width, bottom = (int64_t)rect.y + rect.height;
    *region = (struct region){2 * (rect.x < 0 ? 0 : rect.x), 2 * (rect.y < 0 ? 0 : rect.y),
                              2 * (int32_t)(right < map->width ? right : map->width),
                              2 * (int32_t)(bottom < map->height ? bottom : map->height)};
    return region->left < region->right && region->top < region->bottom;
}

static inline bool region_holds(struct region region, struct fr_point point)
{
    return point.x >= region.left && point.x <= region.right && point.y >= region.top &&
           point.y <= region.bottom;
}

/* The least region that holds two. */
static inline struct region region_around(struct region a, struct region b)
{
    return (struct region){a.left < b.left ? a.left : b.left, a.top < b.top ? a.top : b.top,
                           a.right > b.right ? a.right : b.right,
                           a.bottom > b.bottom ? a.bottom : b.bottom};
}

/* Beyond which borders of the region a point lies, a bit for each. A segment whose ends have a bit
 * in common misses the region. */
static inline uint8_t region_code(struct region region, struct fr_point point)
{
    return (uint8_t)((point.x < region.left) | (point.x > region.right) << 1 |
                     (point.y < region.top) << 2 | (point.y > region.bottom) << 3);
}

/* Whether the segment ab has a point in the region: no border lies between them, nor does the
 * segment's line, which has the two corners farthest from it on one side. */
static inline bool region_touches(struct region region, struct fr_point a, struct fr_point b)
{
    if (region_code(region, a) & region_code(region, b))
        return false;
    const bool falls = ((int64_t)b.x - a.x) * ((int64_t)b.y - a.y) >= 0;
    const struct fr_point low = {region.left, falls ? region.bottom : region.top};
    const struct fr_point high = {region.right, falls ? region.top : region.bottom};
    const int64_t to_low = fr_orient(a, b, low), to_high = fr_orient(a, b, high);
    return (to_low <= 0 || to_high <= 0) && (to_low >= 0 || to_high >= 0);
}

/* Whether a taut direction may lead from a corner to the region: it does not lie in the quadrants
 * of the others. */
static inline bool region_is_taut(struct region region, const struct fr_corner *corner)
{
    const bool west = region.right<corner->x, east = region.left> corner->x;
    const bool north = region.bottom<corner->y, south = region.top> corner->y;
    return corner->qx == corner->qy ? !((west && north) || (east && south))
                                    : !((west && south) || (east && north));
}

/* The cone, from a point on even coordinates outside the region, that has all directions to it
 * strictly inside: that to the region grown by half a pixel. */
static inline void region_cone(struct region region, struct fr_point from, struct fr_cone *cone)
{
    const int32_t west = region.left - 1 - from.x, east = region.right + 1 - from.x;
    const int32_t north = region.top - 1 - from.y, south = region.bottom + 1 - from.y;
    const struct fr_point corners[] = {{west, north}, {east, north}, {east, south}, {west, south}};
    cone->right = cone->left = corners[0];
    for (int i = 1; i < 4; i++) {
        cone->right = fr_cross(cone->right, corners[i]) < 0 ? corners[i] : cone->right;
        cone->left = fr_cross(cone->left, corners[i]) > 0 ? corners[i] : cone->left;
    }
}

#endif
