/* Converts drawings to pixels: row by row, a sweep over the edges that reach the height of the
 * pixel centres.
 *
 * The line through the centres is taken twice, an infinitesimal step above and below. Neither copy
 * of the line meets a vertex, each alternates between inside and outside at its crossings, and
 * together the copies cover exactly the points of the closed region on the line. */
#include "maps/geometry/polygon_paint.h"

#include <stdlib.h>
#include <string.h>

struct edge {
    struct fr_point top, bottom; /* top.y < bottom.y */
    uint8_t area;
};

struct crossing {
    int64_t numerator, denominator; /* x in half pixels; the denominator is positive */
    uint8_t area;
};

struct sweep {
    const struct edge *edges; /* by their tops */
    uint32_t *active;         /* edges that reach the row */
    struct crossing *crossings;
    uint32_t edge_count, next, active_count, crossing_count;
    int32_t width;
    uint8_t *row;
};

static int compare_edges(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    return (a->top.y > b->top.y) - (a->top.y < b->top.y);
}

/* Numerators stay below 2^34, denominators below 2^18. */
static int compare_crossings(const void *left, const void *right)
{
    const struct crossing *a = left, *b = right;
    if (a->area != b->area)
        return a->area < b->area ? -1 : 1;
    const int64_t ab = a->numerator * b->denominator, ba = b->numerator * a->denominator;
    return (ab > ba) - (ab < ba);
}

/* Horizontal edges are left out: they cross neither copy of the line. */
static uint32_t collect_edges(const struct fr_polygon *polygon, struct edge *edges)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const struct fr_polygon_ring *ring = &polygon->rings[r];
        const struct fr_point *vertices = polygon->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++) {
            const struct fr_point a = vertices[i], b = vertices[i + 1 < ring->count ? i + 1 : 0];
            if (a.y != b.y)
                edges[count++] =
                    a.y < b.y ? (struct edge){a, b, ring->area} : (struct edge){b, a, ring->area};
        }
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    return count;
}

static void activate(struct sweep *sweep, int32_t y)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sweep->active_count; i++)
        if (sweep->edges[sweep->active[i]].bottom.y >= y)
            sweep->active[kept++] = sweep->active[i];
    for (; sweep->next < sweep->edge_count && sweep->edges[sweep->next].top.y <= y; sweep->next++)
        if (sweep->edges[sweep->next].bottom.y >= y)
            sweep->active[kept++] = sweep->next;
    sweep->active_count = kept;
}

static void cross(struct sweep *sweep, int32_t y, bool below)
{
    sweep->crossing_count = 0;
    for (uint32_t i = 0; i < sweep->active_count; i++) {
        const struct edge *edge = &sweep->edges[sweep->active[i]];
        if (below ? edge->bottom.y == y : edge->top.y == y)
            continue;
        const int64_t dx = edge->bottom.x - edge->top.x, dy = edge->bottom.y - edge->top.y;
        sweep->crossings[sweep->crossing_count++] =
            (struct crossing){edge->top.x * dy + dx * (y - edge->top.y), dy, edge->area};
    }
    qsort(sweep->crossings, sweep->crossing_count, sizeof *sweep->crossings, compare_crossings);
}

static int64_t floor_divide(int64_t numerator, int64_t denominator)
{
    return numerator / denominator - (numerator % denominator < 0);
}

/* Paints the pixels whose centres 2x + 1 are between two crossings, ends included. */
static void paint_between(struct sweep *sweep, const struct crossing *enter,
                          const struct crossing *leave)
{
    int64_t first = -floor_divide(enter->denominator - enter->numerator, 2 * enter->denominator);
    int64_t last = floor_divide(leave->numerator - leave->denominator, 2 * leave->denominator);
    if (first < 0)
        first = 0;
    if (last >= sweep->width)
        last = sweep->width - 1;
    for (int64_t x = first; x <= last; x++)
        if (sweep->row[x] == 0 || sweep->row[x] > enter->area)
            sweep->row[x] = enter->area;
}

static void paint_rows(struct sweep *sweep, struct fr_map *map)
{
    for (int32_t y = 0; y < map->height; y++) {
        activate(sweep, 2 * y + 1);
        if (sweep->active_count == 0)
            continue;
        memset(sweep->row, 0, (size_t)map->width);
        for (int below = 0; below < 2; below++) {
            cross(sweep, 2 * y + 1, below);
            for (uint32_t i = 0; i + 1 < sweep->crossing_count; i += 2)
                paint_between(sweep, &sweep->crossings[i], &sweep->crossings[i + 1]);
        }
        fr_map_set_row(map, y, sweep->row);
    }
}

enum fr_status fr_polygon_paint(const struct fr_polygon *polygon, struct fr_map *map)
{
    const struct fr_allocator *allocator = map->allocator;
    const uint32_t most = polygon->vertex_count;
    const size_t width = (size_t)map->width;
    if (most == 0)
        return FR_OK;
    struct edge *edges = fr_allocate(allocator, most, sizeof *edges);
    struct sweep sweep = {.edges = edges, .width = map->width};
    sweep.active = fr_allocate(allocator, most, sizeof *sweep.active);
    sweep.crossings = fr_allocate(allocator, most, sizeof *sweep.crossings);
    sweep.row = fr_allocate(allocator, width, 1);
    const bool room = edges && sweep.active && sweep.crossings && sweep.row;
    if (room) {
        sweep.edge_count = collect_edges(polygon, edges);
        paint_rows(&sweep, map);
    }
    fr_deallocate(allocator, edges, most, sizeof *edges);
    fr_deallocate(allocator, sweep.active, most, sizeof *sweep.active);
    fr_deallocate(allocator, sweep.crossings, most, sizeof *sweep.crossings);
    fr_deallocate(allocator, sweep.row, width, 1);
    return room ? FR_OK : FR_NO_MEMORY;
}
