/* All jump distances of a map at once, by two sweeps over its rows: down for the walks that lead
 * west to northeast, up for those east to southwest. Each row follows from the one before it by the
 * same few operations on every cell, which compilers turn into vector instructions. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_SWEEP_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_SWEEP_H

#include "algorithms/jump_points/jump_distances.h"

/* Fills the cells of tables; their turns are not read. FR_OK, or FR_NO_MEMORY for rows to work on.
 */
FR_MUST_USE enum fr_status fr_jump_sweep(struct fr_jump_distances *distances);

#endif
