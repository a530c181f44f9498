/* The background of pictures: a map, or a part of it. */
#ifndef FOOTRACE_HARNESS_PICTURES_MAP_VIEW_H
#define FOOTRACE_HARNESS_PICTURES_MAP_VIEW_H

#include "harness/pictures/picture.h"
#include "maps/map.h"

/* A part of a picture that shows a part of a map. */
struct fr_map_view {
    int32_t x, y, width, height; /* pixels of the picture */
    double left, top;            /* of the map, pixels */
    double scale;                /* picture pixels a map pixel */
};

/* The colours of a map's pixels. Areas from 2 on use those of the gates in turn. */
struct fr_map_colours {
    struct fr_colour rock, floor, edge_wall, gates[8];
    int gate_count;
};

/* Pale ones, for a background with paths and clicks on it; and strong ones, which show even a
 * shrunk gate. */
extern const struct fr_map_colours fr_quiet_colours, fr_bold_colours;

/* Shows the whole map with its upper left corner at (left, top), enlarged or shrunk if it is too
 * small or too large to be seen well. */
struct fr_map_view fr_map_view_whole(const struct fr_map *map, int32_t left, int32_t top);

/* Makes Cairo's coordinates pixels of the map. */
void fr_map_view_transform(cairo_t *cairo, const struct fr_map_view *view);

/* The scale of lines and letters on a picture of this width, against full HD; at least 1. */
double fr_picture_unit(int32_t width);

/* Draws what the view shows: each pixel in the mean colour of what it covers of the map, and edge
 * walls as lines of a width. point is the map as a point has it, where map is that of a wider walker:
 * what only a point can reach is between rock and floor; NULL: there is none. */
void fr_map_view_draw(struct fr_picture *picture, const struct fr_map *map,
                      const struct fr_map *point, const struct fr_map_view *view,
                      const struct fr_map_colours *colours, double wall_width);

#endif
