/* The part of a query on a jump-point graph that needs no search, and drawing the graph. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_CLICK_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_CLICK_H

#include "algorithms/front.h"
#include "algorithms/jump_points/diagonals.h"
#include "algorithms/jump_points/jump_graph.h"

#define GRAPH_CLICK_END UINT32_MAX /* instead of a node: the start or the goal */

/* Answers a click that needs no graph: FR_FOUND for a path of one diagonal and one straight
 * segment, in either order; FR_NONE if the graph must answer; or FR_OUT_OF_MEMORY. Without
 * diagonals (NULL), long segments take longer. */
enum fr_outcome graph_click_walk(struct fr_head *head, const struct jump_graph *graph,
                                 const struct diagonals *diagonals, struct fr_point start,
                                 struct fr_point goal, const struct fr_probe *probe,
                                 struct fr_path *path);

/* The same; also answers FR_UNREACHABLE for ends in different components. */
enum fr_outcome graph_click_at_once(struct fr_head *head, const struct jump_graph *graph,
                                    const struct diagonals *diagonals, struct fr_point start,
                                    struct fr_point goal, const struct fr_probe *probe,
                                    struct fr_path *path);

/* What the last query did, for drawing. */
struct graph_click_trail {
    const struct jump_graph *graph;
    const void *search;
    struct fr_pixel ends[2];
    bool searched; /* false: no search was needed */
    /* Whether the search reached a node from one end; if so, *parent is a node or
     * GRAPH_CLICK_END. */
    bool (*reached)(const void *search, int side, uint32_t node, uint32_t *parent);
    /* Whether the search joined a node straight to its goal. */
    bool (*met_goal)(const void *search, uint32_t node);
};

/* Draws an edge between two nodes, and the links of a node to the ends of the query. */
void graph_click_draw_edge(const struct graph_click_trail *trail, uint32_t a, uint32_t b,
                           const struct fr_sketch *sketch);
void graph_click_draw_ends(const struct graph_click_trail *trail, uint32_t node,
                           const struct fr_sketch *sketch);

/* Draws all corners and links of the graph, each once. */
void graph_click_draw(const struct graph_click_trail *trail, const struct fr_sketch *sketch);

#endif
