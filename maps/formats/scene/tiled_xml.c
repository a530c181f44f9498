#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maps/formats/base/words.h"
#include "maps/formats/base/xml_file.h"
#include "maps/formats/scene/tiled.h"

#define DEEPEST 201

/* The elements that enclose the current one. */
struct frame {
    enum { NOTHING, LAYERS, OBJECTS, OBJECT, TILE_LAYER, TILES } holds;
    cJSON *item;
};

struct reader {
    const struct fr_file *file;
    cJSON *top;
    struct frame frames[DEEPEST];
    int depth;
    bool comma_separated, packed; /* the tiles are text: numbers, or base64 */
    char *text;
    size_t text_length, text_capacity;
    int64_t line; /* of the current element */
};

static enum fr_status refuse(const struct reader *reader, const char *expected)
{
    return fr_refuse(reader->file, "line %lld: other text found, expected %s",
                     (long long)reader->line, expected);
}

static bool is_text(const char *attribute)
{
    static const char *const texts[] = {"name", "class", "type", "orientation"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(attribute, texts[i]) == 0)
            return true;
    return false;
}

/* A number if the attribute is numeric, else a text. */
static cJSON *make_value(const char *attribute, const char *text)
{
    char *end;
    const double number = strtod(text, &end);
    const bool numeric = end > text && *end == '\0' && isfinite(number) && !is_text(attribute);
    return numeric ? cJSON_CreateNumber(number) : cJSON_CreateString(text);
}

static cJSON *make_object(const struct reader *reader, const char *const *attributes)
{
    cJSON *object = cJSON_CreateObject();
    for (; attributes[0] && object; attributes += 2)
        if (!cJSON_AddItemToObject(object, attributes[0],
                                   make_value(attributes[0], attributes[1]))) {
            cJSON_Delete(object);
            return NULL;
        }
    if (object && !cJSON_AddNumberToObject(object, FR_TILED_LINE, (double)reader->line)) {
        cJSON_Delete(object);
        return NULL;
    }
    return object;
}

/* Appends an object to the list with this name, which is created when needed. */
static cJSON *append(cJSON *parent, const char *list, cJSON *item)
{
    cJSON *items = cJSON_GetObjectItemCaseSensitive(parent, list);
    if (!items)
        items = cJSON_AddArrayToObject(parent, list);
    if (items && cJSON_AddItemToArray(items, item))
        return item;
    cJSON_Delete(item);
    return NULL;
}

static cJSON *append_layer(struct reader *reader, cJSON *parent, const char *type,
                           const char *const *attributes)
{
    cJSON *layer = append(parent, "layers", make_object(reader, attributes));
    if (layer)
        cJSON_DeleteItemFromObjectCaseSensitive(layer, "type");
    return layer && cJSON_AddStringToObject(layer, "type", type) ? layer : NULL;
}

/* "0,0 16,0 16,16" */
static enum fr_status add_polygon(struct reader *reader, cJSON *object, const char *points)
{
    cJSON *polygon = cJSON_AddArrayToObject(object, "polygon");
    struct fr_span rest = fr_span_of(points), word;
    if (!polygon)
        return fr_refuse_memory(reader->file, "to read it");
    while (fr_take_word(&rest, &word)) {
        char *end, *after;
        const double x = strtod(word.text, &end);
        if (end == word.text || *end != ',')
            return refuse(reader, "points of two numbers, x,y");
        const double y = strtod(end + 1, &after);
        if (after == end + 1 || after != word.text + word.length || !isfinite(x) || !isfinite(y))
            return refuse(reader, "points of two numbers, x,y");
        cJSON *point = cJSON_CreateObject();
        if (!cJSON_AddItemToArray(polygon, point) || !cJSON_AddNumberToObject(point, "x", x) ||
            !cJSON_AddNumberToObject(point, "y", y))
            return fr_refuse_memory(reader->file, "to read it");
    }
    return FR_OK;
}

static enum fr_status start_tiles(struct reader *reader, cJSON *item, const char *const *attributes)
{
    const char *encoding = fr_xml_attribute(attributes, "encoding");
    reader->comma_separated = encoding && strcmp(encoding, "csv") == 0;
    reader->packed = encoding && strcmp(encoding, "base64") == 0;
    reader->text_length = 0;
    const char *compression = fr_xml_attribute(attributes, "compression");
    const bool other = encoding && !reader->comma_separated;
    const bool added = !reader->packed || (cJSON_AddStringToObject(item, "encoding", encoding) &&
                                           cJSON_AddStringToObject(item, "compression",
                                                                   compression ? compression : ""));
    return added && (other ? cJSON_AddStringToObject(item, "data", encoding)
                           : cJSON_AddArrayToObject(item, "data"))
               ? FR_OK
               : fr_refuse_memory(reader->file, "to read it");
}

static enum fr_status start_chunk(struct reader *reader, struct frame *frame,
                                  const char *const *attributes)
{
    cJSON *chunk = append(frame->item, "chunks", make_object(reader, attributes));
    const cJSON *whole = cJSON_GetObjectItemCaseSensitive(frame->item, "data");
    const bool other = cJSON_IsString(whole);
    frame->item = chunk;
    reader->text_length = 0;
    return chunk && (other ? cJSON_AddStringToObject(chunk, "data", whole->valuestring)
                           : cJSON_AddArrayToObject(chunk, "data"))
               ? FR_OK
               : fr_refuse_memory(reader->file, "to read it");
}

static enum fr_status add_tile(struct reader *reader, const cJSON *item,
                               const char *const *attributes)
{
    const char *id = fr_xml_attribute(attributes, "gid");
    cJSON *tile = make_value("gid", id ? id : "0");
    return cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(item, "data"), tile)
               ? FR_OK
               : fr_refuse_memory(reader->file, "to read it");
}

