/* The taut visibility graph of a map: its reflex corners, and the edges between them that a
 * shortest path may use, distinguished by level (Oh and Leong, "Edge N-Level Sparse Visibility
 * Graphs", SoCS 2017).
 *
 * An edge of level i can only be left at one of its ends for an edge of a lower level; at that end
 * it is a dead end. Edges without a level make up the core: chains of them can go on for ever. A
 * shortest path goes upward from its start over rising levels, crosses the core, and downward to its
 * goal. So what a search needs of an edge with a level is its dead end, from which it leads upward;
 * the way down is the way up from the goal. */
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

#define GRAPH_CORE UINT32_MAX /* the level of edges without one */

struct graph_edge {
    uint32_t target; /* corner */
    uint32_t level;  /* from 1, or GRAPH_CORE */
};

/* Edges by corner and cone: those of corner v's cones 0 and 1 begin at first[4*v] and
 * first[4*v + 1], the latter end before first[4*v + 2], ordered from the wall outward; places up to
 * first[4*v + 3] are the corner's, too. */
struct graph_lists {
    uint32_t *first;
    struct graph_edge *edges;
    size_t count; /* places that corners have: of edges, where the graph was built or loaded */
    size_t room;  /* of edges */
    size_t used;  /* edges */
};

#define GRAPH_ENDS 4 /* words of first a corner */

/* Where the edges of a side, 2*corner + cone, begin and end. */
static inline const uint32_t *graph_ends(const struct graph_lists *lists, uint32_t side)
{
    return lists->first + 2 * (size_t)side - (side & 1);
}

/* What an edge is at one of its ends. */
enum graph_way {
    GRAPH_UPWARD,   /* it has a level, and is dead there */
    GRAPH_CROSS,    /* it is of the core, at both ends */
    GRAPH_DOWNWARD, /* it has a level, and is dead at the other end only: no search looks at it */
    GRAPH_WAYS
};

/* An undirected edge, as found. */
struct graph_pair {
    uint32_t a, b; /* corners */
};

struct graph {
    const struct fr_allocator *allocator;
    struct fr_corner *corners; /* some may be gone */
    size_t corner_count;
    size_t corner_room; /* of what the lists hold by corner */
    struct graph_lists lists[GRAPH_WAYS];
    size_t pair_count; /* taut edges in all */
};

/* Builds the lists from the taut pairs among graph->corners, each pair once; with levels false, all
 * edges are core. FR_OK or FR_NO_MEMORY; either way the caller releases the graph. */
FR_MUST_USE enum fr_status graph_build(struct graph *graph, const struct graph_pair *pairs,
                                       size_t pair_count, bool levels);

/* Takes room for the lists, of so many edges each way. FR_OK or FR_NO_MEMORY; either way the caller
 * releases the graph. */
FR_MUST_USE enum fr_status graph_allocate(struct graph *graph, const size_t counts[GRAPH_WAYS]);

/* Appends the lists as graph_build made them; the corners are those of the map. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status graph_save(const struct graph *graph, struct fr_bytes *bytes);

/* The lists that were saved, for a graph with its corners. FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either
 * way the caller releases the graph. */
FR_MUST_USE enum fr_status graph_load(struct graph *graph, struct fr_saved *saved);

void graph_release(struct graph *graph);

/* The corner as a point. */
static inline struct fr_point graph_point(const struct graph *graph, uint32_t corner)
{
    return (struct fr_point){graph->corners[corner].x, graph->corners[corner].y};
}

/* Pixels. */
static inline double graph_distance(struct fr_point a, struct fr_point b)
{
    const double dx = a.x - b.x, dy = a.y - b.y;
    return fr_rounded(sqrt(dx * dx + dy * dy) / 2);
}

#endif
