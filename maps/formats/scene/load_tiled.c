/* Tiled's maps, orthogonal and isometric ones.
 *
 * The floor is the rectangles, ellipses and polygons of object layers, each layer an area; or the
 * cells of a tile layer that have a tile. Tiled has no notion of floor, so names decide: object
 * layers whose name suggests walking or a floor; else all of the map except object layers whose
 * name suggests walls; else the only object layer. The option floor=NAME takes the layers, or else
 * the objects, with that name or class; floor=-NAME takes all of the map except these. */
#include "maps/formats/base/loader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/scene/tiled.h"

#define DEEPEST 100

/* What the name of an object layer suggests, in ascending priority. */
enum meaning { NO_SHAPES, SHAPES, WALLS, FLOOR };

struct reader {
    struct fr_tiled tiled;
    struct fr_span chosen; /* "": the default */
    bool outside;          /* the floor is all of the map except what is taken */
    enum meaning meaning;  /* of the layers taken by default */
    int layers_of[FLOOR + 1];
    int taken;
};

typedef enum fr_status (*layer_action)(struct reader *reader, const struct fr_tiled_layer *layer);

static bool has_type(const struct fr_tiled_layer *layer, const char *type)
{
    return fr_span_is(fr_json_span(layer->item, "type"), type);
}

