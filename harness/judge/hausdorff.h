/* The Hausdorff distance of two paths: the largest distance from a point of either to the nearest
 * point of the other. 0: both draw the same line. */
#ifndef FOOTRACE_HARNESS_JUDGE_HAUSDORFF_H
#define FOOTRACE_HARNESS_JUDGE_HAUSDORFF_H

#include "maps/path.h"

/* Largest error of the result, in pixels; it may only be too small. */
#define FR_HAUSDORFF_TOLERANCE (1.0 / 1024)

/* The distance in pixels of two paths of at least one waypoint. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_hausdorff_distance(const struct fr_path *a, const struct fr_path *b,
                                                 const struct fr_allocator *allocator,
                                                 double *apart);

#endif
