/* Polyanya's .poly, version 1: rings in any nesting; a point is free if an odd number of rings
 * surrounds it.
 *
 *     poly 1  N   N times: M x1 y1 ... xM yM
 *
 * White space is free. Rings may share edges, cross one another, and touch themselves at points, as
 * outlines of masks do at a pinch; a ring that crosses itself is refused. */
#include <stdio.h>

#include "maps/formats/polygon/geos.h"
#include "maps/formats/polygon/polyanya_words.h"

#define MOST_ITEMS (1 << 26)

struct poly {
    struct fr_polyanya reader;
    struct fr_geos geos;
    struct fr_geos_list rings;
    struct fr_point *vertices; /* of the current ring */
    size_t capacity;
};

static enum fr_status read_vertices(struct poly *poly, int32_t count)
{
    struct fr_polyanya *reader = &poly->reader;
    for (reader->vertex = 0; reader->vertex < (size_t)count; reader->vertex++) {
        struct fr_point vertex;
        const enum fr_status status = fr_polyanya_vertex(reader, &vertex);
        if (status != FR_OK)
            return status;
        struct fr_point *vertices = fr_grow(reader->file->allocator, poly->vertices, reader->vertex,
                                            1, &poly->capacity, sizeof vertex);
        if (!vertices)
            return fr_refuse_memory(poly->reader.file, "for its rings");
        poly->vertices = vertices;
        poly->vertices[reader->vertex] = vertex;
    }
    return FR_OK;
}

static enum fr_status read_ring(struct poly *poly)
{
    int32_t count = 0;
    bool touches = false;
    char name[64];
    enum fr_status status =
        fr_polyanya_integer(&poly->reader, 3, MOST_ITEMS, "a number of vertices from 3", &count);
    if (status == FR_OK)
        status = read_vertices(poly, count);
    if (status == FR_OK) {
        snprintf(name, sizeof name, "line %lld, ring %zu", (long long)poly->reader.lines.number,
                 poly->reader.ring);
        status = fr_ring_check(poly->reader.file, name, poly->vertices, (uint32_t)count, &touches);
    }
    if (status != FR_OK)
        return status;
    GEOSGeometry *ring = fr_geos_ring(&poly->geos, poly->vertices, (uint32_t)count);
    if (ring && touches) {
        GEOSGeometry *mended = GEOSMakeValid_r(poly->geos.context, ring);
        fr_geos_destroy(&poly->geos, ring);
        ring = fr_geos_polygons(&poly->geos, mended);
    }
    return fr_geos_gather(&poly->geos, &poly->rings, ring)
               ? FR_OK
               : fr_refuse_memory(poly->reader.file, "for its rings");
}

/* Combines pairs, then pairs of pairs, so that each vertex is processed about log2(rings) times. */
static GEOSGeometry *combine(struct poly *poly)
{
    struct fr_geos_list *rings = &poly->rings;
    while (rings->count > 1) {
        size_t kept = 0;
        for (size_t i = 0; i < rings->count; i += 2) {
            GEOSGeometry *both = rings->items[i];
            if (i + 1 < rings->count) {
                GEOSGeometry *right = rings->items[i + 1];
                both = fr_geos_either(&poly->geos, both, right);
                fr_geos_destroy(&poly->geos, right);
            }
            rings->items[kept++] = both;
        }
        rings->count = kept;
    }
    rings->count = 0;
    return rings->items[0];
}

/* Rounds only rings that cross each other. */
static enum fr_status finish(struct poly *poly, GEOSGeometry *areas[FR_AREAS],
                             struct fr_polygon **drawing)
{
    const struct fr_allocator *allocator = poly->reader.file->allocator;
    if (!areas[1])
        return FR_BAD_INPUT;
    const enum fr_status status = fr_geos_polygon(&poly->geos, areas, allocator, drawing);
    if (status != FR_BAD_INPUT)
        return status;
    areas[1] = fr_geos_round(&poly->geos, areas[1]);
    return areas[1] ? fr_geos_polygon(&poly->geos, areas, allocator, drawing) : FR_BAD_INPUT;
}

static enum fr_status read_poly(struct poly *poly, struct fr_polygon **drawing)
{
    struct fr_polyanya *reader = &poly->reader;
    GEOSGeometry *areas[FR_AREAS] = {NULL};
    int32_t version, count = 0;
    fr_polyanya_begin(reader);
    enum fr_status status = fr_polyanya_integer(reader, 1, 1, "version 1", &version);
    if (status == FR_OK)
        status = fr_polyanya_integer(reader, 1, MOST_ITEMS, "a number of rings from 1", &count);
    for (reader->ring = 0; reader->ring < (size_t)count && status == FR_OK; reader->ring++)
        status = read_ring(poly);
    if (status == FR_OK)
        status = fr_polyanya_end(reader);
    if (status != FR_OK)
        return status;
    areas[1] = combine(poly);
    status = finish(poly, areas, drawing);
    fr_geos_destroy(&poly->geos, areas[1]);
    return status == FR_OK ? FR_OK : fr_geos_refuse(&poly->geos, reader->file, status);
}

enum fr_status fr_load_poly(struct fr_loading *loading)
{
    const struct fr_file *file = loading->file;
    struct fr_polygon *drawing;
    struct poly poly = {.reader = {.loading = loading, .file = file, .in_ring = true},
                        .rings = {.allocator = file->allocator}};
    if (!fr_geos_begin(&poly.geos, file->allocator))
        return fr_refuse_memory(poly.reader.file, "for its rings");
    enum fr_status status = read_poly(&poly, &drawing);
    if (status == FR_OK)
        status =
            fr_polyanya_map(&poly.reader, "poly", "a ring inside an odd number of rings", drawing);
    fr_geos_list_release(&poly.geos, &poly.rings);
    fr_geos_end(&poly.geos);
    fr_deallocate(file->allocator, poly.vertices, poly.capacity, sizeof *poly.vertices);
    return status;
}
