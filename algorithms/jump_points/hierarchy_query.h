/* A* over a contraction hierarchy: from both ends at once, and only upward.
 *
 * Each end is joined to the hierarchy at the jump points round it (jumps.h). A shortest path from
 * the start passes one of them, p. From p to the goal there is a shortest path that passes one of
 * the goal's, q, or else a walk of the goal's leads straight to p: for that each p is tested before
 * it is expanded. Between p and q the hierarchy knows a shortest path. Jump points are found a walk
 * at a time as the search comes to need them: a diagonal walk waits on the open list like a node,
 * with the least cost of what it may still meet.
 *
 * Both sides go on until nothing cheaper than the best path is left to either. A way is followed
 * only if it is taut after the one that led to its node, which leaves nothing to be gained by
 * stalling nodes that a higher one reaches cheaper. Octile estimates keep both sides near the path.
 *
 * Costs are those of jump_search.h. A node is unseen unless its stamp is this click's. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_QUERY_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_QUERY_H

#include "algorithms/jump_points/hierarchy.h"
#include "algorithms/jump_points/jumps.h"
#include "algorithms/pathfinder.h"
#include "algorithms/steps/reach.h"

#define HIERARCHY_END UINT32_MAX            /* in place of a node: the start, or the goal */
#define HIERARCHY_WALK (HIERARCHY_END - 8u) /* and up to 7 more: walks from an end */

struct hierarchy_label {
    uint64_t g;      /* cost from this side's end */
    uint32_t parent; /* node, or HIERARCHY_END */
    uint32_t way;    /* number of the way from there */
    uint32_t stamp;
    uint16_t onward; /* sectors of ways to follow */
    bool expanded;
};

struct hierarchy_side {
    struct hierarchy_label *labels;
    size_t label_capacity;
    struct search_heap open;
    struct jump_walk walks[4];
    struct fr_pixel from, to;
};

/* A stretch of the path that is still to be written: along a way, either up from the node that
 * lists it, its owner, or down to it. */
struct hierarchy_span {
    uint32_t way, owner;
    bool down;
};

struct hierarchy_query {
    const struct jump_graph *graph;
    const struct fr_allocator *allocator;
    uint64_t most_scans; /* of the hierarchy */
    struct hierarchy hierarchy;
    struct diagonals diagonals;
    struct hierarchy_side sides[2];
    struct links jumps; /* from an end: those met last */
    struct hierarchy_span *spans;
    size_t span_capacity;
    uint32_t stamp;
    uint64_t best; /* cost of the best path so far; UINT64_MAX: none */
    uint32_t meet; /* the node where its two parts meet */
    bool direct;   /* its part from there is one of the goal's walks */
    int64_t expanded, generated;
    bool searched;                /* the last click; else it needed no search */
    const struct fr_probe *probe; /* NULL: nobody asks what is expanded */
};

/* A query on nothing yet. */
void hierarchy_query_init(struct hierarchy_query *query, const struct jump_graph *graph,
                          const struct fr_allocator *allocator);

/* Contracts the graph as it is now: at first, and after each change. FR_OK; or FR_NO_MEMORY, fit
 * only for release. */
FR_MUST_USE enum fr_status hierarchy_query_rebuild(struct hierarchy_query *query);

/* The same with a hierarchy of the graph that is there already: taken over where FR_OK. */
FR_MUST_USE enum fr_status hierarchy_query_take(struct hierarchy_query *query,
                                                struct hierarchy *hierarchy);

/* The same with a saved hierarchy of the graph; or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status hierarchy_query_load(struct hierarchy_query *query,
                                                struct fr_saved *saved);

/* FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome hierarchy_query_run(struct hierarchy_query *query, struct fr_pixel start,
                                    struct fr_pixel goal);

/* Writes the found path. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome hierarchy_query_trace(struct hierarchy_query *query, struct fr_path *path);

/* A whole click, with or without a search. Empties the path; reach is of the graph's map, by grid8.
 * FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome hierarchy_query_click(struct hierarchy_query *query, struct fr_reach *reach,
                                      struct fr_point start, struct fr_point goal,
                                      const struct fr_probe *probe, struct fr_path *path);

/* Whether the last click reached a node from its start (0) or goal (1); then *parent is where from,
 * a node or HIERARCHY_END. */
bool hierarchy_query_reached(const struct hierarchy_query *query, int side, uint32_t node,
                             uint32_t *parent);

void hierarchy_query_release(struct hierarchy_query *query);

#endif
