/* The enabled shapes of a drawn map as one, the way a game hands them to a polygon search.
 *
 * Areas that lie side by side are rings of their own in a drawing; joined, no edge runs where one
 * may walk from one area to the other. The library computes no unions: whoever loads a map, or
 * opens and closes its areas, calls this once for each set of enabled areas. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_JOINED_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_JOINED_H

#include "maps/map.h"

/* Makes map->joined of the map's drawing, unless it is there or the map has no drawing. Vertices of
 * the drawing stay, and none is added. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT where GEOS failed. */
FR_MUST_USE enum fr_status fr_drawing_join(struct fr_map *map);

#endif
