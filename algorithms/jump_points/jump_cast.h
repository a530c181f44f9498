/* Which square blocks of cells meet a jump point (jumps.h), found backward from it, 64 cells at a
 * time.
 *
 * The cells of its lane whose straight scans meet it are bits. They go from lane to lane, to both
 * sides, against the diagonal scans that pass them, as long as any of these steps is open; the
 * lanes of a row of blocks are united. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CAST_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CAST_H

#include "algorithms/jump_points/jump_lanes.h"

/* Bits of cells in a lane, or in the lanes of a row of blocks: words first to last, between two
 * that are 0, as all others are. */
struct lane_cells {
    uint64_t *bits;
    int32_t number, first, last; /* of the lane, or of the row of blocks; of words */
};

struct jump_cast {
    const struct fr_jump_lanes *lanes;
    int shift;                        /* blocks have sides of 2^shift cells, at most 32 */
    int32_t columns;                  /* of blocks */
    size_t most, bit_words;           /* blocks; words of bits */
    uint64_t *bits;                   /* of the cells and the rows */
    struct lane_cells cells, rows[2]; /* rows: that of the jump point, and another one */
    uint32_t *blocks;                 /* that meet the jump point, each once: row * columns + x */
    size_t count;
    int64_t words; /* of cells, passed so far */
};

/* For a map of `most` blocks. False if out of memory; the caller releases it in any case. Lanes are
 * borrowed. */
bool jump_cast_begin(struct jump_cast *cast, const struct fr_jump_lanes *lanes, int shift,
                     int32_t columns, size_t most);

/* Finds the blocks for a jump point. */
void jump_cast_run(struct jump_cast *cast, const struct fr_jump_run *run);

/* Accepts an all-zero struct; leaves one. */
void jump_cast_release(struct jump_cast *cast);

#endif
