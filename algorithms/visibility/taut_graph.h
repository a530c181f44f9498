/* The taut visibility graph of a map and the sight that it is built with, updated with the map. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_TAUT_GRAPH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_TAUT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithms/visibility/graph.h"
#include "algorithms/visibility/sight.h"

struct taut_graph {
    struct sight sight;
    struct graph graph; /* its corners are those of sight */
    bool levels;        /* false: all edges are core */
};

/* A graph under construction. */
struct taut_plan;

/* Builds the graph of a map, which is borrowed, in slices. Without updates, what only updates read
 * is left out: of `sight`, only the corners are kept. *plan must be NULL at first, and is NULL
 * again at the end. FR_OK at a pause and at the end, FR_NO_MEMORY, or FR_UNSUPPORTED for too many
 * corners; in all cases the caller releases graph and plan. */
FR_MUST_USE enum fr_status taut_graph_build(struct taut_graph *taut, const struct fr_map *map,
                                            bool levels, bool updates,
                                            const struct fr_allocator *allocator,
                                            struct taut_plan **plan, struct fr_work *work);

/* Accepts NULL. */
void taut_plan_release(struct taut_plan *plan);

/* Builds the graph at once, with updates. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for too many
 * corners; in all cases the caller releases it. */
FR_MUST_USE enum fr_status taut_graph_create(struct taut_graph *taut, const struct fr_map *map,
                                             bool levels, const struct fr_allocator *allocator);

/* Updates the graph to what taut_graph_create would give after pixels of `rects` changed, except
 * for corner numbers: corners that stay keep theirs, and places of removed corners may stay unused.
 * Tests visibility only where it may lead through `rects`. FR_OK; or FR_NO_MEMORY or
 * FR_UNSUPPORTED, after which the graph can only be released. */
FR_MUST_USE enum fr_status taut_graph_update(struct taut_graph *taut, const struct fr_rect *rects,
                                             size_t count);

/* Like taut_graph_create, from a graph that graph_pass saved before any update, with an equal map
 * and levels; or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status taut_graph_load(struct taut_graph *taut, const struct fr_map *map,
                                           bool levels, const struct fr_allocator *allocator,
                                           struct fr_saved *saved);

void taut_graph_release(struct taut_graph *taut);

#endif
