/* The jump-point graph of a map: a node for each corner, and a list of links for each node.
 *
 * Nodes keep their numbers when the map changes; a corner's number is found by its rank among all
 * corners. Lists are in one array, sorted by sector; a list that outgrows its place moves to the
 * end. An update rebuilds only the lists of nodes that are, or were, linked to changed cells; the
 * graph then equals a newly created one, except for node numbers. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_GRAPH_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_GRAPH_H

#include "algorithms/jump_points/jump_corners.h"
#include "algorithms/jump_points/links.h"
#include "maps/work.h"

/* Marks an edge over the graph as a link; a shortcut has its middle node instead. */
#define WAY_LINK UINT32_MAX

struct graph_node {
    uint16_t x, y;
    bool used;
    uint8_t turns;                   /* as in jump_distances.h */
    uint32_t first, count, capacity; /* its list of links */
};

struct jump_graph {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_jump_lanes lanes;
    struct fr_jump_corners corners;
    uint32_t *numbers; /* of the nodes, by rank of the corner */
    size_t number_capacity;
    struct graph_node *nodes;
    size_t node_count, node_capacity; /* spare nodes included */
    uint32_t *spare;                  /* numbers of unused nodes */
    size_t spare_count, spare_capacity;
    struct links links;
    size_t unused;            /* places in links that are in no list */
    size_t linked;            /* nodes that have their links, while links are added */
    bool is_linked, is_fresh; /* has links; numbers its nodes as a new graph does */
    struct links scratch;
    uint32_t *touched; /* nodes that an update rebuilds */
    size_t touched_count, touched_capacity;
    uint8_t *marks; /* by node: whether it is in `touched` */
    size_t mark_capacity;
};

/* Builds the graph of a map, which is borrowed. FR_OK or FR_NO_MEMORY; the caller releases the
 * graph in both cases. */
FR_MUST_USE enum fr_status jump_graph_init(struct jump_graph *graph, const struct fr_map *map,
                                           const struct fr_allocator *allocator);

/* Builds lanes and corners only. FR_OK or FR_NO_MEMORY; the caller releases graph in both cases. */
FR_MUST_USE enum fr_status jump_graph_outline(struct jump_graph *graph, const struct fr_map *map,
                                              const struct fr_allocator *allocator);

/* Frees nodes and links; lanes and corners stay. */
void jump_graph_forget(struct jump_graph *graph);

/* Adds the links to a graph that has none, in slices; the result is that of jump_graph_init. FR_OK
 * if the work paused or is done; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status jump_graph_link(struct jump_graph *graph, struct fr_work *work);

/* Builds the nodes, but no links: all that searches of a hierarchy need. FR_OK or FR_NO_MEMORY; the
 * caller releases the graph in both cases. */
FR_MUST_USE enum fr_status jump_graph_nodes(struct jump_graph *graph, const struct fr_map *map,
                                            const struct fr_allocator *allocator);

static inline struct fr_pixel jump_graph_pixel(const struct jump_graph *graph, uint32_t node)
{
    return (struct fr_pixel){graph->nodes[node].x, graph->nodes[node].y};
}

static inline uint32_t jump_graph_number(const struct jump_graph *graph, int32_t x, int32_t y)
{
    return graph->numbers[fr_jump_corner(&graph->corners, x, y)];
}

/* Whether a cell, which may be outside the map, is a corner. */
bool jump_graph_is_corner(const struct jump_graph *graph, int32_t x, int32_t y);

static inline bool jump_graph_corner(const struct jump_graph *graph, int32_t x, int32_t y)
{
    return fr_lane_points(&fr_lane(&graph->lanes.rows, y)[x >> 6], true, true) >> (x & 63) & 1;
}

/* Sets the corners and taut sectors of the links of a cell, beginning at index `first`. */
void jump_graph_resolve(const struct jump_graph *graph, struct fr_pixel from, struct links *links,
                        size_t first);

/* Updates the graph after the pixels of `rects` changed; a graph without links gets them. FR_OK; or
 * FR_NO_MEMORY, after which the graph can only be released. */
FR_MUST_USE enum fr_status jump_graph_update(struct jump_graph *graph, const struct fr_rect *rects,
                                             size_t count);

/* Like jump_graph_update, but as costly as a new graph, with its order of nodes and links. */
FR_MUST_USE enum fr_status jump_graph_rebuild(struct jump_graph *graph, const struct fr_rect *rects,
                                              size_t count);

/* Accepts an all-zero struct. */
void jump_graph_release(struct jump_graph *graph);

#endif
