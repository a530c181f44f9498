/* A lattice of cells, some of them joined to their neighbours: the plan of mazes and of rooms.
 *
 * Spanning joins all cells into one tree: between any two of them there is exactly one way. More
 * borders may be opened afterwards. */
#ifndef FOOTRACE_MAPS_GENERATORS_LATTICE_H
#define FOOTRACE_MAPS_GENERATORS_LATTICE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/map.h"
#include "maps/random.h"

struct fr_lattice {
    int32_t columns, rows;
    uint8_t *marks; /* of every cell, row by row */
};

/* A lattice of lone cells. FR_OK; FR_BAD_INPUT without a column or a row; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_lattice_create(int32_t columns, int32_t rows,
                                             const struct fr_allocator *allocator,
                                             struct fr_lattice *lattice);

/* Spans a fresh lattice by a random walk that backs up out of dead ends: long winding ways. */
void fr_lattice_span_winding(struct fr_lattice *lattice, struct fr_random *random);

/* Spans a fresh lattice by a tree drawn from all trees with equal chance: many short dead ends. */
void fr_lattice_span_uniform(struct fr_lattice *lattice, struct fr_random *random);

/* Whether cell (x, y) has a neighbour on that side. */
static inline bool fr_lattice_borders(const struct fr_lattice *lattice, int32_t x, int32_t y,
                                      enum fr_side side)
{
    return side == FR_EAST ? x + 1 < lattice->columns : y + 1 < lattice->rows;
}

/* Whether cell (x, y) is joined to that neighbour. */
bool fr_lattice_joined(const struct fr_lattice *lattice, int32_t x, int32_t y, enum fr_side side);

/* Joins each two neighbours that are not, with a chance in percent. */
void fr_lattice_join_more(struct fr_lattice *lattice, int32_t percent, struct fr_random *random);

/* Accepts one that is all zero. */
void fr_lattice_release(struct fr_lattice *lattice, const struct fr_allocator *allocator);

#endif
