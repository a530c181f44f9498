#include "maps/formats/polygon/trace_mask.h"

#include <string.h>

#include "maps/formats/polygon/geos.h"
#include "maps/geometry/contours.h"
#include "maps/geometry/simplify.h"

struct tracer {
    const char *name;
    struct fr_error *error;
    const struct fr_allocator *allocator;
    int32_t tolerance_px;
    struct fr_geos geos;
    GEOSGeometry *areas[FR_AREAS];
};

static GEOSGeometry *make_ring(struct fr_geos *geos, const struct fr_contours *contours,
                               const struct fr_ring *ring)
{
    GEOSCoordSequence *places = GEOSCoordSeq_create_r(geos->context, ring->count + 1, 2);
    if (!places)
        return NULL;
    for (uint32_t i = 0; i <= ring->count; i++) {
        const struct fr_point at = contours->vertices[ring->first + i % ring->count];
        if (!GEOSCoordSeq_setXY_r(geos->context, places, i, at.x, at.y)) {
            GEOSCoordSeq_destroy_r(geos->context, places);
            return NULL;
        }
    }
    return GEOSGeom_createLinearRing_r(geos->context, places);
}

/* The region of an outer ring, which precedes its holes; rings that touch themselves at a pinch are
 * split. */
static GEOSGeometry *make_region(struct tracer *tracer, const struct fr_contours *contours,
                                 uint32_t outer)
{
    struct fr_geos *geos = &tracer->geos;
    unsigned count = 0;
    GEOSGeometry *shell = make_ring(geos, contours, &contours->rings[outer]);
    GEOSGeometry **holes =
        fr_allocate(tracer->allocator, contours->ring_count, sizeof(GEOSGeometry *));
    bool made = shell && holes;
    geos->no_memory |= !holes;
    for (uint32_t i = outer + 1; i < contours->ring_count && made; i++)
        if (contours->rings[i].outer == outer) {
            holes[count] = make_ring(geos, contours, &contours->rings[i]);
            made = holes[count] != NULL;
            count += made;
        }
    GEOSGeometry *region =
        made ? GEOSGeom_createPolygon_r(geos->context, shell, holes, count) : NULL;
    for (unsigned i = 0; i < count && !made; i++)
        GEOSGeom_destroy_r(geos->context, holes[i]);
    if (!made && shell)
        GEOSGeom_destroy_r(geos->context, shell);
    fr_deallocate(tracer->allocator, holes, contours->ring_count, sizeof(GEOSGeometry *));
    return region ? fr_geos_mend(geos, region) : NULL;
}

static enum fr_status refuse(const struct tracer *tracer, enum fr_status status)
{
    const char *reason =
        status == FR_NO_MEMORY ? "not enough memory for its polygons"
        : status == FR_UNSUPPORTED
            ? "its floor has no polygons; expected no edge walls and fewer than 2^28 vertices"
        : tracer->geos.message[0] ? tracer->geos.message
                                  : "GEOS failed";
    return fr_fail(tracer->error, status, "%s: %s", tracer->name, reason);
}

static enum fr_status gather_regions(struct tracer *tracer, const struct fr_contours *contours,
                                     uint8_t area)
{
    struct fr_geos_list regions = {.allocator = tracer->allocator};
    bool gathered = true;
    for (uint32_t i = 0; i < contours->ring_count && gathered; i++)
        if (contours->rings[i].outer == i)
            gathered = fr_geos_gather(&tracer->geos, &regions, make_region(tracer, contours, i));
    if (gathered && regions.count > 0)
        tracer->areas[area] =
            fr_geos_polygons(&tracer->geos, fr_geos_unite(&tracer->geos, &regions, 0));
    gathered = gathered && (contours->ring_count == 0 || tracer->areas[area]);
    fr_geos_list_release(&tracer->geos, &regions);
    return gathered ? FR_OK : refuse(tracer, tracer->geos.no_memory ? FR_NO_MEMORY : FR_BAD_INPUT);
}

/* Traces the open pixels of the map as one area. */
static enum fr_status trace_open(struct tracer *tracer, const struct fr_map *map, uint8_t area)
{
    struct fr_contours *contours, *simplified = NULL;
    enum fr_status status = fr_contours_create(map, tracer->allocator, &contours);
    if (status != FR_OK)
        return refuse(tracer, status);
    if (tracer->tolerance_px > 0) {
        status = fr_contours_simplify(map, contours, tracer->tolerance_px, tracer->allocator,
                                      &simplified);
        if (status != FR_OK)
            refuse(tracer, status);
    }
    if (status == FR_OK)
        status = gather_regions(tracer, simplified ? simplified : contours, area);
    fr_contours_release(simplified);
    fr_contours_release(contours);
    return status;
}

/* Traces each area separately. */
static enum fr_status trace_areas(struct tracer *tracer, const struct fr_map *map)
{
    struct fr_map *alone;
    bool used[FR_AREAS] = {false};
    enum fr_status status = fr_map_clone(map, tracer->allocator, &alone);
    if (status != FR_OK)
        return refuse(tracer, status);
    for (size_t i = 0; i < (size_t)map->width * (size_t)map->height; i++)
        used[map->areas[i]] = true;
    for (int area = 1; area < FR_AREAS; area++)
        if (alone->enabled[area])
            fr_map_enable(alone, (uint8_t)area, false);
    for (int area = 1; area < FR_AREAS && status == FR_OK; area++) {
        if (!used[area])
            continue;
        fr_map_enable(alone, (uint8_t)area, true);
        status = trace_open(tracer, alone, (uint8_t)area);
        fr_map_enable(alone, (uint8_t)area, false);
    }
    fr_map_release(alone);
    return status;
}

enum fr_status fr_trace_mask(const char *name, const struct fr_map *map, int32_t tolerance_px,
                             const struct fr_allocator *allocator, struct fr_polygon **drawing,
                             struct fr_error *error)
{
    struct tracer tracer = {
        .name = name, .error = error, .allocator = allocator, .tolerance_px = tolerance_px};
    if (!fr_geos_begin(&tracer.geos, allocator))
        return refuse(&tracer, FR_NO_MEMORY);
    enum fr_status status =
        tolerance_px > 0 ? trace_open(&tracer, map, 1) : trace_areas(&tracer, map);
    if (status == FR_OK) {
        status = fr_geos_polygon(&tracer.geos, tracer.areas, allocator, drawing);
        if (status != FR_OK)
            refuse(&tracer, status);
    }
    for (int i = 0; i < FR_AREAS; i++)
        if (tracer.areas[i])
            GEOSGeom_destroy_r(tracer.geos.context, tracer.areas[i]);
    fr_geos_end(&tracer.geos);
    return status;
}
