/* Shortcuts by sight: from where it stands, a walk goes straight to the last pixel that it sees of
 * the path before it loses sight of it.
 *
 * Waypoints are pixel centres. Between two of them a walk may turn at each pixel whose centre lies
 * on the segment; the last one in sight is found by halving. In place, without allocating; if every
 * segment of the path was allowed before, every segment is afterwards. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_SHORTCUT_H
#define FOOTRACE_ALGORITHMS_STEPS_SHORTCUT_H

#include "algorithms/steps/beautify.h"

/* From the first waypoint on, and then from the last one back. */
void fr_shortcut(struct fr_path *path, struct fr_sight *sight);

#endif
