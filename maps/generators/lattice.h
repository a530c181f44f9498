/* A lattice of cells, some joined to their neighbours: the plan of a maze or of rooms.
 *
 * Spanning joins all cells into one tree, with exactly one path between any two. More borders may
 * be opened afterwards. */
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

/* Creates a lattice of separate cells. FR_OK; FR_BAD_INPUT without a column or a row; or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_lattice_create(int32_t columns, int32_t rows,
                                             const struct fr_allocator *allocator,
                                             struct fr_lattice *lattice);

/* Spans a fresh lattice by a random walk that backtracks out of dead ends: long winding
 * corridors. */
void fr_lattice_span_winding(struct fr_lattice *lattice, struct fr_random *random);

/* Spans a fresh lattice by a tree drawn uniformly from all spanning trees: many short dead ends. */
void fr_lattice_span_uniform(struct fr_lattice *lattice, struct fr_random *random);

/* Whether cell (x, y) has a neighbour on a side. */
static inline bool fr_lattice_borders(const struct fr_lattice *lattice, int32_t x, int32_t y,
                                      enum fr_side side)
{
    return side == FR_EAST ? x + 1 < lattice->columns : y + 1 < lattice->rows;
}

/* Whether cell (x, y) is joined to its neighbour on a side. */
bool fr_lattice_joined(const struct fr_lattice *lattice, int32_t x, int32_t y, enum fr_side side);

/* Joins each pair of separate neighbours with the given probability, in percent. */
void fr_lattice_join_more(struct fr_lattice *lattice, int32_t percent, struct fr_random *random);

/* Accepts an all-zero struct. */
void fr_lattice_release(struct fr_lattice *lattice, const struct fr_allocator *allocator);

#endif
