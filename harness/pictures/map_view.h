/* The background of pictures: a map. */
#ifndef FOOTRACE_HARNESS_PICTURES_MAP_VIEW_H
#define FOOTRACE_HARNESS_PICTURES_MAP_VIEW_H

#include "harness/pictures/picture.h"
#include "maps/map.h"

/* The upper left part of a picture, which shows a map. */
struct fr_map_view {
    int32_t width, height; /* in pixels of the picture */
    double scale;          /* picture pixels per map pixel */
};

/* A view of the map, enlarged or reduced to a legible size. */
struct fr_map_view fr_map_view_of(const struct fr_map *map);

/* The scale of lines and letters in a picture of this width, relative to full HD; at least 1. */
double fr_picture_unit(int32_t width);

/* Draws the view: each pixel in the mean colour of the map pixels that it covers, edge walls as
 * lines of the given width. If `map` has a radius, `point` is the same map for a point: pixels that
 * only a point can reach get a colour between rock and floor; NULL: none. */
void fr_map_view_draw(struct fr_picture *picture, const struct fr_map *map,
                      const struct fr_map *point, const struct fr_map_view *view,
                      double wall_width);

#endif
