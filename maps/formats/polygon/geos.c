#include "maps/formats/polygon/geos.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/words.h"
#include "maps/geometry/polygon_normalise.h"

#define GRID 1.0

static void keep_message(const char *message, void *geos)
{
    struct fr_geos *kept = geos;
    snprintf(kept->message, sizeof kept->message, "%s", message);
}

bool fr_geos_begin(struct fr_geos *geos, const struct fr_allocator *allocator)
{
    *geos = (struct fr_geos){.context = GEOS_init_r(), .allocator = allocator};
    if (geos->context)
        GEOSContext_setErrorMessageHandler_r(geos->context, keep_message, geos);
    return geos->context != NULL;
}

void fr_geos_end(struct fr_geos *geos)
{
    GEOS_finish_r(geos->context);
}

enum fr_status fr_geos_refuse(const struct fr_geos *geos, const struct fr_file *file,
                              enum fr_status status)
{
    const struct fr_span said = {geos->message, strlen(geos->message)};
    if (status == FR_NO_MEMORY || geos->no_memory)
        return fr_refuse_memory(file, "for its polygons");
    return fr_refuse_as(file, status, "GEOS reports %s; expected polygons that it can combine",
                        fr_quote(said).text);
}

void fr_geos_destroy(struct fr_geos *geos, GEOSGeometry *geometry)
{
    if (geometry)
        GEOSGeom_destroy_r(geos->context, geometry);
}

void fr_geos_destroy_areas(struct fr_geos *geos, GEOSGeometry *areas[FR_AREAS])
{
    for (int i = 0; i < FR_AREAS; i++)
        fr_geos_destroy(geos, areas[i]);
}

/* A closed ring, with its first vertex repeated at the end, as GEOS requires. */
static GEOSGeometry *closed_ring(struct fr_geos *geos, const struct fr_point *vertices,
                                 uint32_t count)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos->context, count + 1, 2);
    if (!sequence)
        return NULL;
    for (uint32_t i = 0; i <= count; i++) {
        const struct fr_point at = vertices[i < count ? i : 0];
        if (!GEOSCoordSeq_setXY_r(geos->context, sequence, i, at.x, at.y)) {
            GEOSCoordSeq_destroy_r(geos->context, sequence);
            return NULL;
        }
    }
    return GEOSGeom_createLinearRing_r(geos->context, sequence);
}

GEOSGeometry *fr_geos_ring(struct fr_geos *geos, const struct fr_point *vertices, uint32_t count)
{
    GEOSGeometry *ring = closed_ring(geos, vertices, count);
    return ring ? GEOSGeom_createPolygon_r(geos->context, ring, NULL, 0) : NULL;
}

bool fr_geos_gather(struct fr_geos *geos, struct fr_geos_list *list, GEOSGeometry *item)
{
    if (!item)
        return false;
    if (fr_append(list->allocator, &list->items, &list->count, &list->capacity, &item, sizeof item))
        return true;
    geos->no_memory = true;
    fr_geos_destroy(geos, item);
    return false;
}

void fr_geos_list_release(struct fr_geos *geos, struct fr_geos_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        fr_geos_destroy(geos, list->items[i]);
    fr_deallocate(list->allocator, list->items, list->capacity, sizeof(GEOSGeometry *));
    *list = (struct fr_geos_list){.allocator = list->allocator};
}

/* Makes the list one collection, whether or not items overlap; empties the list. */
static GEOSGeometry *collect(struct fr_geos *geos, struct fr_geos_list *list, int type)
{
    GEOSGeometry *all =
        GEOSGeom_createCollection_r(geos->context, type, list->items, (unsigned)list->count);
    list->count = 0;
    return all;
}

