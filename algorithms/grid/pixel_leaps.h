/* Straight scans over pixels, 64 at a time: to the next pixel where a shortest grid8-one path may
 * turn off, or the last one before a wall.
 *
 * A path along a row may have to turn off diagonally where a wall beside it ends: the pixel above,
 * or below, is blocked, and the next one there is not. Everything else is reached as cheaply by an
 * earlier diagonal. Rows and columns are both lanes: columns have their own copy of the walkable
 * bits. */
#ifndef FOOTRACE_ALGORITHMS_GRID_PIXEL_LEAPS_H
#define FOOTRACE_ALGORITHMS_GRID_PIXEL_LEAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/bits.h"
#include "maps/map.h"

/* All rows, or all columns. Pixel p of a lane is bit p % 64 of its word p / 64. */
struct pixel_lanes {
    const uint64_t
        /* first lane; a word of walls precedes and follows each lane, a lane of walls the first and
         * last */
        *walkable;
    ptrdiff_t words; /* in a lane */
    int32_t count;
    uint64_t *stops[2]; /* by direction, to greater and to lesser pixels: where scans end */
};

struct pixel_leaps {
    const struct fr_map *map; /* borrowed */
    const struct fr_allocator *allocator;
    uint64_t *column_bits; /* buffer for columns.walkable */
    struct pixel_lanes rows, columns;
};

/* FR_OK or FR_NO_MEMORY; the caller releases it in both cases. */
FR_MUST_USE enum fr_status pixel_leaps_init(struct pixel_leaps *leaps, const struct fr_map *map,
                                            const struct fr_allocator *allocator);

/* Updates the pixels of rect, which is inside the map. */
void pixel_leaps_refresh(struct pixel_leaps *leaps, struct fr_rect rect);

/* Accepts an all-zero struct. */
void pixel_leaps_release(struct pixel_leaps *leaps);

struct pixel_leap {
    int32_t at; /* the pixel of the lane where it ends */
    bool turns; /* a path may turn off there; else a wall follows */
};

/* Scans from a walkable pixel of a lane to greater ones. */
static inline struct pixel_leap pixel_leap_forward(const struct pixel_lanes *lanes, int32_t lane,
                                                   int32_t from)
{
    const uint64_t *stops = lanes->stops[0] + lane * lanes->words;
    int32_t word = (from + 1) / 64;
    uint64_t bits = stops[word] >> ((from + 1) & 63) << ((from + 1) & 63);
    while (!bits)
        bits = stops[++word];
    const int bit = fr_lowest_bit(bits);
    const bool walkable = lanes->walkable[lane * lanes->words + word] >> bit & 1;
    return (struct pixel_leap){word * 64 + bit - !walkable, walkable};
}

/* Scans to lesser ones. */
static inline struct pixel_leap pixel_leap_backward(const struct pixel_lanes *lanes, int32_t lane,
                                                    int32_t from)
{
    if (from == 0)
        return (struct pixel_leap){0, false};
    const uint64_t *stops = lanes->stops[1] + lane * lanes->words;
    int32_t word = (from - 1) / 64;
    const int unused = 63 - ((from - 1) & 63);
    uint64_t bits = stops[word] << unused >> unused;
    while (!bits) {
        if (word == 0)
            return (struct pixel_leap){0, false};
        bits = stops[--word];
    }
    const int bit = fr_highest_bit(bits);
    const bool walkable = lanes->walkable[lane * lanes->words + word] >> bit & 1;
    return (struct pixel_leap){word * 64 + bit + !walkable, walkable};
}

#endif
