/* A contraction hierarchy over a jump-point graph: an order of its nodes, and shortcuts past lower
 * ones, so that a shortest path between any two goes upward to its highest node and downward from there.
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
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_HIERARCHY_H

#include "algorithms/jump_points/overlay_graph.h"
#include "algorithms/saved.h"

/* A way up, in a list that is sorted by sector. */
struct ascent {
    uint64_t cost;
    uint32_t to;     /* node */
    uint32_t middle; /* or WAY_LINK */
    uint16_t x, y;   /* of `to` */
    uint16_t onward; /* sectors of ways that are taut after it */
    uint8_t sector;
    uint8_t skip; /* ways from here on that leave in the same sector, or as many as can be said */
};

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
    struct ascent *ways;
    struct way_parts *parts; /* of each way */
    size_t way_count;
};

/* Scans of ways, for each node and link of the graph, after which the rest becomes the core. Tuned
 * on Moving AI's random512-10-0: rubble without end, of whose 66,874 corners some are left, in
 * three seconds instead of ten. No other map there needs half as many. */
#define HIERARCHY_SCANS 600

/* The hierarchy of a graph as it is now. FR_OK; or FR_NO_MEMORY, with nothing kept. */
FR_MUST_USE enum fr_status hierarchy_create(struct hierarchy *hierarchy,
                                            const struct jump_graph *graph, uint64_t most_scans);

/* Appends it. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status hierarchy_save(const struct hierarchy *hierarchy,
                                          struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases it. */
FR_MUST_USE enum fr_status hierarchy_load(struct hierarchy *hierarchy,
                                          const struct fr_allocator *allocator,
                                          struct fr_saved *saved);

/* Accepts what was never created, if it is all zero; which it is again, afterwards. */
void hierarchy_release(struct hierarchy *hierarchy);

#endif
