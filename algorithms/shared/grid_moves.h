/* Moves between neighbouring pixels: the eight directions, what surrounds a pixel as one byte, and
 * which moves a movement model allows there.
 *
 * Directions are numbered clockwise from east (y grows downward); even ones are straight, odd ones
 * diagonal. A surroundings byte has bit d set when the neighbour in direction d is walkable. */
#ifndef FOOTRACE_ALGORITHMS_SHARED_GRID_MOVES_H
#define FOOTRACE_ALGORITHMS_SHARED_GRID_MOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"
#include "maps/movement.h"

#define FR_DIRECTIONS 8
#define FR_START FR_DIRECTIONS /* "no direction": what the start was entered by */

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

/* The legal moves, as a byte of directions, for each surroundings byte. movement is a grid model.
 */
void fr_legal_moves(enum fr_movement movement, uint8_t legal[256]);

/* Canonical ordering (Sturtevant and Rabin, "Canonical Orderings on Grids", IJCAI 2016; the pruning
 * rules of Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011):
 * moves[d][s] holds the legal moves that may follow a move in direction d where the surroundings
 * are s, and moves[FR_START][s] all legal moves.
 *
 * A pair of moves is left out when another way between its ends, within the surroundings, is
 * shorter, or as long and smaller in the order of directions (diagonals first). The smallest of all
 * shortest paths to a pixel keeps every one of its pairs, so that a search that follows all
 * directions by which a pixel is reached at its least cost still finds it; all others shrink to
 * nearly one way to each pixel. straight and diagonal are the costs of a move. */
void fr_canonical_moves(enum fr_movement movement, uint32_t straight, uint32_t diagonal,
                        uint8_t moves[FR_DIRECTIONS + 1][256]);

#endif
