/* Straight walks over pixels, 64 at a time: to the next pixel from which a shortest grid8-one path
 * may turn off, or to the last one before a wall.
 *
 * A walk along a row may have to turn off diagonally from a pixel beside which a blocked pixel ends:
 * the one above, or below, is blocked, and the one after that is not. All else is reached as cheaply
 * by a diagonal walk before. Columns are rows of the map turned over, whose bits are kept here. */
#ifndef FOOTRACE_ALGORITHMS_GRID_PIXEL_LEAPS_H
#define FOOTRACE_ALGORITHMS_GRID_PIXEL_LEAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/bits.h"
#include "maps/map.h"

struct pixel_columns {
    const struct fr_map *map; /* borrowed */
    const struct fr_allocator *allocator;
    uint64_t
        *bits; /* pixel (x, y) is bit y%64 of word start + x*words + y/64; padded like the map */
    ptrdiff_t words; /* of a column */
};

/* FR_OK or FR_NO_MEMORY; released in either case. */
FR_MUST_USE enum fr_status pixel_columns_init(struct pixel_columns *columns,
                                              const struct fr_map *map,
                                              const struct fr_allocator *allocator);

/* Brings the pixels of rect in step with the map. */
void pixel_columns_refresh(struct pixel_columns *columns, struct fr_rect rect);

/* Accepts what was never initialised, if it is all zero. */
void pixel_columns_release(struct pixel_columns *columns);

/* The bits of column x, 0..width - 1. */
static inline const uint64_t *pixel_column(const struct pixel_columns *columns, int32_t x)
{
    return columns->bits + 1 + (x + 1) * columns->words;
}

struct pixel_leap {
    int32_t at; /* the pixel of the row where it ends */
    bool turns; /* a path may turn off there; else a wall follows */
};

/* Where turns may be on the way to greater pixels, or walls are, of one word of a row. */
static inline uint64_t leap_stops_forward(const uint64_t *level, ptrdiff_t words)
{
    const uint64_t *above = level - words, *below = level + words;
    const uint64_t ahead = level[0] >> 1 | level[1] << 63;
    const uint64_t above_ahead = above[0] >> 1 | above[1] << 63;
    const uint64_t below_ahead = below[0] >> 1 | below[1] << 63;
    return ~level[0] | (ahead & ((~above[0] & above_ahead) | (~below[0] & below_ahead)));
}

static inline uint64_t leap_stops_backward(const uint64_t *level, ptrdiff_t words)
{
    const uint64_t *above = level - words, *below = level + words;
    const uint64_t ahead = level[0] << 1 | level[-1] >> 63;
    const uint64_t above_ahead = above[0] << 1 | above[-1] >> 63;
    const uint64_t below_ahead = below[0] << 1 | below[-1] >> 63;
    return ~level[0] | (ahead & ((~above[0] & above_ahead) | (~below[0] & below_ahead)));
}

/* From a walkable pixel of a row to greater ones; words lie between one row and the next. */
static inline struct pixel_leap pixel_leap_forward(const uint64_t *row, ptrdiff_t words,
                                                   int32_t from)
{
    int32_t word = (from + 1) / 64;
    uint64_t stops = leap_stops_forward(row + word, words) >> ((from + 1) & 63)
                                                                  << ((from + 1) & 63);
    while (!stops) {
        word++;
        stops = leap_stops_forward(row + word, words);
    }
    const int bit = fr_lowest_bit(stops);
    const bool walkable = row[word] >> bit & 1;
    return (struct pixel_leap){word * 64 + bit - !walkable, walkable};
}

/* And to lesser ones. */
static inline struct pixel_leap pixel_leap_backward(const uint64_t *row, ptrdiff_t words,
                                                    int32_t from)
{
    if (from == 0)
        return (struct pixel_leap){0, false};
    int32_t word = (from - 1) / 64;
    const int unused = 63 - ((from - 1) & 63);
    uint64_t stops = leap_stops_backward(row + word, words) << unused >> unused;
    while (!stops) {
        if (word == 0)
            return (struct pixel_leap){0, false};
        word--;
        stops = leap_stops_backward(row + word, words);
    }
    const int bit = fr_highest_bit(stops);
    const bool walkable = row[word] >> bit & 1;
    return (struct pixel_leap){word * 64 + bit + !walkable, walkable};
}

#endif
