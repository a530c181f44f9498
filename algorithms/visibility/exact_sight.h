/* Who sees whom inside an outline, decided in integers: no rounding, no tolerance.
 *
 * A segment may touch edges, slide along them and pass vertices; pinches as the outline says. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_EXACT_SIGHT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_EXACT_SIGHT_H

#include <stdbool.h>

#include "algorithms/visibility/ring_sight.h"

/* Whether a point lies in the polygon or on its edges. */
bool exact_sight_inside(const struct outline *outline, struct fr_point point);

/* Whether the segment ab lies in the polygon; both ends do. An end at a pinch may be in any of its
 * sectors. Looks at the edges in the cells that the segment passes. */
bool exact_sight_sees(const struct outline *outline, struct fr_point a, struct fr_point b);

/* Both, for a ring graph, with the corners that a shortest path may turn at: concave vertices, and
 * pinches that it may go through. The outline is borrowed. */
struct ring_sight exact_sight_of(const struct outline *outline);

#endif
