/* Straight walks over pixels, 64 at a time: to the next pixel from which a shortest grid8-one path
 * may turn off, or to the last one before a wall.
 *
 * A walk along a row may have to turn off diagonally from a pixel beside which a wall ends: the one
 * above, or below, is blocked, and the one after that is not. All else is reached as cheaply by a
 * diagonal walk before. Rows and columns are lanes alike: columns have walkable bits of their own. */
#ifndef FOOTRACE_ALGORITHMS_GRID_PIXEL_LEAPS_H
#define FOOTRACE_ALGORITHMS_GRID_PIXEL_LEAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/bits.h"
#include "maps/map.h"

/* All rows, or all columns. Pixel p of a lane is bit p%64 of its word p/64. */
struct pixel_lanes {
    const uint64_t
        *walkable;   /* of the first lane; with a word, and a lane, of walls at either end */
    ptrdiff_t words; /* of a lane */
    int32_t count;
    uint64_t *stops[2]; /* lanes of words: where walks to greater, and to lesser, pixels end */
};

struct pixel_leaps {
    const struct fr_map *map; /* borrowed */
    const struct fr_allocator *allocator;
    uint64_t *column_bits; /* what columns.walkable lies in */
    struct pixel_lanes rows, columns;
};

/* FR_OK or FR_NO_MEMORY; released in either case. */
FR_MUST_USE enum fr_status pixel_leaps_init(struct pixel_leaps *leaps, const struct fr_map *map,
                                            const struct fr_allocator *allocator);

/* Brings the pixels of rect, which lies inside the map, in step with it. */
void pixel_leaps_refresh(struct pixel_leaps *leaps, struct fr_rect rect);

/* Accepts what was never initialised, if it is all zero. */
void pixel_leaps_release(struct pixel_leaps *leaps);

struct pixel_leap {
    int32_t at; /* the pixel of the lane where it ends */
    bool turns; /* a path may turn off there; else a wall follows */
};

/* From a walkable pixel of a lane to greater ones. */
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

/* And to lesser ones. */
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
