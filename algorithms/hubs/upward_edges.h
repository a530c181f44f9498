/* The edges of a taut visibility graph by which a path from some pixel may climb out of a dead end
 * (graph.h), and no others: of those that there are, few are ever of use. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_UPWARD_EDGES_H
#define FOOTRACE_ALGORITHMS_HUBS_UPWARD_EDGES_H

#include "algorithms/hubs/via_labels.h"
#include "algorithms/visibility/graph.h"

struct climb_edge {
    uint32_t side; /* by which a path goes on that has come along the edge */
    uint32_t level;
};

/* By side, from the wall outward: only their beginning can be gone on by. */
struct climbs {
    const struct fr_allocator *allocator;
    uint32_t side_count, item_count;
    uint32_t *first; /* by side, and the end */
    struct climb_edge *items;
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. The rest is borrowed for the call. */
FR_MUST_USE enum fr_status climbs_create(struct climbs *climbs, const struct graph *graph,
                                         const struct vias *vias,
                                         const struct fr_allocator *allocator);

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status climbs_save(const struct climbs *climbs, struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status climbs_load(struct climbs *climbs, const struct fr_allocator *allocator,
                                       struct fr_saved *saved);

void climbs_release(struct climbs *climbs);

#endif
