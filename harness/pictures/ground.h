/* The ground of pictures: a map in quiet colours, on which paths and clicks stand out. */
#ifndef FOOTRACE_HARNESS_PICTURES_GROUND_H
#define FOOTRACE_HARNESS_PICTURES_GROUND_H

#include "harness/pictures/picture.h"
#include "maps/map.h"

/* Picture pixels a map pixel, a whole number: small maps are enlarged. */
int32_t fr_ground_scale(const struct fr_map *map);

/* How much thicker lines are on a picture of such a width than on one of full HD; at least 1. */
double fr_ground_unit(int32_t width);

/* Draws the map with its upper left corner at (left, top): walkable pixels, tinted in areas from 2
 * on, the others, and edge walls. */
void fr_ground_draw(struct fr_picture *picture, const struct fr_map *map, int32_t left, int32_t top,
                    int32_t scale);

#endif
