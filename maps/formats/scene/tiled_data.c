/* The tiles of a layer as Tiled packs them: base64 of four bytes for each tile, lowest byte first,
 * plain or compressed with zlib or gzip. */
#include <string.h>
#include <zlib.h>

#include "maps/formats/scene/tiled.h"

#define MOST_INFLATED 1032      /* the most bytes that one compressed byte expands to */
#define EITHER_FORMAT (15 + 32) /* windowBits of zlib: detects zlib or gzip */

struct bytes {
    uint8_t *at;
    size_t count, capacity;
};

static bool take(const struct fr_tiled *reader, size_t capacity, struct bytes *bytes)
{
    *bytes = (struct bytes){.capacity = capacity};
    bytes->at = fr_allocate(reader->floor.file->allocator, capacity, 1);
    return bytes->at != NULL;
}

static void release(const struct fr_tiled *reader, struct bytes *bytes)
{
    fr_deallocate(reader->floor.file->allocator, bytes->at, bytes->capacity, 1);
}

/* The six bits of a letter; -1: not in the alphabet. */
static int value_of(char letter)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = letter ? strchr(letters, letter) : NULL;
    return at ? (int)(at - letters) : -1;
}

/* Decodes base64; blanks and line breaks may be anywhere. False if the text is malformed. */
static bool decode(struct fr_span text, struct bytes *bytes)
{
    static const char blanks[] = {' ', '\t', '\r', '\n'};
    uint32_t bits = 0;
    int held = 0, padding = 0;
    for (size_t i = 0; i < text.length; i++) {
        const int value = value_of(text.text[i]);
        if (memchr(blanks, text.text[i], sizeof blanks))
            continue;
        if (text.text[i] == '=') {
            padding++;
            continue;
        }
        if (value < 0 || padding > 0)
            return false;
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes->at[bytes->count++] = (uint8_t)(bits >> held);
        }
    }
    return held < 6 && padding <= 2;
}

/* Inflates exactly as many bytes as there is room for; false for any other number, or damaged
 * data. */
static bool inflate_into(const struct bytes *packed, struct bytes *plain)
{
    z_stream stream = {.next_in = packed->at,
                       .avail_in = (uInt)packed->count,
                       .next_out = plain->at,
                       .avail_out = (uInt)plain->capacity};
    if (inflateInit2(&stream, EITHER_FORMAT) != Z_OK)
        return false;
    const int result = inflate(&stream, Z_FINISH);
    plain->count = stream.total_out;
    inflateEnd(&stream);
    return result == Z_STREAM_END && plain->count == plain->capacity;
}

static enum fr_status make_array(const struct fr_tiled *reader, const struct bytes *bytes,
                                 cJSON **tiles)
{
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < bytes->count && array; i += 4) {
        const uint32_t tile = bytes->at[i] | (uint32_t)bytes->at[i + 1] << 8 |
                              (uint32_t)bytes->at[i + 2] << 16 | (uint32_t)bytes->at[i + 3] << 24;
        if (!cJSON_AddItemToArray(array, cJSON_CreateNumber(tile))) {
            cJSON_Delete(array);
            array = NULL;
        }
    }
    *tiles = array;
    return array ? FR_OK : fr_refuse_memory(reader->floor.file, "to read it");
}

static enum fr_status unpack(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                             const cJSON *data, size_t size, bool packed, struct bytes *raw,
                             struct bytes *plain, cJSON **tiles)
{
    const struct fr_span text = {data->valuestring, strlen(data->valuestring)};
    if (!take(reader, text.length + 1, raw))
        return fr_refuse_memory(reader->floor.file, "to read it");
    if (!decode(text, raw))
        return fr_tiled_refuse(reader, where, "data", data, "base64");
    /* A small file may claim gigabytes. */
    if (packed ? size / MOST_INFLATED > raw->count : size != raw->count)
        return fr_tiled_refuse(reader, where, "data", data, "four bytes for each tile");
    if (!packed)
        return make_array(reader, raw, tiles);
    if (!take(reader, size, plain))
        return fr_refuse_memory(reader->floor.file, "to read it");
    if (!inflate_into(raw, plain))
        return fr_tiled_refuse(reader, where, "data", data,
                               "a complete zlib or gzip stream of four bytes for each tile");
    return make_array(reader, plain, tiles);
}

enum fr_status fr_tiled_unpack(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                               const cJSON *layer, const cJSON *data, size_t count, cJSON **tiles)
{
    static const char *const known[] = {"", "none", "zlib", "gzip"};
    const struct fr_span how = fr_json_span(layer, "compression");
    struct bytes raw = {.count = 0}, plain = {.count = 0};
    size_t kind = 0;
    while (kind < 4 && strcmp(how.text, known[kind]) != 0)
        kind++;
    if (kind == 4)
        return fr_tiled_refuse(reader, where, "compression",
                               cJSON_GetObjectItemCaseSensitive(layer, "compression"),
                               "zlib, gzip or none (in Tiled: tile layer format)");
    const enum fr_status status =
        unpack(reader, where, data, 4 * count, kind > 1, &raw, &plain, tiles);
    release(reader, &raw);
    release(reader, &plain);
    return status;
}
