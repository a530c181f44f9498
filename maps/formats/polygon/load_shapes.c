/* The shapes of a "footrace-polygon/1" file: polygons added and subtracted in the order in which
 * they were drawn, by GEOS on the half-pixel grid.
 *
 * Consecutive shapes are combined into layers, and layers into larger layers, so that thousands of
 * small shapes take a few operations on large polygons, not thousands. */
#include <stdio.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/polygon/drawn_map.h"
#include "maps/formats/polygon/geos.h"
#include "maps/formats/polygon/polygon_reader.h"

/* The result of consecutive shapes: polygons by area, NULL if no shape adds to the area, and the
 * cover, which is all floor that these shapes take from earlier ones. If all shapes add to the same
 * area, as in most drawings, that area is the cover. */
struct layer {
    GEOSGeometry *areas[FR_AREAS];
    int only;            /* the only area added to; 0: several, or something is subtracted */
    GEOSGeometry *cover; /* NULL: use the only area */
};

/* The shapes in file order. */
struct shapes {
    struct fr_geos_list rings;
    uint8_t areas[]; /* the area that each is added to; 0: subtracted */
};

static GEOSGeometry *empty(struct fr_geos *geos)
{
    return GEOSGeom_createEmptyPolygon_r(geos->context);
}

static void release_layer(struct fr_geos *geos, struct layer *layer)
{
    fr_geos_destroy_areas(geos, layer->areas);
    fr_geos_destroy(geos, layer->cover);
    *layer = (struct layer){.cover = NULL};
}

static bool draw_ring(struct fr_geos *geos, const GEOSGeometry *ring, uint8_t area,
                      struct layer *layer)
{
    GEOSGeometry **shape = area > 0 ? &layer->areas[area] : &layer->cover;
    layer->only = area;
    *shape = fr_geos_union(geos, empty(geos), ring);
    return *shape != NULL;
}

static bool complete_cover(struct fr_geos *geos, struct layer *layer)
{
    if (layer->only)
        layer->cover = GEOSGeom_clone_r(geos->context, layer->areas[layer->only]);
    layer->only = 0;
    return layer->cover != NULL;
}

/* Draws `upper` over `layer`; frees `upper`. */
static bool draw_over(struct fr_geos *geos, struct layer *layer, struct layer *upper)
{
    const int only = layer->only;
    bool drawn = true;
    if (only && upper->only == only) {
        layer->areas[only] = fr_geos_union(geos, layer->areas[only], upper->areas[only]);
        return layer->areas[only] != NULL;
    }
    if (!complete_cover(geos, layer) || !complete_cover(geos, upper))
        return false;
    for (int i = 1; i < FR_AREAS && drawn; i++) {
        const bool there = layer->areas[i] || upper->areas[i];
        if (layer->areas[i])
            layer->areas[i] = fr_geos_difference(geos, layer->areas[i], upper->cover);
        else if (upper->areas[i])
            layer->areas[i] = empty(geos);
        if (upper->areas[i])
            layer->areas[i] = fr_geos_union(geos, layer->areas[i], upper->areas[i]);
        drawn = layer->areas[i] || !there;
    }
    layer->cover = fr_geos_union(geos, layer->cover, upper->cover);
    return drawn && layer->cover;
}

/* Draws shapes [first, first + count), at least one, into an empty layer. */
static bool draw(struct fr_geos *geos, const struct shapes *shapes, size_t first, size_t count,
                 struct layer *layer)
{
    struct layer upper = {.cover = NULL};
    const size_t half = count / 2;
    if (count == 1)
        return draw_ring(geos, shapes->rings.items[first], shapes->areas[first], layer);
    const bool drawn = draw(geos, shapes, first, half, layer) &&
                       draw(geos, shapes, first + half, count - half, &upper) &&
                       draw_over(geos, layer, &upper);
    release_layer(geos, &upper);
    return drawn;
}

