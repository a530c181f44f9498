/* Exports convex cells as a mesh of Polyanya's. */
#include "maps/formats/export/drawing_export.h"

/* The previous edge of a cell. */
static uint32_t previous(const struct fr_convex_cells *cells, uint32_t edge)
{
    const uint32_t cell = cells->edges[edge].cell;
    return edge == cells->first[cell] ? cells->first[cell + 1] - 1 : edge - 1;
}

/* Visits the cells around a vertex, counter-clockwise from one edge that starts there, up to a wall
 * or all around; -1 stands for the wall. Counts the cells, and writes them if there is a text. */
static uint32_t go_round(const struct fr_convex_cells *cells, uint32_t start, struct fr_text *text)
{
    uint32_t edge = start, count = 0;
    do {
        if (text)
            fr_text_add(text, " %u", cells->edges[edge].cell);
        count++;
        edge = cells->edges[previous(cells, edge)].twin;
    } while (edge != FR_NO_TWIN && edge != start);
    if (edge == FR_NO_TWIN && text)
        fr_text_add(text, " -1");
    return count + (edge == FR_NO_TWIN);
}

/* Visits all fans of cells at a vertex: several if the drawing touches itself there. Without a wall
 * there is a single fan, from any edge. */
static uint32_t add_fans(const struct fr_convex_cells *cells, const uint32_t *starts,
                         uint32_t count, struct fr_text *text)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        if (cells->edges[starts[i]].twin == FR_NO_TWIN)
            total += go_round(cells, starts[i], text);
    return total > 0 ? total : go_round(cells, starts[0], text);
}

/* Edges by the vertex where they start: those of vertex v are edges[first[v]] up to
 * edges[first[v + 1]]. */
static void sort_edges(const struct fr_convex_cells *cells, uint32_t *first, uint32_t *edges)
{
    for (uint32_t v = 0; v <= cells->vertex_count; v++)
        first[v] = 0;
    for (uint32_t i = 0; i < cells->edge_count; i++)
        first[cells->edges[i].from]++;
    for (uint32_t v = 0, sum = 0; v <= cells->vertex_count; v++) {
        sum += first[v];
        first[v] = sum;
    }
    for (uint32_t i = cells->edge_count; i-- > 0;)
        edges[--first[cells->edges[i].from]] = i;
}

static void add_vertices(const struct fr_convex_cells *cells, const uint32_t *first,
                         const uint32_t *edges, struct fr_text *text)
{
    for (uint32_t v = 0; v < cells->vertex_count; v++) {
        const uint32_t *starts = edges + first[v], count = first[v + 1] - first[v];
        fr_text_add_point(text, cells->vertices[v], " ");
        fr_text_add(text, " %u", add_fans(cells, starts, count, NULL));
        add_fans(cells, starts, count, text);
        fr_text_add(text, "\n");
    }
}

/* The i-th neighbour is across the edge that ends at the i-th vertex. */
static void add_cells(const struct fr_convex_cells *cells, struct fr_text *text)
{
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        const uint32_t from = cells->first[cell], to = cells->first[cell + 1];
        fr_text_add(text, "%u", to - from);
        for (uint32_t i = from; i < to; i++)
            fr_text_add(text, " %u", cells->edges[i].from);
        for (uint32_t i = from; i < to; i++) {
            const uint32_t twin = cells->edges[previous(cells, i)].twin;
            fr_text_add(text, " %d", twin == FR_NO_TWIN ? -1 : (int)cells->edges[twin].cell);
        }
        fr_text_add(text, "\n");
    }
}

enum fr_status fr_export_mesh(const struct fr_convex_cells *cells, struct fr_text *text)
{
    const struct fr_allocator *allocator = text->allocator;
    const size_t vertices = cells->vertex_count + (size_t)1;
    uint32_t *first = fr_allocate(allocator, vertices, sizeof *first);
    uint32_t *edges = fr_allocate(allocator, cells->edge_count, sizeof *edges);
    const bool allocated = first && edges;
    if (allocated) {
        sort_edges(cells, first, edges);
        fr_text_add(text, "mesh\n2\n%u %u\n", cells->vertex_count, cells->cell_count);
        add_vertices(cells, first, edges, text);
        add_cells(cells, text);
    }
    fr_deallocate(allocator, first, vertices, sizeof *first);
    fr_deallocate(allocator, edges, cells->edge_count, sizeof *edges);
    return allocated && !text->no_memory ? FR_OK : FR_NO_MEMORY;
}
