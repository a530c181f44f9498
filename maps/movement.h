/* Movement models: which steps a path may take. Every back end declares one, and the validator
 * holds its paths to it. */
#ifndef FOOTRACE_MAPS_MOVEMENT_H
#define FOOTRACE_MAPS_MOVEMENT_H

#include <stdbool.h>

enum fr_movement {
    FR_GRID4,     /* between centres of walkable pixels that share an edge */
    FR_GRID8,     /* also diagonally, when both pixels beside the diagonal are walkable */
    FR_GRID8_ONE, /* also diagonally, when at least one of them is */
    FR_GRID8_CUT, /* also diagonally, whatever lies beside */
    FR_BEELINE,   /* between centres, when the Bresenham pixels from either end are walkable */
    FR_ANY_ANGLE, /* any segment inside free space; waypoints obey the pinch rule */
    FR_POLYGON,   /* any segment inside the closed polygons that a drawn map carries */
    FR_MOVEMENTS
};

#define FR_GRID_MOVEMENTS 4 /* the first four step from pixel to pixel */

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
