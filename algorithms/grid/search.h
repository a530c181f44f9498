/* The grid search behind the astar back end: nodes, costs, open lists, one loop.
 *
 * Costs are unsigned 32-bit integers that wrap around: only differences between costs that lie
 * close together are ever compared, as signed numbers. See struct cost_scale for why that is exact.
 */
#ifndef FOOTRACE_ALGORITHMS_GRID_SEARCH_H
#define FOOTRACE_ALGORITHMS_GRID_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/open_list.h"

enum heuristic { HEURISTIC_OCTILE, HEURISTIC_MANHATTAN, HEURISTIC_CHEBYSHEV, HEURISTIC_EUCLIDEAN };

struct cost_scale {
    uint32_t straight, diagonal; /* what a move costs */
    unsigned bucket_shift;       /* a bucket of the bucket queue spans 2^bucket_shift */
};

/* One pixel. Eight bytes, since the search's time is the time to touch them. */
struct node {
    uint32_t g;       /* cost from the start */
    uint16_t stamp;   /* the click that last wrote this node; any other click's is unseen */
    uint8_t dirs;     /* directions of the moves that reach it at cost g, as bits */
    uint8_t expanded; /* those whose successors have been generated */
};

struct search {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct node *nodes;    /* width * height */
    uint8_t *surroundings; /* width * height; where a wall is near: the legal moves */
    uint16_t stamp;        /* this click's */
    enum fr_movement movement;
    enum heuristic heuristic;
    bool monotone; /* f never falls from a pixel to the next, not even by rounding */
    bool canonical;
    bool clears;          /* wipes the nodes for each click, though a new stamp would do */
    bool prunes_at_walls; /* canonical ordering holds near edge walls too: see grid_moves.h */
    struct cost_scale scale;
    uint8_t moves[FR_DIRECTIONS + 1][256]; /* by incoming direction and surroundings */
    struct open_list open;
    int64_t expanded, generated, cleared;
    const struct fr_probe *probe; /* NULL: nobody asks what is expanded */
};

/* Forgets the last click; enters its phase where it wipes the nodes. */
void search_forget(struct search *search, const struct fr_probe *probe);

/* Searches from start to goal, two different walkable pixels, the last click being forgotten.
 * FR_FOUND (the nodes then hold the way back from goal), FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome search_run(struct search *search, enum open_kind kind, struct fr_pixel start,
                           struct fr_pixel goal);

/* Reads the found path off the nodes, its turning points only. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome search_trace(const struct search *search, struct fr_pixel start,
                             struct fr_pixel goal, struct fr_path *path);

#endif
