/* Converts drawings to pixels. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_PAINT_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_PAINT_H

#include "maps/map.h"
#include "maps/polygon.h"

/* Paints a map that is all area 0: a pixel gets the area of the closed region that contains its
 * centre, the lowest id if several do. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_paint(const struct fr_polygon *polygon, struct fr_map *map);

#endif
