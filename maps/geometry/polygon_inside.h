/* Which points lie inside a drawing. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_INSIDE_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_INSIDE_H

#include "maps/map.h"
#include "maps/polygon.h"

/* Whether a point lies in the closed region of an enabled area of a valid drawing. NULL means that
 * all areas are enabled. */
bool fr_polygon_covers(const struct fr_polygon *polygon, const bool enabled[FR_AREAS],
                       struct fr_point point);

/* The outer ring of an area that holds the ring of vertices: the innermost if several are nested.
 * FR_NO_RING if its first vertex off their borders lies in none. */
uint32_t fr_polygon_outer_around(const struct fr_polygon *polygon, uint8_t area,
                                 const struct fr_point *vertices, uint32_t count);

#endif
