/* String pulling: the shortest path that a path becomes when it is pulled tight, without being
 * lifted over an obstacle.
 *
 * Three waypoints a, b, c span a triangle whose sides a-b and b-c are free. What blocks the way
 * from a to c lies inside, and a string pulled from b ends up on its convex hull with a and c. The
 * hull's corners take the place of b; where b is one of them, the string is tight there. This goes
 * on until all waypoints between the ends are corners round which the path is tight. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_PULL_STRING_H
#define FOOTRACE_ALGORITHMS_STEPS_PULL_STRING_H

#include "maps/map.h"
#include "maps/path.h"

/* Buffers, kept from path to path. */
struct fr_string {
    const struct fr_map *map; /* borrowed */
    struct fr_path ahead;     /* what is still to be pulled, last waypoint first */
    struct fr_path corners;   /* of what blocks a triangle; those of its hull */
};

/* Pulls a legal any-angle path tight, in place. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_pull_string(struct fr_string *string, struct fr_path *path);

#endif
