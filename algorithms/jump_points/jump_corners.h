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

#define FR_CORNER_GROUPS 4 /* of a word */

/* 16 cells of a row: few enough that a corner's number takes half of the steps of a full count. */
struct fr_corner_group {
    uint16_t bits;   /* corners among them */
    uint16_t before; /* corners of the row before them */
};

struct fr_jump_corners {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_corner_group *groups; /* FR_CORNER_GROUPS a word of fr_map.walkable, no padding */
    int32_t row_groups;             /* of a row */
    uint32_t *first;                /* corners before each row, and at the end of all */
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

/* The corners among the 64 cells of a word of row y, as bits. */
static inline uint64_t fr_jump_corner_bits(const struct fr_jump_corners *corners, int32_t y,
                                           int32_t word)
{
    const struct fr_corner_group *groups =
        corners->groups + (ptrdiff_t)y * corners->row_groups + word * FR_CORNER_GROUPS;
    return groups[0].bits | (uint64_t)groups[1].bits << 16 | (uint64_t)groups[2].bits << 32 |
           (uint64_t)groups[3].bits << 48;
}

/* How many of the lowest 15 bits are set; there are no others. Of four copies 15 bits apart, each
 * keeps a quarter of the bits, one in each four; a multiplication adds up the fours. */
static inline uint32_t fr_count_15_bits(uint64_t bits)
{
    const uint64_t spread = bits * UINT64_C(0x200040008001) & UINT64_C(0x111111111111111);
    return (uint32_t)(spread * UINT64_C(0x1111111111111111) >> 60);
}

/* The number of the corner (x, y). */
static inline uint32_t fr_jump_corner(const struct fr_jump_corners *corners, int32_t x, int32_t y)
{
    const struct fr_corner_group *group =
        corners->groups + (ptrdiff_t)y * corners->row_groups + (x >> 4);
    const uint32_t earlier = group->bits & ((1u << (x & 15)) - 1);
    return corners->first[y] + group->before + fr_count_15_bits(earlier);
}

/* Counts again after the pixels of a rectangle, or borders of them, changed. */
void fr_jump_corners_update(struct fr_jump_corners *corners, struct fr_rect rect);

/* Accepts what was never initialised, if it is all zero. */
void fr_jump_corners_release(struct fr_jump_corners *corners);

#endif
