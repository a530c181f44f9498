#include "maps/formats/scene/tiled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct fr_tiled_where fr_tiled_find_where(const struct fr_tiled_where *parent, const char *list,
                                          int index, const cJSON *item)
{
    struct fr_tiled_where where;
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(item, FR_TILED_LINE);
    if (line)
        snprintf(where.text, sizeof where.text, "line %.0f", line->valuedouble);
    else
        snprintf(where.text, sizeof where.text, "%.50s%s%s[%d]", parent->text,
                 parent->text[0] ? "." : "", list, index);
    return where;
}

enum fr_status fr_tiled_refuse(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                               const char *key, const cJSON *found, const char *expected)
{
    char place[160];
    snprintf(place, sizeof place, "%s%s%s", where->text, where->text[0] && *key ? "." : "", key);
    return fr_json_refuse(reader->floor.file, place, found, expected);
}

enum fr_status fr_tiled_number(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                               const cJSON *object, const char *key, double *number)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item && (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)))
        return fr_tiled_refuse(reader, where, key, item, "a number");
    if (item)
        *number = item->valuedouble;
    return FR_OK;
}

enum fr_status fr_tiled_pair(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                             const cJSON *object, const char *x, const char *y,
                             struct fr_place *pair)
{
    const enum fr_status status = fr_tiled_number(reader, where, object, x, &pair->x);
    return status == FR_OK ? fr_tiled_number(reader, where, object, y, &pair->y) : status;
}

/* By name or class; version 1.9 writes the type of an object as its class. */
bool fr_tiled_named(const cJSON *item, struct fr_span name)
{
    return fr_spans_equal(fr_json_span(item, "name"), name) ||
           fr_spans_equal(fr_json_span(item, "class"), name) ||
           fr_spans_equal(fr_json_span(item, "type"), name);
}

bool fr_tiled_shape(const cJSON *object)
{
    static const char *const others[] = {"gid", "point", "polyline", "text", "capsule"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cJSON_GetObjectItemCaseSensitive(object, others[i]))
            return false;
    return cJSON_IsObject(object);
}

struct fr_place fr_tiled_project(const struct fr_tiled *reader, struct fr_place at)
{
    if (!reader->isometric)
        return at;
    const double across = at.x / reader->tile.y, down = at.y / reader->tile.y;
    return (struct fr_place){(across - down + reader->rows) * reader->tile.x / 2,
                             (across + down) * reader->tile.y / 2};
}

enum fr_status fr_tiled_size(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                             const cJSON *object, const char *width, const char *height,
                             struct fr_place *size)
{
    const enum fr_status status = fr_tiled_pair(reader, where, object, width, height, size);
    if (status != FR_OK)
        return status;
    if (!(size->x >= 1 && size->x <= FR_MAP_MAX_SIZE && size->x == floor(size->x)))
        return fr_tiled_refuse(reader, where, width,
                               cJSON_GetObjectItemCaseSensitive(object, width),
                               "an integer from 1 to 32767");
    if (!(size->y >= 1 && size->y <= FR_MAP_MAX_SIZE && size->y == floor(size->y)))
        return fr_tiled_refuse(reader, where, height,
                               cJSON_GetObjectItemCaseSensitive(object, height),
                               "an integer from 1 to 32767");
    return FR_OK;
}
