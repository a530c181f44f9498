/* Movement models: the steps that a path may take. Every back end declares one, and the judge
 * checks its paths against it. */
#ifndef FOOTRACE_MAPS_MOVEMENT_H
#define FOOTRACE_MAPS_MOVEMENT_H

#include <stdbool.h>

enum fr_movement {
    FR_GRID4,     /* between centres of walkable pixels that share an edge */
    FR_GRID8,     /* also diagonally, if both pixels beside the diagonal are walkable */
    FR_GRID8_ONE, /* also diagonally, if at least one pixel beside the diagonal is walkable */
    FR_GRID8_CUT, /* also diagonally, whatever is beside it */
    FR_BEELINE,   /* between centres, if the Bresenham pixels from both ends are walkable */
    FR_ANY_ANGLE, /* any segment inside free space; waypoints obey the pinch rule */
    FR_POLYGON,   /* any segment inside the closed polygons of a drawn map */
    FR_MOVEMENTS
};

#define FR_GRID_MOVEMENTS 4 /* the first four models step from pixel to pixel */

/* "grid4", "grid8", "grid8-one", "grid8-cut", "beeline", "any-angle", "polygon": never NULL. */
static inline const char *fr_movement_name(enum fr_movement movement)
{
    static const char *const names[FR_MOVEMENTS] = {
        "grid4", "grid8", "grid8-one", "grid8-cut", "beeline", "any-angle", "polygon"};
    return names[movement];
}

static inline bool fr_movement_is_grid(enum fr_movement movement)
{
    return movement < FR_BEELINE;
}

#endif
