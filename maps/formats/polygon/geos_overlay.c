#include "maps/formats/polygon/geos_overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/words.h"
#include "maps/geometry/polygon_normalise.h"

#define GRID 1.0

static void keep_message(const char *message, void *overlay)
{
    struct fr_overlay *kept = overlay;
    snprintf(kept->message, sizeof kept->message, "%s", message);
}

bool fr_overlay_begin(struct fr_overlay *overlay, const struct fr_allocator *allocator)
{
    *overlay = (struct fr_overlay){.context = GEOS_init_r(), .allocator = allocator};
    if (overlay->context)
        GEOSContext_setErrorMessageHandler_r(overlay->context, keep_message, overlay);
    return overlay->context != NULL;
}

void fr_overlay_end(struct fr_overlay *overlay)
{
    GEOS_finish_r(overlay->context);
}

enum fr_status fr_overlay_refuse(const struct fr_overlay *overlay, const struct fr_file *file,
                                 enum fr_status status, struct fr_error *error)
{
    const struct fr_span said = {overlay->message, strlen(overlay->message)};
    if (status == FR_NO_MEMORY || overlay->no_memory)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for its polygons", file->name);
    return fr_fail(error, status, "%s: GEOS says %s, expected polygons that it can combine",
                   file->name, fr_quote(said).text);
}

static void destroy(struct fr_overlay *overlay, GEOSGeometry *geometry)
{
    if (geometry)
        GEOSGeom_destroy_r(overlay->context, geometry);
}

/* A closed ring, its first vertex given twice as GEOS wants it. */
static GEOSGeometry *closed_ring(struct fr_overlay *overlay, const struct fr_point *vertices,
                                 uint32_t count)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(overlay->context, count + 1, 2);
    if (!sequence)
        return NULL;
    for (uint32_t i = 0; i <= count; i++) {
        const struct fr_point at = vertices[i < count ? i : 0];
        if (!GEOSCoordSeq_setXY_r(overlay->context, sequence, i, at.x, at.y)) {
            GEOSCoordSeq_destroy_r(overlay->context, sequence);
            return NULL;
        }
    }
    return GEOSGeom_createLinearRing_r(overlay->context, sequence);
}

GEOSGeometry *fr_overlay_ring(struct fr_overlay *overlay, const struct fr_point *vertices,
                              uint32_t count)
{
    GEOSGeometry *ring = closed_ring(overlay, vertices, count);
    return ring ? GEOSGeom_createPolygon_r(overlay->context, ring, NULL, 0) : NULL;
}

bool fr_overlay_gather(struct fr_overlay *overlay, struct fr_overlay_list *list, GEOSGeometry *item)
{
    if (!item)
        return false;
    GEOSGeometry **items = fr_grow(list->allocator, list->items, list->count, 1, &list->capacity,
                                   sizeof(GEOSGeometry *));
    if (!items) {
        overlay->no_memory = true;
        destroy(overlay, item);
        return false;
    }
    list->items = items;
    list->items[list->count++] = item;
    return true;
}

void fr_overlay_list_release(struct fr_overlay *overlay, struct fr_overlay_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        destroy(overlay, list->items[i]);
    fr_deallocate(list->allocator, list->items, list->capacity, sizeof(GEOSGeometry *));
    *list = (struct fr_overlay_list){.allocator = list->allocator};
}

/* The list as one collection, without regard to what overlaps in it; the list is left empty. */
static GEOSGeometry *collect(struct fr_overlay *overlay, struct fr_overlay_list *list, int type)
{
    GEOSGeometry *all =
        GEOSGeom_createCollection_r(overlay->context, type, list->items, (unsigned)list->count);
    list->count = 0;
    return all;
}

