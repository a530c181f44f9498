/* A changed part of a map: a closed rectangle that contains every lattice point where anything
 * changed. A segment that misses the region is unaffected. */
#ifndef FOOTRACE_MAPS_GEOMETRY_REGION_H
#define FOOTRACE_MAPS_GEOMETRY_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/geometry/predicates.h"
#include "maps/map.h"

struct fr_region {
    int32_t left, top, right, bottom; /* half pixels, all inclusive */
};

/* The region of a rectangle clipped to the map; false if nothing is left of it. */
static inline bool fr_region_of(const struct fr_map *map, struct fr_rect rect,
                                struct fr_region *region)
{
    const int64_t right = (int64_t)rect.x + rect.width, bottom = (int64_t)rect.y + rect.height;
    region->left = 2 * (rect.x < 0 ? 0 : rect.x);
    region->top = 2 * (rect.y < 0 ? 0 : rect.y);
    region->right = 2 * (int32_t)(right < map->width ? right : map->width);
    region->bottom = 2 * (int32_t)(bottom < map->height ? bottom : map->height);
    return region->left < region->right && region->top < region->bottom;
}

/* The smallest region that contains two others. */
static inline struct fr_region fr_region_around(struct fr_region a, struct fr_region b)
{
    const struct fr_region around = {
        a.left < b.left ? a.left : b.left, a.top < b.top ? a.top : b.top,
        a.right > b.right ? a.right : b.right, a.bottom > b.bottom ? a.bottom : b.bottom};
    return around;
}

/* One bit for each border of the region beyond which the point is; 0: inside. A segment whose two
 * ends have a bit in common misses the region. */
static inline uint8_t fr_region_code(struct fr_region region, struct fr_point point)
{
    return (uint8_t)((point.x < region.left) | (point.x > region.right) << 1 |
                     (point.y < region.top) << 2 | (point.y > region.bottom) << 3);
}

/* Whether the line through two different points a and b meets the region: the region's corners are
 * then not all on one side of the line. */
static inline bool fr_region_on_line(struct fr_region region, struct fr_point a, struct fr_point b)
{
    const bool falls = ((int64_t)b.x - a.x) * ((int64_t)b.y - a.y) >= 0;
    const struct fr_point low = {region.left, falls ? region.bottom : region.top};
    const struct fr_point high = {region.right, falls ? region.top : region.bottom};
    const int64_t to_low = fr_orient(a, b, low), to_high = fr_orient(a, b, high);
    return (to_low <= 0 || to_high <= 0) && (to_low >= 0 || to_high >= 0);
}

/* Whether the segment ab has a point in the region. */
static inline bool fr_region_touches(struct fr_region region, struct fr_point a, struct fr_point b)
{
    return !(fr_region_code(region, a) & fr_region_code(region, b)) &&
           fr_region_on_line(region, a, b);
}

#endif
