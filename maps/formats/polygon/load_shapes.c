/* The shapes of a "footrace-polygon/1" file: polygons added and subtracted in the order in which
 * they were drawn, each step by GEOS on the half-pixel grid. */
#include <stdio.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/polygon/geos.h"
#include "maps/formats/polygon/polygon_reader.h"
#include "maps/geometry/polygon_check.h"

/* Checks the ring just read by itself. */
static enum fr_status check_shape(struct fr_polygon_reader *reader, const char *name)
{
    struct fr_polygon *whole = reader->drawing, *alone;
    struct fr_polygon_fault fault;
    if (fr_polygon_create(reader->file->allocator, &alone) != FR_OK)
        return fr_polygon_refuse_memory(reader);
    reader->drawing = alone;
    enum fr_status status = fr_polygon_append_ring(reader, FR_NO_RING, 1);
    if (status == FR_OK) {
        status = fr_polygon_check(alone, &fault);
        const bool reversed = fr_ring_doubled_area(reader->vertices, (uint32_t)reader->count) < 0;
        if (status == FR_BAD_INPUT)
            fr_polygon_refuse_fault(reader, name, &fault, reversed);
        else if (status != FR_OK)
            fr_polygon_refuse_memory(reader);
    }
    reader->drawing = whole;
    fr_polygon_release(alone);
    return status;
}

/* Adds a ring to an area and takes it from the others; area 0 takes it from all. */
static bool draw(struct fr_geos *geos, GEOSGeometry *areas[FR_AREAS], int area,
                 const struct fr_point *vertices, uint32_t count)
{
    GEOSGeometry *shape = fr_geos_ring(geos, vertices, count);
    bool drawn = shape != NULL;
    if (drawn && area > 0 && !areas[area])
        areas[area] = GEOSGeom_createEmptyPolygon_r(geos->context);
    for (int i = 1; i < FR_AREAS && drawn; i++) {
        if (i != area && !areas[i])
            continue;
        areas[i] = i == area ? fr_geos_union(geos, areas[i], shape)
                             : fr_geos_difference(geos, areas[i], shape);
        drawn = areas[i] != NULL;
    }
    if (shape)
        GEOSGeom_destroy_r(geos->context, shape);
    return drawn;
}

static enum fr_status read_shape(struct fr_polygon_reader *reader, struct fr_geos *geos,
                                 GEOSGeometry *areas[FR_AREAS], const cJSON *shape, int index)
{
    static const char *const keys[] = {"add", "subtract", "area"};
    char place[48];
    int32_t id = 1;
    snprintf(place, sizeof place, "shapes[%d]", index);
    enum fr_status status = fr_polygon_check_keys(reader, place, shape, keys, 3);
    if (status != FR_OK)
        return status;
    const cJSON *add = cJSON_GetObjectItemCaseSensitive(shape, "add");
    const cJSON *subtract = cJSON_GetObjectItemCaseSensitive(shape, "subtract");
    const cJSON *area = cJSON_GetObjectItemCaseSensitive(shape, "area");
    if (!add == !subtract || (area && !add))
        return fr_polygon_refuse(reader, place, shape,
                                 "either add, perhaps with an area, or subtract");
    if (area && !fr_json_read_integer(area, 1, FR_AREAS - 1, &id))
        return fr_polygon_refuse(reader, place, area, "an area from 1 to 255");
    snprintf(place, sizeof place, "shapes[%d].%s", index, add ? "add" : "subtract");
    status = fr_polygon_read_ring(reader, place, add ? add : subtract, false);
    if (status == FR_OK)
        status = check_shape(reader, place);
    if (status != FR_OK)
        return status;
    reader->seen[id] |= add != NULL;
    return draw(geos, areas, add ? id : 0, reader->vertices, (uint32_t)reader->count)
               ? FR_OK
               : fr_geos_refuse(geos, reader->file, FR_BAD_INPUT, reader->error);
}

static bool adds_nothing(const cJSON *shapes)
{
    const cJSON *shape;
    cJSON_ArrayForEach(shape, shapes)
    {
        if (cJSON_GetObjectItemCaseSensitive(shape, "add"))
            return false;
    }
    return true;
}

/* Cuts everything off at the image's border and takes over the result as the drawing. */
static enum fr_status finish_shapes(struct fr_polygon_reader *reader, struct fr_geos *geos,
                                    GEOSGeometry *areas[FR_AREAS])
{
    struct fr_point corners[4];
    struct fr_polygon *drawing;
    fr_polygon_image_corners(reader, corners);
    GEOSGeometry *image = fr_geos_ring(geos, corners, 4);
    enum fr_status status = image ? FR_OK : FR_BAD_INPUT;
    for (int i = 1; i < FR_AREAS && status == FR_OK; i++)
        if (areas[i]) {
            areas[i] = fr_geos_common(geos, areas[i], image);
            status = areas[i] ? FR_OK : FR_BAD_INPUT;
        }
    if (status == FR_OK)
        status = fr_geos_polygon(geos, areas, reader->file->allocator, &drawing);
    if (image)
        GEOSGeom_destroy_r(geos->context, image);
    if (status != FR_OK)
        return fr_geos_refuse(geos, reader->file, status, reader->error);
    fr_polygon_release(reader->drawing);
    reader->drawing = drawing;
    return FR_OK;
}

static enum fr_status combine_shapes(struct fr_polygon_reader *reader, struct fr_geos *geos,
                                     GEOSGeometry *areas[FR_AREAS], const cJSON *shapes)
{
    const cJSON *shape;
    int index = 0;
    enum fr_status status = FR_OK;
    if (adds_nothing(shapes)) {
        struct fr_point corners[4];
        fr_polygon_image_corners(reader, corners);
        reader->seen[1] = true;
        if (!draw(geos, areas, 1, corners, 4))
            return fr_geos_refuse(geos, reader->file, FR_BAD_INPUT, reader->error);
    }
    cJSON_ArrayForEach(shape, shapes)
    {
        status = read_shape(reader, geos, areas, shape, index++);
        if (status != FR_OK)
            return status;
    }
    return finish_shapes(reader, geos, areas);
}

enum fr_status fr_polygon_read_shapes(struct fr_polygon_reader *reader, const cJSON *shapes)
{
    struct fr_geos geos;
    GEOSGeometry *areas[FR_AREAS] = {NULL};
    if (!cJSON_IsArray(shapes))
        return fr_polygon_refuse(reader, "shapes", shapes, "an array");
    if (!fr_geos_begin(&geos, reader->file->allocator))
        return fr_polygon_refuse_memory(reader);
    const enum fr_status status = combine_shapes(reader, &geos, areas, shapes);
    for (int i = 0; i < FR_AREAS; i++)
        if (areas[i])
            GEOSGeom_destroy_r(geos.context, areas[i]);
    fr_geos_end(&geos);
    return status;
}
