/* How far two walks are from each other: the Hausdorff distance of the lines that they draw,
 * which is the largest distance from any point of the one to the nearest point of the other, either
 * way round. 0: they look the same. */
#ifndef FOOTRACE_HARNESS_JUDGE_HAUSDORFF_H
#define FOOTRACE_HARNESS_JUDGE_HAUSDORFF_H

#include "maps/path.h"

/* The most that the distance is short of the true one, in pixels. */
#define FR_STRAYING_TOLERANCE (1.0 / 1024)

/* The distance in pixels of two paths of at least one waypoint. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_hausdorff_distance(const struct fr_path *a, const struct fr_path *b,
                                                 const struct fr_allocator *allocator,
                                                 double *apart);

#endif
