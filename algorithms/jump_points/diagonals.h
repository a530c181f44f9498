/* The diagonals of a map as lanes to jump along, 64 cells a step, from one cell to the next whose
 * straight walks to the sides of the diagonal meet a jump point.
 *
 * Diagonals are wound round the map: cell x of lane y - x (or y + x), modulo the height, so that as
 * many lanes as rows hold all of them. What leads off an edge is closed. Derived from the lanes of
 * rows and columns; reading is safe from several threads. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_DIAGONALS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_DIAGONALS_H

#include "algorithms/jump_points/jump_lanes.h"
#include "algorithms/steps/grid_moves.h"
#include "maps/point.h"

/* 64 cells of a diagonal. */
struct diagonal_word {
    uint64_t closed;  /* the step to the next cell, which has a greater x */
    uint64_t later;   /* a walk to greater x meets a jump point to a side from here */
    uint64_t earlier; /* and one to lesser x */
};

struct diagonals {
    const struct fr_jump_lanes *lanes;
    const struct fr_allocator *allocator;
    int32_t words;                 /* of a lane */
    struct diagonal_word *falling; /* lanes of y - x */
    struct diagonal_word *rising;  /* lanes of y + x */
    size_t word_count;             /* of all lanes, either way */
};

/* The diagonals of lanes as they are now, which are borrowed. FR_OK or FR_NO_MEMORY; released in
 * either case. */
FR_MUST_USE enum fr_status diagonals_init(struct diagonals *diagonals,
                                          const struct fr_jump_lanes *lanes);

static inline bool diagonals_falling(int direction)
{
    return direction == 1 || direction == 5;
}

/* The first word of the diagonal of a cell in an odd direction, among those that fall or rise. */
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

/* From a cell on, along its diagonal, steps to the next cell that meets something to a side; 0 if
 * there is none before the walk ends. */
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

/* How many steps a walk in an odd direction may have come to a cell by. */
int32_t diagonals_open_back(const struct diagonals *diagonals, struct fr_pixel cell, int direction);

/* Whether a walk from a walkable cell by diagonal steps, and then by straight ones, is open: what
 * links_walk_open says, 64 steps at a time. */
bool diagonals_walk_open(const struct diagonals *diagonals, struct fr_pixel from, int32_t dx,
                         int32_t dy);

/* Accepts what was never initialised, if it is all zero; which it is again, afterwards. */
void diagonals_release(struct diagonals *diagonals);

#endif
