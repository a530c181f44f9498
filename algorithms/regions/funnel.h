/* The funnel algorithm: the shortest path through a sequence of portals, in linear time.
 *
 * A path crosses one portal after another, each anywhere between its two ends; from each to the
 * next, free space is convex. The funnel is the region visible from the last turn through all
 * portals so far: from its apex, two chains of turns lead to the ends of the last portal, each the
 * shortest path to its end. A new end shortens its own chain, or it closes the funnel and moves the
 * apex along the other chain. All decisions are integer cross products.
 *
 * Lee and Preparata, "Euclidean shortest paths in the presence of rectilinear barriers", Networks,
 * 1984; Chazelle, "A theorem on polygon cutting with applications", FOCS 1982. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_FUNNEL_H
#define FOOTRACE_ALGORITHMS_REGIONS_FUNNEL_H

#include <stdint.h>

#include "maps/path.h"

struct funnel_node {
    struct fr_point at;
    uint32_t before; /* the previous node on the shortest path from the start */
};

/* The turns on one side, from the apex outward, without the apex. */
struct funnel_chain {
    uint32_t *nodes;
    size_t first, end, capacity;
};

/* A funnel that is all zero except for its allocator is empty; its buffers only grow. */
struct funnel {
    const struct fr_allocator *allocator;
    struct funnel_node *nodes;
    size_t count, capacity;
    uint32_t apex;
    struct funnel_chain chains[2]; /* on the negative side, and on the positive one */
};

/* Begins a path. FR_OK or FR_NO_MEMORY, like all functions here. */
FR_MUST_USE enum fr_status funnel_begin(struct funnel *funnel, struct fr_point start);

/* Crosses the next portal, given by its ends in the direction of travel: on the negative side
 * (maps/geometry/predicates.h) and on the positive one. */
FR_MUST_USE enum fr_status funnel_cross(struct funnel *funnel, struct fr_point negative,
                                        struct fr_point positive);

/* Ends the path and appends it, start and goal included, to another; appends nothing if out of
 * memory. */
FR_MUST_USE enum fr_status funnel_end(struct funnel *funnel, struct fr_point goal,
                                      struct fr_path *path);

void funnel_release(struct funnel *funnel);

#endif
