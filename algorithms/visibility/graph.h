/* The taut visibility graph of a map: its reflex corners, and the edges between them that a
 * shortest path may use, sorted into levels (Oh and Leong, "Edge N-Level Sparse Visibility Graphs",
 * SoCS 2017).
 *
 * At one of its ends, an edge of level i can be followed only by edges of lower levels; at that end
 * it is a dead end. Edges without a level form the core: chains of them can be endless. A shortest
 * path goes upward from its start over rising levels, crosses the core, and goes downward to its
 * goal. A search therefore needs an edge with a level only at its dead end, from which it leads
 * upward; the downward part is the upward search from the goal. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_GRAPH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_GRAPH_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/saved.h"
#include "algorithms/visibility/taut.h"
#include "maps/allocator.h"
#include "maps/map.h"
#include "maps/rounded.h"
#include "maps/status.h"
#include "maps/work.h"

#define GRAPH_CORE UINT32_MAX /* the level of edges in the core */

struct graph_edge {
    uint32_t target; /* corner */
    uint32_t level;  /* from 1, or GRAPH_CORE */
};

/* Edges by corner and cone, sorted from the wall outward. The edges of cones 0 and 1 of corner v
 * begin at first[4*v] and first[4*v + 1] and end before first[4*v + 1] and first[4*v + 2]. Corner v
 * owns the places before first[4*v + 3]. */
struct graph_lists {
    uint32_t *first;
    struct graph_edge *edges;
    size_t count; /* places that corners own; as built or loaded: the number of edges */
    size_t room;  /* capacity, in edges */
    size_t used;  /* places that hold edges */
};

#define GRAPH_ENDS 4 /* elements of first for each corner */

/* The start and end of the edges of a side, 2*corner + cone. */
static inline const uint32_t *graph_ends(const struct graph_lists *lists, uint32_t side)
{
    return lists->first + 2 * (size_t)side - (side & 1);
}

/* The kind of an edge at one of its ends. */
enum graph_way {
    GRAPH_UPWARD,   /* it has a level, and this is its dead end */
    GRAPH_CROSS,    /* it is in the core, at both ends */
    GRAPH_DOWNWARD, /* it has a level, and its dead end is the other one: only updates read it */
    GRAPH_WAYS
};

/* Undirected edges, as found by visibility tests, each once: by corner, the other ends with higher
 * numbers. */
struct graph_pairs {
    const struct fr_allocator *allocator;
    size_t corner_count;
    uint32_t *first; /* by corner; the last element is the end */
    uint32_t *others;
    size_t count, capacity;
};

struct graph {
    const struct fr_allocator *allocator;
    struct fr_corner *corners; /* removed ones included */
    size_t corner_count;
    size_t corner_room; /* number of corners for which the lists have room */
    struct graph_lists lists[GRAPH_WAYS];
};

/* Lists under construction. */
struct graph_sorter;

/* Builds the lists from the taut pairs of graph->corners, in slices, and frees the pairs on the
 * way. Without levels, all edges are core; without updates, edges downward are left out. *sorter
 * must be NULL at first, and is NULL again at the end. FR_OK at a pause and at the end; or
 * FR_NO_MEMORY. In both cases the caller releases graph, pairs and sorter. */
FR_MUST_USE enum fr_status graph_build(struct graph *graph, struct graph_pairs *pairs, bool levels,
                                       bool updates, struct graph_sorter **sorter,
                                       struct fr_work *work);

/* Accepts released ones. */
void graph_pairs_release(struct graph_pairs *pairs);

/* Accepts NULL. */
void graph_sorter_release(struct graph_sorter *sorter);

/* Saves the lists as graph_build made them, or loads them into a graph with its corners, which the
 * map gives. In all cases the caller releases the graph. */
void graph_pass(struct graph *graph, struct fr_saved *saved);

void graph_release(struct graph *graph);

/* The position of a corner, in half pixels. */
static inline struct fr_point graph_point(const struct graph *graph, uint32_t corner)
{
    return (struct fr_point){graph->corners[corner].x, graph->corners[corner].y};
}

/* The distance in pixels. */
static inline double graph_distance(struct fr_point a, struct fr_point b)
{
    const double dx = a.x - b.x, dy = a.y - b.y;
    return fr_rounded(sqrt(dx * dx + dy * dy) / 2);
}

#endif
