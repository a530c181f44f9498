/* Polyanya's meshes of convex cells, .mesh version 1 and 2: the drawing is the union of the cells.
 *
 *     mesh 2  V P   V times: x y n cell*n   P times: n vertex*n neighbour*n
 *
 * Any white space separates words. Cells are counter-clockwise for y upward; y is not converted. In
 * version 2 the i-th neighbour is across the edge that ends at the i-th vertex, in version 1 across
 * the one that starts there; -1 is none. Cells that share an edge must be neighbours: a wall
 * between them cannot be represented. The image extends from 0,0 to the largest coordinates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/formats/base/words.h"
#include "maps/formats/polygon/drawn_map.h"
#include "maps/formats/polygon/geos.h"
#include "maps/geometry/predicates.h"

#define MOST_ITEMS (1 << 26)

/* An edge of a cell, and the neighbour that the file gives for it. */
struct mesh_edge {
    uint32_t from, to;
    int32_t cell, neighbour;
};

struct mesh {
    const struct fr_file *file;
    struct fr_lines lines;
    struct fr_span line, word; /* the rest of the line; the last word taken */
    int32_t right, bottom;     /* half pixels */
    struct fr_geos geos;
    struct fr_geos_list cells;
    struct fr_point *vertices;
    size_t vertex; /* the current one */
    int32_t vertex_count, cell_count, version;
    size_t vertex_capacity;
    struct mesh_edge *edges;
    size_t edge_count, edge_capacity;
};

static bool next_word(struct mesh *mesh)
{
    while (!fr_take_word(&mesh->line, &mesh->word))
        if (!fr_take_line(&mesh->lines, &mesh->line)) {
            mesh->word = (struct fr_span){"", 0};
            return false;
        }
    return true;
}

static enum fr_status refuse(struct mesh *mesh, enum fr_status status, const char *place,
                             const char *expected)
{
    return fr_refuse_as(
        mesh->file, status, "line %lld%s: %s found, expected %s", (long long)mesh->lines.number,
        place, mesh->word.length > 0 ? fr_quote(mesh->word).text : "the end of the file", expected);
}

static enum fr_status read_integer(struct mesh *mesh, int32_t low, int32_t high,
                                   const char *expected, int32_t *value)
{
    int64_t number;
    next_word(mesh);
    if (!fr_span_integer(mesh->word, low, high, &number))
        return refuse(mesh, FR_BAD_INPUT, "", expected);
    *value = (int32_t)number;
    return FR_OK;
}

static enum fr_status read_coordinate(struct mesh *mesh, int32_t *value, int32_t *most)
{
    char place[40];
    int32_t half_pixels;
    next_word(mesh);
    if (fr_span_half_pixels(mesh->word, &half_pixels) && half_pixels >= 0) {
        *value = half_pixels;
        *most = half_pixels > *most ? half_pixels : *most;
        return FR_OK;
    }
    snprintf(place, sizeof place, ", vertex %zu", mesh->vertex);
    return refuse(mesh, FR_BAD_INPUT, place, "a multiple of 0.5 from 0 to 32767");
}

static enum fr_status read_header(struct mesh *mesh)
{
    mesh->lines = fr_lines_of(mesh->file);
    next_word(mesh);
    enum fr_status status = read_integer(mesh, 1, INT32_MAX, "a version", &mesh->version);
    if (status == FR_OK && mesh->version > 2)
        return refuse(mesh, FR_UNSUPPORTED, "", "version 1 or 2");
    if (status == FR_OK)
        status = read_integer(mesh, 3, MOST_ITEMS, "at least three vertices", &mesh->vertex_count);
    if (status == FR_OK)
        status = read_integer(mesh, 1, MOST_ITEMS, "at least one cell", &mesh->cell_count);
    return status;
}

