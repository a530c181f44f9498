/* The edges of a core, prepared for a search. A core way is a directed edge, extended while only
 * one edge can continue a shortest path. Like landmarks, core ways are valid for one graph. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CORE_WAYS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CORE_WAYS_H

#include "algorithms/visibility/landmarks.h"

/* Everything that a search reads of a core way and its last corner. */
struct core_way {
    double length;           /* pixels */
    uint64_t passes;         /* marks of the corners between its ends */
    uint32_t onward, behind; /* the range of core ways that can follow */
    uint32_t target;         /* corner */
    uint32_t row;            /* of the target's landmark lengths */
    struct fr_point point;   /* the target's */
};

/* A corner, and for each of its cones the direction of the first edge upward or in the core, from
 * the wall outward, in the corner's own frame; (0, 0): none. */
struct core_lead {
    struct fr_corner corner;
    struct fr_point onward[2];
};

struct core_ways {
    const struct fr_allocator *allocator;
    /* By index in the graph's core list: the core way, and the only edge that can follow the edge
     * at that index, or CORE_NONE. */
    struct core_way *items;
    uint32_t *steps;
    size_t count;
    struct core_lead *leads; /* by corner */
    size_t corner_count;
};

/* Whether a search that reaches a corner straight from a point can continue from it. */
static inline bool core_leads_on(const struct core_lead *lead, struct fr_point from)
{
    const struct taut_direction back = taut_direction(&lead->corner, from);
    const struct fr_point first = lead->onward[!taut_cone(back)];
    const struct taut_direction onward = {first.x, first.y};
    return (first.x | first.y) != 0 && taut_wraps(back, onward);
}

/* The mark of a corner, a bit that few others share. */
static inline uint64_t core_ways_mark(uint32_t corner)
{
    return (uint64_t)1 << (corner & 63);
}

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the core ways. */
FR_MUST_USE enum fr_status core_ways_create(struct core_ways *ways, const struct graph *graph,
                                            const struct landmarks *landmarks,
                                            const struct fr_allocator *allocator);

void core_ways_release(struct core_ways *ways);

#endif
