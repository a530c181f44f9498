/* A contraction hierarchy over a jump-point graph: an order of its nodes, and shortcuts past lower
 * ones, so that a shortest path between any two climbs to its highest node and descends from there.
 *
 * Nodes are contracted one after the other, those first whose contraction adds least. Two ways that
 * are not taut at the node between them need no shortcut, which leaves few pairs to look at. What
 * would need too many shortcuts is left as a core: each of its nodes is above the other.
 *
 * Data: 12 bytes a node, 32 for each way up. Reading is safe from several threads.
 *
 * Source: Geisberger, Sanders, Schultes and Delling, "Contraction Hierarchies: Faster and Simpler
 * Hierarchical Routing in Road Networks", WEA 2008; over subgoal graphs: Uras and Koenig,
 * "Understanding Subgoal Graphs by Augmenting Contraction Hierarchies", IJCAI 2018. */
#ifndef FOOTRACE_ALGORITHMS_JUMPGRAPH_HIERARCHY_H
#define FOOTRACE_ALGORITHMS_JUMPGRAPH_HIERARCHY_H

#include "algorithms/jumpgraph/overlay.h"

struct hierarchy_node {
    uint32_t first, count; /* its ways up */
    uint16_t sectors;      /* those of them */
    bool core;             /* not contracted */
};

/* The two ways that a shortcut stands for: those up from the node that it passes, by number. Zeros
 * for a link. */
struct way_parts {
    uint32_t to_owner, to_end; /* to the node that lists the shortcut, and to where that leads */
};

struct hierarchy {
    const struct fr_allocator *allocator;
    struct hierarchy_node *nodes;
    size_t node_count; /* as the graph's */
    struct way *ways;
    struct way_parts *parts; /* of each way */
    size_t way_count;
};

/* The hierarchy of a graph as it is now. FR_OK; or FR_NO_MEMORY, with nothing kept. */
FR_MUST_USE enum fr_status hierarchy_create(struct hierarchy *hierarchy,
                                            const struct jump_graph *graph);

/* The number of the way up from a node to another, which it has. */
uint32_t hierarchy_way(const struct hierarchy *hierarchy, uint32_t from, uint32_t to);

/* Accepts what was never created, if it is all zero; which it is again, afterwards. */
void hierarchy_release(struct hierarchy *hierarchy);

#endif
