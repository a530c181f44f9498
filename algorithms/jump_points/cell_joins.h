/* The jump points round each cell (jumps.h), as hubs of labels: what a click is joined to.
 *
 * Cells near each other mostly have the same ones, and then share a list. Where a table of all
 * cells would be too large, square blocks of cells have a list each: all jump points of any cell in
 * the block, so that whoever reads it asks which of them the cell itself meets. Where even a table
 * of large blocks would be too large, the list of a cell is made when it is asked for.
 *
 * A table of blocks is filled from the jump points back: along the straight walks that meet one, and
 * from each cell of these along the diagonal walks that come by.
 *
 * Data: 4 bytes a cell or block, and 4 for each jump point of each list; 48 for each 64 cells.
 * Labels and graph are borrowed. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_CELL_JOINS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_CELL_JOINS_H

#include "algorithms/jump_points/corner_labels.h"
#include "algorithms/jump_points/jumps.h"
#include "algorithms/steps/prefetch.h"

/* A jump point in a list is its hub times this, and half the direction of the last step to it. */
#define JOIN_DIRECTIONS 4u

struct cell_joins {
    const struct fr_allocator *allocator;
    const struct jump_graph *graph;
    const struct corner_labels *labels;
    int shift;       /* blocks measure 2^shift cells, either way; 0: each cell has its own list */
    int32_t columns; /* of blocks */
    size_t block_count; /* of the map */
    uint32_t *firsts;   /* by block, row by row: where its list begins; NULL: no table */
    uint32_t *items;    /* lists: how many jump points, and these */
    size_t item_count, item_capacity;
    struct diagonals diagonals;
    struct links jumps; /* of the list that is written */
};

/* A table, if it takes no more than most_bytes. FR_OK or
 * FR_NO_MEMORY; released in either case. */
FR_MUST_USE enum fr_status cell_joins_create(struct cell_joins *joins,
                                             const struct jump_graph *graph,
                                             const struct corner_labels *labels, size_t most_bytes);

/* In a table: the list of a cell, or of its block. */
static inline const uint32_t *cell_joins_listed(const struct cell_joins *joins,
                                                struct fr_pixel cell)
{
    return joins->items + joins->firsts[(size_t)(cell.y >> joins->shift) * (size_t)joins->columns +
                                        (size_t)(cell.x >> joins->shift)];
}

/* Asks for that list, which is read soon. */
static inline void cell_joins_prefetch(const struct cell_joins *joins, struct fr_pixel cell)
{
    if (joins->firsts)
        fr_prefetch_lines(cell_joins_listed(joins, cell), 4);
}

/* The list, valid until the next one is asked for. NULL without memory. */
const uint32_t *cell_joins_at(struct cell_joins *joins, struct fr_pixel cell);

/* Whether a cell meets a jump point that its block lists: a corner with its last step in a straight
 * direction. The walk there is then open, and ends that way. */
bool cell_joins_meet(const struct cell_joins *joins, struct fr_pixel cell, struct fr_pixel corner,
                     uint32_t half_direction);

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status cell_joins_save(const struct cell_joins *joins, struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; released in either case. */
FR_MUST_USE enum fr_status cell_joins_load(struct cell_joins *joins, const struct jump_graph *graph,
                                           const struct corner_labels *labels,
                                           struct fr_saved *saved);

/* Accepts what was never created, if it is all zero; which it is again, afterwards. */
void cell_joins_release(struct cell_joins *joins);

#endif