GEOSGeometry *fr_overlay_polygons(struct fr_overlay *overlay, GEOSGeometry *geometry)
{
    const int type = geometry ? GEOSGeomTypeId_r(overlay->context, geometry) : GEOS_POLYGON;
    if (type == GEOS_POLYGON || type == GEOS_MULTIPOLYGON)
        return geometry;
    const int count = GEOSGetNumGeometries_r(overlay->context, geometry);
    struct fr_overlay_list parts = {.allocator = overlay->allocator};
    GEOSGeometry *made = NULL;
    bool whole = true;
    for (int i = 0; i < count && whole; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(overlay->context, geometry, i);
        if (GEOSGeomTypeId_r(overlay->context, part) == GEOS_POLYGON)
            whole = fr_overlay_gather(overlay, &parts, GEOSGeom_clone_r(overlay->context, part));
    }
    if (whole)
        made = collect(overlay, &parts, GEOS_MULTIPOLYGON);
    fr_overlay_list_release(overlay, &parts);
    destroy(overlay, geometry);
    return made;
}

GEOSGeometry *fr_overlay_unite(struct fr_overlay *overlay, struct fr_overlay_list *list,
                               double grid)
{
    GEOSGeometry *all = collect(overlay, list, GEOS_GEOMETRYCOLLECTION);
    if (!all)
        return NULL;
    GEOSGeometry *united = grid > 0 ? GEOSUnaryUnionPrec_r(overlay->context, all, grid)
                                    : GEOSUnaryUnion_r(overlay->context, all);
    destroy(overlay, all);
    return united;
}

/* Takes over left. */
static GEOSGeometry *
combine(struct fr_overlay *overlay, GEOSGeometry *left, const GEOSGeometry *right,
        GEOSGeometry *(*operation)(GEOSContextHandle_t context, const GEOSGeometry *left,
                                   const GEOSGeometry *right, double grid))
{
    GEOSGeometry *result = left && right ? operation(overlay->context, left, right, GRID) : NULL;
    destroy(overlay, left);
    return fr_overlay_polygons(overlay, result);
}

GEOSGeometry *fr_overlay_union(struct fr_overlay *overlay, GEOSGeometry *left,
                               const GEOSGeometry *right)
{
    return combine(overlay, left, right, GEOSUnionPrec_r);
}

GEOSGeometry *fr_overlay_difference(struct fr_overlay *overlay, GEOSGeometry *left,
                                    const GEOSGeometry *right)
{
    return combine(overlay, left, right, GEOSDifferencePrec_r);
}

GEOSGeometry *fr_overlay_common(struct fr_overlay *overlay, GEOSGeometry *left,
                                const GEOSGeometry *right)
{
    return combine(overlay, left, right, GEOSIntersectionPrec_r);
}

GEOSGeometry *fr_overlay_either(struct fr_overlay *overlay, GEOSGeometry *left,
                                const GEOSGeometry *right)
{
    GEOSGeometry *result =
        left && right ? GEOSSymDifference_r(overlay->context, left, right) : NULL;
    destroy(overlay, left);
    return fr_overlay_polygons(overlay, result);
}

GEOSGeometry *fr_overlay_round(struct fr_overlay *overlay, GEOSGeometry *geometry)
{
    GEOSGeometry *rounded =
        geometry ? GEOSGeom_setPrecision_r(overlay->context, geometry, GRID, 0) : NULL;
    destroy(overlay, geometry);
    return fr_overlay_polygons(overlay, rounded);
}

/* A region with its holes. */
static GEOSGeometry *region(struct fr_overlay *overlay, const struct fr_polygon *polygon,
                            uint32_t outer)
{
    const struct fr_polygon_ring *ring = &polygon->rings[outer];
    struct fr_overlay_list holes = {.allocator = polygon->allocator};
    GEOSGeometry *shell = closed_ring(overlay, polygon->vertices + ring->first, ring->count);
    bool whole = shell != NULL;
    for (uint32_t i = outer + 1; i < polygon->ring_count && whole; i++) {
        const struct fr_polygon_ring *hole = &polygon->rings[i];
        if (hole->outer == outer)
            whole = fr_overlay_gather(
                overlay, &holes,
                closed_ring(overlay, polygon->vertices + hole->first, hole->count));
    }
    GEOSGeometry *made = NULL;
    if (whole) {
        made =
            GEOSGeom_createPolygon_r(overlay->context, shell, holes.items, (unsigned)holes.count);
        holes.count = 0;
    } else {
        destroy(overlay, shell);
    }
    fr_overlay_list_release(overlay, &holes);
    return made;
}