static enum fr_status read_shape(struct fr_polygon_reader *reader, struct fr_geos *geos,
                                 struct shapes *shapes, const cJSON *shape, int index)
{
    static const char *const keys[] = {"add", "subtract", "area"};
    char place[48];
    int32_t id = 1;
    snprintf(place, sizeof place, "shapes[%d]", index);
    enum fr_status status = fr_json_check_keys(reader->file, place, shape, keys, 3);
    if (status != FR_OK)
        return status;
    const cJSON *add = cJSON_GetObjectItemCaseSensitive(shape, "add");
    const cJSON *subtract = cJSON_GetObjectItemCaseSensitive(shape, "subtract");
    const cJSON *area = cJSON_GetObjectItemCaseSensitive(shape, "area");
    if (!add == !subtract || (area && !add))
        return fr_json_refuse(reader->file, place, shape,
                              "either add, with or without an area, or subtract");
    if (area && !fr_json_read_integer(area, 1, FR_AREAS - 1, &id))
        return fr_json_refuse(reader->file, place, area, "an area from 1 to 255");
    snprintf(place, sizeof place, "shapes[%d].%s", index, add ? "add" : "subtract");
    status = fr_polygon_read_ring(reader, place, add ? add : subtract, false);
    if (status == FR_OK)
        status = fr_ring_check(reader->file, place, reader->vertices, (uint32_t)reader->count);
    if (status != FR_OK)
        return status;
    reader->seen[id] |= add != NULL;
    shapes->areas[shapes->rings.count] = (uint8_t)(add ? id : 0);
    GEOSGeometry *ring = fr_geos_ring(geos, reader->vertices, (uint32_t)reader->count);
    return fr_geos_gather(geos, &shapes->rings, ring)
               ? FR_OK
               : fr_geos_refuse(geos, reader->file, FR_BAD_INPUT);
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

/* Clips everything to the image and makes the result the drawing. */
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
    fr_geos_destroy(geos, image);
    if (status != FR_OK)
        return fr_geos_refuse(geos, reader->file, status);
    fr_polygon_release(reader->drawing);
    reader->drawing = drawing;
    return FR_OK;
}

/* If no shape is added, starts with the image's rectangle, from which shapes are subtracted. */
static bool gather_image(struct fr_polygon_reader *reader, struct fr_geos *geos,
                         struct shapes *shapes)
{
    struct fr_point corners[4];
    fr_polygon_image_corners(reader, corners);
    reader->seen[1] = true;
    shapes->areas[0] = 1;
    return fr_geos_gather(geos, &shapes->rings, fr_geos_ring(geos, corners, 4));
}

static enum fr_status combine_shapes(struct fr_polygon_reader *reader, struct fr_geos *geos,
                                     struct shapes *shapes, const cJSON *list)
{
    const cJSON *shape;
    struct layer all = {.cover = NULL};
    int index = 0;
    enum fr_status status = FR_OK;
    if (adds_nothing(list) && !gather_image(reader, geos, shapes))
        return fr_geos_refuse(geos, reader->file, FR_BAD_INPUT);
    cJSON_ArrayForEach(shape, list)
    {
        status = read_shape(reader, geos, shapes, shape, index++);
        if (status != FR_OK)
            return status;
    }
    status = draw(geos, shapes, 0, shapes->rings.count, &all)
                 ? finish_shapes(reader, geos, all.areas)
                 : fr_geos_refuse(geos, reader->file, FR_BAD_INPUT);
    release_layer(geos, &all);
    return status;
}

enum fr_status fr_polygon_read_shapes(struct fr_polygon_reader *reader, const cJSON *list)
{
    struct fr_geos geos;
    const struct fr_allocator *allocator = reader->file->allocator;
    if (!cJSON_IsArray(list))
        return fr_json_refuse(reader->file, "shapes", list, "an array");
    const size_t size = sizeof(struct shapes) + (size_t)cJSON_GetArraySize(list) + 1;
    struct shapes *shapes = fr_allocate(allocator, 1, size);
    if (!shapes || !fr_geos_begin(&geos, allocator)) {
        fr_deallocate(allocator, shapes, 1, size);
        return fr_refuse_memory(reader->file, "for its polygons");
    }
    *shapes = (struct shapes){.rings = {.allocator = allocator}};
    const enum fr_status status = combine_shapes(reader, &geos, shapes, list);
    fr_geos_list_release(&geos, &shapes->rings);
    fr_geos_end(&geos);
    fr_deallocate(allocator, shapes, 1, size);
    return status;
}
