/* The normal form of a drawing. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_NORMALISE_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_NORMALISE_H

#include "maps/polygon.h"

/* Brings a valid drawing into a canonical form, which depends only on its point set and its
 * division into rings: vertices only where rings turn, each ring starting at its topmost, then
 * leftmost vertex, and rings sorted by that vertex. FR_OK, or FR_NO_MEMORY with nothing changed. */
FR_MUST_USE enum fr_status fr_polygon_normalise(struct fr_polygon *polygon);

#endif
