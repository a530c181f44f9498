/* The visibility graph of Gouveia 2011 and Uurloon 2015: the concave vertices of outer rings and
 * the convex ones of holes, an edge between every two in sight, and A* on it with the start and
 * goal as nodes for as long as the search lasts.
 *
 * Rings are those of a mask (maps/geometry/contours.h) or of a drawing. With exact sight the path is the
 * shortest inside the polygon; with the published sight it is what the articles' arithmetic takes
 * for that. Points are half pixels, at most 2^17 apart. Building asks for the sight of each pair of
 * nodes: cubic with the published sight. A graph is used by one thread at a time. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_GRAPH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_GRAPH_H

#include "algorithms/pathfinder.h"
#include "algorithms/published/published_sight.h"
#include "algorithms/visibility/outline.h"
#include "maps/geometry/contours.h"

enum ring_sight { RING_SIGHT_EXACT, RING_SIGHT_PUBLISHED };

struct ring_graph_plan {
    enum ring_sight sight;
    enum published_tolerance tolerance; /* of the published sight */
    bool through_pinches;               /* of the exact sight: a drawing, not a mask (outline.h) */
};

struct ring_graph;

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a graph of 2^31 edges and more. The contours are
 * borrowed and outlive the graph. */
FR_MUST_USE enum fr_status ring_graph_create(const struct fr_contours *contours,
                                             const struct ring_graph_plan *plan,
                                             const struct fr_allocator *allocator,
                                             struct ring_graph **graph);

/* The path from start to goal: FR_FOUND; FR_UNREACHABLE, also where an end is outside; or
 * FR_OUT_OF_MEMORY, which only the path can cause: nothing else is allocated. probe may be NULL. */
FR_MUST_USE enum fr_outcome ring_graph_find(struct ring_graph *graph, struct fr_point start,
                                            struct fr_point goal, const struct fr_probe *probe,
                                            struct fr_path *path);

/* Forgets the last find, for a click that is answered without the graph. */
void ring_graph_forget(struct ring_graph *graph);

/* A click brought to the polygon the way that the graph's sight does it (ring_clamp.h), the
 * published one then rounded to half pixels. False without rings. */
FR_MUST_USE bool ring_graph_clamp(const struct ring_graph *graph, struct fr_point click,
                                  struct fr_point *clamped);

/* Of the last find. */
void ring_graph_stats(const struct ring_graph *graph, struct fr_stats *stats);

/* Nodes are numbered from 0, and the neighbours of each are in ascending order. */
uint32_t ring_graph_node_count(const struct ring_graph *graph);
struct fr_point ring_graph_node(const struct ring_graph *graph, uint32_t node);
const uint32_t *ring_graph_neighbours(const struct ring_graph *graph, uint32_t node,
                                      uint32_t *count);

/* As struct fr_pathfinder says of sketch. */
void ring_graph_sketch(const struct ring_graph *graph, const struct fr_sketch *sketch);

/* Accepts NULL. */
void ring_graph_release(struct ring_graph *graph);

#endif
