/* How the two ends of a walk are joined to the forks of a core, and to one another.
 *
 * From its pixel, an end climbs out of its dead ends, if it is in any, to its joint: a row of a
 * corridor of the core. From there exits lead up and down to the next forks. Where both ends
 * climb out by the same corridor, that is the joint of both; among dead ends, there are no
 * exits. Where no fork lies between the joints, a direct way leads from one to the other. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_ENDS_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_ENDS_H

#include "algorithms/grid/core_graph.h"
#include "algorithms/pathfinder.h"

/* Rows from..to of a corridor, going up or down. */
struct piece {
    uint32_t corridor;
    uint16_t from, to;
};

/* A way from row to row without a fork in between: pieces of a run_end. */
struct stretch {
    size_t first, count;
    struct passage passage; /* its upper gate is at the first row, its lower one at the last */
};

struct run_exit {
    struct stretch stretch; /* from the joint to the run of the fork */
    uint32_t fork;
    bool here; /* the joint is in that run */
};

struct run_end {
    struct fr_pixel pixel;
    uint32_t joint;       /* a corridor */
    int32_t row;          /* of it */
    struct stretch climb; /* from the pixel's row to the joint's */
    struct run_exit exits[ENDS];
    int exit_count;
    struct piece *pieces;
    size_t piece_count, piece_capacity;
};

struct run_ends {
    const struct core_graph *core;
    struct run_end start, goal;
    bool joined;           /* there is a direct way */
    struct stretch direct; /* from the start's joint to the goal's; pieces of the start */
};

/* The ends of a walk, both walkable: FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome run_ends_join(struct run_ends *ends, struct fr_pixel start, struct fr_pixel goal);

/* A column of a stretch's last row seen from its first, or of its first from its last: the column
 * of that row that is nearest to it, and the steps there, added to *steps. */
static inline int32_t stretch_cross(const struct stretch *stretch, int from, int32_t x,
                                    int32_t *steps)
{
    int32_t out;
    *steps += passage_cross(&stretch->passage, from, x, &out);
    return out;
}

void run_ends_release(struct run_ends *ends);

#endif
