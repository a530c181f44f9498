/* A contraction hierarchy over a jump-point graph: an order of its nodes, and shortcuts past lower
 * nodes, so that some shortest path between any two nodes goes upward to its highest node and then
 * downward.
 *
 * Nodes are contracted one by one, first those that add the fewest shortcuts. Two edges that are
 * not taut at the node between them need no shortcut, which leaves few pairs to test. Nodes that
 * would need too many shortcuts stay as a core; core nodes count as above each other.
 *
 * Memory: 12 bytes for each node, 32 for each upward edge. Several threads may read.
 *
 * Source: Geisberger, Sanders, Schultes and Delling, "Contraction Hierarchies: Faster and Simpler
 * Hierarchical Routing in Road Networks", WEA 2008; over subgoal graphs: Uras and Koenig,
 * "Understanding Subgoal Graphs by Augmenting Contraction Hierarchies", IJCAI 2018. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_H

#include "algorithms/jump_points/jump_graph.h"
#include "algorithms/saved.h"

/* An upward edge, in a list sorted by sector. */
struct ascent {
    uint64_t cost;
    uint32_t to;     /* node */
    uint32_t middle; /* the node that a shortcut passes, or WAY_LINK */
    uint16_t x, y;   /* of `to` */
    uint16_t onward; /* sectors of edges that are taut after it */
    uint8_t sector;
    uint8_t skip; /* edges from this one to the next sector, or the largest value that fits */
};

struct hierarchy_node {
    uint32_t first, count; /* its upward edges */
    uint16_t sectors;      /* of its upward edges */
    uint8_t core;          /* whether it was never contracted */
};

/* The two edges that a shortcut replaces: numbers of upward edges of its middle node. Zeros
 * for a link. */
struct way_parts {
    uint32_t to_owner, to_end; /* to the node that lists the shortcut, and to its other end */
};

struct hierarchy {
    const struct fr_allocator *allocator;
    struct hierarchy_node *nodes;
    size_t node_count; /* equals the graph's */
    struct ascent *ways;
    struct way_parts *parts; /* by upward edge */
    size_t way_count;
};

/* Edge scans for each node and link of the graph, after which the remaining nodes become the core.
 * Tuned on Moving AI's random512-10-0, which is all rubble: part of its 66,874 corners becomes the
 * core, in three seconds instead of ten. No other map of Moving AI needs half as many scans. */
#define HIERARCHY_SCANS 600

/* A hierarchy under construction. */
struct contraction;

/* Builds the hierarchy of the current graph, which is borrowed, in slices. *contraction must be
 * NULL at first, and is NULL again at the end. FR_OK if the work paused or is done; or
 * FR_NO_MEMORY. The caller releases hierarchy and contraction in both cases. */
FR_MUST_USE enum fr_status hierarchy_build(struct hierarchy *hierarchy,
                                           const struct jump_graph *graph, uint64_t most_scans,
                                           struct contraction **contraction, struct fr_work *work);

/* Accepts NULL. */
void contraction_release(struct contraction *contraction);

/* Builds the whole hierarchy in one call. FR_OK; or FR_NO_MEMORY, with nothing allocated. */
FR_MUST_USE enum fr_status hierarchy_create(struct hierarchy *hierarchy,
                                            const struct jump_graph *graph, uint64_t most_scans);

/* Saves a hierarchy, or loads one of the graph into an all-zero struct, which the caller releases
 * in all cases. */
void hierarchy_pass(struct hierarchy *hierarchy, const struct jump_graph *graph,
                    struct fr_saved *saved);

/* Accepts an all-zero struct, and leaves an all-zero one. */
void hierarchy_release(struct hierarchy *hierarchy);

#endif