GEOSGeometry *fr_geos_polygons(struct fr_geos *geos, GEOSGeometry *geometry)
{
    const int type = geometry ? GEOSGeomTypeId_r(geos->context, geometry) : GEOS_POLYGON;
    if (type == GEOS_POLYGON || type == GEOS_MULTIPOLYGON)
        return geometry;
    const int count = GEOSGetNumGeometries_r(geos->context, geometry);
    struct fr_geos_list parts = {.allocator = geos->allocator};
    GEOSGeometry *made = NULL;
    bool whole = true;
    for (int i = 0; i < count && whole; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(geos->context, geometry, i);
        if (GEOSGeomTypeId_r(geos->context, part) == GEOS_POLYGON)
            whole = fr_geos_gather(geos, &parts, GEOSGeom_clone_r(geos->context, part));
    }
    if (whole)
        made = collect(geos, &parts, GEOS_MULTIPOLYGON);
    fr_geos_list_release(geos, &parts);
    fr_geos_destroy(geos, geometry);
    return made;
}

GEOSGeometry *fr_geos_unite(struct fr_geos *geos, struct fr_geos_list *list, double grid)
{
    GEOSGeometry *all = collect(geos, list, GEOS_GEOMETRYCOLLECTION);
    if (!all)
        return NULL;
    GEOSGeometry *united = grid > 0 ? GEOSUnaryUnionPrec_r(geos->context, all, grid)
                                    : GEOSUnaryUnion_r(geos->context, all);
    fr_geos_destroy(geos, all);
    return united;
}

/* Frees `left`. */
static GEOSGeometry *combine(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right,
                             GEOSGeometry *(*operation)(GEOSContextHandle_t context,
                                                        const GEOSGeometry *left,
                                                        const GEOSGeometry *right, double grid))
{
    GEOSGeometry *result = left && right ? operation(geos->context, left, right, GRID) : NULL;
    fr_geos_destroy(geos, left);
    return fr_geos_polygons(geos, result);
}

GEOSGeometry *fr_geos_union(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right)
{
    return combine(geos, left, right, GEOSUnionPrec_r);
}

GEOSGeometry *fr_geos_difference(struct fr_geos *geos, GEOSGeometry *left,
                                 const GEOSGeometry *right)
{
    return combine(geos, left, right, GEOSDifferencePrec_r);
}

GEOSGeometry *fr_geos_common(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right)
{
    return combine(geos, left, right, GEOSIntersectionPrec_r);
}

GEOSGeometry *fr_geos_either(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right)
{
    GEOSGeometry *result = left && right ? GEOSSymDifference_r(geos->context, left, right) : NULL;
    fr_geos_destroy(geos, left);
    return fr_geos_polygons(geos, result);
}

GEOSGeometry *fr_geos_repair(struct fr_geos *geos, GEOSGeometry *geometry)
{
    GEOSMakeValidParams *params = GEOSMakeValidParams_create_r(geos->context);
    GEOSGeometry *valid = NULL;
    if (params &&
        GEOSMakeValidParams_setMethod_r(geos->context, params, GEOS_MAKE_VALID_STRUCTURE) &&
        GEOSMakeValidParams_setKeepCollapsed_r(geos->context, params, 0))
        valid = GEOSMakeValidWithParams_r(geos->context, geometry, params);
    if (params)
        GEOSMakeValidParams_destroy_r(geos->context, params);
    fr_geos_destroy(geos, geometry);
    return fr_geos_polygons(geos, valid);
}

GEOSGeometry *fr_geos_round(struct fr_geos *geos, GEOSGeometry *geometry)
{
    GEOSGeometry *rounded =
        geometry ? GEOSGeom_setPrecision_r(geos->context, geometry, GRID, 0) : NULL;
    fr_geos_destroy(geos, geometry);
    return fr_geos_polygons(geos, rounded);
}

GEOSGeometry *fr_geos_region(struct fr_geos *geos, const struct fr_polygon *polygon, uint32_t outer)
{
    const struct fr_polygon_ring *ring = &polygon->rings[outer];
    struct fr_geos_list holes = {.allocator = polygon->allocator};
    GEOSGeometry *shell = closed_ring(geos, polygon->vertices + ring->first, ring->count);
    bool whole = shell != NULL;
    for (uint32_t i = outer + 1; i < polygon->ring_count && whole; i++) {
        const struct fr_polygon_ring *hole = &polygon->rings[i];
        if (hole->outer == outer)
            whole = fr_geos_gather(geos, &holes,
                                   closed_ring(geos, polygon->vertices + hole->first, hole->count));
    }
    GEOSGeometry *made = NULL;
    if (whole) {
        made = GEOSGeom_createPolygon_r(geos->context, shell, holes.items, (unsigned)holes.count);
        holes.count = 0;
    } else {
        fr_geos_destroy(geos, shell);
    }
    fr_geos_list_release(geos, &holes);
    return made;
}

