/* The enabled shapes of a drawn map as one, as a game passes them to a polygon search.
 *
 * Adjacent areas are separate rings in a drawing; after joining, no edge remains where a path may
 * cross from one area to the other. The library computes no unions: code that loads a map, or opens
 * and closes its areas, calls this once for each set of enabled areas. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_JOINED_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_JOINED_H

#include "maps/map.h"

/* Builds map->joined from the map's drawing, unless it exists or the map has no drawing. Vertices
 * of the drawing stay, and none is added. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT if GEOS failed. */
FR_MUST_USE enum fr_status fr_drawing_join(struct fr_map *map);

#endif
