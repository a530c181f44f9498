/* How a conversion affects the player: how much longer paths become, and which clicks are lost. */
#ifndef FOOTRACE_HARNESS_CLICKS_CONVERSION_COST_H
#define FOOTRACE_HARNESS_CLICKS_CONVERSION_COST_H

#include "algorithms/pathfinder.h"

struct fr_conversion_cost {
    int clicks;   /* clicks that have a path on the original */
    int lost;     /* of these: an end is off the converted map's walkable pixels, or no path
                   * remains */
    double worst; /* largest ratio of the length on the converted map to that on the original; 1:
                   * none */
    struct fr_pixel from, to; /* of the click with that ratio */
};

/* Queries clicks between random walkable pixels on a map and on one derived from it, each with a
 * back end that is optimal there. FR_OK; or the failure of preparation. */
FR_MUST_USE enum fr_status
fr_conversion_cost_measure(const struct fr_pathfinder *on_original, const struct fr_map *original,
                           const struct fr_pathfinder *on_drawing, const struct fr_map *drawn,
                           int count, uint64_t seed, const struct fr_allocator *allocator,
                           struct fr_conversion_cost *cost);

#endif
