/* Drawings as pixels. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_PAINT_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_PAINT_H

#include "maps/map.h"
#include "maps/polygon.h"

/* Paints a map that is area 0 everywhere: a pixel gets the area of the closed region that holds its
 * centre, and the lowest id on a border of several. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_paint(const struct fr_polygon *polygon, struct fr_map *map);

#endif
