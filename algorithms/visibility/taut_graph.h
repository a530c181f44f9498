/* The taut visibility graph of a map and the sight it is made by, kept in step with the map. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_TAUT_GRAPH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_TAUT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithms/visibility/graph.h"
#include "algorithms/visibility/sight.h"

struct taut_graph {
    struct sight sight;
    struct graph graph; /* its corners are those of the sight */
    bool levels;        /* else all edges are core */
};

/* Of a map as it is, which is borrowed. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for too many
 * corners; either way the caller releases it. */
FR_MUST_USE enum fr_status taut_graph_create(struct taut_graph *taut, const struct fr_map *map,
                                             enum sight_method method, bool levels,
                                             const struct fr_allocator *allocator);

/* Makes of it the graph that would be created now that pixels of rects changed, but for the numbers
 * of corners: those that stay keep theirs, and the places of those that are gone may stand empty.
 * Sight is asked for again only where it may lead through these. FR_OK; or FR_NO_MEMORY or
 * FR_UNSUPPORTED, and it can only be released. */
FR_MUST_USE enum fr_status taut_graph_update(struct taut_graph *taut, const struct fr_rect *rects,
                                             size_t count);

/* Appends sight and graph, which followed no change: else corners are numbered otherwise than what
 * is loaded. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status taut_graph_save(const struct taut_graph *taut, struct fr_bytes *bytes);

/* As taut_graph_create, from what was saved when the map was as it is now, with the same method and
 * levels; or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status taut_graph_load(struct taut_graph *taut, const struct fr_map *map,
                                           enum sight_method method, bool levels,
                                           const struct fr_allocator *allocator,
                                           struct fr_saved *saved);

void taut_graph_release(struct taut_graph *taut);

#endif
