/* A* from the start over a jump-point graph; or from both ends at once.
 *
 * Each end is joined to the graph by links, which its isovist yields: all of them before the search
 * begins, or, for a search from the start only, a walk at a time as the search comes to need it;
 * then each node that is expanded looks for the goal itself. A link is followed only if it is taut
 * after the one that led to its node; where two led there at the same cost, after both.
 *
 * A corner that no such link leaves is a dead end: it is not put on the open list.
 *
 * Bounded wedges. The links of a node fall into eight wedges, by direction. One waits until its
 * lower bound is the least on the open list: a link of n steps in it makes the way to the goal
 * longer than the estimate by n times a factor of the angle between, at least.
 *
 * Costs are those of jump_search.h. A node is unseen unless its stamp is this click's. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_SEARCH_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_SEARCH_H

#include "algorithms/jump_points/jump_graph.h"
#include "algorithms/pathfinder.h"
#include "algorithms/steps/search_heap.h"

#define SEARCH_END UINT32_MAX         /* in place of a node: the start, or the goal */
#define SEARCH_WALK (SEARCH_END - 8u) /* and up to 7 more: walks from the start */

struct search_label {
    uint64_t g;      /* cost from this side's end */
    uint32_t parent; /* node, or SEARCH_END */
    uint32_t stamp;
    uint16_t onward; /* sectors of links to follow */
    uint8_t costed;  /* wedges whose links are, where they are bounded */
    bool expanded;
};

/* What grows from one end. */
struct search_side {
    struct search_label *labels;
    size_t label_capacity;
    struct search_heap open;
    struct links links; /* of the end, as far as they are known */
    struct fr_pixel from, to;
};

struct graph_search {
    const struct jump_graph *graph;
    const struct fr_allocator *allocator;
    bool bounded_wedges;
    bool bidirectional;
    bool lazy; /* the start's links are found as they are needed, the goal's not at all */
    struct search_side sides[2];
    struct link_walk walks[4];                   /* of a lazy start */
    uint64_t gaps[FR_DIRECTIONS][FR_DIRECTIONS]; /* what a step in a wedge costs too much,
                                                    by the octant of the goal */
    uint32_t stamp;
    uint64_t best; /* cost of the best path so far; UINT64_MAX: none */
    uint32_t meet; /* the node where its two parts meet */
    int64_t expanded, generated;
    const struct fr_probe *probe; /* NULL: nobody asks what is expanded */
};

void graph_search_init(struct graph_search *search, const struct jump_graph *graph,
                       const struct fr_allocator *allocator);

/* Makes room for the nodes there are: after each change of the graph. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status graph_search_reserve(struct graph_search *search);

/* Forgets the last click. Then the links of both ends are to be put in sides[].links, unless the
 * search is lazy. */
void graph_search_begin(struct graph_search *search, struct fr_pixel start, struct fr_pixel goal);

/* FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome graph_search_run(struct graph_search *search);

/* Writes the found path. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome graph_search_trace(const struct graph_search *search, struct fr_path *path);

void graph_search_release(struct graph_search *search);

#endif
