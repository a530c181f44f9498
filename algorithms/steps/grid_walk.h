/* Waypoints of grid walks: only where they turn. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_GRID_WALK_H
#define FOOTRACE_ALGORITHMS_STEPS_GRID_WALK_H

#include "maps/path.h"
#include "maps/point.h"

/* The pixel between the diagonal walk from one pixel and the straight walk to the other. */
struct fr_pixel fr_grid_walk_elbow(struct fr_pixel from, struct fr_pixel to);

/* Goes on to a pixel in one run: in place of the last waypoint where that lies inside a run, and
 * not at all where it is the pixel. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_grid_walk_run(struct fr_path *path, struct fr_pixel to);

/* Goes on from the last waypoint to a pixel by diagonal steps and then straight ones; straight ones
 * first where backward is set. */
FR_MUST_USE enum fr_status fr_grid_walk_to(struct fr_path *path, struct fr_pixel to, bool backward);

#endif
