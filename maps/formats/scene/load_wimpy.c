/* Rooms of Thimbleweed Park's engine: walk boxes (.wimpy), in the JSON that the games ship and in
 * what the room tool Wimpy writes ("room_size: (640,360)").
 *
 * The floor is all walk boxes, each an area. y points upward from the lower border of the room. The
 * option floor=NAME takes only the walk boxes with that name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/base/relaxed_json.h"
#include "maps/formats/scene/floor.h"
#include "maps/formats/scene/load_scene.h"

struct reader {
    const struct fr_file *file;
    struct fr_floor floor;
    struct fr_places outline;
    double height; /* of the room */
};

/* Takes "{x,y}" or "(x,y)", and everything up to the next one, from a text. False for anything
 * else. */
static bool take_pair(const char **text, struct fr_place *pair)
{
    char *end;
    const char *at = *text + strspn(*text, " ;");
    const char close = *at == '{' ? '}' : ')';
    if (*at != '{' && *at != '(')
        return false;
    at++;
    pair->x = strtod(at, &end);
    if (end == at || *end != ',')
        return false;
    at = end + 1;
    pair->y = strtod(at, &end);
    if (end == at || *end != close)
        return false;
    *text = end + 1 + strspn(end + 1, " ;");
    return true;
}

static enum fr_status read_polygon(struct reader *reader, const char *where, const cJSON *item)
{
    const char *text = cJSON_GetStringValue(item);
    enum fr_status status = FR_OK;
    reader->outline.count = 0;
    while (text && *text && status == FR_OK) {
        struct fr_place at;
        if (!take_pair(&text, &at))
            text = NULL;
        else
            status = fr_floor_add_place(&reader->floor, &reader->outline,
                                        (struct fr_place){at.x, reader->height - at.y});
    }
    if (!text)
        return fr_json_refuse(reader->file, where, item,
                              "points as in \"{0,0};{9,0};{9,9}\" or \"(0,0);(9,0);(9,9)\"");
    return status == FR_OK
               ? fr_floor_outline(&reader->floor, reader->outline.at, reader->outline.count, where)
               : status;
}

static struct fr_span name_of(const cJSON *box)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(box, "name"));
    return (struct fr_span){name ? name : "", name ? strlen(name) : 0};
}

static enum fr_status read_size(struct reader *reader, const cJSON *top)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(top, "room_size");
    item = item ? item : cJSON_GetObjectItemCaseSensitive(top, "roomsize");
    const char *text = cJSON_GetStringValue(item);
    struct fr_place size;
    if (!text || !take_pair(&text, &size) || *text || !(size.x >= 1 && size.x <= FR_MAP_MAX_SIZE) ||
        !(size.y >= 1 && size.y <= FR_MAP_MAX_SIZE))
        return fr_json_refuse(reader->file, "roomsize", item,
                              "\"{WIDTH,HEIGHT}\" or (WIDTH,HEIGHT) of 1 to 32767 pixels");
    reader->floor.size = size;
    reader->height = size.y;
    return FR_OK;
}

static enum fr_status read_boxes(struct reader *reader, const cJSON *boxes, struct fr_span chosen)
{
    const cJSON *box;
    int index = 0;
    if (!cJSON_IsArray(boxes))
        return fr_json_refuse(reader->file, "walkboxes", boxes, "an array");
    cJSON_ArrayForEach(box, boxes)
    {
        char where[48];
        const struct fr_span name = name_of(box);
        enum fr_status status = FR_OK;
        snprintf(where, sizeof where, "walkboxes[%d].polygon", index++);
        if (name.length > 0)
            fr_floor_offer(&reader->floor, name);
        if (chosen.length > 0 &&
            (name.length != chosen.length || memcmp(name.text, chosen.text, chosen.length) != 0))
            continue;
        status = read_polygon(reader, where, cJSON_GetObjectItemCaseSensitive(box, "polygon"));
        if (status == FR_OK)
            status = fr_floor_region(&reader->floor, name, FR_FILL_ALL, false);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum fr_status refuse_floorless(const struct reader *reader, struct fr_span chosen)
{
    const char *choices = reader->floor.choices;
    if (chosen.length == 0)
        return fr_refuse(reader->file, "walkboxes: none found, expected some");
    return fr_refuse(reader->file, "floor=%s: no walk box of this name found, expected %s%s",
                     fr_quote(chosen).text, *choices ? "one of " : "a room with named walk boxes",
                     choices);
}

static enum fr_status read_room(struct reader *reader, const cJSON *top,
                                const struct fr_load_options *options, struct fr_map **map,
                                struct fr_load_report *report)
{
    char kind[48];
    enum fr_status status = read_size(reader, top);
    if (status == FR_OK)
        status =
            read_boxes(reader, cJSON_GetObjectItemCaseSensitive(top, "walkboxes"), options->floor);
    if (status == FR_OK && reader->floor.regions == 0)
        return refuse_floorless(reader, options->floor);
    snprintf(kind, sizeof kind, "%d walk box%s", reader->floor.regions,
             reader->floor.regions == 1 ? "" : "es");
    return status == FR_OK ? fr_floor_map(&reader->floor, options, kind, map, report) : status;
}

bool fr_wimpy_knows(const cJSON *top)
{
    return cJSON_GetObjectItemCaseSensitive(top, "walkboxes") != NULL;
}

enum fr_status fr_load_wimpy(const struct fr_file *file, const struct fr_load_options *options,
                             struct fr_map **map, struct fr_load_report *report)
{
    struct reader reader = {.file = file};
    cJSON *top;
    enum fr_status status = fr_relaxed_json_parse(file, &top);
    if (status != FR_OK)
        return status;
    status = fr_floor_begin(&reader.floor, file);
    if (status == FR_OK)
        status = read_room(&reader, top, options, map, report);
    strcpy(report->format, "wimpy");
    fr_floor_release_places(&reader.floor, &reader.outline);
    fr_floor_end(&reader.floor);
    cJSON_Delete(top);
    return status;
}