static enum fr_status start_map(struct reader *reader, struct frame *frame,
                                const char *const *attributes)
{
    reader->top = make_object(reader, attributes);
    *frame = (struct frame){LAYERS, reader->top};
    return reader->top ? FR_OK : fr_refuse_memory(reader->file, "to read it");
}

static enum fr_status start_layer(struct reader *reader, const char *name, struct frame *frame,
                                  const char *const *attributes)
{
    const bool group = strcmp(name, "group") == 0, objects = strcmp(name, "objectgroup") == 0;
    if (!group && !objects && strcmp(name, "layer") != 0)
        return FR_OK;
    cJSON *layer = append_layer(reader, frame->item,
                                group     ? "group"
                                : objects ? "objectgroup"
                                          : "tilelayer",
                                attributes);
    *frame = (struct frame){group ? LAYERS : objects ? OBJECTS : TILE_LAYER, layer};
    return layer ? FR_OK : fr_refuse_memory(reader->file, "to read it");
}

/* Records the shape of an object that is not a rectangle. */
static enum fr_status start_shape(struct reader *reader, const char *name, cJSON *object,
                                  const char *const *attributes)
{
    if (strcmp(name, "polygon") == 0)
        return add_polygon(reader, object, fr_xml_attribute(attributes, "points"));
    return cJSON_AddTrueToObject(object, name) ? FR_OK
                                               : fr_refuse_memory(reader->file, "to read it");
}

static enum fr_status start(void *user, const char *name, const char *const *attributes,
                            int64_t line)
{
    struct reader *reader = user;
    reader->line = line;
    struct frame *frame = &reader->frames[reader->depth + 1];
    const struct frame *parent = &reader->frames[reader->depth++];
    *frame = (struct frame){NOTHING, parent->item};
    if (reader->depth == 1)
        return start_map(reader, frame, attributes);
    switch (parent->holds) {
    case LAYERS:
        return start_layer(reader, name, frame, attributes);
    case OBJECTS:
        if (strcmp(name, "object") != 0)
            return FR_OK;
        *frame = (struct frame){OBJECT,
                                append(parent->item, "objects", make_object(reader, attributes))};
        return frame->item ? FR_OK : fr_refuse_memory(reader->file, "to read it");
    case OBJECT:
        return start_shape(reader, name, parent->item, attributes);
    case TILE_LAYER:
        frame->holds = strcmp(name, "data") == 0 ? TILES : NOTHING;
        return frame->holds ? start_tiles(reader, frame->item, attributes) : FR_OK;
    case TILES:
        frame->holds = strcmp(name, "chunk") == 0 ? TILES : NOTHING;
        if (frame->holds)
            return start_chunk(reader, frame, attributes);
        return strcmp(name, "tile") == 0 ? add_tile(reader, parent->item, attributes) : FR_OK;
    case NOTHING:
        break;
    }
    return FR_OK;
}

static enum fr_status text(void *user, const char *letters, size_t length)
{
    struct reader *reader = user;
    if (reader->frames[reader->depth].holds != TILES ||
        !(reader->comma_separated || reader->packed))
        return FR_OK;
    if (!fr_reserve(reader->file->allocator, &reader->text, reader->text_length, length,
                    &reader->text_capacity, 1))
        return fr_refuse_memory(reader->file, "to read it");
    memcpy(reader->text + reader->text_length, letters, length);
    reader->text_length += length;
    return FR_OK;
}

/* "1,0,3,\n0,0,1" */
static enum fr_status add_tiles(struct reader *reader, const cJSON *item)
{
    struct fr_span rest = {reader->text, reader->text_length}, field, word;
    cJSON *tiles = cJSON_GetObjectItemCaseSensitive(item, "data");
    while (fr_take_item(&rest, ',', &field)) {
        int64_t id;
        if (!fr_take_word(&field, &word))
            continue;
        if (!fr_span_integer(word, 0, UINT32_MAX, &id) || fr_take_word(&field, &word))
            return refuse(reader, "tile numbers, separated by commas");
        if (!cJSON_AddItemToArray(tiles, cJSON_CreateNumber((double)id)))
            return fr_refuse_memory(reader->file, "to read it");
    }
    reader->text_length = 0;
    return FR_OK;
}

static enum fr_status add_packed(struct reader *reader, cJSON *item)
{
    if (!fr_reserve(reader->file->allocator, &reader->text, reader->text_length, 1,
                    &reader->text_capacity, 1))
        return fr_refuse_memory(reader->file, "to read it");
    reader->text[reader->text_length] = '\0';
    reader->text_length = 0;
    cJSON *data = cJSON_CreateString(reader->text);
    if (data && cJSON_ReplaceItemInObjectCaseSensitive(item, "data", data))
        return FR_OK;
    cJSON_Delete(data);
    return fr_refuse_memory(reader->file, "to read it");
}

static enum fr_status end(void *user, const char *name, int64_t line)
{
    struct reader *reader = user;
    const struct frame *frame = &reader->frames[reader->depth--];
    (void)name;
    reader->line = line;
    if (frame->holds != TILES)
        return FR_OK;
    return reader->comma_separated ? add_tiles(reader, frame->item)
           : reader->packed        ? add_packed(reader, frame->item)
                                   : FR_OK;
}

enum fr_status fr_tiled_from_xml(const struct fr_file *file, cJSON **top)
{
    static const struct fr_xml_handlers handlers = {start, end, text};
    struct reader reader = {.file = file};
    const enum fr_status status = fr_xml_parse(file, &handlers, &reader);
    fr_deallocate(file->allocator, reader.text, reader.text_capacity, 1);
    if (status == FR_OK)
        *top = reader.top;
    else
        cJSON_Delete(reader.top);
    return status;
}
