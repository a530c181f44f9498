/* A taut visibility graph while a map change is applied to it. The lists of most corners stay as
 * they are; the edges of edited corners are half edges, which can be modified. Corners are edited
 * if their edges changed or a caller asks for them. */
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
    uint32_t round; /* round in which it is a dead end, while levels are computed */
    bool dead;      /* this end is a dead end, as in a graph */
};

/* The halves of an edited corner: cone 0 is halves[first] up to middle, cone 1 from there up to
 * end, sorted as in a graph. */
struct half_edge_span {
    uint32_t corner, first, middle, end;
    bool has_new; /* some edges are new */
};

struct graph_edit {
    const struct fr_allocator *allocator;
    struct graph *graph; /* unchanged until graph_edit_apply */
    const struct change *change;
    const struct fr_corner *corners;
    size_t corner_count;
    uint32_t *span_of; /* by corner: its span, or GRAPH_EDIT_NONE */
    struct half_edge *halves;
    size_t half_count, half_capacity;
    struct half_edge_span *spans;
    size_t span_count, span_capacity;
    uint32_t *mark;          /* by corner: how the corner being compared sees it */
    struct half_edge *added; /* the sorted new edges of the cone being built */
    size_t added_count, added_capacity;
    bool is_torn; /* an edge lacks its other half, as in forged bytes: build the graph again */
};

#define GRAPH_EDIT_NONE UINT32_MAX

/* Begins an edit that holds the edges after the change; new edges are in the core. FR_OK or
 * FR_NO_MEMORY; in both cases the caller releases the edit. `graph` and `change` are borrowed. */
FR_MUST_USE enum fr_status graph_edit_begin(struct graph_edit *edit, struct graph *graph,
                                            const struct change *change,
                                            const struct fr_allocator *allocator);

/* The span of a corner, which becomes edited; valid until another corner becomes edited. NULL if
 * out of memory. */
FR_MUST_USE const struct half_edge_span *graph_edit_span(struct graph_edit *edit, uint32_t corner);

/* The other half of an edge, in the target's span; NULL if out of memory, or if there is none and
 * the graph is torn. Invalidates pointers to halves and spans if the target now becomes an edited
 * corner. */
FR_MUST_USE struct half_edge *graph_edit_twin(struct graph_edit *edit, uint32_t corner,
                                              uint32_t target);

/* Writes the edges of edited corners into the lists of the graph and drops those of removed
 * corners. FR_OK; or FR_NO_MEMORY, after which the graph can only be released. */
FR_MUST_USE enum fr_status graph_edit_apply(const struct graph_edit *edit);

void graph_edit_release(struct graph_edit *edit);

#endif
