/* The search of theta and theta-lazy: A* over pixels in which the parent of a pixel can be any
 * pixel that sees it, not only a neighbour.
 *
 * Nodes are walkable pixels, numbered y << 16 | x. Edges lead to their neighbours, also diagonally
 * if one pixel beside the diagonal is walkable: the steps that exact sight allows. */
#ifndef FOOTRACE_ALGORITHMS_GRID_THETA_SEARCH_H
#define FOOTRACE_ALGORITHMS_GRID_THETA_SEARCH_H

#include <stdint.h>

#include "algorithms/front.h"
#include "algorithms/steps/search_heap.h"
#include "maps/geometry/open_tiles.h"

/* When the line of sight between a pixel and its parent is checked. */
enum theta_sight {
    THETA_EAGER, /* before the parent is assigned */
    THETA_LAZY   /* when the pixel is expanded; until then it is assumed */
};

struct theta_node {
    double from_start; /* pixels */
    uint32_t parent;   /* and a bit: expanded; the start's parent is itself */
    uint32_t stamp;    /* of the query; older: unreached */
};

struct theta_search {
    struct fr_head head;
    struct theta_node *nodes; /* by pixel, row by row */
    uint8_t moves[256];       /* the legal steps, by a pixel's surroundings */
    uint32_t stamp;
    struct search_heap open; /* outdated entries are skipped */
    struct fr_open_tiles tiles;
};

/* As fr_pathfinder.prepare, update and release, and find. */
FR_MUST_USE enum fr_status theta_search_prepare(struct theta_search *search);
FR_MUST_USE enum fr_status theta_search_update(struct theta_search *search,
                                               const struct fr_rect *rects, size_t count);
void theta_search_release(struct theta_search *search);
FR_MUST_USE enum fr_outcome theta_search_find(struct theta_search *search, enum theta_sight sight,
                                              struct fr_point start, struct fr_point goal,
                                              const struct fr_probe *probe, struct fr_path *path);

#endif