GEOSGeometry *fr_overlay_area(struct fr_overlay *overlay, const struct fr_polygon *polygon,
                              uint8_t area)
{
    struct fr_overlay_list regions = {.allocator = polygon->allocator};
    GEOSGeometry *made = NULL;
    bool whole = true;
    for (uint32_t i = 0; i < polygon->ring_count && whole; i++)
        if (polygon->rings[i].outer == i && (area == 0 || polygon->rings[i].area == area))
            whole = fr_overlay_gather(overlay, &regions, region(overlay, polygon, i));
    if (whole && regions.count == 0)
        made = GEOSGeom_createEmptyPolygon_r(overlay->context);
    else if (whole)
        made = fr_overlay_polygons(overlay, fr_overlay_unite(overlay, &regions, 0));
    fr_overlay_list_release(overlay, &regions);
    return made;
}

static bool read_vertex(struct fr_overlay *overlay, const GEOSCoordSequence *sequence, unsigned i,
                        struct fr_point *vertex)
{
    double x, y;
    if (!GEOSCoordSeq_getXY_r(overlay->context, sequence, i, &x, &y))
        return false;
    if (x != rint(x) || y != rint(y) || fabs(x) > FR_POLYGON_MAX_COORDINATE ||
        fabs(y) > FR_POLYGON_MAX_COORDINATE) {
        keep_message("edges cross off the half-pixel grid", overlay);
        return false;
    }
    *vertex = (struct fr_point){(int32_t)x, (int32_t)y};
    return true;
}

static enum fr_status append_ring(struct fr_overlay *overlay, const GEOSGeometry *ring,
                                  uint32_t outer, uint8_t area, struct fr_polygon *polygon)
{
    const struct fr_allocator *allocator = polygon->allocator;
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(overlay->context, ring);
    unsigned count;
    if (!sequence || !GEOSCoordSeq_getSize_r(overlay->context, sequence, &count) || count < 4)
        return FR_BAD_INPUT;
    struct fr_point *vertices = fr_allocate(allocator, count, sizeof *vertices);
    if (!vertices)
        return FR_NO_MEMORY;
    enum fr_status status = FR_OK;
    for (unsigned i = 0; i + 1 < count && status == FR_OK; i++)
        status = read_vertex(overlay, sequence, i, &vertices[i]) ? FR_OK : FR_BAD_INPUT;
    if (status == FR_OK)
        status = fr_polygon_append(polygon, vertices, count - 1, outer, area);
    fr_deallocate(allocator, vertices, count, sizeof *vertices);
    return status;
}

static enum fr_status append_region(struct fr_overlay *overlay, const GEOSGeometry *geometry,
                                    uint8_t area, struct fr_polygon *polygon)
{
    const uint32_t outer = polygon->ring_count;
    const int holes = GEOSGetNumInteriorRings_r(overlay->context, geometry);
    enum fr_status status = append_ring(overlay, GEOSGetExteriorRing_r(overlay->context, geometry),
                                        FR_NO_RING, area, polygon);
    for (int i = 0; i < holes && status == FR_OK; i++)
        status = append_ring(overlay, GEOSGetInteriorRingN_r(overlay->context, geometry, i), outer,
                             area, polygon);
    return status;
}

static enum fr_status append_geometry(struct fr_overlay *overlay, const GEOSGeometry *geometry,
                                      uint8_t area, struct fr_polygon *polygon)
{
    const int parts = geometry ? GEOSGetNumGeometries_r(overlay->context, geometry) : -1;
    enum fr_status status = parts < 0 ? FR_BAD_INPUT : FR_OK;
    for (int i = 0; i < parts && status == FR_OK; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(overlay->context, geometry, i);
        if (GEOSGeomTypeId_r(overlay->context, part) == GEOS_POLYGON &&
            !GEOSisEmpty_r(overlay->context, part))
            status = append_region(overlay, part, area, polygon);
    }
    return status;
}

