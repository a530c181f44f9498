/* A click on a jump-point graph as far as it needs no search, and the drawing of the graph. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_CLICK_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_GRAPH_CLICK_H

#include "algorithms/jump_points/diagonals.h"
#include "algorithms/jump_points/jump_graph.h"
#include "algorithms/pathfinder.h"
#include "algorithms/steps/reach.h"

#define GRAPH_CLICK_END UINT32_MAX /* in place of a node: the start, or the goal */

/* Empties the path and answers what needs no graph: a walk of one diagonal run and one straight
 * one, in either order, is found; an end that is not walkable is unreachable. FR_NONE where the
 * graph has to answer; or FR_OUT_OF_MEMORY. Without diagonals, which are NULL then, long walks take
 * longer. */
enum fr_outcome graph_click_walk(const struct jump_graph *graph, const struct diagonals *diagonals,
                                 struct fr_point start, struct fr_point goal,
                                 const struct fr_probe *probe, struct fr_path *path);

/* The same, and an end that is out of reach is unreachable, too. Stale labels are believed only where
 * they join the ends, else made again. */
enum fr_outcome graph_click_at_once(const struct jump_graph *graph,
                                    const struct diagonals *diagonals, struct fr_reach *reach,
                                    struct fr_point start, struct fr_point goal,
                                    const struct fr_probe *probe, struct fr_path *path);

/* What a search came to. Where stale labels let a click through that has no answer, they would do so
 * again, and are made again: FR_OUT_OF_MEMORY where that fails. */
enum fr_outcome graph_click_searched(const struct jump_graph *graph, struct fr_reach *reach,
                                     enum fr_outcome outcome);

/* What the last click did, to be drawn. */
struct graph_click_trail {
    const struct jump_graph *graph;
    const void *search;
    struct fr_pixel ends[2];
    bool searched; /* else it needed no search */
    /* Whether the search reached a node from one end; then where from, a node or
     * GRAPH_CLICK_END. */
    bool (*reached)(const void *search, int side, uint32_t node, uint32_t *parent);
    /* Whether it went from a node to its goal without reaching it from there. */
    bool (*met_goal)(const void *search, uint32_t node);
};

/* Draws an edge between two nodes, and the links of a node to the ends of the click. */
void graph_click_draw_edge(const struct graph_click_trail *trail, uint32_t a, uint32_t b,
                           const struct fr_sketch *sketch);
void graph_click_draw_ends(const struct graph_click_trail *trail, uint32_t node,
                           const struct fr_sketch *sketch);

/* Draws all corners and links of the graph, each once. */
void graph_click_draw(const struct graph_click_trail *trail, const struct fr_sketch *sketch);

#endif
