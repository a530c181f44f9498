/* An animated WebP of growing searches, side by side. The nodes that each search expands appear as
 * heat on the mask (heat.h) at its measured pace, then the path that it found. All searches share
 * one clock, and each ends when its measured time is over. Its nodes are spread evenly over that
 * time. */
#ifndef FOOTRACE_HARNESS_PICTURES_ANIMATION_H
#define FOOTRACE_HARNESS_PICTURES_ANIMATION_H

#include "harness/pictures/heat.h"

#define FR_ANIMATION_SIDES 2

struct fr_animation_side {
    const char *label;
    struct fr_colour colour;
    const struct fr_path *walk; /* no waypoints: no path was found */
    struct fr_expansions expansions;
    double ns; /* measured time of the query; above 0 */
};

struct fr_animation {
    const struct fr_map *map;
    const char *title;
    struct fr_pixel start, goal;
    struct fr_animation_side sides[FR_ANIMATION_SIDES];
    int count; /* number of sides; at least 1 */
};

/* Writes the file: at most 1280 pixels wide, 800 high, a hundred frames and 8 seconds, whatever the
 * map's size; small maps are enlarged. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled and
 * no file left behind. */
FR_MUST_USE enum fr_status fr_animation_save(const char *file, const struct fr_animation *animation,
                                             struct fr_error *error);

#endif
