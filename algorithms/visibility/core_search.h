/* Shortest ways in the core of a taut visibility graph, from one corner to all: Dijkstra's
 * algorithm, over the edges by which a shortest path may go on.
 *
 * Corners of the core are numbered again, 0..count-1. Lengths are whole numbers, so that sums are
 * exact and ties are ties: ticks, a power of two of a pixel, so many that no way overflows. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CORE_SEARCH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CORE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/steps/search_heap.h"
#include "algorithms/visibility/graph.h"

#define CORE_NONE UINT32_MAX
#define CORE_FAR (INT64_MAX / 4) /* longer than any way */

/* What the search knows of a corner. */
struct core_reach {
    int64_t length;  /* ticks; CORE_FAR: not reached */
    uint32_t parent; /* CORE_NONE at the source */
    uint32_t way;    /* the edge back to the parent, counted in its side's list */
    uint32_t cone;   /* that the parent lies in */
};

/* An edge: where to, and what it is there. */
struct core_edge {
    int64_t length; /* ticks */
    uint32_t target;
    uint32_t back; /* its number in the list of the target's side, twice, and that side's cone */
};

struct core_search {
    const struct fr_allocator *allocator;
    const struct graph *graph;
    uint32_t count;
    uint32_t *corners;          /* by number */
    uint32_t *numbers;          /* by corner; CORE_NONE: not of the core */
    struct core_edge *edges;    /* as the core's lists of the graph */
    double ticks;               /* a pixel */
    struct core_reach *reached; /* by number */
    uint32_t *touched;          /* numbers that were reached */
    uint32_t touched_count;
    uint32_t last; /* that was settled */
    bool all_ways; /* by all edges, not only those that a shortest path may go on by */
    struct search_heap heap;
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. The graph is borrowed. */
FR_MUST_USE enum fr_status core_search_create(struct core_search *search, const struct graph *graph,
                                              const struct fr_allocator *allocator);

/* Begins at a corner. False without memory. */
bool core_search_begin(struct core_search *search, uint32_t source);

/* The next corner whose length is final, or CORE_NONE. */
uint32_t core_search_settle(struct core_search *search);

/* Goes on from a settled corner. False without memory. */
bool core_search_expand(struct core_search *search, uint32_t number);

/* Ends: nothing is reached. */
void core_search_end(struct core_search *search);

void core_search_release(struct core_search *search);

#endif
