/* Straight lines on a map: the Bresenham beeline of Don 2022, and exact line of sight. */
#ifndef FOOTRACE_MAPS_GEOMETRY_LINE_OF_SIGHT_H
#define FOOTRACE_MAPS_GEOMETRY_LINE_OF_SIGHT_H

#include <stdbool.h>

#include "maps/map.h"

/* Whether all Bresenham pixels from a to b are walkable. (Midpoint rule: one pixel for each step
 * along the longer axis, the nearer one across it; ties go to a's side.) From b to a, the pixels,
 * and so the result, can differ. The pixels a and b must be inside the map. */
bool fr_beeline(const struct fr_map *map, struct fr_pixel a, struct fr_pixel b);

/* Whether the segment a-b is inside free space, decided exactly in integers: it may touch walls,
 * run along them and pass their corners, but not pass a pinch (two blocked pixels that meet only at
 * a corner). Points may be anywhere on the half-pixel grid of the map. Reads each 64-pixel word
 * that the segment crosses, or each pixel beside it on a grid line. */
bool fr_line_of_sight(const struct fr_map *map, struct fr_point a, struct fr_point b);

#endif
