/* The search behind theta and theta-lazy: A* over pixels in which a pixel's parent is any pixel that
 * sees it, not only a neighbour.
 *
 * Nodes are walkable pixels, distinguished as y << 16 | x. They lead to their neighbours, diagonally
 * too where one pixel beside the diagonal is walkable: the steps that exact sight allows. */
#ifndef FOOTRACE_ALGORITHMS_GRID_THETA_SEARCH_H
#define FOOTRACE_ALGORITHMS_GRID_THETA_SEARCH_H

#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "algorithms/steps/reach.h"
#include "algorithms/steps/search_heap.h"
#include "maps/geometry/open_tiles.h"

/* When the sight between a pixel and its parent is checked. */
enum theta_sight {
    THETA_EAGER, /* before the pixel is given the parent */
    THETA_LAZY   /* when the pixel is expanded: until then it is taken for granted */
};

struct theta_node {
    double from_start; /* pixels */
    uint32_t parent;   /* and whether the node was expanded; the start's is itself */
    uint32_t stamp;    /* of the click; older: not seen yet */
};

struct theta_search {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct theta_node *nodes; /* by pixel, row by row */
    uint8_t moves[256];       /* the legal steps by a pixel's surroundings */
    uint32_t stamp;
    struct search_heap open; /* an entry that was overtaken is skipped */
    struct fr_reach reach;
    struct fr_open_tiles tiles;
    int64_t expanded, generated, sight_checks;
};

/* FR_OK; FR_NO_MEMORY; or FR_UNSUPPORTED for a map with edge walls. Either way the caller releases
 * it. The map is borrowed. */
FR_MUST_USE enum fr_status theta_search_create(struct theta_search *search,
                                               const struct fr_map *map,
                                               const struct fr_allocator *allocator);

/* As find of pathfinder.h. */
FR_MUST_USE enum fr_outcome theta_search_find(struct theta_search *search, enum theta_sight sight,
                                              struct fr_point start, struct fr_point goal,
                                              const struct fr_probe *probe, struct fr_path *path);

/* As update of pathfinder.h. */
FR_MUST_USE enum fr_status theta_search_update(struct theta_search *search,
                                               const struct fr_rect *rects, size_t count);

void theta_search_stats(const struct theta_search *search, struct fr_stats *stats);

void theta_search_release(struct theta_search *search);

#endif
