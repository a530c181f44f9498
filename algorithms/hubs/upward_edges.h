/* The edges of a taut visibility graph that an upward search from some pixel may follow, out of dead
 * ends (graph.h), and no others: of those that there are, few are ever of use. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_UPWARD_EDGES_H
#define FOOTRACE_ALGORITHMS_HUBS_UPWARD_EDGES_H

#include "algorithms/hubs/via_labels.h"
#include "algorithms/visibility/graph.h"

struct upward_edge {
    uint32_t side; /* by which a path goes on that has come along the edge */
    uint32_t level;
};

/* By side, from the wall outward: only their beginning can be gone on by. */
struct upward_edges {
    const struct fr_allocator *allocator;
    uint32_t side_count, item_count;
    uint32_t *first; /* by side, and the end */
    struct upward_edge *items;
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. The rest is borrowed for the call. */
FR_MUST_USE enum fr_status upward_edges_create(struct upward_edges *edges,
                                               const struct graph *graph,
                                               const struct via_labels *vias,
                                               const struct fr_allocator *allocator);

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status upward_edges_save(const struct upward_edges *edges,
                                             struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status upward_edges_load(struct upward_edges *edges,
                                             const struct fr_allocator *allocator,
                                             struct fr_saved *saved);

void upward_edges_release(struct upward_edges *edges);

#endif
