/* Jump distances: how far a scan goes from each cell in each of eight directions, and whether it
 * ends at a jump point. The distances are the tables of JPS+ (Rabin and Silva, "JPS+: An Extreme A*
 * Speed Optimization for Static Uniform Cost Grids", Game AI Pro 2, 2015), with edge walls.
 *
 * Directions are those of grid_moves.h: 0 east, clockwise. at[d] of a cell is
 *   d straight: n > 0 if a scan meets a jump point for that direction after n steps (the cell
 *               where a path may turn, see jump_words.h), the nearest one;
 *   d diagonal: n > 0 if after n steps, not earlier, a scan is at a cell from which one of
 *               its two straight scans meets a jump point;
 *   either:     -n if it meets no such cell and stops after n steps; n may be 0.
 * The entries of a cell that is not walkable are 0. Goals are not jump points: a search compares
 * |at[d]| with the distance to its goal.
 *
 * Tables that stop at corners count every corner as a jump point, in any direction; diagonal scans
 * stop at corners, too.
 *
 * Turns say in which directions a cell is a jump point: for d straight, bit d is set if a path that
 * arrives in direction d may turn counterclockwise there, bit d+1 clockwise; a cell with any bit is
 * a corner.
 *
 * The map is borrowed. After a change, an update yields the same tables as building new ones.
 * Several threads may read. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_DISTANCES_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_DISTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/steps/grid_moves.h"
#include "maps/map.h"

struct fr_jump_cell {
    int16_t at[FR_DIRECTIONS];
};

enum fr_jump_stops { FR_JUMP_AT_TURNS, FR_JUMP_AT_CORNERS };

struct fr_jump_distances {
    const struct fr_map *map;
    enum fr_jump_stops stops;
    const struct fr_allocator *allocator;
    struct fr_jump_cell *cells; /* cell (x, y) at y * width + x */
    uint8_t *turns;             /* in the order of the cells */
};

/* Builds the tables of a map. FR_OK, or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_jump_distances_create(const struct fr_map *map,
                                                    enum fr_jump_stops stops,
                                                    const struct fr_allocator *allocator,
                                                    struct fr_jump_distances **distances);

static inline size_t fr_jump_index(const struct fr_jump_distances *distances, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)distances->map->width + (size_t)x;
}

/* Whether a path that arrives at a cell in the straight direction `d` may turn there. */
static inline bool fr_jump_point(const struct fr_jump_distances *distances, size_t cell, int d)
{
    return distances->turns[cell] >> d & 3;
}

/* The directions, as bits, that continue from a jump point reached in the straight direction `d`:
 * straight on, and to the sides where it may turn, straight and diagonally. */
static inline unsigned fr_jump_exits(uint8_t turns, int d)
{
    const unsigned left = turns >> d & 1, right = turns >> (d + 1) & 1;
    const unsigned exits = 1 | (right * 6) | left << 7 | left << 6; /* for direction 0 */
    return (exits << d | exits >> (FR_DIRECTIONS - d)) & 0xFF;
}

/* Updates the tables after the pixels of a rectangle, or edge walls in it, changed; parts outside
 * the map are ignored. Recomputes only what depends on the change: turns next to it, entries of
 * scans along its rows and columns as far back as they change, and diagonal scans that pass these.
 * FR_OK; or FR_NO_MEMORY, after which the tables can only be released: a large rectangle needs the
 * work space of a creation. */
FR_MUST_USE enum fr_status fr_jump_distances_update(struct fr_jump_distances *distances,
                                                    struct fr_rect rect);

/* Accepts NULL. */
void fr_jump_distances_release(struct fr_jump_distances *distances);

#endif
