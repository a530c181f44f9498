/* How the two ends of a query are joined to the forks of a core, and to each other.
 *
 * From its pixel, an end leaves its dead ends, if any, for its access: a row of a core corridor.
 * From the access, exits lead up and down to the next forks. If both ends come to the same
 * corridor, in the core or in dead ends, both have their access there; inside dead ends there are
 * no exits. If no fork is between the accesses, a direct stretch joins them. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_ENDS_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_ENDS_H

#include "algorithms/grid/core_graph.h"
#include "algorithms/pathfinder.h"

/* Rows from..to of a corridor, in the direction of travel. */
struct piece {
    uint32_t corridor;
    uint16_t from, to;
};

/* A part of a path from row to row without a fork: pieces of a run_end. */
struct stretch {
    size_t first, count;
    struct passage passage; /* its upper gate is at the first row, its lower one at the last */
};

struct run_exit {
    struct stretch stretch; /* from the access to the run of the fork */
    uint32_t fork;
    bool here; /* the access is in that run */
};

struct run_end {
    struct fr_pixel pixel;
    uint32_t access;         /* a corridor */
    int32_t row;             /* in that corridor */
    struct stretch approach; /* from the pixel's row to the access's */
    struct run_exit exits[ENDS];
    int exit_count;
    struct piece *pieces;
    size_t piece_count, piece_capacity;
};

struct run_ends {
    const struct core_graph *core;
    struct run_end start, goal;
    bool joined;           /* the direct stretch exists */
    struct stretch direct; /* from the start's access to the goal's; its pieces are in the start */
};

/* Joins two walkable pixels. FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome run_ends_join(struct run_ends *ends, struct fr_pixel start, struct fr_pixel goal);

/* The column of a stretch's last row nearest to column x of its first row (or the reverse,
 * depending on `from`); increases *steps by the steps between the two. */
static inline int32_t stretch_cross(const struct stretch *stretch, int from, int32_t x,
                                    int32_t *steps)
{
    int32_t out;
    *steps += passage_cross(&stretch->passage, from, x, &out);
    return out;
}

void run_ends_release(struct run_ends *ends);

#endif
