/* Bidirectional A* over a contraction hierarchy: from both ends, upward only.
 *
 * Each end is joined to the hierarchy at the jump points around it (jumps.h). Some shortest path
 * from the start passes a jump point of the start, p. From p to the goal, a shortest path passes
 * one of the goal's jump points, q, or a scan from the goal reaches p: p is tested for that before
 * it is expanded. The hierarchy has a shortest path from p to q. Jump points are found scan by scan
 * when the search needs them: a paused diagonal scan is on the open list like a node, with the
 * least cost of what it may still meet.
 *
 * Both sides search until neither can beat the best path. An edge is followed only if it is taut
 * after the edge by which its node was reached; stalling nodes, which a higher node reaches more
 * cheaply, then gains nothing. Octile estimates keep both sides near the path.
 *
 * Costs are those of jump_search.h. A node is unreached unless its stamp is this query's. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_QUERY_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_QUERY_H

#include "algorithms/front.h"
#include "algorithms/jump_points/hierarchy.h"
#include "algorithms/jump_points/jumps.h"
#include "algorithms/steps/search_heap.h"

#define HIERARCHY_END UINT32_MAX            /* instead of a node: the start or the goal */
#define HIERARCHY_WALK (HIERARCHY_END - 8u) /* this and the next 7: scans from an end */

struct hierarchy_label {
    uint64_t g;      /* cost from this side's end */
    uint32_t parent; /* node, or HIERARCHY_END */
    uint32_t way;    /* number of the edge from parent */
    uint32_t stamp;
    uint16_t onward; /* sectors of edges to follow */
    bool expanded;
};

struct hierarchy_side {
    struct hierarchy_label *labels;
    size_t label_capacity;
    struct search_heap open;
    struct jump_walk walks[4];
    struct fr_pixel from, to;
};

/* An edge of the path that is still to be written: upward from the node that lists it, its owner,
 * or downward to that node. */
struct hierarchy_span {
    uint32_t way, owner;
    bool down;
};

struct hierarchy_query {
    const struct jump_graph *graph;
    const struct fr_allocator *allocator;
    uint64_t most_scans; /* for building the hierarchy */
    struct hierarchy hierarchy;
    struct diagonals diagonals;
    struct hierarchy_side sides[2];
    struct links jumps; /* met by the last scans from an end */
    struct hierarchy_span *spans;
    size_t span_capacity;
    uint32_t stamp;
    uint64_t best; /* cost of the best path so far; UINT64_MAX: none */
    uint32_t meet; /* the node where its two parts meet */
    bool direct;   /* its part after `meet` is a scan from the goal */
    int64_t expanded, generated;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

/* Initialises a query without a hierarchy. */
void hierarchy_query_init(struct hierarchy_query *query, const struct jump_graph *graph,
                          const struct fr_allocator *allocator);

/* Contracts the current graph: at first, and after each change. FR_OK; or FR_NO_MEMORY, after which
 * the query can only be released. */
FR_MUST_USE enum fr_status hierarchy_query_rebuild(struct hierarchy_query *query);

/* Like hierarchy_query_rebuild, with an existing hierarchy; if FR_OK, the query owns it. */
FR_MUST_USE enum fr_status hierarchy_query_take(struct hierarchy_query *query,
                                                struct hierarchy *hierarchy);

/* Like hierarchy_query_rebuild, but loads a saved hierarchy; may also return FR_BAD_INPUT. */
FR_MUST_USE enum fr_status hierarchy_query_load(struct hierarchy_query *query,
                                                struct fr_saved *saved);

/* Searches. FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome hierarchy_query_run(struct hierarchy_query *query, struct fr_pixel start,
                                    struct fr_pixel goal);

/* Writes the path found. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome hierarchy_query_trace(struct hierarchy_query *query, struct fr_path *path);

/* Like fr_pathfinder.find, for the state with this head; also counts its work. */
enum fr_outcome hierarchy_query_click(struct hierarchy_query *query, struct fr_head *head,
                                      struct fr_point start, struct fr_point goal,
                                      const struct fr_probe *probe, struct fr_path *path);

void hierarchy_query_release(struct hierarchy_query *query);

#endif
