/* Drawings as pixels. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_PAINT_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_PAINT_H

#include "maps/polygon.h"

/* Paints a map of area 0 everywhere: a pixel takes the area of the closed region that its centre
 * lies in, the least id on the border of several. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_paint(const struct fr_polygon *polygon, struct fr_map *map);

#endif
