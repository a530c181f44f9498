/* The exact outline of free space: closed rings of points around its regions and their holes.
 *
 * A ring runs along pixel edges and has vertices only where it turns. Free space is on the positive
 * side of every edge (maps/geometry/predicates.h; the right hand on the screen), so the area of an
 * outer ring is positive and that of a hole negative, and all areas sum to the number of walkable
 * pixels. Free space is 4-connected: each 4-connected region has one outer ring; at a pinch, where
 * two blocked pixels meet only at a corner, there are two vertices, of one ring or of two. A ring
 * that visits a pinch twice touches itself there. */
#ifndef FOOTRACE_MAPS_GEOMETRY_CONTOURS_H
#define FOOTRACE_MAPS_GEOMETRY_CONTOURS_H

#include <stdint.h>

#include "maps/map.h"

struct fr_ring {
    uint32_t first, count; /* its vertices; the last one is joined to the first */
    uint32_t outer;        /* the outer ring of its region; itself for an outer ring */
    int64_t area_px;       /* positive for an outer ring, negative for a hole */
};

/* The contours of a map at one moment. Each ring starts with its topmost, then leftmost vertex, and
 * rings are sorted by that vertex: an outer ring precedes its holes. */
struct fr_contours {
    struct fr_point *vertices; /* half pixels, even */
    uint32_t vertex_count;
    struct fr_ring *rings;
    uint32_t ring_count, outer_count;
    size_t ring_capacity;
    const struct fr_allocator *allocator;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for 2^28 or more vertices, and for a map with edge walls,
 * which such rings cannot describe. */
FR_MUST_USE enum fr_status fr_contours_create(const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              struct fr_contours **contours);

/* Accepts NULL. */
void fr_contours_release(struct fr_contours *contours);

#endif
