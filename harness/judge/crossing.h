/* How far a path enters walls: how deep, and on how much of its length. The depth is known to a
 * sixteenth of a pixel. Every point outside the closed squares of the walkable pixels is in a wall,
 * also outside the map; a path that only squeezes through a pinch, or cuts a corner as a grid's
 * step may, enters none. */
#ifndef FOOTRACE_HARNESS_JUDGE_CROSSING_H
#define FOOTRACE_HARNESS_JUDGE_CROSSING_H

#include "harness/judge/legal_floor.h"
#include "maps/path.h"

/* The greatest depth that is measured. */
#define FR_DEEPEST_PX 100

struct fr_crossing {
    double depth;  /* pixels: the greatest distance to the nearest walkable pixel's square */
    double length; /* pixels: of the path, inside walls */
};

struct fr_crossing fr_crossing_measure(const struct fr_legal_floor *legal,
                                       const struct fr_path *path);

#endif
