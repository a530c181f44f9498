/* The clearance of a path: how far it stays from walls.
 *
 * The clearance of a point is its distance to the nearest closed square of a blocked pixel, or of
 * one outside the map; 0 if it touches one. It is exact. The map stores how many pixels are free
 * above and below each pixel; a query searches columns outward until they are farther away than the
 * nearest square found. */
#ifndef FOOTRACE_HARNESS_JUDGE_CLEARANCE_H
#define FOOTRACE_HARNESS_JUDGE_CLEARANCE_H

#include "maps/map.h"
#include "maps/path.h"

struct fr_clearance_map;

struct fr_clearance {
    double least, mean; /* pixels */
};

/* FR_OK or FR_NO_MEMORY. The map is not kept. */
FR_MUST_USE enum fr_status fr_clearance_map_create(const struct fr_map *map,
                                                   const struct fr_allocator *allocator,
                                                   struct fr_clearance_map **clear);

/* The clearance of a point in pixels, which may lie outside the map. */
double fr_clearance_at(const struct fr_clearance_map *clear, double x, double y);

/* The clearance of a path of at least one waypoint on the map, sampled at every half pixel of each
 * segment's longer axis. The mean is weighted by length (trapezoidal rule). The least is exact at
 * waypoints and on grid steps; elsewhere it is less than 0.36 pixels too large. */
struct fr_clearance fr_clearance_along(const struct fr_clearance_map *clear,
                                       const struct fr_path *path);

void fr_clearance_map_release(struct fr_clearance_map *clear); /* accepts NULL */

#endif
