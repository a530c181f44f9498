/* Clicks outside a polygon, brought to it: the nearest point of every edge, and the best of all. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_CLAMP_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_CLAMP_H

#include <stdbool.h>

#include "algorithms/published/published_sight.h"
#include "algorithms/visibility/outline.h"

/* As Gouveia 2011 describes it, in single precision: the point lies on an edge but for its
 * rounding, which may put it outside. The click itself when it is inside, or without
 * rings. */
struct vector2 ring_clamp_published(const struct published_sight *sight, struct vector2 click);

/* A point of the half-pixel grid that is inside or on an edge, exactly: the nearest to the click
 * among those around each edge's nearest point, and the vertices; the click itself when it is
 * inside. False for an outline without edges. */
FR_MUST_USE bool ring_clamp_exact(const struct outline *outline, struct fr_point click,
                                  struct fr_point *clamped);

#endif
