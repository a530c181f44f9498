/* A sparse graph of a map: edges along the outline of each obstacle, and one link between any two
 * obstacles that face each other.
 *
 * Nodes are the turns of outlines, and the ends of links on straight parts of them. Along an
 * outline, each corner where a path may bend is joined to the next: directly if they see each
 * other, else through the turns between them. At each such corner, both walls are extended until
 * they hit another outline; the shortest extension between two outlines is their link. The
 * extensions divide free space into rectangles, so the graph connects whatever free space connects.
 * The graph depends only on the map. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_OBSTACLE_LINKS_H
#define FOOTRACE_ALGORITHMS_REGIONS_OBSTACLE_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/geometry/corners.h"
#include "maps/map.h"

struct obstacle_node {
    struct fr_corner corner; /* qx is 0 if no shortest path turns here */
    bool pinch;              /* one of the two turns of a pinch: reached only along edges */
};

struct obstacle_graph {
    const struct fr_allocator *allocator;
    struct obstacle_node *nodes;
    uint32_t node_count;
    size_t node_capacity;
    /* the neighbours of node n are ends[first[n]] up to but not including ends[first[n + 1]] */
    uint32_t *first;
    uint32_t *ends;
    size_t end_count;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for 2^28 or more turns; in all cases the caller releases
 * the links. */
FR_MUST_USE enum fr_status obstacle_graph_create(struct obstacle_graph *graph,
                                                 const struct fr_map *map,
                                                 const struct fr_allocator *allocator);

static inline struct fr_point obstacle_point(const struct obstacle_graph *graph, uint32_t node)
{
    const struct fr_corner *corner = &graph->nodes[node].corner;
    return (struct fr_point){corner->x, corner->y};
}

void obstacle_graph_release(struct obstacle_graph *graph);

#endif
