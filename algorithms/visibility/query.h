/* One query on a taut visibility graph: an upward search from the goal, then A* from the start,
 * which goes upward and crosses the core.
 *
 * The lower bound on the distance from a corner to the goal is the straight line; in the core, it
 * is also the landmark bound to the corners where descents to the goal begin, plus the descent. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_QUERY_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_QUERY_H

#include "algorithms/pathfinder.h"
#include "algorithms/steps/search_heap.h"
#include "algorithms/visibility/core_ways.h"
#include "algorithms/visibility/graph.h"
#include "algorithms/visibility/landmarks.h"

/* State of a corner in this query; fields are valid only if their stamp is the query's. */
struct query_node {
    double from_start; /* pixels: the shortest path so far, or INFINITY */
    double rest;       /* lower bound on the rest of the path, to the goal */
    uint32_t start_stamp, goal_stamp;
    uint32_t parent;         /* the corner before; QUERY_END: the start */
    uint32_t start_level;    /* level of the edge from `parent`; 0 at the start */
    uint32_t way;            /* the core way from parent, if there are core ways */
    uint32_t onward, behind; /* the range of core ways that can follow */
    uint32_t child;          /* the next corner toward the goal, or QUERY_END */
    double to_goal;          /* pixels: the shortest descent so far */
    uint32_t goal_level;
    bool waits; /* open: not expanded since it was last reached */
};

#define QUERY_END UINT32_MAX

struct query {
    const struct graph *graph;
    const struct landmarks *landmarks; /* valid for the graph, or NULL */
    const struct core_ways *ways;      /* valid for the graph, or NULL */
    struct query_node *nodes;          /* by corner */
    struct search_heap open;           /* only the best entry of a corner counts */
    struct search_entry next;          /* the best entry made since the last expansion */
    uint32_t *queue;                   /* ring buffer of corners whose descent is to be continued */
    uint8_t *queued;
    /* A bit for each corner with a known path to the goal. Most such corners see the goal and are
     * seldom needed: their nodes are written only when read. */
    uint64_t *known;
    size_t room; /* capacity of the arrays by corner: more than there are corners */
    uint32_t stamp;
    struct landmark_range descents; /* of the corners where descents to the goal begin */
    uint64_t descending;            /* marks (core_ways.h) of the corners in `descents` */
    struct fr_point start, goal;
    double best;          /* length of the shortest path found */
    uint32_t best_corner; /* where the path's two halves meet */
    int64_t expanded, generated;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

/* Whether the query reached the corner by a core way. */
static inline bool query_by_ways(const struct query *query, const struct query_node *node)
{
    return query->ways && node->start_level == GRAPH_CORE;
}

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the query. The graph is borrowed. */
FR_MUST_USE enum fr_status query_create(struct query *query, const struct graph *graph);

/* Adapts to a changed graph. FR_OK, or FR_NO_MEMORY: then the query can only be released. */
FR_MUST_USE enum fr_status query_update(struct query *query);

/* Begins a query: resets all corners. */
void query_forget(struct query *query);

/* After query_forget: finds the shortest path between two points that do not see each other, given
 * the corners that each sees tautly. FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
FR_MUST_USE enum fr_outcome query_run(struct query *query, struct fr_point start,
                                      const uint32_t *from_start, size_t start_count,
                                      struct fr_point goal, const uint32_t *from_goal,
                                      size_t goal_count, struct fr_path *path);

void query_release(struct query *query);

#endif
