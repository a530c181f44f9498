/* How far a walk keeps from the walls.
 *
 * The clearance of a point is its distance to the nearest closed square of an unwalkable pixel,
 * those outside of the map included: 0 for a point that touches one. It is exact at every point
 * that is looked at: of each column of pixels the ground knows how far it is free above and below,
 * and columns are looked at outward until they are farther away than the nearest square so far. */
#ifndef FOOTRACE_HARNESS_JUDGE_CLEARANCE_H
#define FOOTRACE_HARNESS_JUDGE_CLEARANCE_H

#include "maps/map.h"
#include "maps/path.h"

struct fr_clear_ground; /* of a map as it was */

struct fr_clearance {
    double least, mean; /* pixels */
};

/* FR_OK or FR_NO_MEMORY. The map is not kept. */
FR_MUST_USE enum fr_status fr_clear_ground_create(const struct fr_map *map,
                                                  const struct fr_allocator *allocator,
                                                  struct fr_clear_ground **ground);

/* Of a point in pixels, which may lie outside the map. */
double fr_clearance_at(const struct fr_clear_ground *ground, double x, double y);

/* Of a walk on the map, of at least one waypoint. It is sampled at every half pixel of each
 * segment's longer axis: the mean is by length, by the trapezoidal rule, and the least is too large
 * by less than 0.36 pixels, and exact at waypoints and on grid steps. */
struct fr_clearance fr_clearance_along(const struct fr_clear_ground *ground,
                                       const struct fr_path *path);

void fr_clear_ground_release(struct fr_clear_ground *ground); /* accepts NULL */

#endif
