#include <math.h>
#include <string.h>

#include "maps/formats/scene/tiled.h"

#define PI 3.14159265358979323846

/* The current object. */
struct object {
    struct fr_place origin, offset; /* offset: of its layer, in the picture */
    double turned;                  /* rotation around its origin, in the picture */
};

static enum fr_status add_point(struct fr_tiled *reader, const struct object *object, double x,
                                double y)
{
    const struct fr_place from = fr_tiled_project(reader, object->origin);
    const struct fr_place to =
        fr_tiled_project(reader, (struct fr_place){object->origin.x + x, object->origin.y + y});
    const double dx = to.x - from.x, dy = to.y - from.y, turned = object->turned;
    const struct fr_place at = {from.x + object->offset.x + dx * cos(turned) - dy * sin(turned),
                                from.y + object->offset.y + dx * sin(turned) + dy * cos(turned)};
    return fr_floor_add(&reader->floor, at.x, at.y);
}

/* Adds the ellipse in a box, as edges that deviate by at most an eighth of a pixel. */
static enum fr_status add_ellipse(struct fr_tiled *reader, const struct object *object,
                                  struct fr_place size)
{
    const double radius = fmax(size.x, size.y) / 2;
    const int edges = (int)fmax(8, fmin(720, ceil(2 * PI * sqrt(fmax(radius, 0)))));
    enum fr_status status = FR_OK;
    for (int i = 0; i < edges && status == FR_OK; i++)
        status = add_point(reader, object, size.x / 2 * (1 + cos(2 * PI * i / edges)),
                           size.y / 2 * (1 + sin(2 * PI * i / edges)));
    return status;
}

