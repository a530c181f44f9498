/* Clicks outside a polygon, brought to it exactly: the nearest point of every edge, and the best of
 * all. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_CLAMP_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_CLAMP_H

#include <stdbool.h>

#include "algorithms/visibility/outline.h"

/* A point of the half-pixel grid that is inside or on an edge, exactly: the nearest to the click
 * among those around each edge's nearest point, and the vertices; the click itself when it is
 * inside. False for an outline without edges. */
FR_MUST_USE bool ring_clamp_exact(const struct outline *outline, struct fr_point click,
                                  struct fr_point *clamped);

#endif
