/* The corners of a map, numbered: the cells where some walk may turn (see jump_words.h), which are
 * the only ones that a jump point search keeps nodes for. They are few: nodes stay in cache.
 *
 * Numbers go by row and column, and shift when corners come or go. Reading is safe from several
 * threads. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CORNERS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CORNERS_H

#include <stddef.h>
#include <stdint.h>

#include "algorithms/jump_points/jump_words.h"
#include "maps/bits.h"

struct fr_corner_word {
    uint64_t bits;   /* corners among 64 cells of a row */
    uint32_t before; /* corners of the row before them */
};

struct fr_jump_corners {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_corner_word *words; /* as fr_map.walkable, without padding */
    uint32_t *first;              /* corners before each row, and at the end of all */
};

/* FR_OK or FR_NO_MEMORY; released in either case. The map is borrowed. */
FR_MUST_USE enum fr_status fr_jump_corners_init(struct fr_jump_corners *corners,
                                                const struct fr_map *map,
                                                const struct fr_allocator *allocator);

/* How many there are. */
static inline uint32_t fr_jump_corners_count(const struct fr_jump_corners *corners)
{
    return corners->first[corners->map->height];
}

/* The number of the corner (x, y). */
static inline uint32_t fr_jump_corner(const struct fr_jump_corners *corners, int32_t x, int32_t y)
{
    const struct fr_corner_word *word =
        corners->words + (ptrdiff_t)y * corners->map->row_words + (x >> 6);
    const uint64_t earlier = word->bits & (((uint64_t)1 << (x & 63)) - 1);
    return corners->first[y] + word->before + (uint32_t)fr_popcount(earlier);
}

/* Counts again after the pixels of a rectangle, or borders of them, changed. */
void fr_jump_corners_update(struct fr_jump_corners *corners, struct fr_rect rect);

/* Accepts what was never initialised, if it is all zero. */
void fr_jump_corners_release(struct fr_jump_corners *corners);

#endif
