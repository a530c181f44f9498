/* The edges of a core as a search takes them. A way is an edge in one direction, and whatever it
 * leads to alone: where a shortest path can go on by one edge only, the way does. Ways are right
 * for one graph, as landmarks are. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CORE_WAYS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CORE_WAYS_H

#include "algorithms/visibility/landmarks.h"

/* All that a search reads of a way and of its end, side by side. */
struct core_way {
    double length;           /* pixels */
    uint64_t passes;         /* marks of the corners between its ends */
    uint32_t onward, behind; /* the first way on, and the one behind the last */
    uint32_t target;         /* corner */
    uint32_t row;            /* of the target's lengths to the landmarks */
    struct fr_point point;   /* the target's */
};

/* A corner, and whither a way on lies in each of its cones, up or through the core: the first from
 * the wall, in the corner's own frame; 0, 0: none. */
struct core_lead {
    struct fr_corner corner;
    struct fr_point onward[2];
};

struct core_ways {
    const struct fr_allocator *allocator;
    /* By place in the graph's list of the core: the way, and the edge that the one there goes on by
     * alone, or CORE_NONE. */
    struct core_way *items;
    uint32_t *steps;
    size_t count;
    struct core_lead *leads; /* by corner */
    size_t corner_count;
};

/* Whether a search goes on from a corner that it comes to straight from a point. */
static inline bool core_leads_on(const struct core_lead *lead, struct fr_point from)
{
    const struct taut_direction back = taut_direction(&lead->corner, from);
    const struct fr_point first = lead->onward[!taut_cone(back)];
    const struct taut_direction onward = {first.x, first.y};
    return (first.x | first.y) != 0 && taut_wraps(back, onward);
}

/* Few corners share one. */
static inline uint64_t core_ways_mark(uint32_t corner)
{
    return (uint64_t)1 << (corner & 63);
}

/* FR_OK or FR_NO_MEMORY; either way the caller releases them. */
FR_MUST_USE enum fr_status core_ways_create(struct core_ways *ways, const struct graph *graph,
                                            const struct landmarks *landmarks,
                                            const struct fr_allocator *allocator);

void core_ways_release(struct core_ways *ways);

#endif