GEOSGeometry *fr_geos_area(struct fr_geos *geos, const struct fr_polygon *polygon, uint8_t area)
{
    struct fr_geos_list regions = {.allocator = polygon->allocator};
    GEOSGeometry *made = NULL;
    bool whole = true;
    for (uint32_t i = 0; i < polygon->ring_count && whole; i++)
        if (polygon->rings[i].outer == i && (area == 0 || polygon->rings[i].area == area))
            whole = fr_geos_gather(geos, &regions, fr_geos_region(geos, polygon, i));
    if (whole && regions.count == 0)
        made = GEOSGeom_createEmptyPolygon_r(geos->context);
    else if (whole)
        made = fr_geos_polygons(geos, fr_geos_unite(geos, &regions, 0));
    fr_geos_list_release(geos, &regions);
    return made;
}

static bool read_vertex(struct fr_geos *geos, const GEOSCoordSequence *sequence, unsigned i,
                        struct fr_point *vertex)
{
    double x, y;
    if (!GEOSCoordSeq_getXY_r(geos->context, sequence, i, &x, &y))
        return false;
    if (x != rint(x) || y != rint(y) || fabs(x) > FR_POLYGON_MAX_COORDINATE ||
        fabs(y) > FR_POLYGON_MAX_COORDINATE) {
        keep_message("edges that cross off the half-pixel grid", geos);
        return false;
    }
    *vertex = (struct fr_point){(int32_t)x, (int32_t)y};
    return true;
}

static enum fr_status append_ring(struct fr_geos *geos, const GEOSGeometry *ring, uint32_t outer,
                                  uint8_t area, struct fr_polygon *polygon)
{
    const struct fr_allocator *allocator = polygon->allocator;
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(geos->context, ring);
    unsigned count;
    if (!sequence || !GEOSCoordSeq_getSize_r(geos->context, sequence, &count) || count < 4)
        return FR_BAD_INPUT;
    struct fr_point *vertices = fr_allocate(allocator, count, sizeof *vertices);
    if (!vertices)
        return FR_NO_MEMORY;
    enum fr_status status = FR_OK;
    for (unsigned i = 0; i + 1 < count && status == FR_OK; i++)
        status = read_vertex(geos, sequence, i, &vertices[i]) ? FR_OK : FR_BAD_INPUT;
    if (status == FR_OK)
        status = fr_polygon_append(polygon, vertices, count - 1, outer, area);
    fr_deallocate(allocator, vertices, count, sizeof *vertices);
    return status;
}

static enum fr_status append_region(struct fr_geos *geos, const GEOSGeometry *geometry,
                                    uint8_t area, struct fr_polygon *polygon)
{
    const uint32_t outer = polygon->ring_count;
    const int holes = GEOSGetNumInteriorRings_r(geos->context, geometry);
    enum fr_status status = append_ring(geos, GEOSGetExteriorRing_r(geos->context, geometry),
                                        FR_NO_RING, area, polygon);
    for (int i = 0; i < holes && status == FR_OK; i++)
        status = append_ring(geos, GEOSGetInteriorRingN_r(geos->context, geometry, i), outer, area,
                             polygon);
    return status;
}

static enum fr_status append_geometry(struct fr_geos *geos, const GEOSGeometry *geometry,
                                      uint8_t area, struct fr_polygon *polygon)
{
    const int parts = geometry ? GEOSGetNumGeometries_r(geos->context, geometry) : -1;
    enum fr_status status = parts < 0 ? FR_BAD_INPUT : FR_OK;
    for (int i = 0; i < parts && status == FR_OK; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(geos->context, geometry, i);
        if (GEOSGeomTypeId_r(geos->context, part) == GEOS_POLYGON &&
            !GEOSisEmpty_r(geos->context, part))
            status = append_region(geos, part, area, polygon);
    }
    return status;
}