/* Calls `action` for each layer that is not a group, in file order. */
static enum fr_status for_layers(struct reader *reader, const struct fr_tiled_layer *parent,
                                 int depth, layer_action action)
{
    const cJSON *item, *layers = cJSON_GetObjectItemCaseSensitive(parent->item, "layers");
    enum fr_status status = FR_OK;
    int index = 0;
    if (layers && !cJSON_IsArray(layers))
        return fr_tiled_refuse(&reader->tiled, &parent->where, "layers", layers, "an array");
    cJSON_ArrayForEach(item, layers)
    {
        struct fr_tiled_layer layer = {
            item, {0, 0}, fr_tiled_find_where(&parent->where, "layers", index++, item)};
        if (!cJSON_IsObject(item) || depth == DEEPEST)
            return fr_tiled_refuse(&reader->tiled, &layer.where, "", item,
                                   "an object, nested 100 deep at most");
        status =
            fr_tiled_pair(&reader->tiled, &layer.where, item, "offsetx", "offsety", &layer.offset);
        layer.offset.x += parent->offset.x;
        layer.offset.y += parent->offset.y;
        if (status == FR_OK)
            status = has_type(&layer, "group") ? for_layers(reader, &layer, depth + 1, action)
                                               : action(reader, &layer);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum meaning find_meaning(const struct fr_tiled_layer *layer)
{
    static const char *const walls[] = {"wall", "colli", "obstacle", "block", "solid"};
    const cJSON *object, *objects = cJSON_GetObjectItemCaseSensitive(layer->item, "objects");
    const struct fr_span name = fr_json_span(layer->item, "name");
    bool shapes = false;
    cJSON_ArrayForEach(object, objects) shapes |= fr_tiled_shape(object);
    if (!has_type(layer, "objectgroup") || !shapes)
        return NO_SHAPES;
    if (fr_floor_suggested(name))
        return FLOOR;
    return fr_name_contains(name, walls, sizeof walls / sizeof *walls) ? WALLS : SHAPES;
}

static enum fr_status offer(struct reader *reader, const struct fr_tiled_layer *layer)
{
    const enum meaning meaning = find_meaning(layer);
    reader->layers_of[meaning]++;
    if (meaning != NO_SHAPES || has_type(layer, "tilelayer"))
        fr_floor_offer(&reader->tiled.floor, fr_json_span(layer->item, "name"));
    return FR_OK;
}

/* Takes a layer as floor, or excludes it from the floor. */
static enum fr_status take(struct reader *reader, const struct fr_tiled_layer *layer)
{
    const bool tiles = has_type(layer, "tilelayer");
    int drawn = 0;
    if (reader->chosen.length > 0 ? !fr_tiled_named(layer->item, reader->chosen)
                                  : find_meaning(layer) != reader->meaning)
        return FR_OK;
    if (!tiles && !has_type(layer, "objectgroup"))
        return FR_OK;
    const enum fr_status status = tiles ? fr_tiled_tiles(&reader->tiled, layer)
                                        : fr_tiled_objects(&reader->tiled, layer, NULL, &drawn);
    reader->taken++;
    return status == FR_OK && !reader->outside
               ? fr_floor_region(&reader->tiled.floor, fr_json_span(layer->item, "name"),
                                 FR_FILL_ALL, false)
               : status;
}

static enum fr_status take_objects(struct reader *reader, const struct fr_tiled_layer *layer)
{
    return fr_tiled_objects(&reader->tiled, layer, &reader->chosen, &reader->taken);
}

/* An infinite map has no size. */
static enum fr_status read_map_size(struct reader *reader)
{
    static const struct fr_tiled_where top = {""};
    const cJSON *infinite = cJSON_GetObjectItemCaseSensitive(reader->tiled.top, "infinite");
    struct fr_place size = {0, 0}, tile = {0, 0}, *whole = &reader->tiled.floor.size;
    if (cJSON_IsTrue(infinite) || (cJSON_IsNumber(infinite) && infinite->valuedouble != 0))
        return !reader->outside
                   ? FR_OK
                   : fr_tiled_refuse(&reader->tiled, &top, "infinite", infinite,
                                     "a map with a fixed size, as 'outside' needs one");
    enum fr_status status =
        fr_tiled_size(&reader->tiled, &top, reader->tiled.top, "width", "height", &size);
    if (status == FR_OK)
        status = fr_tiled_size(&reader->tiled, &top, reader->tiled.top, "tilewidth", "tileheight",
                               &tile);
    *whole = (struct fr_place){size.x * tile.x, size.y * tile.y};
    struct fr_place end = *whole;
    if (reader->tiled.isometric) {
        end = (struct fr_place){size.x * tile.y, size.y * tile.y};
        *whole = (struct fr_place){(size.x + size.y) * tile.x / 2, (size.x + size.y) * tile.y / 2};
    }
    for (int i = 0; i < 4 && status == FR_OK && reader->outside; i++) {
        const struct fr_place at = fr_tiled_project(
            &reader->tiled, (struct fr_place){i % 3 ? end.x : 0, i < 2 ? 0 : end.y});
        status = fr_floor_add(&reader->tiled.floor, at.x, at.y);
    }
    strcpy(reader->tiled.floor.where, "the map");
    return status == FR_OK ? fr_floor_draw(&reader->tiled.floor) : status;
}

/* Reads how positions in the file are converted to the picture. */
static enum fr_status read_orientation(struct reader *reader)
{
    static const struct fr_tiled_where top = {""};
    struct fr_tiled *tiled = &reader->tiled;
    const struct fr_span orientation = fr_json_span(tiled->top, "orientation");
    struct fr_place rows = {0, 0};
    tiled->isometric = fr_span_is(orientation, "isometric");
    if (!tiled->isometric && !fr_span_is(orientation, "orthogonal"))
        return fr_refuse_as(tiled->floor.file, FR_UNSUPPORTED,
                            "orientation: %s found, expected 'orthogonal' or 'isometric'",
                            fr_quote(orientation).text);
    if (!tiled->isometric)
        return FR_OK;
    enum fr_status status =
        fr_tiled_size(tiled, &top, tiled->top, "tilewidth", "tileheight", &tiled->tile);
    if (status == FR_OK)
        status = fr_tiled_pair(tiled, &top, tiled->top, "width", "height", &rows);
    tiled->rows = rows.y;
    return status;
}

static enum fr_status refuse_floorless(const struct reader *reader)
{
    const char *choices = reader->tiled.floor.choices;
    if (reader->chosen.length > 0)
        return fr_floor_refuse_name(&reader->tiled.floor, reader->chosen, "layer or shape",
                                    "a map with named layers or shapes");
    return fr_refuse(
        reader->tiled.floor.file, "no object layer marked as floor found, expected %s%s",
        *choices ? "floor=NAME (or floor=-NAME: all except it) with one of " : "one with shapes",
        choices);
}

/* Chooses what to take if the option does not say. */
static void choose(struct reader *reader)
{
    reader->meaning = FLOOR;
    while (reader->meaning > NO_SHAPES && reader->layers_of[reader->meaning] == 0)
        reader->meaning--;
    reader->outside = reader->meaning == WALLS;
    if (reader->meaning == SHAPES && reader->layers_of[SHAPES] > 1)
        reader->meaning = NO_SHAPES;
}

/* Makes one region of all that was drawn: the chosen objects, or everything outside. */
static enum fr_status finish_region(struct reader *reader, bool objects)
{
    static const struct fr_span outside = {"outside", 7};
    if (!reader->outside && !objects)
        return FR_OK;
    return fr_floor_region(&reader->tiled.floor, reader->outside ? outside : reader->chosen,
                           reader->outside ? FR_FILL_FIRST : FR_FILL_ALL, false);
}

static enum fr_status read_map(struct reader *reader)
{
    const struct fr_tiled_layer whole = {reader->tiled.top, {0, 0}, {""}};
    bool objects = false;
    enum fr_status status = read_orientation(reader);
    if (status == FR_OK)
        status = for_layers(reader, &whole, 0, offer);
    if (status == FR_OK && reader->chosen.length == 0)
        choose(reader);
    if (status == FR_OK && reader->chosen.length == 0 && reader->meaning == NO_SHAPES)
        return refuse_floorless(reader);
    if (status == FR_OK)
        status = read_map_size(reader);
    if (status == FR_OK)
        status = for_layers(reader, &whole, 0, take);
    objects = reader->taken == 0;
    if (status == FR_OK && objects)
        status = for_layers(reader, &whole, 0, take_objects);
    if (status == FR_OK && reader->taken == 0)
        return refuse_floorless(reader);
    if (status == FR_OK)
        status = finish_region(reader, objects);
    return status == FR_OK
               ? fr_floor_map(&reader->tiled.floor, "%s%d %s%s",
                              reader->outside ? "all except " : "", reader->taken,
                              objects ? "object" : "layer", reader->taken == 1 ? "" : "s")
               : status;
}

bool fr_tiled_knows(const cJSON *top)
{
    return cJSON_GetObjectItemCaseSensitive(top, "layers") &&
           (cJSON_GetObjectItemCaseSensitive(top, "tilewidth") ||
            cJSON_GetObjectItemCaseSensitive(top, "tiledversion"));
}

enum fr_status fr_load_tiled(struct fr_loading *loading, const cJSON *top)
{
    struct reader reader = {.chosen = loading->options->floor, .tiled.top = top};
    reader.outside = reader.chosen.length > 1 && reader.chosen.text[0] == '-';
    if (reader.outside)
        reader.chosen = (struct fr_span){reader.chosen.text + 1, reader.chosen.length - 1};
    enum fr_status status = fr_floor_begin(&reader.tiled.floor, loading, "tiled");
    if (status == FR_OK)
        status = read_map(&reader);
    fr_floor_end(&reader.tiled.floor);
    return status;
}

enum fr_status fr_load_tmx(struct fr_loading *loading)
{
    cJSON *top;
    enum fr_status status = fr_tiled_from_xml(loading->file, &top);
    if (status != FR_OK)
        return status;
    status = fr_load_tiled(loading, top);
    cJSON_Delete(top);
    return status;
}
