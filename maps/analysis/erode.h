/* Erosion: the part of a map's floor that is left to a walker wider than a point.
 *
 * A pixel stays where every pixel whose centre lies within the walker's radius of its own is floor:
 * by Euclidean distance for a disc, along both axes for a square. What lies outside the map is no
 * floor: its rim is a wall. Floor is every area but 0, closed ones too, so that a gate which opens
 * later has been eroded with the room around it; beside a closed one the walker may overlap it.
 * Exact, in integers; 64 pixels at a time, in time that follows the radius. */
#ifndef FOOTRACE_MAPS_ANALYSIS_ERODE_H
#define FOOTRACE_MAPS_ANALYSIS_ERODE_H

#include "maps/map.h"

enum fr_agent_shape { FR_SQUARE, FR_PENTAGON, FR_HEXAGON, FR_DISC };

/* How wide a walker is around its reference point. */
struct fr_agent {
    int32_t radius; /* half pixels; 0: a point */
    enum fr_agent_shape shape;
};

/* "square", "pentagon", "hexagon", "disc". */
const char *fr_agent_shape_name(enum fr_agent_shape shape);

/* Paints with area 0 all pixels that do not stay; the others keep their area, and what is closed or
 * blocked stays so. The drawing that a map may carry is not touched. FR_OK; FR_UNSUPPORTED for a
 * pentagon or a hexagon, or a map with edge walls; FR_NO_MEMORY. Nothing changes unless FR_OK. */
FR_MUST_USE enum fr_status fr_erode(struct fr_map *map, struct fr_agent agent);

#endif
