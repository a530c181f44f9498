/* For each cell, the jump points around it (jumps.h) as hubs of labels, to which the ends of a
 * click are joined.
 *
 * Neighbouring cells mostly have equal lists and then share one. If a table of all cells would be
 * too large, each square block of cells has a list: the jump points of all its cells; a reader then
 * tests which ones the cell itself meets. If even a table of large blocks would be too large, the
 * list of a cell is computed on demand.
 *
 * A table of blocks is filled backward from each jump point: along the straight scans that meet it,
 * and from each of their cells along the diagonal scans that pass this cell.
 *
 * Memory: 4 bytes for each cell or block, 4 for each jump point of each list, 48 for each 64 cells.
 * Labels and graph are borrowed. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_CELL_JOINS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_CELL_JOINS_H

#include "algorithms/jump_points/corner_labels.h"
#include "algorithms/jump_points/jumps.h"
#include "algorithms/steps/prefetch.h"

/* A list stores a jump point as hub * JOIN_DIRECTIONS + half the direction of the last step to
 * it. */
#define JOIN_DIRECTIONS 4u

/* The jump points of one of the four diagonal scans from a cell, as in a list. */
struct join_part {
    uint32_t *items;
    uint32_t count;
    size_t capacity;
};

struct cell_joins {
    const struct fr_allocator *allocator;
    const struct jump_graph *graph;
    const struct corner_labels *labels;
    int shift;          /* blocks have sides of 2^shift cells; 0: each cell has a list */
    int32_t columns;    /* blocks in a row */
    size_t block_count; /* blocks of the map */
    uint32_t *firsts;   /* by block: the index of its list in items; NULL: no table */
    uint32_t *items;    /* lists: a count, then that many jump points */
    size_t item_count, item_capacity;
    struct diagonals diagonals;
    struct links jumps;        /* of the part being collected */
    struct join_part parts[4]; /* of the list being written, by half the direction */
};

/* A table under construction. */
struct casting;

/* Builds a table in slices, if it takes at most most_bytes. *casting must be NULL at first, and is
 * NULL at the end. FR_OK if the work paused or is done; or FR_NO_MEMORY. The caller releases joins
 * and casting. */
FR_MUST_USE enum fr_status cell_joins_build(struct cell_joins *joins,
                                            const struct jump_graph *graph,
                                            const struct corner_labels *labels, size_t most_bytes,
                                            struct casting **casting, struct fr_work *work);

/* Accepts NULL. */
void casting_release(struct casting *casting);

/* The table's list of a cell, or of its block. */
static inline const uint32_t *cell_joins_listed(const struct cell_joins *joins,
                                                struct fr_pixel cell)
{
    return joins->items + joins->firsts[(size_t)(cell.y >> joins->shift) * (size_t)joins->columns +
                                        (size_t)(cell.x >> joins->shift)];
}

/* Prefetches that list. */
static inline void cell_joins_prefetch(const struct cell_joins *joins, struct fr_pixel cell)
{
    if (joins->firsts)
        fr_prefetch_lines(cell_joins_listed(joins, cell), 4);
}

/* The list of a cell, valid until the next call. NULL if out of memory. */
const uint32_t *cell_joins_at(struct cell_joins *joins, struct fr_pixel cell);

/* Whether a cell meets a jump point in its block's list: the scan to the corner is open, and its
 * last step has this straight direction. */
bool cell_joins_meet(const struct cell_joins *joins, struct fr_pixel cell, struct fr_pixel corner,
                     uint32_t half_direction);

/* Appends the table to `bytes`. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status cell_joins_save(const struct cell_joins *joins, struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; the caller releases joins in all cases. */
FR_MUST_USE enum fr_status cell_joins_load(struct cell_joins *joins, const struct jump_graph *graph,
                                           const struct corner_labels *labels,
                                           struct fr_saved *saved);

/* Accepts an all-zero struct, and leaves an all-zero one. */
void cell_joins_release(struct cell_joins *joins);

#endif
