/* Shortcuts by sight: from each point, the path goes straight to the last pixel that it sees of the
 * rest, before it first loses sight of it.
 *
 * Waypoints are pixel centres. Between two of them the new path may turn at each pixel whose centre
 * is on the segment; the last visible one is found by bisection. In place, without allocating; if
 * every segment of the path was allowed before, every segment is afterwards. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_SHORTCUT_H
#define FOOTRACE_ALGORITHMS_STEPS_SHORTCUT_H

#include "algorithms/steps/beautify.h"

/* From the first waypoint on, then from the last one backward. */
void fr_shortcut(struct fr_path *path, struct fr_sight *sight);

#endif
