/* Moves between neighbouring pixels: the eight directions, the surroundings of a pixel as one byte,
 * and the moves that a movement model allows there, with edge walls.
 *
 * Directions are numbered clockwise from east (y grows downward); even ones are straight, odd ones
 * diagonal. A surroundings byte has bit d set if the neighbour in direction d is walkable. A set of
 * moves is also a byte of directions. Where no wall is near, a table gives the moves for the
 * surroundings; a set of moves that is read as surroundings yields itself in every model. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_GRID_MOVES_H
#define FOOTRACE_ALGORITHMS_STEPS_GRID_MOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"
#include "maps/movement.h"

#define FR_DIRECTIONS 8
#define FR_START FR_DIRECTIONS /* "no direction": for entering the start */

extern const int8_t fr_direction_dx[FR_DIRECTIONS]; /* 1, 1, 0, -1, -1, -1, 0, 1 */
extern const int8_t fr_direction_dy[FR_DIRECTIONS]; /* 0, 1, 1, 1, 0, -1, -1, -1 */

/* Bits x-1, x, x+1 of a row as bits 0, 1, 2. */
static inline unsigned fr_three_bits(const uint64_t *row, int32_t x)
{
    const ptrdiff_t word = (ptrdiff_t)((uint32_t)(x + 63) >> 6) - 1;
    const unsigned shift = (uint32_t)(x - 1) & 63;
    return (unsigned)(row[word] >> shift | row[word + 1] << 1 << (63 - shift)) & 7;
}

/* The surroundings byte of a pixel inside the map. */
static inline uint8_t fr_surroundings(const struct fr_map *map, int32_t x, int32_t y)
{
    const uint64_t *row = fr_map_row(map, y);
    const unsigned above = fr_three_bits(row - map->row_words, x);
    const unsigned level = fr_three_bits(row, x);
    const unsigned below = fr_three_bits(row + map->row_words, x);
    return (uint8_t)(level >> 2 | (below & 4) >> 1 | (below & 2) << 1 | (below & 1) << 3 |
                     (level & 1) << 4 | (above & 1) << 5 | (above & 2) << 5 | (above & 4) << 5);
}

/* The closed borders among the 3x3 pixels around a pixel, as bytes of directions. */
struct fr_walls {
    unsigned own;    /* even bits: between the pixel and its neighbour in that direction */
    unsigned before; /* odd bits: between the neighbours in that and the previous direction */
    unsigned after;  /* odd bits: between the neighbours in that and the next direction */
};

/* The closed borders around a pixel of a map that has, or had, edge walls. */
static inline struct fr_walls fr_walls_around(const struct fr_map *map, int32_t x, int32_t y)
{
    const ptrdiff_t words = map->row_words, first = y * words;
    const uint64_t *east = map->walls[FR_EAST] + first, *south = map->walls[FR_SOUTH] + first;
    const unsigned upper = fr_three_bits(east - words, x), level = fr_three_bits(east, x);
    const unsigned lower = fr_three_bits(east + words, x);
    const unsigned above = fr_three_bits(south - words, x), below = fr_three_bits(south, x);
    return (struct fr_walls){
        .own = (level & 2) >> 1 | (below & 2) << 1 | (level & 1) << 4 | (above & 2) << 5,
        .before = (below & 4) >> 1 | (lower & 1) << 3 | (above & 1) << 5 | (upper & 2) << 6,
        .after = (lower & 2) | (below & 1) << 3 | (upper & 1) << 5 | (above & 4) << 5};
}

/* Whether an edge wall is near a pixel: between two of the nine around it. */
static inline bool fr_wall_near(const struct fr_map *map, int32_t x, int32_t y)
{
    if (map->wall_count == 0)
        return false;
    const struct fr_walls walls = fr_walls_around(map, x, y);
    return (walls.own | walls.before | walls.after) != 0;
}

/* The legal moves of a walkable pixel, from its surroundings and walls; `movement` is a grid
 * model. */
uint8_t fr_moves_past_walls(enum fr_movement movement, uint8_t surroundings, struct fr_walls walls);

/* The surroundings of a pixel of the map; its legal moves where an edge wall is near. */
static inline uint8_t fr_walled_surroundings(const struct fr_map *map, enum fr_movement movement,
                                             int32_t x, int32_t y)
{
    const uint8_t surroundings = fr_surroundings(map, x, y);
    if (!fr_wall_near(map, x, y))
        return surroundings;
    return fr_moves_past_walls(movement, surroundings, fr_walls_around(map, x, y));
}

/* The legal moves for each surroundings byte, with no wall near; `movement` is a grid model. */
void fr_legal_moves(enum fr_movement movement, uint8_t legal[256]);

/* Canonical ordering (Sturtevant and Rabin, "Canonical Orderings on Grids", IJCAI 2016; the pruning
 * rules of Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011):
 * moves[d][s] holds the legal moves that may follow a move in direction d where the surroundings
 * are s, and moves[FR_START][s] all legal moves.
 *
 * A pair of moves is pruned if another path between its ends, within the surroundings, is shorter,
 * or as long and earlier in the order of directions (diagonals first). The first of all shortest
 * paths to a pixel, in that order, keeps all its pairs. A search that follows all directions in
 * which a pixel is reached at its least cost therefore finds this path; few others remain.
 * `straight` and `diagonal` are the costs of a move.
 *
 * Near a wall, the legal moves of grid4 and grid8 can serve as surroundings: a legal diagonal
 * implies that no wall is between the four pixels around it, so no closed path is mistaken for an
 * open one. Diagonals of grid8-one and grid8-cut imply only one open path beside them; near a wall,
 * all their legal moves are followed. */
void fr_canonical_moves(enum fr_movement movement, uint32_t straight, uint32_t diagonal,
                        uint8_t moves[FR_DIRECTIONS + 1][256]);

#endif
