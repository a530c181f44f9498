/* The boundary of free space as turning points in row order, each linked to the next along it.
 *
 * The boundary runs along pixel edges and turns by a right angle at each of its points, with free
 * space to its positive side (maps/geometry/predicates.h; the right hand on the screen, as y grows
 * downward): around a region of walkable pixels it runs from +x to +y, around a hole the other way.
 * Free space is 4-connected: at a pinch, where two blocked pixels meet only at a corner, there are
 * two turning points, one for each free pixel. Everything outside the map is blocked.
 *
 * Contours and triangulations are built from the boundary. */
#ifndef FOOTRACE_MAPS_GEOMETRY_BOUNDARY_H
#define FOOTRACE_MAPS_GEOMETRY_BOUNDARY_H

#include <stdint.h>

#include "maps/map.h"

struct fr_turn {
    struct fr_point at; /* half pixels, even */
    uint32_t next;      /* index of the following turn */
};

struct fr_boundary {
    struct fr_turn *turns; /* by row, then by column; the two turns of a pinch are adjacent */
    uint32_t count;
    const struct fr_allocator *allocator;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for 2^28 turns or more. */
FR_MUST_USE enum fr_status fr_boundary_create(const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              struct fr_boundary **boundary);

/* Lists the points of the boundary, each pinch once, and for each turn the index of its point. The
 * arrays need one element for each turn. Returns the number of points. */
uint32_t fr_boundary_points(const struct fr_boundary *boundary, struct fr_point *points,
                            uint32_t *point_of);

/* Accepts NULL. */
void fr_boundary_release(struct fr_boundary *boundary);

#endif
