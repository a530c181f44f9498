/* The jump points around a cell: where a straight scan from it, or from a cell of a diagonal scan,
 * first meets a corner at which a path may turn (jump_words.h).
 *
 * Some shortest path from a cell to any other takes its diagonal steps as early as possible. Up to
 * its first turn, a path with early diagonals is a diagonal and a straight segment, either possibly
 * empty; so it passes a jump point or has no turn. Jump points are far fewer than the corners
 * linked to the cell, but a path to one is open only in one order of steps: diagonal ones first. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMPS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMPS_H

#include "algorithms/jump_points/diagonals.h"
#include "algorithms/jump_points/links.h"

/* A diagonal scan from a cell, with straight scans to both sides of each cell that it crosses. */
struct jump_walk {
    struct fr_pixel from;
    int direction; /* odd */
    int32_t done;  /* diagonal steps so far */
    const struct diagonal_word *lane;
};

/* Appends the jump point straight ahead in an even direction, if there is one, with the sector of
 * the last step to it. False if out of memory. */
bool jumps_ahead(const struct fr_jump_lanes *lanes, struct fr_pixel from, int straight,
                 struct links *jumps);

struct jump_walk jumps_walk_from(const struct diagonals *diagonals, struct fr_pixel from,
                                 int direction);

enum jump_progress { JUMPS_DONE, JUMPS_PAUSED, JUMPS_NO_MEMORY };

/* Continues a diagonal scan, up to `limit` steps in all; a paused scan meets a jump point in its
 * next step. */
enum jump_progress jumps_walk(const struct fr_jump_lanes *lanes, struct jump_walk *walk,
                              int32_t limit, struct links *jumps);

#endif
