/* A taut visibility graph between two states of its map: the lists of most corners are as they
 * were, and some corners are loose, their edges taken apart into halves that can be changed. Loose
 * are the corners that have other edges than before, and any that are asked for. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_GRAPH_EDIT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_GRAPH_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/visibility/change.h"
#include "algorithms/visibility/graph.h"

/* An edge at one of its ends. */
struct loose_half {
    struct taut_direction direction; /* toward the other end */
    uint32_t target, level;
    uint32_t round; /* for finding levels */
    bool dead;      /* as in a graph, at this end */
};

/* A loose corner's cones: halves[first] up to middle, and from there up to end, in their order. */
struct loose_span {
    uint32_t corner, first, middle, end;
    bool has_new; /* edges that the corner did not have before */
};

struct loose_graph {
    const struct fr_allocator *allocator;
    struct graph *graph; /* as before, until the loose corners are fastened */
    const struct change *change;
    const struct fr_corner *corners;
    size_t corner_count;
    uint32_t *span_of; /* by corner: its span, or LOOSE_NONE */
    struct loose_half *halves;
    size_t half_count, half_capacity;
    struct loose_span *spans;
    size_t span_count, span_capacity;
    uint32_t
        *mark; /* by corner: while the edges of one are compared, what it has to do with them */
    struct loose_half *added; /* while a cone is made, what comes into it; in its order */
    size_t added_count, added_capacity;
};

#define LOOSE_NONE UINT32_MAX

/* With the edges as after the change, new ones in the core. FR_OK or FR_NO_MEMORY; either way the
 * caller releases it. The graph and the change are borrowed. */
FR_MUST_USE enum fr_status loose_create(struct loose_graph *loose, struct graph *graph,
                                        const struct change *change,
                                        const struct fr_allocator *allocator);

/* The span of a corner, which this makes loose: valid until another is. NULL without memory. */
FR_MUST_USE const struct loose_span *loose_span_of(struct loose_graph *loose, uint32_t corner);

/* The same edge at its other end, in that corner's span, or NULL without memory. Ends all other
 * pointers to halves and spans where it makes the corner loose. */
FR_MUST_USE struct loose_half *loose_twin(struct loose_graph *loose, uint32_t corner,
                                          uint32_t target);

/* Puts the edges of loose corners into the lists of the graph, and takes out those of corners that
 * are gone. FR_OK; or FR_NO_MEMORY, and the graph can only be released. */
FR_MUST_USE enum fr_status loose_fasten(const struct loose_graph *loose);

void loose_release(struct loose_graph *loose);

#endif
