/* One click on a taut visibility graph: upward from the goal, then A* that goes upward from the start and
 * crosses the core.
 *
 * How far it is from a corner at least is known by the crow's flight; in the core, also by landmarks:
 * as far as its length to one differs from those of the corners at which the descents to the goal
 * begin, and from there the descent. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_QUERY_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_QUERY_H

#include "algorithms/pathfinder.h"
#include "algorithms/steps/search_heap.h"
#include "algorithms/visibility/core_ways.h"
#include "algorithms/visibility/graph.h"
#include "algorithms/visibility/landmarks.h"

/* What is known of a corner in this click; fields count only where their stamp is the click's. */
struct query_node {
    double from_start; /* pixels; the shortest way found, INFINITY where none is worth it */
    double rest;       /* from here to the goal at least, by such a way */
    uint32_t start_stamp, goal_stamp;
    uint32_t parent;         /* the corner before; QUERY_END at the start */
    uint32_t start_level;    /* of the edge to it; 0 at the start */
    uint32_t way;            /* of the core, from parent to here or beyond; where there are ways */
    uint32_t onward, behind; /* and the first that goes on from here, and the one behind the last */
    uint32_t child;          /* as parent, towards the goal */
    double to_goal;          /* pixels; the shortest descent found */
    uint32_t goal_level;
    bool waits; /* to be expanded: its best entry was not taken since it was reached */
};

#define QUERY_END UINT32_MAX

struct query {
    const struct graph *graph;
    const struct landmarks *landmarks; /* NULL: none that are right for the graph */
    const struct core_ways *ways;      /* or NULL, too */
    struct query_node *nodes;          /* by corner */
    struct search_heap open;           /* of a corner, only the best entry counts */
    struct search_entry next; /* no entry that was made since the last expansion is better */
    uint32_t *queue;          /* corners whose descent is to be carried on: a ring */
    uint8_t *queued;
    /* By bit: corners from which a way to the goal is known. Most see it and are seldom asked for:
     * what is known of them is written to their nodes when it is. */
    uint64_t *known;
    size_t room; /* of what is held by corner: more than there are */
    uint32_t stamp;
    struct landmark_range descents; /* of the corners at which descents to the goal begin */
    uint64_t descending;            /* their marks (core_ways.h) */
    struct fr_point start, goal;
    double best;          /* length of the shortest path found */
    uint32_t best_corner; /* where its two halves meet */
    int64_t expanded, generated;
    const struct fr_probe *probe; /* NULL: nobody asks what is expanded */
};

/* Whether the click found a way from the start to a corner. */
static inline bool query_reached(const struct query *query, const struct query_node *node)
{
    return node->start_stamp == query->stamp && node->from_start < INFINITY;
}

/* Whether a corner that the click reached was reached by ways of the core. */
static inline bool query_by_ways(const struct query *query, const struct query_node *node)
{
    return query->ways && node->start_level == GRAPH_CORE;
}

/* FR_OK or FR_NO_MEMORY; either way the caller releases the query. The graph is borrowed. */
FR_MUST_USE enum fr_status query_create(struct query *query, const struct graph *graph);

/* After a change of the graph. FR_OK; or FR_NO_MEMORY, and it can only be released. */
FR_MUST_USE enum fr_status query_follow(struct query *query);

/* Begins a click: nothing is known of any corner. */
void query_forget(struct query *query);

/* After query_forget: the shortest path between two points that do not see each other, given the
 * corners that each of them sees tautly. FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
FR_MUST_USE enum fr_outcome query_run(struct query *query, struct fr_point start,
                                      const uint32_t *from_start, size_t start_count,
                                      struct fr_point goal, const uint32_t *from_goal,
                                      size_t goal_count, struct fr_path *path);

void query_release(struct query *query);

#endif
