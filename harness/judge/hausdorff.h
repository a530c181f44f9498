/* The Hausdorff distance of two paths: the largest distance from any point of one to the nearest
 * point of the other, either way. 0: both draw the same line. */
#ifndef FOOTRACE_HARNESS_JUDGE_HAUSDORFF_H
#define FOOTRACE_HARNESS_JUDGE_HAUSDORFF_H

#include "maps/path.h"

/* The result may be this much too small, in pixels. */
#define FR_HAUSDORFF_TOLERANCE (1.0 / 1024)

/* The distance in pixels of two paths of at least one waypoint. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_hausdorff_distance(const struct fr_path *a, const struct fr_path *b,
                                                 const struct fr_allocator *allocator,
                                                 double *apart);

#endif
