/* An overlay graph: what is left of a jump-point graph while its nodes are contracted, one by one.
 *
 * A way joins two nodes, either way round, and each lists it: a link of the graph, or a shortcut
 * past a node that is contracted. Contracting a node takes its ways off its neighbours' lists; its
 * own list stays as it was then. Between any two nodes that are left, distances stay what they
 * were, as long as a shortcut is added wherever a witness is missing: another way round, no longer
 * than that through the contracted node. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_OVERLAY_GRAPH_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_OVERLAY_GRAPH_H

#include "algorithms/jump_points/jump_graph.h"
#include "algorithms/steps/search_heap.h"

#define WAY_LINK UINT32_MAX /* a link, which passes no node */

struct way {
    uint64_t cost;   /* as in jump_search.h */
    uint32_t to;     /* node */
    uint32_t middle; /* the contracted node that it passes, or WAY_LINK */
    uint16_t x, y;   /* of `to` */
    uint16_t onward; /* sectors of ways that are taut after it */
    uint8_t sector;  /* of its first link */
    uint8_t back;    /* of its last link, seen from `to` */
};

struct way_list {
    uint32_t first, count, capacity;
};

struct witness_label {
    uint64_t g;
    uint32_t stamp;
    uint16_t onward;
};

struct overlay {
    const struct jump_graph *graph;
    const struct fr_allocator *allocator;
    struct way_list *lists; /* one for each node of the graph */
    size_t node_count;
    struct way *ways;
    size_t way_count, way_capacity;
    struct witness_label *labels;
    struct search_heap open;
    uint32_t stamp;
    uint64_t scans; /* of ways, by all witness searches */
};

/* All nodes and links of a graph, which is borrowed. FR_OK or FR_NO_MEMORY; released in either
 * case. */
FR_MUST_USE enum fr_status overlay_init(struct overlay *overlay, const struct jump_graph *graph);

static inline const struct way *overlay_ways(const struct overlay *overlay, uint32_t node)
{
    return overlay->ways + overlay->lists[node].first;
}

enum witness { WITNESS_FOUND, WITNESS_MISSING, WITNESS_NO_MEMORY };

/* Looks for a way from `from` to `to` of no more than a cost that does not pass a node. A search
 * that gives up after so many nodes says that it is missing, too. */
enum witness overlay_witness(struct overlay *overlay, uint32_t from, uint32_t to, uint64_t cost,
                             uint32_t past, int most);

/* Adds a shortcut between the ends of two ways that leave a node, in place of any longer way
 * between them. False without memory. */
bool overlay_add_shortcut(struct overlay *overlay, uint32_t past, const struct way *to_one,
                          const struct way *to_other);

/* Takes a node off its neighbours' lists. */
void overlay_detach(struct overlay *overlay, uint32_t node);

/* Accepts what was never initialised, if it is all zero. */
void overlay_release(struct overlay *overlay);

#endif
