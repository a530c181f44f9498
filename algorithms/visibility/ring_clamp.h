/* Moves clicks outside a polygon to its nearest point, exactly: the best of the nearest points of
 * all edges. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_CLAMP_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_CLAMP_H

#include <stdbool.h>

#include "algorithms/visibility/outline.h"

/* The half-pixel grid point, inside or on an edge, that is nearest to the click among the vertices
 * and the points around each edge's nearest point; the click itself if it is inside. False for an
 * outline without edges. */
FR_MUST_USE bool ring_clamp_exact(const struct outline *outline, struct fr_point click,
                                  struct fr_point *clamped);

#endif