/* The cells that the borders of all areas cut the plane into, with common vertices. */
static GEOSGeometry *cells(struct fr_overlay *overlay, GEOSGeometry *const areas[FR_AREAS],
                           const struct fr_allocator *allocator)
{
    struct fr_overlay_list borders = {.allocator = allocator};
    bool whole = true;
    for (int area = 1; area < FR_AREAS && whole; area++)
        if (areas[area])
            whole =
                fr_overlay_gather(overlay, &borders, GEOSBoundary_r(overlay->context, areas[area]));
    GEOSGeometry *noded = whole ? fr_overlay_unite(overlay, &borders, GRID) : NULL;
    const GEOSGeometry *const lines[] = {noded};
    GEOSGeometry *made = noded ? GEOSPolygonize_r(overlay->context, lines, 1) : NULL;
    destroy(overlay, noded);
    fr_overlay_list_release(overlay, &borders);
    return made;
}

/* The least area that holds a cell; 0 where none does. */
static int area_of_cell(struct fr_overlay *overlay, GEOSGeometry *const areas[FR_AREAS],
                        const GEOSGeometry *cell)
{
    int found = 0;
    GEOSGeometry *inside = GEOSPointOnSurface_r(overlay->context, cell);
    for (int area = 1; inside && area < FR_AREAS && found == 0; area++)
        if (areas[area] && GEOSIntersects_r(overlay->context, areas[area], inside) == 1)
            found = area;
    destroy(overlay, inside);
    return found;
}

/* The cells of an area fit together as they are; rounding them once more could move their outline
 * away from that of the cells beyond it. */
static enum fr_status append_area(struct fr_overlay *overlay, struct fr_overlay_list *list,
                                  uint8_t area, struct fr_polygon *polygon)
{
    if (list->count == 0)
        return FR_OK;
    GEOSGeometry *all = collect(overlay, list, GEOS_MULTIPOLYGON);
    GEOSGeometry *united = all ? GEOSCoverageUnion_r(overlay->context, all) : NULL;
    const enum fr_status status = append_geometry(overlay, united, area, polygon);
    destroy(overlay, all);
    destroy(overlay, united);
    return status;
}

/* Areas put together anew from cells, so that either side of a border has the same vertices. */
static enum fr_status append_fitted(struct fr_overlay *overlay, GEOSGeometry *const areas[FR_AREAS],
                                    struct fr_polygon *polygon)
{
    struct fr_overlay_list of[FR_AREAS];
    GEOSGeometry *all = cells(overlay, areas, polygon->allocator);
    const int count = all ? GEOSGetNumGeometries_r(overlay->context, all) : 0;
    enum fr_status status = all ? FR_OK : FR_BAD_INPUT;
    for (int area = 0; area < FR_AREAS; area++)
        of[area] = (struct fr_overlay_list){.allocator = polygon->allocator};
    for (int i = 0; i < count && status == FR_OK; i++) {
        const GEOSGeometry *cell = GEOSGetGeometryN_r(overlay->context, all, i);
        const int area = area_of_cell(overlay, areas, cell);
        if (area > 0 &&
            !fr_overlay_gather(overlay, &of[area], GEOSGeom_clone_r(overlay->context, cell)))
            status = FR_NO_MEMORY;
    }
    for (int area = 1; area < FR_AREAS; area++) {
        if (status == FR_OK)
            status = append_area(overlay, &of[area], (uint8_t)area, polygon);
        fr_overlay_list_release(overlay, &of[area]);
    }
    destroy(overlay, all);
    return status;
}

enum fr_status fr_overlay_polygon(struct fr_overlay *overlay, GEOSGeometry *const areas[FR_AREAS],
                                  const struct fr_allocator *allocator, struct fr_polygon **polygon)
{
    struct fr_polygon *fresh;
    int count = 0, last = 0;
    for (int area = 1; area < FR_AREAS; area++)
        if (areas[area]) {
            count++;
            last = area;
        }
    if (fr_polygon_create(allocator, &fresh) != FR_OK)
        return FR_NO_MEMORY;
    enum fr_status status = FR_OK;
    if (count == 1)
        status = append_geometry(overlay, areas[last], (uint8_t)last, fresh);
    else if (count > 1)
        status = append_fitted(overlay, areas, fresh);
    if (status == FR_OK)
        status = fr_polygon_normalise(fresh);
    if (status != FR_OK) {
        fr_polygon_release(fresh);
        return status;
    }
    *polygon = fresh;
    return FR_OK;
}
