/* Which ring of a drawing surrounds another. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_INSIDE_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_INSIDE_H

#include "maps/map.h"
#include "maps/polygon.h"

/* The outer ring of an area that contains a ring of vertices; the innermost if several do.
 * FR_NO_RING if no outer ring contains the vertices. */
uint32_t fr_polygon_outer_around(const struct fr_polygon *polygon, uint8_t area,
                                 const struct fr_point *vertices, uint32_t count);

#endif
