/* An overlay graph: the rest of a jump-point graph while its nodes are contracted one by one.
 *
 * An edge (struct way) joins two nodes in both directions, and each node lists it: a link of the
 * graph, or a shortcut past a contracted node. Contracting a node removes its edges from its
 * neighbours' lists; its own list stays. Distances between the remaining nodes are preserved, as a
 * shortcut is added wherever there is no witness: another path that is no longer than the one
 * through the contracted node. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_OVERLAY_GRAPH_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_OVERLAY_GRAPH_H

#include "algorithms/jump_points/jump_graph.h"
#include "algorithms/steps/search_heap.h"

struct way {
    uint64_t cost;   /* as in jump_search.h */
    uint32_t to;     /* node */
    uint32_t middle; /* the contracted node that a shortcut passes, or WAY_LINK */
    uint16_t x, y;   /* of `to` */
    uint16_t onward; /* sectors of edges that are taut after it */
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
    struct way_list *lists; /* by node of the graph */
    size_t node_count;
    struct way *ways;
    size_t way_count, way_capacity;
    struct witness_label *labels;
    struct search_heap open;
    uint32_t stamp;
    uint64_t scans; /* edges scanned by all witness searches */
};

/* Begins with the links of the graph. The caller releases the overlay in any case. */
enum fr_status overlay_init(struct overlay *overlay, const struct jump_graph *graph);

/* The edges of a node, lists[node].count of them. */
static inline const struct way *overlay_ways(const struct overlay *overlay, uint32_t node)
{
    return overlay->ways + overlay->lists[node].first;
}

/* Joins the ends of two edges of a node, unless a shorter edge does. False if out of memory. */
bool overlay_add_shortcut(struct overlay *overlay, uint32_t past, const struct way *to_one,
                          const struct way *to_other);

/* Removes a node from its neighbours' lists. */
void overlay_detach(struct overlay *overlay, uint32_t node);

enum witness { WITNESS_FOUND, WITNESS_MISSING, WITNESS_NO_MEMORY };

/* Searches for a path from `from` to `to` that costs at most `cost` and avoids node `past`, by A*:
 * most searches expand only their first node. A search that stops after `most` nodes counts as
 * failed. */
enum witness overlay_witness(struct overlay *overlay, uint32_t from, uint32_t to, uint64_t cost,
                             uint32_t past, int most);

/* Accepts an all-zero overlay. */
void overlay_release(struct overlay *overlay);

#endif
