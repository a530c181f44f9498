/* A drawing divided into convex cells: a navigation mesh for engines.
 *
 * Edges of the constrained Delaunay triangulation are removed, long ones first, if the merged cell
 * is convex. Cells have only vertices of the drawing, and cover it exactly. Two cells that share a
 * border share whole edges. */
#ifndef FOOTRACE_MAPS_FORMATS_EXPORT_CELLS_H
#define FOOTRACE_MAPS_FORMATS_EXPORT_CELLS_H

#include "maps/formats/base/error.h"
#include "maps/polygon.h"

#define FR_NO_TWIN UINT32_MAX

struct fr_cell_edge {
    uint32_t from; /* the vertex where it starts */
    uint32_t cell; /* the cell that it belongs to */
    uint32_t twin; /* the same edge in the cell on the other side, or FR_NO_TWIN: a wall */
};

struct fr_convex_cells {
    struct fr_point *vertices; /* half pixels, sorted by x, then y */
    uint32_t vertex_count, cell_count, edge_count;
    uint32_t *first;            /* by cell: its first edge; and the end */
    struct fr_cell_edge *edges; /* a cell is on the positive side of its edges */
    uint32_t edge_capacity, vertex_capacity;
    const struct fr_allocator *allocator;
};

/* Builds the cells of an area, or of all areas together for area 0. `name` is for messages. FR_OK
 * and cells that the caller releases; FR_NO_MEMORY, FR_UNSUPPORTED (too many corners) or
 * FR_BAD_INPUT (no floor, or GEOS failed) with `error` filled. */
FR_MUST_USE enum fr_status fr_convex_cells_create(const char *name,
                                                  const struct fr_polygon *drawing, uint8_t area,
                                                  const struct fr_allocator *allocator,
                                                  struct fr_convex_cells *cells,
                                                  struct fr_error *error);

/* Accepts an all-zero struct. */
void fr_convex_cells_release(struct fr_convex_cells *cells);

#endif
