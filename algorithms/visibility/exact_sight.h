/* Visibility inside an outline, decided in integers: no rounding, no tolerance.
 *
 * A segment may touch edges, run along them and pass vertices; the outline decides about
 * pinches. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_EXACT_SIGHT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_EXACT_SIGHT_H

#include <stdbool.h>

#include "algorithms/visibility/ring_sight.h"

/* Whether a point is in the polygon or on its edges. */
bool exact_sight_inside(const struct outline *outline, struct fr_point point);

/* Whether the segment ab is in the polygon, given that both ends are. An end at a pinch may be in
 * any of its sectors. Tests only edges in the cells that the segment passes. */
bool exact_sight_sees(const struct outline *outline, struct fr_point a, struct fr_point b);

/* For a ring graph: both tests above, and the corners where a shortest path may turn: concave
 * vertices, and pinches that a path may pass. The outline is borrowed. */
struct ring_sight exact_sight_of(const struct outline *outline);

#endif
