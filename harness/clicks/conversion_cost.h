/* What a conversion costs the player: how much longer paths become, and which clicks are lost. */
#ifndef FOOTRACE_HARNESS_CLICKS_CONVERSION_COST_H
#define FOOTRACE_HARNESS_CLICKS_CONVERSION_COST_H

#include "algorithms/pathfinder.h"

struct fr_conversion_cost {
    int clicks;   /* that have a path on the original */
    int lost;     /* of these: an end lies off the converted floor, or no path is left */
    double worst; /* length on the converted floor by that on the original, at most; 1: none */
    struct fr_pixel from, to; /* of the worst */
};

/* Sends clicks between random walkable pixels of a map over it and over one that was drawn from it,
 * each by a back end that is optimal there. FR_OK; or what preparing yielded. */
FR_MUST_USE enum fr_status
fr_conversion_cost_measure(const struct fr_pathfinder *on_original, const struct fr_map *original,
                           const struct fr_pathfinder *on_drawing, const struct fr_map *drawn,
                           int count, uint64_t seed, const struct fr_allocator *allocator,
                           struct fr_conversion_cost *cost);

#endif
