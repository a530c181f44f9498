/* The visibility graph of Gouveia 2011 and Uurloon 2015 over rings: an edge between every two
 * corners that see each other. A* runs on the graph, with start and goal as temporary nodes.
 *
 * The caller supplies the corners and the visibility test (ring_sight.h): exact, or as printed in
 * the articles. Building tests each pair of corners. One thread at a time may use a graph. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_GRAPH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_GRAPH_H

#include "algorithms/front.h"
#include "algorithms/visibility/ring_sight.h"

struct ring_graph;

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a graph of 2^31 or more edges. The polygon of `sight`
 * and its sectors are borrowed; they outlive the graph. */
FR_MUST_USE enum fr_status ring_graph_create(const struct ring_sight *sight,
                                             const struct fr_allocator *allocator,
                                             struct ring_graph **graph);

/* Finds the path from start to goal: FR_FOUND; FR_UNREACHABLE, also if an end is outside; or
 * FR_OUT_OF_MEMORY. The open list grows when needed. `probe` may be NULL. */
FR_MUST_USE enum fr_outcome ring_graph_find(struct ring_graph *graph, struct fr_point start,
                                            struct fr_point goal, const struct fr_probe *probe,
                                            struct fr_path *path);

/* Finds the path for any click on the head's map and sets head->stats: FR_UNREACHABLE if an end is
 * the centre of a blocked pixel (other ends are on or near an edge); a pixel reaches itself. */
FR_MUST_USE enum fr_outcome ring_graph_click(struct ring_graph *graph, struct fr_head *head,
                                             struct fr_point start, struct fr_point goal,
                                             const struct fr_probe *probe, struct fr_path *path);

/* Accepts NULL. */
void ring_graph_release(struct ring_graph *graph);

#endif
