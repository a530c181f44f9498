/* Erosion: the part of a map's floor that remains for a figure wider than a point.
 *
 * A pixel remains if every pixel with its centre within the figure's radius is floor: by Euclidean
 * distance for a disc, along both axes for a square. Everything outside the map is wall. Floor is
 * every area but 0, closed ones too, so that a gate that opens later is already eroded with its
 * surroundings; the figure may overlap a closed gate. Exact, in integers, 64 pixels at a time; the
 * time is proportional to the radius. */
#ifndef FOOTRACE_MAPS_ANALYSIS_ERODE_H
#define FOOTRACE_MAPS_ANALYSIS_ERODE_H

#include "maps/map.h"

enum fr_agent_shape { FR_SQUARE, FR_PENTAGON, FR_HEXAGON, FR_DISC };

/* The width of a figure around its reference point. */
struct fr_agent {
    int32_t radius; /* half pixels; 0: a point */
    enum fr_agent_shape shape;
};

/* "square", "pentagon", "hexagon", "disc". */
const char *fr_agent_shape_name(enum fr_agent_shape shape);

/* Gives area 0 to all pixels that do not remain. Others keep their area, and stay closed or
 * blocked if they were; the map's drawing is unchanged. FR_OK; FR_UNSUPPORTED for a pentagon or
 * hexagon, or a map with edge walls; FR_NO_MEMORY. On failure nothing changes. */
FR_MUST_USE enum fr_status fr_erode(struct fr_map *map, struct fr_agent agent);

#endif
