/* A taut visibility graph while its map's change is worked into it: the lists of most corners are as
 * they were, and edges of edited corners are half edges, which can be changed. Edited are the
 * corners that have other edges than before, and any that are asked for. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_GRAPH_EDIT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_GRAPH_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/visibility/change.h"
#include "algorithms/visibility/graph.h"

/* An edge at one of its ends. */
struct half_edge {
    struct taut_direction direction; /* toward the other end */
    uint32_t target, level;
    uint32_t round; /* for finding levels */
    bool dead;      /* as in a graph, at this end */
};

/* An edited corner's cones: halves[first] up to middle, and from there up to end, in their order. */
struct half_edge_span {
    uint32_t corner, first, middle, end;
    bool has_new; /* edges that the corner did not have before */
};

struct graph_edit {
    const struct fr_allocator *allocator;
    struct graph *graph; /* as before, until the edit is applied */
    const struct change *change;
    const struct fr_corner *corners;
    size_t corner_count;
    uint32_t *span_of; /* by corner: its span, or GRAPH_EDIT_NONE */
    struct half_edge *halves;
    size_t half_count, half_capacity;
    struct half_edge_span *spans;
    size_t span_count, span_capacity;
    uint32_t
        *mark; /* by corner: while the edges of one are compared, what it has to do with them */
    struct half_edge *added; /* while a cone is made, what comes into it; in its order */
    size_t added_count, added_capacity;
};

#define GRAPH_EDIT_NONE UINT32_MAX

/* With the edges as after the change, new ones in the core. FR_OK or FR_NO_MEMORY; either way the
 * caller releases it. The graph and the change are borrowed. */
FR_MUST_USE enum fr_status graph_edit_begin(struct graph_edit *edit, struct graph *graph,
                                            const struct change *change,
                                            const struct fr_allocator *allocator);

/* The span of a corner, which is edited from now on: valid until another is. NULL without memory. */
FR_MUST_USE const struct half_edge_span *graph_edit_span(struct graph_edit *edit, uint32_t corner);

/* The same edge at its other end, in that corner's span, or NULL without memory. Ends all other
 * pointers to halves and spans where that begins to be edited. */
FR_MUST_USE struct half_edge *graph_edit_twin(struct graph_edit *edit, uint32_t corner,
                                              uint32_t target);

/* Puts the edges of edited corners into the lists of the graph, and takes out those of corners that
 * are gone. FR_OK; or FR_NO_MEMORY, and the graph can only be released. */
FR_MUST_USE enum fr_status graph_edit_apply(const struct graph_edit *edit);

void graph_edit_release(struct graph_edit *edit);

#endif
