/* The ground that paths are judged on: walkability and edge walls, worked out from what a map is
 * made of.
 *
 * One bit a pixel, so that the ground of a full-HD map fits in a core's cache, with a ring of
 * blocked pixels around, so that the neighbours of any pixel may be read. */
#ifndef FOOTRACE_HARNESS_JUDGE_LEGAL_GROUND_H
#define FOOTRACE_HARNESS_JUDGE_LEGAL_GROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/map.h"

struct fr_ground {
    int32_t width, height; /* pixels, without the ring */
    ptrdiff_t row_words;   /* 64-bit words from row to row */
    uint64_t *walkable;    /* rows of bits, from the ring's upper left corner on */
    uint64_t *walls[2];    /* by enum fr_side: there is a wall on that side; if walled */
    bool walled;           /* some pixel has a wall */
    const struct fr_allocator *allocator;
};

/* FR_OK or FR_NO_MEMORY, and then nothing is held. */
FR_MUST_USE enum fr_status fr_ground_create(const struct fr_map *map,
                                            const struct fr_allocator *allocator,
                                            struct fr_ground *ground);

/* Reads the map again, which is the same one after changes, or a copy of it. FR_OK or FR_NO_MEMORY;
 * then some walls are not there yet. */
FR_MUST_USE enum fr_status fr_ground_refresh(struct fr_ground *ground, const struct fr_map *map);

void fr_ground_release(struct fr_ground *ground); /* accepts one that is all zero */

/* Of all the functions below: x from -1 to width, y from -1 to height. */

static inline ptrdiff_t fr_ground_word(const struct fr_ground *ground, int32_t x, int32_t y)
{
    return (ptrdiff_t)(y + 1) * ground->row_words + (ptrdiff_t)((uint32_t)(x + 1) / 64);
}

static inline bool fr_ground_bit(const struct fr_ground *ground, const uint64_t *bits, int32_t x,
                                 int32_t y)
{
    return bits[fr_ground_word(ground, x, y)] >> ((uint32_t)(x + 1) % 64) & 1;
}

static inline bool fr_ground_walkable(const struct fr_ground *ground, int32_t x, int32_t y)
{
    return fr_ground_bit(ground, ground->walkable, x, y);
}

/* Whether no wall parts a pixel from the one beside it, (dx, dy) away. */
static inline bool fr_ground_passes(const struct fr_ground *ground, int32_t x, int32_t y,
                                    int32_t dx, int32_t dy)
{
    const int32_t left = dx < 0 ? x - 1 : x, upper = dy < 0 ? y - 1 : y;
    return !ground->walled ||
           !fr_ground_bit(ground, ground->walls[dx != 0 ? FR_EAST : FR_SOUTH], left, upper);
}

/* Whether no wall stands on the way from a pixel to the one at (dx, dy) diagonally, first across
 * and then down or up. */
static inline bool fr_ground_passes_across(const struct fr_ground *ground, int32_t x, int32_t y,
                                           int32_t dx, int32_t dy)
{
    return fr_ground_passes(ground, x, y, dx, 0) && fr_ground_passes(ground, x + dx, y, 0, dy);
}

/* The same, first down or up and then across. */
static inline bool fr_ground_passes_down(const struct fr_ground *ground, int32_t x, int32_t y,
                                         int32_t dx, int32_t dy)
{
    return fr_ground_passes(ground, x, y, 0, dy) && fr_ground_passes(ground, x, y + dy, dx, 0);
}

#endif
