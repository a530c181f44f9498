/* A picture of the paths that racers found between two pixels, over the mask in pale colours. Paths
 * have the hue of their back end, as in the charts, and different line styles and widths, so that
 * coinciding ones can be distinguished; arrows point to the goal. Bands mark sharp turns (red) and
 * zigzags (orange). A legend is below the map. */
#ifndef FOOTRACE_HARNESS_PICTURES_OVERLAY_H
#define FOOTRACE_HARNESS_PICTURES_OVERLAY_H

#include "harness/pictures/heat.h"
#include "harness/pictures/picture.h"
#include "maps/map.h"

#define FR_OVERLAY_FIELDS 6

struct fr_overlay_path {
    const char *name, *colour;             /* of the back end */
    const char *fields[FR_OVERLAY_FIELDS]; /* the legend's columns: label, length, how much longer
                                            * than the shortest, turns, time, remark; never NULL */
    const struct fr_path *path;            /* no waypoints: appears only in the legend */
    const uint8_t *faults; /* of each waypoint (judge/looks.h), for the marks; NULL: none */
};

struct fr_overlay {
    const struct fr_map *map;
    const struct fr_map *point; /* for a point, if map has a radius; NULL: the same */
    const char *title;
    struct fr_pixel start, goal;
    const struct fr_overlay_path *paths;
    int count;
    const struct fr_expansions *heat; /* drawn below the paths; NULL: none */
    int heat_owner;                   /* index of the path whose search the heat shows */
};

/* Writes the picture: the map with the legend below. A small map is enlarged, and one more than
 * 5120 pixels wide or high is reduced; the legend then says so. FR_OK; or FR_BAD_INPUT or
 * FR_NO_MEMORY with `error` filled and no file left behind. */
FR_MUST_USE enum fr_status fr_overlay_save(const char *file, const struct fr_overlay *overlay,
                                           struct fr_error *error);

#endif
