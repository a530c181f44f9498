/* Which square blocks of cells meet a jump point (jumps.h), found backward from it, 64 cells at a
 * time.
 *
 * The cells of the jump point's lane whose straight scans meet it are bits. The bits move from lane
 * to lane, to both sides, against the diagonal scans that pass these cells, while a diagonal step
 * is open; the lanes of a row of blocks are united. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CAST_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CAST_H

#include "algorithms/jump_points/jump_lanes.h"

/* Bits of cells in a lane, or in the lanes of a row of blocks: words first to last; all other words
 * are 0. */
struct lane_cells {
    uint64_t *bits;
    int32_t number, first, last; /* number of the lane or row of blocks; first and last word */
};

struct jump_cast {
    const struct fr_jump_lanes *lanes;
    int shift;                        /* blocks have sides of 2^shift cells, at most 32 */
    int32_t columns;                  /* of blocks */
    size_t most, bit_words;           /* blocks; words of bits */
    uint64_t *bits;                   /* of the cells and the rows */
    struct lane_cells cells, rows[2]; /* rows of blocks: the jump point's, and another one */
    uint32_t *blocks;                 /* that meet the jump point, each once: row * columns + x */
    size_t count;
    int64_t words; /* words of cells passed so far */
};

/* Begins with a map of `most` blocks. False if out of memory; the caller releases `cast` in any
 * case. Lanes are borrowed. */
bool jump_cast_begin(struct jump_cast *cast, const struct fr_jump_lanes *lanes, int shift,
                     int32_t columns, size_t most);

/* Finds the blocks for a jump point. */
void jump_cast_run(struct jump_cast *cast, const struct fr_jump_run *run);

/* Accepts an all-zero struct, and leaves an all-zero one. */
void jump_cast_release(struct jump_cast *cast);

#endif
