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

static enum fr_status draw_rings(const struct fr_contours *contours, struct fr_polygon **rings)
{
    enum fr_status status = fr_polygon_create(contours->allocator, rings);
    for (uint32_t i = 0; i < contours->ring_count && status == FR_OK; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        status = fr_polygon_append(*rings, contours->vertices + ring->first, ring->count,
                                   ring->outer == i ? FR_NO_RING : ring->outer, 1);
    }
    return status;
}

static enum fr_status refuse(const struct tracer *tracer, enum fr_status status)
{
    const char *reason =
        status == FR_NO_MEMORY ? "not enough memory for its polygons"
        : status == FR_UNSUPPORTED
            ? "the floor cannot be traced; expected no edge walls and fewer than 2^28 vertices"
        : tracer->geos.message[0] ? tracer->geos.message
                                  : "GEOS failed";
    return fr_fail(tracer->error, status, "%s: %s", tracer->name, reason);
}

/* Rings that touch themselves at a pinch are split. */
static enum fr_status gather_regions(struct tracer *tracer, const struct fr_contours *contours,
                                     uint8_t area)
{
    struct fr_geos *geos = &tracer->geos;
    struct fr_geos_list regions = {.allocator = tracer->allocator};
    struct fr_polygon *rings = NULL;
    bool gathered = draw_rings(contours, &rings) == FR_OK;
    geos->no_memory |= !gathered;
    for (uint32_t i = 0; i < contours->ring_count && gathered; i++)
        if (contours->rings[i].outer == i) {
            GEOSGeometry *region = fr_geos_region(geos, rings, i);
            gathered = fr_geos_gather(geos, &regions, region ? fr_geos_repair(geos, region) : NULL);
        }
    if (gathered && regions.count > 0)
        tracer->areas[area] = fr_geos_polygons(geos, fr_geos_unite(geos, &regions, 0));
    gathered = gathered && (contours->ring_count == 0 || tracer->areas[area]);
    fr_geos_list_release(geos, &regions);
    fr_polygon_release(rings);
    return gathered ? FR_OK : refuse(tracer, geos->no_memory ? FR_NO_MEMORY : FR_BAD_INPUT);
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
    fr_geos_destroy_areas(&tracer.geos, tracer.areas);
    fr_geos_end(&tracer.geos);
    return status;
}
