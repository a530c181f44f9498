#include "algorithms/visibility/edge_grid.h"

#include <string.h>

#define MOST_ENTRIES ((size_t)1 << 31)

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The x, rounded down, at height y on a segment that is not horizontal. */
static int32_t x_at(struct fr_point a, struct fr_point b, int32_t y)
{
    return a.x + (int32_t)floor_divide(((int64_t)y - a.y) * ((int64_t)b.x - a.x), b.y - a.y);
}

struct cell_span edge_grid_span(const struct edge_grid *grid, struct fr_point a, struct fr_point b,
                                int32_t row)
{
    const struct fr_point upper = a.y < b.y ? a : b, lower = a.y < b.y ? b : a;
    const int32_t top = grid->low.y + row * (1 << grid->shift);
    const int32_t bottom = top + (1 << grid->shift);
    const int32_t from = upper.y < top ? x_at(a, b, top) : upper.x;
    const int32_t to = lower.y > bottom ? x_at(a, b, bottom) : lower.x;
    return (struct cell_span){.row = row,
                              .first = edge_grid_column(grid, fr_lesser(from, to)),
                              .last = edge_grid_column(grid, fr_greater(from, to))};
}

bool edge_grid_holds(const struct edge_grid *grid, struct fr_point point)
{
    return grid->rows > 0 && point.x >= grid->low.x && point.x <= grid->high.x &&
           point.y >= grid->low.y && point.y <= grid->high.y;
}

static void find_bounds(struct edge_grid *grid, const struct ring_edge *edges, uint32_t edge_count)
{
    grid->low = grid->high = edges[0].from;
    for (uint32_t i = 1; i < edge_count; i++) {
        const struct fr_point point = edges[i].from;
        grid->low.x = fr_lesser(grid->low.x, point.x);
        grid->low.y = fr_lesser(grid->low.y, point.y);
        grid->high.x = fr_greater(grid->high.x, point.x);
        grid->high.y = fr_greater(grid->high.y, point.y);
    }
}

/* Chooses the smallest cells of which there are at most `most`. */
static void choose_cells(struct edge_grid *grid, int64_t most)
{
    for (grid->shift = 2;; grid->shift++) {
        grid->columns = edge_grid_column(grid, grid->high.x) + 1;
        grid->rows = edge_grid_row(grid, grid->high.y) + 1;
        if ((int64_t)grid->columns * grid->rows <= most)
            return;
    }
}

static size_t cell_count(const struct edge_grid *grid)
{
    return (size_t)grid->columns * (size_t)grid->rows;
}

/* Counts the entries of each cell into `first`; if `entries` is allocated, fills it at the indices
 * in `first`. */
static void visit_cells(struct edge_grid *grid, const struct ring_edge *edges, uint32_t edge_count)
{
    for (uint32_t i = 0; i < edge_count; i++) {
        const struct fr_point a = edges[i].from, b = edges[i].to;
        const int32_t last = edge_grid_row(grid, fr_greater(a.y, b.y));
        for (int32_t row = edge_grid_row(grid, fr_lesser(a.y, b.y)); row <= last; row++) {
            const struct cell_span span = edge_grid_span(grid, a, b, row);
            uint32_t *first = grid->first + (size_t)row * (size_t)grid->columns;
            grid->entry_count += (size_t)(span.last - span.first + 1);
            for (int32_t column = span.first; column <= span.last; column++)
                if (grid->entries)
                    grid->entries[first[column]++] = i << 1 | (column == span.first);
                else
                    first[column + 1]++;
        }
    }
}

enum fr_status edge_grid_create(struct edge_grid *grid, const struct ring_edge *edges,
                                uint32_t edge_count, bool one_cell,
                                const struct fr_allocator *allocator)
{
    *grid = (struct edge_grid){.allocator = allocator};
    if (edge_count == 0)
        return FR_OK;
    find_bounds(grid, edges, edge_count);
    choose_cells(grid, one_cell ? 1 : 2 * (int64_t)edge_count + 16);
    const size_t cells = cell_count(grid);
    grid->first = fr_allocate_zeroed(allocator, cells + 1, sizeof *grid->first);
    if (!grid->first)
        return FR_NO_MEMORY;
    visit_cells(grid, edges, edge_count);
    if (grid->entry_count >= MOST_ENTRIES)
        return FR_UNSUPPORTED;
    grid->entries = fr_allocate(allocator, grid->entry_count, sizeof *grid->entries);
    if (!grid->entries)
        return FR_NO_MEMORY;
    for (size_t cell = 0; cell < cells; cell++)
        grid->first[cell + 1] += grid->first[cell];
    const size_t entry_count = grid->entry_count;
    visit_cells(grid, edges, edge_count);
    grid->entry_count = entry_count;
    memmove(grid->first + 1, grid->first, cells * sizeof *grid->first);
    grid->first[0] = 0;
    return FR_OK;
}

void edge_grid_release(struct edge_grid *grid)
{
    if (grid->first)
        fr_deallocate(grid->allocator, grid->first, cell_count(grid) + 1, sizeof *grid->first);
    fr_deallocate(grid->allocator, grid->entries, grid->entry_count, sizeof *grid->entries);
    *grid = (struct edge_grid){.allocator = grid->allocator};
}
