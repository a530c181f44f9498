/* Appending waypoints of grid paths: only where they turn. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_GRID_WALK_H
#define FOOTRACE_ALGORITHMS_STEPS_GRID_WALK_H

#include "maps/path.h"
#include "maps/point.h"

/* The pixel between the diagonal segment from one pixel and the straight segment to the other. */
struct fr_pixel fr_grid_walk_elbow(struct fr_pixel from, struct fr_pixel to);

/* Extends a path to a pixel in the current direction or a new one: replaces the last waypoint if it
 * is not a turn; does nothing if the path already ends there. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_grid_walk_run(struct fr_path *path, struct fr_pixel to);

/* Extends a path to a pixel by diagonal steps, then straight ones; straight ones first if
 * `backward` is set. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_grid_walk_to(struct fr_path *path, struct fr_pixel to, bool backward);

#endif
