/* Updates a triangulation in place when its map changes. The cost depends only on the change. */
#ifndef FOOTRACE_MAPS_GEOMETRY_LIVE_TRIANGULATION_H
#define FOOTRACE_MAPS_GEOMETRY_LIVE_TRIANGULATION_H

#include <stdbool.h>
#include <stddef.h>

#include "maps/geometry/region.h"
#include "maps/geometry/triangulation.h"

/* What an update touched; {.allocator = ...} is empty. */
struct fr_touched {
    const struct fr_allocator *allocator;
    /* Triangles whose corners or walls changed, or that were not free before; see
     * fr_touched_widen. */
    int32_t *triangles;
    size_t triangle_count, triangle_capacity;
    uint32_t *vertices; /* in the regions now: by region, then row, then column */
    size_t vertex_count, vertex_capacity;
    uint32_t *gone; /* removed vertices; their places are reused */
    size_t gone_count, gone_capacity;
};

/* Turns a triangulation into that of the changed map; only the numbers of its points and triangles
 * may differ. The function needs all changed regions, no two of which meet, and reports what it
 * touched. FR_OK; FR_UNSUPPORTED if a new triangulation is as fast, or necessary; or FR_NO_MEMORY.
 * After a failure the triangulation can only be released. */
FR_MUST_USE enum fr_status fr_triangulation_follow(struct fr_triangulation *triangulation,
                                                   const struct fr_map *map,
                                                   const struct fr_region *regions, size_t count,
                                                   struct fr_touched *touched);

/* Adds the triangles beside those that changed, whose twins may have other numbers, and all that
 * now meet one of the regions. False if out of memory. */
FR_MUST_USE bool fr_touched_widen(struct fr_touched *touched,
                                  struct fr_triangulation *triangulation,
                                  const struct fr_region *regions, size_t count);

/* Frees what it holds. */
void fr_touched_release(struct fr_touched *touched);

#endif
