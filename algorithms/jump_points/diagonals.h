/* The diagonals of a map as lanes of bits: a diagonal scan jumps, 64 cells at a time, to the next
 * cell from which a straight scan to a side meets a jump point.
 *
 * Diagonals wrap around the map: cell x is in lane y - x (or y + x) modulo the height, so that
 * there are as many lanes as rows. Steps across the top or bottom edge are closed. Built from the
 * lanes of rows and columns; several threads may read. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_DIAGONALS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_DIAGONALS_H

#include "algorithms/jump_points/jump_lanes.h"
#include "algorithms/steps/grid_moves.h"
#include "maps/point.h"

/* 64 cells of a diagonal. */
struct diagonal_word {
    uint64_t closed; /* the step to the next cell, with greater x */
    /* a straight scan beside a diagonal scan to greater x meets a jump point from here */
    uint64_t later;
    uint64_t earlier; /* like `later`, for a diagonal scan to lesser x */
};

struct diagonals {
    const struct fr_jump_lanes *lanes;
    const struct fr_allocator *allocator;
    int32_t words;                 /* for each lane */
    struct diagonal_word *falling; /* by y - x */
    struct diagonal_word *rising;  /* by y + x */
    size_t word_count;             /* of all lanes in one direction */
};

/* Builds the diagonals of the current lanes, which are borrowed. FR_OK or FR_NO_MEMORY; the caller
 * releases the diagonals in both cases. */
FR_MUST_USE enum fr_status diagonals_init(struct diagonals *diagonals,
                                          const struct fr_jump_lanes *lanes);

static inline bool diagonals_falling(int direction)
{
    return direction == 1 || direction == 5;
}

/* The first word of a cell's diagonal in an odd direction, in `falling` or `rising`. */
static inline size_t diagonals_lane_start(const struct diagonals *diagonals, struct fr_pixel cell,
                                          int direction)
{
    const int32_t height = diagonals->lanes->rows.count;
    const int32_t number =
        (diagonals_falling(direction) ? cell.y - cell.x : cell.y + cell.x) % height;
    return (size_t)(number < 0 ? number + height : number) * (size_t)diagonals->words;
}

static inline const struct diagonal_word *diagonals_lane(const struct diagonals *diagonals,
                                                         struct fr_pixel cell, int direction)
{
    return (diagonals_falling(direction) ? diagonals->falling : diagonals->rising) +
           diagonals_lane_start(diagonals, cell, direction);
}

/* The number of steps from a cell to the next marked one along its diagonal; 0 if the scan ends
 * before one. */
static inline int32_t diagonals_later(const struct diagonal_word *lane, int32_t x)
{
    int32_t word = x >> 6;
    const uint64_t rest = UINT64_MAX << (x & 63);
    uint64_t hits = lane[word].later & rest << 1, closed = lane[word].closed & rest;
    while (!(hits | closed)) {
        word++;
        hits = lane[word].later;
        closed = lane[word].closed;
    }
    const int first = fr_lowest_bit(hits | closed);
    return hits >> first & 1 ? word * 64 + first - x : 0;
}

static inline int32_t diagonals_earlier(const struct diagonal_word *lane, int32_t x)
{
    int32_t word = x >> 6;
    const uint64_t rest = ((uint64_t)1 << (x & 63)) - 1;
    uint64_t hits = lane[word].earlier & rest, closed = lane[word].closed & rest;
    while (!(hits | closed)) {
        if (word-- == 0)
            return 0;
        hits = lane[word].earlier;
        closed = lane[word].closed;
    }
    const int last = fr_highest_bit(hits | closed);
    return closed >> last & 1 ? 0 : x - word * 64 - last;
}

/* Whether diagonal steps from a walkable cell, then straight ones, are open: like links_walk_open,
 * but 64 steps at a time. */
bool diagonals_walk_open(const struct diagonals *diagonals, struct fr_pixel from, int32_t dx,
                         int32_t dy);

/* Accepts an all-zero struct. */
void diagonals_release(struct diagonals *diagonals);

#endif