/* The cells around a vertex are redundant; only their numbers are checked. */
static enum fr_status read_vertex(struct mesh *mesh)
{
    struct fr_point vertex = {0, 0};
    int32_t count = 0, cell;
    enum fr_status status = read_coordinate(mesh, &vertex.x, &mesh->right);
    if (status == FR_OK)
        status = read_coordinate(mesh, &vertex.y, &mesh->bottom);
    if (status == FR_OK)
        status = read_integer(mesh, 0, MOST_ITEMS, "a number of cells", &count);
    for (int32_t i = 0; i < count && status == FR_OK; i++)
        status = read_integer(mesh, -1, mesh->cell_count - 1, "the number of a cell, or -1", &cell);
    if (status != FR_OK)
        return status;
    if (!fr_reserve(mesh->file->allocator, &mesh->vertices, mesh->vertex, 1, &mesh->vertex_capacity,
                    sizeof vertex))
        return fr_refuse_memory(mesh->file, "for its cells");
    mesh->vertices[mesh->vertex++] = vertex;
    return FR_OK;
}

static enum fr_status read_corners(struct mesh *mesh, int32_t cell, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t vertex = 0;
        const enum fr_status status =
            read_integer(mesh, 0, mesh->vertex_count - 1, "the number of a vertex", &vertex);
        if (status != FR_OK)
            return status;
        if (!fr_reserve(mesh->file->allocator, &mesh->edges, mesh->edge_count, 1,
                        &mesh->edge_capacity, sizeof *mesh->edges))
            return fr_refuse_memory(mesh->file, "for its cells");
        mesh->edges[mesh->edge_count++] = (struct mesh_edge){(uint32_t)vertex, 0, cell, -1};
    }
    return FR_OK;
}

static enum fr_status read_neighbours(struct mesh *mesh, struct mesh_edge *edges, int32_t count)
{
    enum fr_status status = FR_OK;
    for (int32_t i = 0; i < count && status == FR_OK; i++) {
        const int32_t edge = mesh->version == 1 ? i : (i + count - 1) % count;
        edges[i].to = edges[(i + 1) % count].from;
        status = read_integer(mesh, -1, mesh->cell_count - 1, "the number of a cell, or -1",
                              &edges[edge].neighbour);
    }
    return status;
}

/* Whether a cell is convex and goes round once: it never turns to the negative side, and seen from
 * its first corner it covers less than a full turn. */
static bool is_convex(const struct mesh *mesh, const struct mesh_edge *edges, int32_t count)
{
    int64_t doubled = 0;
    const struct fr_point first = mesh->vertices[edges[0].from];
    for (int32_t i = 0; i < count; i++) {
        const struct fr_point a = mesh->vertices[edges[i].from];
        const struct fr_point b = mesh->vertices[edges[i].to];
        const struct fr_point c = mesh->vertices[edges[(i + 1) % count].to];
        const int64_t fan = fr_orient(first, a, b);
        if (fr_orient(a, b, c) < 0 || fan < 0 || fr_point_equal(a, b) ||
            (fr_orient(a, b, c) == 0 && fr_dot(fr_point_minus(b, a), fr_point_minus(c, b)) < 0))
            return false;
        doubled += fan;
    }
    return doubled > 0;
}

static enum fr_status read_cell(struct mesh *mesh, int32_t cell)
{
    const struct fr_allocator *allocator = mesh->file->allocator;
    const size_t start = mesh->edge_count;
    int32_t count = 0;
    enum fr_status status =
        read_integer(mesh, 3, mesh->vertex_count, "at least three vertices", &count);
    if (status == FR_OK)
        status = read_corners(mesh, cell, count);
    if (status == FR_OK)
        status = read_neighbours(mesh, mesh->edges + start, count);
    if (status != FR_OK)
        return status;
    const struct mesh_edge *edges = mesh->edges + start;
    if (!is_convex(mesh, edges, count))
        return fr_refuse_line(&mesh->lines,
                              "cell %d, from vertex %u: another shape found, expected a convex, "
                              "counter-clockwise cell",
                              (int)cell, edges[0].from);
    struct fr_point *corners = fr_allocate(allocator, (size_t)count, sizeof *corners);
    if (!corners)
        return fr_refuse_memory(mesh->file, "for its cells");
    for (int32_t i = 0; i < count; i++)
        corners[i] = mesh->vertices[edges[i].from];
    const bool gathered = fr_geos_gather(&mesh->geos, &mesh->cells,
                                         fr_geos_ring(&mesh->geos, corners, (uint32_t)count));
    fr_deallocate(allocator, corners, (size_t)count, sizeof *corners);
    return gathered ? FR_OK : fr_refuse_memory(mesh->file, "for its cells");
}

