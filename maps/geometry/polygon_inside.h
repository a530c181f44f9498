/* Which points are inside a drawing. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_INSIDE_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_INSIDE_H

#include "maps/map.h"
#include "maps/polygon.h"

/* Whether a point is in the closed region of an enabled area of a valid drawing; `enabled` NULL:
 * all areas. */
bool fr_polygon_covers(const struct fr_polygon *polygon, const bool enabled[FR_AREAS],
                       struct fr_point point);

/* The outer ring of an area that contains a ring of vertices; the innermost if several do.
 * FR_NO_RING if the first vertex off their borders is in none. */
uint32_t fr_polygon_outer_around(const struct fr_polygon *polygon, uint8_t area,
                                 const struct fr_point *vertices, uint32_t count);

#endif
