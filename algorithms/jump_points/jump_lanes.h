/* The rows and columns of a map as lanes of bits, in which a straight scan jumps 64 cells at a
 * time.
 *
 * For every cell, a lane stores whether the step to the next cell is open and whether the cell is a
 * jump point for scans in either direction (jump_words.h): a jump is a search for the next bit.
 * Lanes depend on the map alone; a change of the map changes only bits near it. Columns come from a
 * transposed copy of the walkable bits (and of the edge walls, if there are any). Several threads
 * may read. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_LANES_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/jump_points/jump_words.h"
#include "maps/bits.h"
#include "maps/point.h"

/* 64 cells of a lane. */
struct fr_lane_word {
    uint64_t open;     /* the step to the next cell is open */
    uint64_t forward;  /* jump points for scans to later cells */
    uint64_t backward; /* jump points for scans to earlier cells */
    uint64_t block;    /* all borders of the 2x2 cells with the next cell and lane are open */
};

struct fr_lanes {
    int32_t count, length, words; /* lanes; cells and words in each */
    struct fr_lane_word *at;      /* word 0 of lane 0; the word before it and lane -1 are all 0 */
};

struct fr_jump_lanes {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_lanes rows, columns;
    uint64_t *turned;          /* the walkable bits, transposed, with the same padding */
    uint64_t *turned_walls[2]; /* edge walls, transposed; NULL until the map has edge walls */
};

/* FR_OK or FR_NO_MEMORY; the caller releases lanes in both cases. The map is borrowed. */
FR_MUST_USE enum fr_status fr_jump_lanes_init(struct fr_jump_lanes *lanes, const struct fr_map *map,
                                              const struct fr_allocator *allocator);

/* Updates the lanes after the pixels of a rectangle, or edge walls in it, changed. FR_OK; or
 * FR_NO_MEMORY for the map's first walls. */
FR_MUST_USE enum fr_status fr_jump_lanes_update(struct fr_jump_lanes *lanes, struct fr_rect rect);

void fr_jump_lanes_release(struct fr_jump_lanes *lanes);

/* Where a straight scan ends. */
struct fr_jump {
    int32_t at; /* cell of the lane */
    bool point; /* a jump point; else the last cell before a closed border */
};

/* The jump points for scans to later cells (`ahead`) or to earlier ones or, with `corners`, those
 * for either, which are all corners. */
static inline uint64_t fr_lane_points(const struct fr_lane_word *word, bool ahead, bool corners)
{
    return corners ? word->forward | word->backward : ahead ? word->forward : word->backward;
}

/* Every lane ends at a closed border, and so does the word before it: the loops below end. */
static inline struct fr_jump fr_lane_forward(const struct fr_lane_word *lane, int32_t from,
                                             bool ahead, bool corners)
{
    int32_t word = from >> 6;
    const uint64_t rest = UINT64_MAX << (from & 63);
    uint64_t points = fr_lane_points(&lane[word], ahead, corners) & rest & (rest << 1);
    uint64_t stops = points | (~lane[word].open & rest);
    while (!stops) {
        word++;
        points = fr_lane_points(&lane[word], ahead, corners);
        stops = points | ~lane[word].open;
    }
    const uint64_t first = stops & (~stops + 1);
    return (struct fr_jump){word * 64 + fr_lowest_bit(stops), (points & first) != 0};
}

static inline struct fr_jump fr_lane_backward(const struct fr_lane_word *lane, int32_t from,
                                              bool ahead, bool corners)
{
    int32_t word = from >> 6;
    const uint64_t rest = ((uint64_t)1 << (from & 63)) - 1;
    uint64_t closed = ~lane[word].open & rest;
    uint64_t stops = (fr_lane_points(&lane[word], ahead, corners) & rest) | closed;
    while (!stops) {
        word--;
        closed = ~lane[word].open;
        stops = fr_lane_points(&lane[word], ahead, corners) | closed;
    }
    const int last = fr_highest_bit(stops);
    const bool wall = closed >> last & 1;
    return (struct fr_jump){word * 64 + last + wall, !wall};
}

static inline struct fr_jump fr_jump_forward(const struct fr_lane_word *lane, int32_t from)
{
    return fr_lane_forward(lane, from, true, false);
}

static inline struct fr_jump fr_jump_backward(const struct fr_lane_word *lane, int32_t from)
{
    return fr_lane_backward(lane, from, false, false);
}

static inline const struct fr_lane_word *fr_lane(const struct fr_lanes *lanes, int32_t number)
{
    return lanes->at + (ptrdiff_t)number * lanes->words;
}

static inline bool fr_lane_open(const struct fr_lanes *lanes, int32_t number, int32_t cell)
{
    const ptrdiff_t word = (ptrdiff_t)((uint32_t)(cell + 64) >> 6) - 1;
    return fr_lane(lanes, number)[word].open >> ((uint32_t)cell & 63) & 1;
}

/* The lanes along a straight direction: rows or columns. */
static inline int32_t fr_jump_lane_count(const struct fr_jump_lanes *lanes, int straight)
{
    return straight % 4 == 0 ? lanes->rows.count : lanes->columns.count;
}

/* A jump point for scans in a straight direction, and the cells of its lane, at least one, from
 * which such a scan first meets it. */
struct fr_jump_run {
    int straight;
    int32_t lane, point, first, last;
};

typedef void fr_jump_visit(void *context, const struct fr_jump_run *run);

/* Visits the cells before every jump point of a lane for a straight direction, point by point. */
static inline void fr_jump_visit_lane(const struct fr_jump_lanes *lanes, int straight,
                                      int32_t number, fr_jump_visit *visit, void *context)
{
    const bool later = straight < 4;
    const struct fr_lanes *same = straight % 4 == 0 ? &lanes->rows : &lanes->columns;
    const struct fr_lane_word *lane = fr_lane(same, number);
    for (int32_t word = 0; word < same->words; word++) {
        uint64_t points = fr_lane_points(&lane[word], later, false);
        for (; points; points &= points - 1) {
            const int32_t at = word * 64 + fr_lowest_bit(points);
            const struct fr_jump end = later ? fr_lane_backward(lane, at, true, false)
                                             : fr_lane_forward(lane, at, false, false);
            const int32_t first = later ? end.at : at + 1, last = later ? at - 1 : end.at;
            if (first <= last)
                visit(context, &(struct fr_jump_run){straight, number, at, first, last});
        }
    }
}

/* Whether diagonal steps within the 2x2 pixels right and down from (x, y) are legal. */
static inline bool fr_block_open(const struct fr_jump_lanes *lanes, int32_t x, int32_t y)
{
    const ptrdiff_t word = (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return fr_lane(&lanes->rows, y)[word].block >> ((uint32_t)x & 63) & 1;
}

#endif
