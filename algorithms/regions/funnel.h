/* String pulling: the shortest path through a chain of portals, in linear time.
 *
 * A path must cross portal after portal, each anywhere between its two ends, and free space is
 * convex from each to the next. What can be seen from the last turn through all portals so far is a
 * funnel: from its apex lead two chains of turns to the ends of the last portal, each the shortest
 * path there. A further end shortens its own chain, or closes the funnel and moves the apex along
 * the other chain. All decisions are integer cross products.
 *
 * Lee and Preparata, "Euclidean shortest paths in the presence of rectilinear barriers", Networks,
 * 1984; Chazelle, "A theorem on polygon cutting with applications", FOCS 1982. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_FUNNEL_H
#define FOOTRACE_ALGORITHMS_REGIONS_FUNNEL_H

#include <stdint.h>

#include "maps/path.h"

struct funnel_node {
    struct fr_point at;
    uint32_t before; /* the node before it on the shortest path from the start */
};

/* Turns on one side, from the apex outward, without it. */
struct funnel_chain {
    uint32_t *nodes;
    size_t first, end, capacity;
};

/* Zero bytes and an allocator are an empty one; its buffers only grow. */
struct funnel {
    const struct fr_allocator *allocator;
    struct funnel_node *nodes;
    size_t count, capacity;
    uint32_t apex;
    struct funnel_chain chains[2]; /* on the negative side, and on the positive one */
};

/* Begins a path. FR_OK or FR_NO_MEMORY, as from all that follow. */
FR_MUST_USE enum fr_status funnel_begin(struct funnel *funnel, struct fr_point start);

/* The next portal, by its ends as seen by who goes through: on the negative side
 * (maps/geometry/predicates.h) and on the positive one. */
FR_MUST_USE enum fr_status funnel_cross(struct funnel *funnel, struct fr_point negative,
                                        struct fr_point positive);

/* Ends the path and appends it to another one, start and goal included; without memory, nothing. */
FR_MUST_USE enum fr_status funnel_end(struct funnel *funnel, struct fr_point goal,
                                      struct fr_path *path);

void funnel_release(struct funnel *funnel);

#endif
