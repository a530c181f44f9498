/* Which cells have the same jump points (jumps.h) as the cell to the left.
 *
 * Most cells of an open floor have equal jump points; 64 are compared at a time, row after row. A
 * diagonal scan from a cell is compared with the left cell's scan: along rows, both must meet the
 * same jump points in the same rows; along columns, in the same columns, which the scans enter one
 * row apart. Each comparison follows from that of the next cells of both scans. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_LIKE_LEFT_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_LIKE_LEFT_H

#include "algorithms/jump_points/jump_lanes.h"

/* For 64 cells, by half the direction of a diagonal scan: bits of the cells from which this scan,
 * with its straight scans, meets the same jump points as from the cell to the left. Straight scans
 * along the row are always included. Straight scans up and down from the cell itself are included
 * for scans to the right, but not for scans to the left. A bit that is not set says nothing. */
struct like_left_word {
    uint64_t scans[4];
};

/* Yields lanes->rows.words words for each row. NULL if out of memory. */
struct like_left_word *like_left_create(const struct fr_jump_lanes *lanes);

/* Accepts NULL. */
void like_left_release(struct like_left_word *like, const struct fr_jump_lanes *lanes);

#endif