static enum fr_status add_polygon(struct fr_tiled *reader, const struct fr_tiled_where *where,
                                  const cJSON *polygon, const struct object *object)
{
    const cJSON *point;
    enum fr_status status = FR_OK;
    if (!cJSON_IsArray(polygon))
        return fr_tiled_refuse(reader, where, "polygon", polygon, "an array of points");
    cJSON_ArrayForEach(point, polygon)
    {
        struct fr_place at = {NAN, NAN};
        status = fr_tiled_pair(reader, where, point, "x", "y", &at);
        if (status == FR_OK && (isnan(at.x) || isnan(at.y)))
            return fr_tiled_refuse(reader, where, "polygon", point, "points {\"x\": X, \"y\": Y}");
        if (status == FR_OK)
            status = add_point(reader, object, at.x, at.y);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum fr_status draw(struct fr_tiled *reader, const struct fr_tiled_where *where)
{
    strcpy(reader->floor.where, where->text);
    return fr_floor_draw(&reader->floor);
}

static enum fr_status draw_object(struct fr_tiled *reader, const struct fr_tiled_layer *layer,
                                  const struct fr_tiled_where *where, const cJSON *item)
{
    static const double corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const cJSON *polygon = cJSON_GetObjectItemCaseSensitive(item, "polygon");
    const bool ellipse = cJSON_GetObjectItemCaseSensitive(item, "ellipse") != NULL;
    struct object object = {.offset = layer->offset};
    struct fr_place size = {0, 0};
    double degrees = 0;
    enum fr_status status = fr_tiled_pair(reader, where, item, "x", "y", &object.origin);
    if (status == FR_OK)
        status = fr_tiled_pair(reader, where, item, "width", "height", &size);
    if (status == FR_OK)
        status = fr_tiled_number(reader, where, item, "rotation", &degrees);
    if (status != FR_OK)
        return status;
    object.turned = degrees * PI / 180;
    if (polygon)
        status = add_polygon(reader, where, polygon, &object);
    else if (ellipse)
        status = add_ellipse(reader, &object, size);
    for (int i = 0; i < 4 && !polygon && !ellipse && status == FR_OK; i++)
        status = add_point(reader, &object, corners[i][0] * size.x, corners[i][1] * size.y);
    return status == FR_OK ? draw(reader, where) : status;
}

/* Draws the shapes of a layer; with a name, only its objects with that name. */
enum fr_status fr_tiled_objects(struct fr_tiled *reader, const struct fr_tiled_layer *layer,
                                const struct fr_span *name, int *drawn)
{
    const cJSON *object, *objects = cJSON_GetObjectItemCaseSensitive(layer->item, "objects");
    enum fr_status status = FR_OK;
    int index = 0;
    if (objects && !cJSON_IsArray(objects))
        return fr_tiled_refuse(reader, &layer->where, "objects", objects, "an array");
    cJSON_ArrayForEach(object, objects)
    {
        const struct fr_tiled_where where =
            fr_tiled_find_where(&layer->where, "objects", index++, object);
        if (!fr_tiled_shape(object) || (name && !fr_tiled_named(object, *name)))
            continue;
        status = draw_object(reader, layer, &where, object);
        if (status != FR_OK)
            return status;
        ++*drawn;
    }
    return FR_OK;
}

/* The position of the cells of a layer, or of a chunk of an infinite one. */
struct cells {
    struct fr_place size, tile,
        corner;             /* tile, corner: size and position of the first tile, in pixels */
    struct fr_place offset; /* of the layer, in the picture */
};

static enum fr_status find_cells(struct fr_tiled *reader, const struct fr_tiled_layer *layer,
                                 const struct fr_tiled_where *where, const cJSON *item,
                                 struct cells *cells)
{
    static const struct fr_tiled_where top = {""};
    struct fr_place at = {0, 0};
    enum fr_status status = fr_tiled_size(reader, where, item, "width", "height", &cells->size);
    if (status == FR_OK)
        status = fr_tiled_pair(reader, where, item, "x", "y", &at);
    if (status == FR_OK)
        status = fr_tiled_size(reader, &top, reader->top, "tilewidth", "tileheight", &cells->tile);
    if (reader->isometric)
        cells->tile.x = cells->tile.y;
    cells->corner = (struct fr_place){at.x * cells->tile.x, at.y * cells->tile.y};
    cells->offset = layer->offset;
    return status;
}

/* Draws the cells of row y between two columns. */
static enum fr_status draw_run(struct fr_tiled *reader, const struct fr_tiled_where *where,
                               const struct cells *cells, double y, double from, double to)
{
    const double corners[4][2] = {{from, y}, {to, y}, {to, y + 1}, {from, y + 1}};
    enum fr_status status = FR_OK;
    for (int i = 0; i < 4 && status == FR_OK; i++) {
        const struct fr_place at = fr_tiled_project(
            reader, (struct fr_place){cells->corner.x + corners[i][0] * cells->tile.x,
                                      cells->corner.y + corners[i][1] * cells->tile.y});
        status = fr_floor_add(&reader->floor, at.x + cells->offset.x, at.y + cells->offset.y);
    }
    return status == FR_OK ? draw(reader, where) : status;
}

/* Draws runs of cells that have a tile. */
static enum fr_status draw_runs(struct fr_tiled *reader, const struct fr_tiled_where *where,
                                const struct cells *cells, const cJSON *data)
{
    enum fr_status status = FR_OK;
    double x = 0, y = 0, from = -1;
    for (const cJSON *cell = data->child; cell && status == FR_OK; cell = cell->next) {
        const bool full = !(cJSON_IsNumber(cell) && cell->valuedouble == 0);
        if (full && from < 0)
            from = x;
        x += 1;
        if (from >= 0 && (!full || x == cells->size.x)) {
            status = draw_run(reader, where, cells, y, from, full ? x : x - 1);
            from = -1;
        }
        if (x == cells->size.x) {
            x = 0;
            y += 1;
        }
    }
    return status;
}

static enum fr_status draw_cells(struct fr_tiled *reader, const struct fr_tiled_layer *layer,
                                 const struct fr_tiled_where *where, const cJSON *item)
{
    static const char *const encoding = "base64";
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(item, "data");
    cJSON *unpacked = NULL;
    struct cells cells;
    enum fr_status status = find_cells(reader, layer, where, item, &cells);
    if (status != FR_OK)
        return status;
    const double count = cells.size.x * cells.size.y;
    if (cJSON_IsString(data) && strcmp(fr_json_span(layer->item, "encoding").text, encoding) == 0) {
        status = fr_tiled_unpack(reader, where, layer->item, data, (size_t)count, &unpacked);
        data = unpacked;
    }
    if (status == FR_OK && (!cJSON_IsArray(data) || cJSON_GetArraySize(data) != count))
        status = fr_tiled_refuse(reader, where, "data", data,
                                 "a number for each tile, separated by commas, or base64");
    if (status == FR_OK)
        status = draw_runs(reader, where, &cells, data);
    cJSON_Delete(unpacked);
    return status;
}

enum fr_status fr_tiled_tiles(struct fr_tiled *reader, const struct fr_tiled_layer *layer)
{
    const cJSON *chunk, *chunks = cJSON_GetObjectItemCaseSensitive(layer->item, "chunks");
    enum fr_status status = FR_OK;
    int index = 0;
    if (!chunks)
        return draw_cells(reader, layer, &layer->where, layer->item);
    cJSON_ArrayForEach(chunk, chunks)
    {
        const struct fr_tiled_where where =
            fr_tiled_find_where(&layer->where, "chunks", index++, chunk);
        status = draw_cells(reader, layer, &where, chunk);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}
