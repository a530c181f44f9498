/* Dijkstra's algorithm in the core of a taut visibility graph: shortest paths from one corner to
 * all others, over edges that can continue a shortest path.
 *
 * Corners of the core are renumbered 0..count-1. Lengths are integers, so that sums and ties are
 * exact. The unit of costs is the tick, a pixel divided by a power of two, as fine as possible
 * without overflow. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CORE_SEARCH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CORE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/steps/search_heap.h"
#include "algorithms/visibility/graph.h"

#define CORE_NONE UINT32_MAX
#define CORE_FAR (INT64_MAX / 4) /* longer than any path */

/* The data of a corner in the search. */
struct core_reach {
    int64_t length;  /* ticks; CORE_FAR: not reached */
    uint32_t parent; /* CORE_NONE at the source */
    uint32_t edge;   /* from the parent */
};

/* A directed edge; edges are numbered in the order of the graph's core lists. */
struct core_edge {
    int64_t length; /* ticks */
    uint32_t target;
    uint32_t back; /* the same edge from the target */
};

struct core_search {
    const struct fr_allocator *allocator;
    const struct graph *graph;
    uint32_t count;
    uint32_t *corners; /* by number */
    uint32_t *numbers; /* by corner; CORE_NONE: not in the core */
    struct core_edge *edges;
    uint32_t *behind;           /* by edge: the index after the last edge that can follow */
    double ticks;               /* per pixel */
    struct core_reach *reached; /* by number */
    uint32_t *touched;          /* numbers of the corners reached */
    uint32_t touched_count;
    uint32_t last; /* number of the corner settled last */
    int64_t scans; /* edges scanned by all searches, plus SCANS_PER_CORNER for each corner */
    bool all_ways; /* follow all edges, not only those that can continue a shortest path */
    struct search_heap heap;
};

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the search. The graph is borrowed. */
FR_MUST_USE enum fr_status core_search_create(struct core_search *search, const struct graph *graph,
                                              const struct fr_allocator *allocator);

/* Starts a search at a corner. False if out of memory. */
bool core_search_begin(struct core_search *search, uint32_t source);

/* The next corner whose length is final, or CORE_NONE. */
uint32_t core_search_settle(struct core_search *search);

/* Relaxes the edges of a settled corner. False if out of memory. */
bool core_search_expand(struct core_search *search, uint32_t number);

/* The work of all searches so far (maps/work.h). */
static inline int64_t core_search_units(const struct core_search *search)
{
    return search->scans / 4;
}

/* Ends the search: resets all corners to not reached. */
void core_search_end(struct core_search *search);

void core_search_release(struct core_search *search);

#endif
