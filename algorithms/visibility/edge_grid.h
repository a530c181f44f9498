/* The edges of rings in a grid of square cells, so that a query for a segment or a point tests only
 * edges near it.
 *
 * A cell lists every edge that has a point in it, left, top and bottom sides included. Exact, in
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
    struct fr_point low, high; /* bounding rectangle of all edges, inclusive */
    int shift;                 /* cells have sides of 2^shift half pixels */
    int32_t columns, rows;     /* 0: no edges */
    uint32_t *first;           /* entries of cell c: first[c] .. first[c + 1] */
    /* edge << 1 | whether this is the leftmost cell of its row with the edge */
    uint32_t *entries;
    size_t entry_count;
};

/* A range of cells in one row; empty if first > last. */
struct cell_span {
    int32_t row, first, last;
};

/* Makes small cells, or a single one that lists all edges, as if there were no cells. FR_OK,
 * FR_NO_MEMORY, or FR_UNSUPPORTED for too many entries; the caller always releases the grid. */
FR_MUST_USE enum fr_status edge_grid_create(struct edge_grid *grid, const struct ring_edge *edges,
                                            uint32_t edge_count, bool one_cell,
                                            const struct fr_allocator *allocator);

/* Whether a point is within the bounding rectangle of the edges. */
bool edge_grid_holds(const struct edge_grid *grid, struct fr_point point);

/* The cells of a row that contain points of the segment ab; both ends are inside the grid. */
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