/* Cuts the plane along the borders of all areas into cells with common vertices. */
static GEOSGeometry *cells(struct fr_geos *geos, GEOSGeometry *const areas[FR_AREAS],
                           const struct fr_allocator *allocator)
{
    struct fr_geos_list borders = {.allocator = allocator};
    bool whole = true;
    for (int area = 1; area < FR_AREAS && whole; area++)
        if (areas[area])
            whole = fr_geos_gather(geos, &borders, GEOSBoundary_r(geos->context, areas[area]));
    GEOSGeometry *noded = whole ? fr_geos_unite(geos, &borders, GRID) : NULL;
    const GEOSGeometry *const lines[] = {noded};
    GEOSGeometry *made = noded ? GEOSPolygonize_r(geos->context, lines, 1) : NULL;
    fr_geos_destroy(geos, noded);
    fr_geos_list_release(geos, &borders);
    return made;
}

/* The lowest area that contains a cell; 0: none. */
static int area_of_cell(struct fr_geos *geos, GEOSGeometry *const areas[FR_AREAS],
                        const GEOSGeometry *cell)
{
    int found = 0;
    GEOSGeometry *inside = GEOSPointOnSurface_r(geos->context, cell);
    for (int area = 1; inside && area < FR_AREAS && found == 0; area++)
        if (areas[area] && GEOSIntersects_r(geos->context, areas[area], inside) == 1)
            found = area;
    fr_geos_destroy(geos, inside);
    return found;
}

/* The cells of an area already fit together; rounding them again could move their outline away from
 * that of the neighbouring cells. */
static enum fr_status append_area(struct fr_geos *geos, struct fr_geos_list *list, uint8_t area,
                                  struct fr_polygon *polygon)
{
    if (list->count == 0)
        return FR_OK;
    GEOSGeometry *all = collect(geos, list, GEOS_MULTIPOLYGON);
    GEOSGeometry *united = all ? GEOSCoverageUnion_r(geos->context, all) : NULL;
    if (all && !united) /* GEOS considers some cells that touch at points to overlap */
        united = GEOSUnaryUnion_r(geos->context, all);
    const enum fr_status status = append_geometry(geos, united, area, polygon);
    fr_geos_destroy(geos, all);
    fr_geos_destroy(geos, united);
    return status;
}

/* Rebuilds the areas from cells, so that both sides of a border have the same vertices. */
static enum fr_status append_fitted(struct fr_geos *geos, GEOSGeometry *const areas[FR_AREAS],
                                    struct fr_polygon *polygon)
{
    struct fr_geos_list of[FR_AREAS];
    GEOSGeometry *all = cells(geos, areas, polygon->allocator);
    const int count = all ? GEOSGetNumGeometries_r(geos->context, all) : 0;
    enum fr_status status = all ? FR_OK : FR_BAD_INPUT;
    for (int area = 0; area < FR_AREAS; area++)
        of[area] = (struct fr_geos_list){.allocator = polygon->allocator};
    for (int i = 0; i < count && status == FR_OK; i++) {
        const GEOSGeometry *cell = GEOSGetGeometryN_r(geos->context, all, i);
        const int area = area_of_cell(geos, areas, cell);
        if (area > 0 && !fr_geos_gather(geos, &of[area], GEOSGeom_clone_r(geos->context, cell)))
            status = FR_NO_MEMORY;
    }
    for (int area = 1; area < FR_AREAS; area++) {
        if (status == FR_OK)
            status = append_area(geos, &of[area], (uint8_t)area, polygon);
        fr_geos_list_release(geos, &of[area]);
    }
    fr_geos_destroy(geos, all);
    return status;
}

enum fr_status fr_geos_polygon(struct fr_geos *geos, GEOSGeometry *const areas[FR_AREAS],
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
        status = append_geometry(geos, areas[last], (uint8_t)last, fresh);
    else if (count > 1)
        status = append_fitted(geos, areas, fresh);
    if (status == FR_OK)
        status = fr_polygon_normalise(fresh);
    if (status != FR_OK) {
        fr_polygon_release(fresh);
        return status;
    }
    *polygon = fresh;
    return FR_OK;
}
