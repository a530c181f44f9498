/* The grid search of the astar back end: nodes, costs, open lists, one loop.
 *
 * Costs are unsigned 32-bit integers that wrap around: only differences of costs that are close
 * together are compared, as signed numbers. struct cost_scale says why that is exact. */
#ifndef FOOTRACE_ALGORITHMS_GRID_SEARCH_H
#define FOOTRACE_ALGORITHMS_GRID_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/front.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/open_list.h"

enum heuristic { HEURISTIC_OCTILE, HEURISTIC_MANHATTAN, HEURISTIC_CHEBYSHEV, HEURISTIC_EUCLIDEAN };

struct cost_scale {
    uint32_t straight, diagonal; /* the cost of a move */
    unsigned bucket_shift;       /* a bucket of the bucket queue spans a cost of 2^bucket_shift */
};

/* One pixel. Eight bytes, as the search time is mostly memory access to them. */
struct node {
    uint32_t g;       /* cost from the start */
    uint16_t stamp;   /* the query that last wrote this node; else it is unreached */
    uint8_t dirs;     /* directions of the moves that reach it at cost g, as bits */
    uint8_t expanded; /* those of dirs whose successors were generated */
};

struct search {
    struct fr_head head;
    struct node *nodes;    /* width * height */
    uint8_t *surroundings; /* width * height; near an edge wall: the legal moves */
    uint16_t stamp;        /* this query's */
    enum fr_movement movement;
    enum heuristic heuristic;
    bool monotone; /* f never falls from a pixel to its successor, not even by rounding */
    bool canonical;
    bool clears;          /* clears the nodes for each query, although a new stamp would suffice */
    bool prunes_at_walls; /* canonical ordering also applies near edge walls: see grid_moves.h */
    struct cost_scale scale;
    uint8_t moves[FR_DIRECTIONS + 1][256]; /* by incoming direction and surroundings */
    struct open_list open;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

/* Resets the last query; a phase if it clears the nodes. */
void search_forget(struct search *search, const struct fr_probe *probe);

/* Searches from start to goal, two different walkable pixels, after search_forget. FR_FOUND (the
 * nodes then give the path back from goal), FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome search_run(struct search *search, enum open_kind kind, struct fr_pixel start,
                           struct fr_pixel goal);

/* Appends the turning points of the path found. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome search_trace(const struct search *search, struct fr_pixel start,
                             struct fr_pixel goal, struct fr_path *path);

#endif
