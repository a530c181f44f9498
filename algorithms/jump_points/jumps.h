/* Jump points round a cell: where a straight walk that follows a diagonal one, or none, first meets
 * a corner that it may turn at (jump_words.h).
 *
 * Some shortest path from a cell to any other takes its diagonal steps as early as it can. Up to
 * its first turn it is such a walk, so it passes one of these jump points, or it is a diagonal walk
 * and a straight one to its very end. They are far fewer than the corners next to the cell, but
 * what lies between is open in one order of steps only: diagonal ones first. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMPS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMPS_H

#include "algorithms/jump_points/diagonals.h"
#include "algorithms/jump_points/links.h"

/* A diagonal walk from a cell, and straight ones to either side from each cell of it. */
struct jump_walk {
    struct fr_pixel from;
    int direction; /* odd */
    int32_t done;  /* diagonal steps so far */
    const struct diagonal_word *lane;
};

/* Appends the jump points straight ahead in the four directions, each in the sector of the last
 * step to it. False without memory. */
bool jumps_straight(const struct fr_jump_lanes *lanes, struct fr_pixel from, struct links *jumps);

struct jump_walk jumps_walk_from(const struct diagonals *diagonals, struct fr_pixel from,
                                 int direction);

enum jump_progress { JUMPS_DONE, JUMPS_PAUSED, JUMPS_NO_MEMORY };

/* Walks on, to no more than `limit` steps, in the same way; a walk that paused meets something in
 * its next step. */
enum jump_progress jumps_walk(const struct fr_jump_lanes *lanes, struct jump_walk *walk,
                              int32_t limit, struct links *jumps);

/* Appends all jump points round a cell. False without memory. */
bool jumps_all(const struct diagonals *diagonals, struct fr_pixel from, struct links *jumps);

#endif
