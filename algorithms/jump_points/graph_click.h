/* The part of a query on a jump-point graph that needs no search. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_CLICK_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_CLICK_H

#include "algorithms/front.h"
#include "algorithms/jump_points/diagonals.h"
#include "algorithms/jump_points/jump_graph.h"

/* Answers a click that needs no graph: FR_FOUND for a path of one diagonal and one straight
 * segment, in either order; FR_NONE if the graph must answer; or FR_OUT_OF_MEMORY. Without
 * diagonals (NULL), long segments take longer. */
enum fr_outcome graph_click_walk(struct fr_head *head, const struct jump_graph *graph,
                                 const struct diagonals *diagonals, struct fr_point start,
                                 struct fr_point goal, const struct fr_probe *probe,
                                 struct fr_path *path);

/* Like graph_click_walk, but also answers FR_UNREACHABLE for ends in different components. */
enum fr_outcome graph_click_at_once(struct fr_head *head, const struct jump_graph *graph,
                                    const struct diagonals *diagonals, struct fr_point start,
                                    struct fr_point goal, const struct fr_probe *probe,
                                    struct fr_path *path);

#endif
