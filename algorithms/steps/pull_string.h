/* String pulling: turns a path into the shortest one that passes all obstacles on the same side.
 *
 * Three waypoints a, b, c span a triangle with free sides a-b and b-c. Whatever blocks the segment
 * a-c is inside, and a string pulled taut follows its convex hull with a and c. The hull's corners
 * replace b; if b is one of them, the string is already taut there. This repeats until all
 * waypoints between the ends are corners at which the path is taut. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_PULL_STRING_H
#define FOOTRACE_ALGORITHMS_STEPS_PULL_STRING_H

#include "maps/map.h"
#include "maps/path.h"

/* Buffers, reused for each path. */
struct fr_string {
    const struct fr_map *map; /* borrowed */
    struct fr_path ahead;     /* still to be pulled, last waypoint first */
    struct fr_path corners;   /* of obstacles in a triangle; then of their hull */
};

/* Pulls a legal any-angle path taut, in place. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_pull_string(struct fr_string *string, struct fr_path *path);

#endif
