/* The rows and columns of a map as lanes to jump along, 64 cells a step.
 *
 * Each lane holds, for every cell, whether the step to the next one is open and whether the cell is
 * a jump point for walks either way (jump_words.h): a jump is a search for the next bit. They are
 * bits, derived from the map alone, and a change of the map changes only those beside it. Columns
 * come from a transposed copy of the walkable bits (and of the walls, once there are any). Reading
 * is safe from several threads. */
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
    uint64_t open;     /* the step to the next cell */
    uint64_t forward;  /* jump points for walks to later cells */
    uint64_t backward; /* and for walks to earlier ones */
    uint64_t block;    /* all borders of the 2x2 cells with the next cell and lane */
};

struct fr_lanes {
    int32_t count, length, words; /* lanes; cells and words of each */
    struct fr_lane_word *at;      /* word 0 of lane 0; the word before and all of lane -1 are 0 */
};

struct fr_jump_lanes {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_lanes rows, columns;
    uint64_t *turned;          /* the walkable bits, transposed; padded like them */
    uint64_t *turned_walls[2]; /* walls, transposed; NULL while the map never had one */
};

/* FR_OK or FR_NO_MEMORY; released in either case. The map is borrowed. */
FR_MUST_USE enum fr_status fr_jump_lanes_init(struct fr_jump_lanes *lanes, const struct fr_map *map,
                                              const struct fr_allocator *allocator);

/* The pixels of a rectangle, or borders of them, changed. FR_OK; or FR_NO_MEMORY for walls, when
 * the map had none before. */
FR_MUST_USE enum fr_status fr_jump_lanes_update(struct fr_jump_lanes *lanes, struct fr_rect rect);

void fr_jump_lanes_release(struct fr_jump_lanes *lanes);

/* Where a walk ends. */
struct fr_jump {
    int32_t at; /* cell of the lane */
    bool point; /* a jump point, not just the last cell before a closed border */
};

/* The jump points for walks that way, or those for either way: all corners are. */
static inline uint64_t fr_lane_points(const struct fr_lane_word *word, bool ahead, bool corners)
{
    return corners ? word->forward | word->backward : ahead ? word->forward : word->backward;
}

/* Every lane ends with a closed border, and so does what comes before it: the loops below end. */
static inline struct fr_jump fr_lane_forward(const struct fr_lane_word *lane, int32_t from,
                                             bool corners)
{
    int32_t word = from >> 6;
    const uint64_t rest = UINT64_MAX << (from & 63);
    uint64_t points = fr_lane_points(&lane[word], true, corners) & rest & (rest << 1);
    uint64_t stops = points | (~lane[word].open & rest);
    while (!stops) {
        word++;
        points = fr_lane_points(&lane[word], true, corners);
        stops = points | ~lane[word].open;
    }
    const uint64_t first = stops & (~stops + 1);
    return (struct fr_jump){word * 64 + fr_lowest_bit(stops), (points & first) != 0};
}

static inline struct fr_jump fr_lane_backward(const struct fr_lane_word *lane, int32_t from,
                                              bool corners)
{
    int32_t word = from >> 6;
    const uint64_t rest = ((uint64_t)1 << (from & 63)) - 1;
    uint64_t closed = ~lane[word].open & rest;
    uint64_t stops = (fr_lane_points(&lane[word], false, corners) & rest) | closed;
    while (!stops) {
        word--;
        closed = ~lane[word].open;
        stops = fr_lane_points(&lane[word], false, corners) | closed;
    }
    const int last = fr_highest_bit(stops);
    const bool wall = closed >> last & 1;
    return (struct fr_jump){word * 64 + last + wall, !wall};
}

static inline struct fr_jump fr_jump_forward(const struct fr_lane_word *lane, int32_t from)
{
    return fr_lane_forward(lane, from, false);
}

static inline struct fr_jump fr_jump_backward(const struct fr_lane_word *lane, int32_t from)
{
    return fr_lane_backward(lane, from, false);
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

/* What is known of a cell from which a walk in a straight direction first meets a jump point. */
typedef void fr_jump_visit(void *context, struct fr_pixel cell, struct fr_pixel point,
                           int straight);

/* Visits the cells before a jump point of a lane, back to what closes the way or to the jump point
 * before. */
static inline void fr_jump_visit_before(const struct fr_jump_lanes *lanes, int straight,
                                        int32_t number, int32_t point, fr_jump_visit *visit,
                                        void *context)
{
    const bool along = straight % 4 == 0, later = straight < 4;
    const struct fr_lanes *same = along ? &lanes->rows : &lanes->columns;
    const struct fr_lane_word *lane = fr_lane(same, number);
    const struct fr_pixel met = {along ? point : number, along ? number : point};
    for (int32_t at = point; fr_lane_open(same, number, later ? at - 1 : at);) {
        at += later ? -1 : 1;
        const struct fr_pixel cell = {along ? at : number, along ? number : at};
        visit(context, cell, met, straight);
        if (fr_lane_points(&lane[at >> 6], later, false) >> (at & 63) & 1)
            return;
    }
}

/* Visits those before every jump point for walks in a straight direction: one point after the
 * other. */
static inline void fr_jump_visit_all(const struct fr_jump_lanes *lanes, int straight,
                                     fr_jump_visit *visit, void *context)
{
    const struct fr_lanes *same = straight % 4 == 0 ? &lanes->rows : &lanes->columns;
    for (int32_t number = 0; number < same->count; number++)
        for (int32_t word = 0; word < same->words; word++) {
            uint64_t points = fr_lane_points(fr_lane(same, number) + word, straight < 4, false);
            for (; points; points &= points - 1)
                fr_jump_visit_before(lanes, straight, number, word * 64 + fr_lowest_bit(points),
                                     visit, context);
        }
}

/* Whether diagonal steps within the 2x2 pixels right and down from (x, y) are legal. */
static inline bool fr_block_open(const struct fr_jump_lanes *lanes, int32_t x, int32_t y)
{
    const ptrdiff_t word = (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return fr_lane(&lanes->rows, y)[word].block >> ((uint32_t)x & 63) & 1;
}

#endif
