#include "maps/formats/export/cells.h"

#include <stdlib.h>

#include "maps/formats/polygon/geos.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/triangulation.h"

/* An edge of a triangle; the edges of a cell form a ring, which grows as edges are removed. */
struct half_edge {
    uint32_t from, next, previous, twin;
    uint32_t place; /* index among the remaining edges, by cell */
    bool removed, numbered;
};

struct cutter {
    struct fr_convex_cells *cells;
    struct half_edge *edges;
    uint32_t *order; /* the remaining edges, by cell */
    uint32_t count;  /* number of edges: three for each triangle */
};

struct keyed {
    uint64_t key;
    uint32_t edge;
};

static int compare_points(const void *left, const void *right)
{
    const struct fr_point *a = left, *b = right;
    return fr_point_before(*b, *a) - fr_point_before(*a, *b);
}

static int compare_keys(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

static void read_edges(struct cutter *cutter, const struct fr_triangulation *triangulation)
{
    for (uint32_t i = 0; i < cutter->count; i++) {
        const int32_t twin = triangulation->twins[i];
        cutter->edges[i] = (struct half_edge){.from = triangulation->origins[i],
                                              .next = (uint32_t)fr_next_edge((int32_t)i),
                                              .previous = (uint32_t)fr_previous_edge((int32_t)i),
                                              .twin = twin < 0 ? FR_NO_TWIN : (uint32_t)twin};
    }
}

static uint32_t end_of(const struct cutter *cutter, uint32_t edge)
{
    return cutter->edges[cutter->edges[edge].next].from;
}

/* Whether the cells on both sides of an edge make a convex corner where it starts. */
static bool stays_convex(const struct cutter *cutter, uint32_t edge)
{
    const struct half_edge *edges = cutter->edges;
    const struct fr_point *at = cutter->cells->vertices;
    const uint32_t before = edges[edge].previous, after = edges[edges[edge].twin].next;
    return fr_orient(at[edges[before].from], at[edges[edge].from], at[end_of(cutter, after)]) >= 0;
}

static void take_out(struct cutter *cutter, uint32_t edge)
{
    struct half_edge *edges = cutter->edges;
    const uint32_t twin = edges[edge].twin;
    edges[edges[edge].previous].next = edges[twin].next;
    edges[edges[twin].next].previous = edges[edge].previous;
    edges[edges[twin].previous].next = edges[edge].next;
    edges[edges[edge].next].previous = edges[twin].previous;
    edges[edge].removed = edges[twin].removed = true;
}

static void merge(struct cutter *cutter, struct keyed *keys)
{
    const struct fr_point *at = cutter->cells->vertices;
    for (uint32_t i = 0; i < cutter->count; i++) {
        const struct fr_point along =
            fr_point_minus(at[end_of(cutter, i)], at[cutter->edges[i].from]);
        keys[i] = (struct keyed){UINT64_MAX - (uint64_t)fr_dot(along, along), i};
    }
    qsort(keys, cutter->count, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < cutter->count; i++) {
        const uint32_t edge = keys[i].edge, twin = cutter->edges[edge].twin;
        if (twin != FR_NO_TWIN && !cutter->edges[edge].removed && stays_convex(cutter, edge) &&
            stays_convex(cutter, twin))
            take_out(cutter, edge);
    }
}

static void number_cells(struct cutter *cutter)
{
    struct fr_convex_cells *cells = cutter->cells;
    struct half_edge *edges = cutter->edges;
    for (uint32_t i = 0; i < cutter->count; i++) {
        if (edges[i].removed || edges[i].numbered)
            continue;
        cells->first[cells->cell_count] = cells->edge_count;
        for (uint32_t edge = i; !edges[edge].numbered; edge = edges[edge].next) {
            edges[edge].numbered = true;
            edges[edge].place = cells->edge_count;
            cells->edges[cells->edge_count] =
                (struct fr_cell_edge){edges[edge].from, cells->cell_count, FR_NO_TWIN};
            cutter->order[cells->edge_count++] = edge;
        }
        cells->cell_count++;
    }
    cells->first[cells->cell_count] = cells->edge_count;
    for (uint32_t i = 0; i < cells->edge_count; i++) {
        const uint32_t twin = edges[cutter->order[i]].twin;
        if (twin != FR_NO_TWIN)
            cells->edges[i].twin = edges[twin].place;
    }
}

static bool take_memory(struct cutter *cutter, struct keyed **keys)
{
    struct fr_convex_cells *cells = cutter->cells;
    const struct fr_allocator *allocator = cells->allocator;
    const size_t count = cutter->count;
    cells->edge_capacity = cutter->count;
    cells->edges = fr_allocate(allocator, count, sizeof *cells->edges);
    cells->first = fr_allocate(allocator, count + 1, sizeof *cells->first);
    cutter->edges = fr_allocate(allocator, count, sizeof *cutter->edges);
    cutter->order = fr_allocate(allocator, count, sizeof *cutter->order);
    *keys = fr_allocate(allocator, count, sizeof **keys);
    return cells->edges && cells->first && cutter->edges && cutter->order && *keys;
}

static enum fr_status cut(struct fr_convex_cells *cells,
                          const struct fr_triangulation *triangulation)
{
    struct cutter cutter = {.cells = cells, .count = 3 * (uint32_t)triangulation->triangle_count};
    struct keyed *keys = NULL;
    enum fr_status status = FR_OK;
    if (cutter.count == 0)
        return FR_BAD_INPUT;
    if (take_memory(&cutter, &keys)) {
        read_edges(&cutter, triangulation);
        merge(&cutter, keys);
        number_cells(&cutter);
    } else {
        status = FR_NO_MEMORY;
    }
    fr_deallocate(cells->allocator, keys, cutter.count, sizeof *keys);
    fr_deallocate(cells->allocator, cutter.order, cutter.count, sizeof *cutter.order);
    fr_deallocate(cells->allocator, cutter.edges, cutter.count, sizeof *cutter.edges);
    return status;
}

static bool is_meant(const struct fr_polygon *drawing, uint32_t ring, uint8_t area)
{
    return area == 0 || drawing->rings[ring].area == area;
}

/* Collects the vertices of an area's rings, each once; cells->vertices has room for all. */
static void settle_vertices(struct fr_convex_cells *cells, const struct fr_polygon *drawing,
                            uint8_t area)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < drawing->ring_count; i++)
        for (uint32_t j = 0; j < drawing->rings[i].count && is_meant(drawing, i, area); j++)
            cells->vertices[count++] = drawing->vertices[drawing->rings[i].first + j];
    qsort(cells->vertices, count, sizeof *cells->vertices, compare_points);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || !fr_point_equal(cells->vertices[i], cells->vertices[cells->vertex_count - 1]))
            cells->vertices[cells->vertex_count++] = cells->vertices[i];
}

