/* A sparse graph of a map: along each obstacle's outline, and one link between any two obstacles that
 * face each other.
 *
 * Nodes are the turns of the boundary, and where links end on straight stretches of it. Along an
 * outline each corner that a path may bend around is joined to the next one, straight where they
 * see each other, else over the turns between them. From each such corner the two walls that meet
 * there are carried on until they hit another outline; of all that join the same two outlines the
 * shortest is their link. These lines cut free space into rectangles, so that what is joined by
 * free space is joined by the graph. It is a function of the map. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_OBSTACLE_LINKS_H
#define FOOTRACE_ALGORITHMS_REGIONS_OBSTACLE_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/geometry/corners.h"
#include "maps/map.h"

struct obstacle_node {
    struct fr_corner corner; /* qx is 0 where no shortest path turns */
    bool pinch; /* belongs to one of the two pixels that meet here: reached along edges only */
};

struct obstacle_graph {
    const struct fr_allocator *allocator;
    struct obstacle_node *nodes;
    uint32_t node_count;
    size_t node_capacity;
    uint32_t *first; /* node n leads to ends[first[n]] up to, and without, ends[first[n + 1]] */
    uint32_t *ends;
    size_t end_count;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for 2^28 turns and more; either way the caller releases
 * it. */
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
