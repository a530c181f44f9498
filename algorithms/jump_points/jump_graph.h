/* The jump-point graph of a map: a node for each corner, a list of links for each node.
 *
 * Nodes keep their numbers as the map changes; a corner's number is found by its rank among all
 * corners. Lists lie in one array, sorted by sector; a list that outgrows its place moves to the
 * end. An update rebuilds the lists of those nodes that are, or were, next to what changed, and no
 * others; the graph is then the one that a fresh creation would make, but for its numbers. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_GRAPH_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_GRAPH_H

#include "algorithms/jump_points/jump_corners.h"
#include "algorithms/jump_points/links.h"
#include "algorithms/saved.h"

struct graph_node {
    uint16_t x, y;
    bool used;
    uint8_t turns;                   /* as in jump_distances.h */
    uint32_t first, count, capacity; /* its links */
};

struct jump_graph {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_jump_lanes lanes;
    struct fr_jump_corners corners;
    uint32_t *numbers; /* of the corners, by rank */
    size_t number_capacity;
    struct graph_node *nodes;
    size_t node_count, node_capacity; /* those not used included */
    uint32_t *spare;                  /* numbers not used */
    size_t spare_count, spare_capacity;
    struct links links;
    size_t unused; /* places in links that belong to no list */
    struct links scratch;
    uint32_t *touched; /* nodes to rebuild; by an update */
    size_t touched_count, touched_capacity;
    uint8_t *marks; /* per node: touched */
    size_t mark_capacity;
};

/* The graph of a map, which is borrowed. FR_OK or FR_NO_MEMORY; released in either case. */
FR_MUST_USE enum fr_status jump_graph_init(struct jump_graph *graph, const struct fr_map *map,
                                           const struct fr_allocator *allocator);

/* Its lanes and corners alone. FR_OK or FR_NO_MEMORY; released in either case. */
FR_MUST_USE enum fr_status jump_graph_outline(struct jump_graph *graph, const struct fr_map *map,
                                              const struct fr_allocator *allocator);

/* Gives nodes and links back: until it is rebuilt, lanes and corners are all there is. */
void jump_graph_forget(struct jump_graph *graph);

/* Appends it. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status jump_graph_save(const struct jump_graph *graph, struct fr_bytes *bytes);

/* A saved graph of the map. FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; released in either case. */
FR_MUST_USE enum fr_status jump_graph_load(struct jump_graph *graph, const struct fr_map *map,
                                           const struct fr_allocator *allocator,
                                           struct fr_saved *saved);

static inline struct fr_pixel jump_graph_pixel(const struct jump_graph *graph, uint32_t node)
{
    return (struct fr_pixel){graph->nodes[node].x, graph->nodes[node].y};
}

static inline uint32_t jump_graph_number(const struct jump_graph *graph, int32_t x, int32_t y)
{
    return graph->numbers[fr_jump_corner(&graph->corners, x, y)];
}

static inline bool jump_graph_corner(const struct jump_graph *graph, int32_t x, int32_t y)
{
    return fr_lane_points(&fr_lane(&graph->lanes.rows, y)[x >> 6], true, true) >> (x & 63) & 1;
}

/* Fills in what links of a cell, from `first` on, lead to. */
void jump_graph_resolve(const struct jump_graph *graph, struct fr_pixel from, struct links *links,
                        size_t first);

/* FR_OK; or FR_NO_MEMORY, with the graph fit only for release. */
FR_MUST_USE enum fr_status jump_graph_update(struct jump_graph *graph, const struct fr_rect *rects,
                                             size_t count);

/* The same, with nodes and links in the order of a fresh graph, at the cost of one. */
FR_MUST_USE enum fr_status jump_graph_rebuild(struct jump_graph *graph, const struct fr_rect *rects,
                                              size_t count);

/* Accepts what was never initialised, if it is all zero. */
void jump_graph_release(struct jump_graph *graph);

#endif
