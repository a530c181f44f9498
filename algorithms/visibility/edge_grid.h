/* Edges of rings in a grid of square cells, so that a segment or a point asks only those near it.
 *
 * A cell lists every edge with a point in it, its left, upper and lower sides included. Exact, in
 * half pixels. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_EDGE_GRID_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_EDGE_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

struct ring_edge {
    struct fr_point from, to;
};

struct edge_grid {
    const struct fr_allocator *allocator;
    struct fr_point low, high; /* the bounds of all edges, inclusive */
    int shift;                 /* cells are 2^shift half pixels wide */
    int32_t columns, rows;     /* 0: no edges */
    uint32_t *first;           /* entries of cell c: first[c] .. first[c + 1] */
    uint32_t *entries;         /* edge << 1 | whether it is the leftmost of its row with the edge */
    size_t entry_count;
};

/* A stretch of cells in one row; first > last: none. */
struct cell_span {
    int32_t row, first, last;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for too many entries; either way the caller releases. */
FR_MUST_USE enum fr_status edge_grid_create(struct edge_grid *grid, const struct ring_edge *edges,
                                            uint32_t edge_count,
                                            const struct fr_allocator *allocator);

/* Whether a point lies within the bounds of the edges. */
bool edge_grid_holds(const struct edge_grid *grid, struct fr_point point);

/* The cells of a row that the segment ab, whose ends the grid holds, has points in. */
struct cell_span edge_grid_span(const struct edge_grid *grid, struct fr_point a, struct fr_point b,
                                int32_t row);

static inline int32_t edge_grid_row(const struct edge_grid *grid, int32_t y)
{
    return (y - grid->low.y) >> grid->shift;
}

static inline int32_t edge_grid_column(const struct edge_grid *grid, int32_t x)
{
    return (x - grid->low.x) >> grid->shift;
}

void edge_grid_release(struct edge_grid *grid);

#endif
