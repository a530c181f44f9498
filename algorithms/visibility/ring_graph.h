/* The visibility graph of Gouveia 2011 and Uurloon 2015 over rings: an edge between every two
 * corners in sight, and A* on it with the start and goal as nodes for as long as the search lasts.
 *
 * Which vertices are corners and who sees whom is the caller's (ring_sight.h): exactly, or as the
 * articles print it. Building asks for the sight of each pair of corners. A graph is used by one
 * thread at a time. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_GRAPH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_GRAPH_H

#include "algorithms/pathfinder.h"
#include "algorithms/visibility/ring_sight.h"

struct ring_graph;

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a graph of 2^31 edges and more. The polygon of the
 * sight, and its sectors, are borrowed and outlive the graph. */
FR_MUST_USE enum fr_status ring_graph_create(const struct ring_sight *sight,
                                             const struct fr_allocator *allocator,
                                             struct ring_graph **graph);

/* The path from start to goal: FR_FOUND; FR_UNREACHABLE, also where an end is outside; or
 * FR_OUT_OF_MEMORY. The open list, too, grows as clicks need it. probe may be NULL. */
FR_MUST_USE enum fr_outcome ring_graph_find(struct ring_graph *graph, struct fr_point start,
                                            struct fr_point goal, const struct fr_probe *probe,
                                            struct fr_path *path);

/* The same between two pixels of a map: ends that are the centre of one that is not walkable are
 * FR_UNREACHABLE, and a pixel reaches itself. Other ends lie on an edge or near it. */
FR_MUST_USE enum fr_outcome ring_graph_click(struct ring_graph *graph, const struct fr_map *map,
                                             struct fr_point start, struct fr_point goal,
                                             const struct fr_probe *probe, struct fr_path *path);

/* Of the last find. */
void ring_graph_stats(const struct ring_graph *graph, struct fr_stats *stats);

/* As struct fr_pathfinder says of sketch. */
void ring_graph_sketch(const struct ring_graph *graph, const struct fr_sketch *sketch);

/* Accepts NULL. */
void ring_graph_release(struct ring_graph *graph);

#endif
