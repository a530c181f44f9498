/* The edges of a taut visibility graph that an upward search from some pixel may follow, out of
 * dead ends (graph.h). Most edges with a level are never used and are left out. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_UPWARD_EDGES_H
#define FOOTRACE_ALGORITHMS_HUBS_UPWARD_EDGES_H

#include "algorithms/hubs/via_labels.h"
#include "algorithms/visibility/graph.h"

struct upward_edge {
    uint32_t side; /* the side by which a path leaves the target of the edge */
    uint32_t level;
};

/* Edges by side, from the wall outward: only a prefix of a side's edges can continue a path. */
struct upward_edges {
    const struct fr_allocator *allocator;
    uint32_t side_count, item_count;
    uint32_t *first; /* by side; the last element is the end */
    struct upward_edge *items;
};

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the edges. `graph` and `vias` are
 * borrowed for the call. */
FR_MUST_USE enum fr_status upward_edges_create(struct upward_edges *edges,
                                               const struct graph *graph,
                                               const struct via_labels *vias,
                                               const struct fr_allocator *allocator);

/* Saves edges, or loads them into an all-zero struct, which the caller releases in all cases. */
void upward_edges_pass(struct upward_edges *edges, struct fr_saved *saved);

void upward_edges_release(struct upward_edges *edges);

#endif
