/* The corners of a map, numbered: the cells where a path may turn (jump_words.h). A jump point
 * search has nodes for corners only; they are few, so nodes stay in cache.
 *
 * Numbers ascend by row and column, and shift when corners come or go. Several threads may read. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CORNERS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_CORNERS_H

#include <stddef.h>
#include <stdint.h>

#include "algorithms/jump_points/jump_words.h"
#include "maps/bits.h"

#define FR_CORNER_GROUPS 4 /* in each word */

/* 16 cells of a row: counting 16 bits takes half the steps of counting 64. */
struct fr_corner_group {
    uint16_t bits;   /* the corners among the 16 */
    uint16_t before; /* number of corners earlier in the row */
};

struct fr_jump_corners {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    /* FR_CORNER_GROUPS for each word of fr_map.walkable, without padding */
    struct fr_corner_group *groups;
    int32_t row_groups; /* in a row */
    uint32_t *first;    /* number of corners before each row, and in all */
};

/* FR_OK or FR_NO_MEMORY; the caller releases corners in both cases. The map is borrowed. */
FR_MUST_USE enum fr_status fr_jump_corners_init(struct fr_jump_corners *corners,
                                                const struct fr_map *map,
                                                const struct fr_allocator *allocator);

/* The number of corners. */
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

/* Counts the set bits of a number that has at most 15 bits. Four copies, 15 bits apart, are masked
 * to every fourth bit, each copy to different ones; a multiplication adds the nibbles. */
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

/* Recounts after the pixels of a rectangle, or edge walls in it, changed. */
void fr_jump_corners_update(struct fr_jump_corners *corners, struct fr_rect rect);

/* Accepts an all-zero struct. */
void fr_jump_corners_release(struct fr_jump_corners *corners);

#endif
