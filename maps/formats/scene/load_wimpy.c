/* Rooms of Thimbleweed Park's engine: walk boxes (.wimpy), in the JSON that the games ship and in
 * what the room tool Wimpy writes ("room_size: (640,360)").
 *
 * The floor is all walk boxes, each an area. y points upward from the lower border of the room. The
 * option floor=NAME takes only the walk boxes with that name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/base/loader.h"
#include "maps/formats/base/relaxed_json.h"
#include "maps/formats/scene/floor.h"

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

static enum fr_status read_polygon(struct fr_floor *floor, const cJSON *item)
{
    const char *text = cJSON_GetStringValue(item);
    enum fr_status status = FR_OK;
    while (text && *text && status == FR_OK) {
        struct fr_place at;
        if (!take_pair(&text, &at))
            text = NULL;
        else
            status = fr_floor_add(floor, at.x, floor->size.y - at.y);
    }
    if (!text)
        return fr_json_refuse(floor->file, floor->where, item,
                              "points as in \"{0,0};{9,0};{9,9}\" or \"(0,0);(9,0);(9,9)\"");
    return status == FR_OK ? fr_floor_draw(floor) : status;
}

static enum fr_status read_size(struct fr_floor *floor, const cJSON *top)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(top, "room_size");
    item = item ? item : cJSON_GetObjectItemCaseSensitive(top, "roomsize");
    const char *text = cJSON_GetStringValue(item);
    struct fr_place size;
    if (!text || !take_pair(&text, &size) || *text || !(size.x >= 1 && size.x <= FR_MAP_MAX_SIZE) ||
        !(size.y >= 1 && size.y <= FR_MAP_MAX_SIZE))
        return fr_json_refuse(floor->file, "roomsize", item,
                              "\"{WIDTH,HEIGHT}\" or (WIDTH,HEIGHT) of 1 to 32767 pixels");
    floor->size = size;
    return FR_OK;
}

static enum fr_status read_boxes(struct fr_floor *floor, const cJSON *boxes, struct fr_span chosen)
{
    const cJSON *box;
    int index = 0;
    if (!cJSON_IsArray(boxes))
        return fr_json_refuse(floor->file, "walkboxes", boxes, "an array");
    cJSON_ArrayForEach(box, boxes)
    {
        const struct fr_span name = fr_json_span(box, "name");
        snprintf(floor->where, sizeof floor->where, "walkboxes[%d].polygon", index++);
        if (name.length > 0)
            fr_floor_offer(floor, name);
        if (chosen.length > 0 && !fr_spans_equal(name, chosen))
            continue;
        enum fr_status status =
            read_polygon(floor, cJSON_GetObjectItemCaseSensitive(box, "polygon"));
        if (status == FR_OK)
            status = fr_floor_region(floor, name, FR_FILL_ALL, false);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum fr_status read_room(struct fr_floor *floor, const cJSON *top)
{
    const struct fr_span chosen = floor->loading->options->floor;
    enum fr_status status = read_size(floor, top);
    if (status == FR_OK)
        status = read_boxes(floor, cJSON_GetObjectItemCaseSensitive(top, "walkboxes"), chosen);
    if (status != FR_OK)
        return status;
    if (floor->regions == 0)
        return chosen.length == 0 ? fr_refuse(floor->file, "walkboxes: none found, expected some")
                                  : fr_floor_refuse_name(floor, chosen, "walk box",
                                                         "a room with named walk boxes");
    return fr_floor_map(floor, "%d walk box%s", floor->regions, floor->regions == 1 ? "" : "es");
}

bool fr_wimpy_knows(const cJSON *top)
{
    return cJSON_GetObjectItemCaseSensitive(top, "walkboxes") != NULL;
}

enum fr_status fr_load_wimpy(struct fr_loading *loading)
{
    struct fr_floor floor;
    cJSON *top;
    enum fr_status status = fr_relaxed_json_parse(loading->file, &top);
    if (status != FR_OK)
        return status;
    status = fr_floor_begin(&floor, loading, "wimpy");
    if (status == FR_OK)
        status = read_room(&floor, top);
    fr_floor_end(&floor);
    cJSON_Delete(top);
    return status;
}