static uint32_t find_vertex(const struct fr_convex_cells *cells, struct fr_point at)
{
    const struct fr_point *found =
        bsearch(&at, cells->vertices, cells->vertex_count, sizeof at, compare_points);
    return (uint32_t)(found - cells->vertices);
}

static uint32_t list_borders(const struct fr_convex_cells *cells, const struct fr_polygon *drawing,
                             uint8_t area, uint32_t (*borders)[2])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < drawing->ring_count; i++) {
        const struct fr_polygon_ring *ring = &drawing->rings[i];
        const struct fr_point *at = drawing->vertices + ring->first;
        for (uint32_t j = 0; j < ring->count && is_meant(drawing, i, area); j++, count++) {
            borders[count][0] = find_vertex(cells, at[j]);
            borders[count][1] = find_vertex(cells, at[j + 1 < ring->count ? j + 1 : 0]);
        }
    }
    return count;
}

static enum fr_status cut_area(struct fr_convex_cells *cells, const struct fr_polygon *drawing,
                               uint8_t area)
{
    const struct fr_allocator *allocator = cells->allocator;
    struct fr_triangulation *triangulation = NULL;
    uint32_t(*borders)[2] = fr_allocate(allocator, drawing->vertex_count, sizeof *borders);
    cells->vertex_capacity = drawing->vertex_count;
    cells->vertices = fr_allocate(allocator, drawing->vertex_count, sizeof *cells->vertices);
    enum fr_status status = FR_NO_MEMORY;
    if (borders && cells->vertices) {
        settle_vertices(cells, drawing, area);
        status = fr_triangulation_create(
            cells->vertices, cells->vertex_count, (const uint32_t(*)[2])borders,
            list_borders(cells, drawing, area, borders), allocator, &triangulation);
    }
    if (status == FR_OK)
        status = cut(cells, triangulation);
    fr_triangulation_release(triangulation);
    fr_deallocate(allocator, borders, drawing->vertex_count, sizeof *borders);
    return status;
}

/* Merges regions that share a border. */
static enum fr_status unite(const struct fr_polygon *drawing, const struct fr_allocator *allocator,
                            struct fr_polygon **united)
{
    struct fr_geos geos;
    GEOSGeometry *areas[FR_AREAS] = {NULL};
    enum fr_status status = FR_BAD_INPUT;
    if (!fr_geos_begin(&geos, allocator))
        return FR_NO_MEMORY;
    areas[1] = fr_geos_area(&geos, drawing, 0);
    if (areas[1]) {
        status = fr_geos_polygon(&geos, areas, allocator, united);
        fr_geos_destroy(&geos, areas[1]);
    }
    fr_geos_end(&geos);
    return status;
}

enum fr_status fr_convex_cells_create(const char *name, const struct fr_polygon *drawing,
                                      uint8_t area, const struct fr_allocator *allocator,
                                      struct fr_convex_cells *cells, struct fr_error *error)
{
    struct fr_convex_cells made = {.allocator = allocator};
    struct fr_polygon *united = NULL;
    if (drawing->vertex_count == 0)
        return fr_fail(error, FR_BAD_INPUT, "%s: no floor found, expected some to cut into cells",
                       name);
    enum fr_status status = area == 0 ? unite(drawing, allocator, &united) : FR_OK;
    if (status == FR_OK)
        status = cut_area(&made, united ? united : drawing, area);
    fr_polygon_release(united);
    if (status == FR_OK) {
        *cells = made;
        return FR_OK;
    }
    fr_convex_cells_release(&made);
    return fr_fail(error, status, "%s: %s", name,
                   status == FR_NO_MEMORY     ? "not enough memory for its cells"
                   : status == FR_UNSUPPORTED ? "too many corners found, expected fewer"
                                              : "no floor found, expected some to cut into cells");
}

void fr_convex_cells_release(struct fr_convex_cells *cells)
{
    const size_t count = cells->edge_capacity;
    if (!cells->allocator)
        return;
    fr_deallocate(cells->allocator, cells->vertices, cells->vertex_capacity,
                  sizeof *cells->vertices);
    fr_deallocate(cells->allocator, cells->edges, count, sizeof *cells->edges);
    fr_deallocate(cells->allocator, cells->first, count + 1, sizeof *cells->first);
}
