/* Straight lines on a map: the Bresenham beeline of Don 2022, and exact line of sight. */
#ifndef FOOTRACE_MAPS_GEOMETRY_LINE_OF_SIGHT_H
#define FOOTRACE_MAPS_GEOMETRY_LINE_OF_SIGHT_H

#include <stdbool.h>

#include "maps/map.h"

/* Whether all Bresenham pixels from a to b are walkable. (Midpoint rule: one pixel per step along
 * the longer axis, the nearer one across it; ties go to a's side.) Drawn from b to a, the pixels,
 * and so the answer, can differ. Both pixels must lie inside the map. */
bool fr_beeline(const struct fr_map *map, struct fr_pixel a, struct fr_pixel b);

/* fr_beeline from a to b and from b to a: a legal segment of the beeline movement model. */
bool fr_beeline_both_ways(const struct fr_map *map, struct fr_pixel a, struct fr_pixel b);

/* The same, but without steps between two blocked pixels that meet at a corner. A 4-connected walk
 * follows such a beeline, so it joins nothing that the flood fill keeps apart. */
bool fr_beeline_unsqueezed(const struct fr_map *map, struct fr_pixel a, struct fr_pixel b);

/* Whether the straight segment a-b lies inside free space, decided exactly in integers: it may
 * touch walls, slide along them and pass their corners, but not pass a pinch (two blocked pixels
 * that meet only at a corner). Points are anywhere on the half-pixel grid of the map. Costs a look
 * at each 64-pixel word that the segment crosses, or at each pixel beside it along a grid line. */
bool fr_line_of_sight(const struct fr_map *map, struct fr_point a, struct fr_point b);

#endif
