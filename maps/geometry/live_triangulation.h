/* A triangulation that follows the changes of its map in place: what it costs depends on what
 * changed, but for a look at each cell of the grid for point location. */
#ifndef FOOTRACE_MAPS_GEOMETRY_LIVE_TRIANGULATION_H
#define FOOTRACE_MAPS_GEOMETRY_LIVE_TRIANGULATION_H

#include <stdbool.h>
#include <stddef.h>

#include "maps/geometry/region.h"
#include "maps/geometry/triangulation.h"

/* What became of a triangulation. {.allocator = ...} is an empty one. */
struct fr_touched {
    const struct fr_allocator *allocator;
    int32_t *triangles; /* all that meet a region now, and whatever else is not as it was */
    size_t triangle_count, triangle_capacity;
    uint32_t *vertices; /* in the regions now: by region, then by row, then by column */
    size_t vertex_count, vertex_capacity;
    uint32_t *gone; /* vertices that there are no more; their places are used again */
    size_t gone_count, gone_capacity;
};

/* Makes of a triangulation, up to ties, that of its map as it is now, given all regions that have
 * changed, no two of which meet, and says what it touched. FR_OK; FR_UNSUPPORTED where starting
 * again is as quick, or needed; or FR_NO_MEMORY. Unless FR_OK, the triangulation can only be
 * released. */
FR_MUST_USE enum fr_status fr_triangulation_follow(struct fr_triangulation *triangulation,
                                                   const struct fr_map *map,
                                                   const struct fr_region *regions, size_t count,
                                                   struct fr_touched *touched);

/* Frees what it holds. */
void fr_touched_release(struct fr_touched *touched);

#endif