static int compare_edges(const void *left, const void *right)
{
    const struct mesh_edge *a = left, *b = right;
    const uint32_t a_low = a->from < a->to ? a->from : a->to, a_high = a->from + a->to - a_low;
    const uint32_t b_low = b->from < b->to ? b->from : b->to, b_high = b->from + b->to - b_low;
    if (a_low != b_low)
        return a_low < b_low ? -1 : 1;
    if (a_high != b_high)
        return a_high < b_high ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

/* Each edge belongs to one cell, or to two that run along it in opposite directions and name each
 * other. */
static enum fr_status check_neighbours(struct mesh *mesh)
{
    const struct mesh_edge *edges = mesh->edges;
    qsort(mesh->edges, mesh->edge_count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < mesh->edge_count; i++) {
        const struct mesh_edge *edge = &edges[i];
        const bool shared = i + 1 < mesh->edge_count && edges[i + 1].from == edge->to &&
                            edges[i + 1].to == edge->from;
        const int32_t expected = shared ? edges[i + 1].cell : -1;
        if (edge->neighbour != expected || (shared && edges[i + 1].neighbour != edge->cell))
            return fr_refuse(mesh->file,
                             "cell %d, edge from vertex %u to %u: neighbour %d found, expected "
                             "%d, the cell on the other side",
                             (int)edge->cell, edge->from, edge->to, (int)edge->neighbour,
                             (int)expected);
        i += shared;
    }
    return FR_OK;
}

static enum fr_status read_mesh(struct mesh *mesh, struct fr_polygon **drawing)
{
    GEOSGeometry *areas[FR_AREAS] = {NULL};
    enum fr_status status = read_header(mesh);
    for (int32_t i = 0; i < mesh->vertex_count && status == FR_OK; i++)
        status = read_vertex(mesh);
    for (int32_t i = 0; i < mesh->cell_count && status == FR_OK; i++)
        status = read_cell(mesh, i);
    if (status == FR_OK)
        status = next_word(mesh) ? refuse(mesh, FR_BAD_INPUT, "", "the end of the file") : FR_OK;
    if (status == FR_OK)
        status = check_neighbours(mesh);
    if (status != FR_OK)
        return status;
    areas[1] = fr_geos_polygons(&mesh->geos, fr_geos_unite(&mesh->geos, &mesh->cells, 0));
    status = areas[1] ? fr_geos_polygon(&mesh->geos, areas, mesh->file->allocator, drawing)
                      : FR_BAD_INPUT;
    fr_geos_destroy(&mesh->geos, areas[1]);
    return status == FR_OK ? FR_OK : fr_geos_refuse(&mesh->geos, mesh->file, status);
}

enum fr_status fr_load_mesh(struct fr_loading *loading)
{
    const struct fr_file *file = loading->file;
    struct fr_polygon *drawing;
    struct mesh mesh = {.file = file, .cells = {.allocator = file->allocator}};
    if (!fr_geos_begin(&mesh.geos, file->allocator))
        return fr_refuse_memory(mesh.file, "for its cells");
    enum fr_status status = read_mesh(&mesh, &drawing);
    strcpy(loading->report->format, "mesh");
    snprintf(loading->report->reading, sizeof loading->report->reading, "union of %d cells",
             (int)mesh.cell_count);
    if (status == FR_OK)
        status = fr_drawn_map(loading, (mesh.right + 1) / 2, (mesh.bottom + 1) / 2, drawing);
    fr_geos_list_release(&mesh.geos, &mesh.cells);
    fr_geos_end(&mesh.geos);
    fr_deallocate(file->allocator, mesh.vertices, mesh.vertex_capacity, sizeof *mesh.vertices);
    fr_deallocate(file->allocator, mesh.edges, mesh.edge_capacity, sizeof *mesh.edges);
    return status;
}
