/* The floor that paths are judged on: walkable pixels and edge walls. The floor is derived from a
 * map's areas, blocked pixels and walls, never from its walkability bits.
 *
 * One byte per pixel, with a ring of blocked pixels around the map, so that the neighbours of any
 * pixel can be read. */
#ifndef FOOTRACE_HARNESS_JUDGE_LEGAL_FLOOR_H
#define FOOTRACE_HARNESS_JUDGE_LEGAL_FLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/map.h"

struct fr_legal_floor {
    int32_t width, height; /* pixels, without the ring */
    bool *walkable;        /* indexed by fr_legal_floor_index */
    bool *walls[2];        /* by enum fr_side, then pixel; true: closed; only set if `walled` */
    size_t wall_count;
    bool walled; /* there is at least one edge wall */
    const struct fr_allocator *allocator;
};

/* FR_OK; or FR_NO_MEMORY with nothing to release. */
FR_MUST_USE enum fr_status fr_legal_floor_create(const struct fr_map *map,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_legal_floor *floor);

/* Reads a rectangle of a map of the same size again, with the east and south borders of its pixels;
 * parts outside the map are ignored. FR_OK; or FR_NO_MEMORY, after which the floor may only be
 * released. */
FR_MUST_USE enum fr_status fr_legal_floor_refresh(struct fr_legal_floor *floor,
                                                  const struct fr_map *map, struct fr_rect changed);

void fr_legal_floor_release(struct fr_legal_floor *floor); /* accepts an all-zero floor */

/* For all functions below: x from -1 to width, y from -1 to height. */

static inline size_t fr_legal_floor_index(const struct fr_legal_floor *floor, int32_t x, int32_t y)
{
    return (size_t)(y + 1) * ((size_t)floor->width + 2) + (size_t)(x + 1);
}

static inline bool fr_legal_floor_walkable(const struct fr_legal_floor *floor, int32_t x, int32_t y)
{
    return floor->walkable[fr_legal_floor_index(floor, x, y)];
}

/* Whether the border to the next pixel, (dx, dy) away, is open. */
static inline bool fr_legal_floor_passes(const struct fr_legal_floor *floor, int32_t x, int32_t y,
                                         int32_t dx, int32_t dy)
{
    const int32_t left = dx < 0 ? x - 1 : x, upper = dy < 0 ? y - 1 : y;
    return !floor->walled ||
           !floor->walls[dx != 0 ? FR_EAST : FR_SOUTH][fr_legal_floor_index(floor, left, upper)];
}

/* Whether both borders on the route to the diagonal neighbour (dx, dy) away are open, first
 * horizontally, then vertically. */
static inline bool fr_legal_floor_passes_across(const struct fr_legal_floor *floor, int32_t x,
                                                int32_t y, int32_t dx, int32_t dy)
{
    return fr_legal_floor_passes(floor, x, y, dx, 0) &&
           fr_legal_floor_passes(floor, x + dx, y, 0, dy);
}

/* Like fr_legal_floor_passes_across, but first vertically, then horizontally. */
static inline bool fr_legal_floor_passes_down(const struct fr_legal_floor *floor, int32_t x,
                                              int32_t y, int32_t dx, int32_t dy)
{
    return fr_legal_floor_passes(floor, x, y, 0, dy) &&
           fr_legal_floor_passes(floor, x, y + dy, dx, 0);
}

#endif
