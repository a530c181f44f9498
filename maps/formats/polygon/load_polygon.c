/* "footrace-polygon/1": drawings in JSON, in pixels.
 *
 *     {"format": "footrace-polygon/1", "size": [1920, 1080],
 *      "areas": [{"id": 1, "name": "floor", "outers": [[[x, y], ...], ...], "holes": [...]}],
 *      "disabled": [2, "gate"]}
 *
 * or, instead of areas, shapes in drawing order:
 *
 *      "shapes": [{"add": [[x, y], ...], "area": 1}, {"subtract": [[x, y], ...]}]
 *
 * An added shape replaces the areas below it, a subtracted one removes them; finally everything is
 * clipped to the image. Rings may be wound either way and do not repeat the first vertex. An area
 * without outers gets the image's rectangle; so does area 1 if no shape is added, or nothing is
 * drawn at all. Coordinates are multiples of 0.5. */
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/base/words.h"
#include "maps/formats/polygon/drawn_map.h"
#include "maps/formats/polygon/polygon_reader.h"
#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_inside.h"
#include "maps/geometry/polygon_normalise.h"

#define FORMAT "footrace-polygon/1"

/* "areas[12].outers[3]" */
struct ring_name {
    char text[64];
};

static enum fr_status append_image(struct fr_polygon_reader *reader, uint8_t area)
{
    struct fr_point corners[4];
    fr_polygon_image_corners(reader, corners);
    return fr_polygon_append(reader->drawing, corners, 4, FR_NO_RING, area) == FR_OK
               ? FR_OK
               : fr_refuse_memory(reader->file, "for its polygons");
}

static struct ring_name name_ring(int area, const char *list, int index)
{
    struct ring_name name;
    snprintf(name.text, sizeof name.text, "areas[%d].%s[%d]", area, list, index);
    return name;
}

static enum fr_status read_outers(struct fr_polygon_reader *reader, const cJSON *outers, int index,
                                  uint8_t area)
{
    const cJSON *ring;
    enum fr_status status = FR_OK;
    int i = 0;
    cJSON_ArrayForEach(ring, outers)
    {
        const struct ring_name name = name_ring(index, "outers", i++);
        status = fr_polygon_read_ring(reader, name.text, ring, true);
        if (status == FR_OK)
            status = fr_polygon_append_ring(reader, FR_NO_RING, area);
        if (status != FR_OK)
            return status;
    }
    return i > 0 ? FR_OK : append_image(reader, area);
}

static enum fr_status read_holes(struct fr_polygon_reader *reader, const cJSON *holes, int index,
                                 uint8_t area)
{
    const cJSON *ring;
    int i = 0;
    cJSON_ArrayForEach(ring, holes)
    {
        const struct ring_name name = name_ring(index, "holes", i++);
        enum fr_status status = fr_polygon_read_ring(reader, name.text, ring, true);
        if (status != FR_OK)
            return status;
        const uint32_t outer = fr_polygon_outer_around(reader->drawing, area, reader->vertices,
                                                       (uint32_t)reader->count);
        if (outer == FR_NO_RING) {
            reader->count = 0;
            return fr_polygon_refuse_vertex(reader, name.text, ring->child,
                                            "a hole inside an outer ring of its area");
        }
        status = fr_polygon_append_ring(reader, outer, area);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum fr_status read_area(struct fr_polygon_reader *reader, const cJSON *area, int index)
{
    static const char *const keys[] = {"id", "name", "outers", "holes"};
    char place[32], inner[48];
    int32_t id = 0;
    snprintf(place, sizeof place, "areas[%d]", index);
    enum fr_status status = fr_json_check_keys(reader->file, place, area, keys, 4);
    if (status != FR_OK)
        return status;
    const cJSON *items[4];
    for (int i = 0; i < 4; i++)
        items[i] = cJSON_GetObjectItemCaseSensitive(area, keys[i]);
    if (!fr_json_read_integer(items[0], 1, FR_AREAS - 1, &id) || reader->seen[id])
        return fr_json_refuse(reader->file, place, area, "an id from 1 to 255, each once");
    reader->seen[id] = true;
    if (items[1] && !cJSON_IsString(items[1]))
        return fr_json_refuse(reader->file, place, items[1], "a name as a string");
    reader->names[id] = cJSON_GetStringValue(items[1]);
    for (int i = 2; i < 4; i++)
        if (items[i] && !cJSON_IsArray(items[i])) {
            snprintf(inner, sizeof inner, "%s.%s", place, keys[i]);
            return fr_json_refuse(reader->file, inner, items[i], "an array of rings");
        }
    status = read_outers(reader, items[2], index, (uint8_t)id);
    return status == FR_OK ? read_holes(reader, items[3], index, (uint8_t)id) : status;
}

/* The name that a ring of the drawing has in the file; rings are in file order. */
static struct ring_name find_name(const cJSON *areas, uint32_t ring, const cJSON **found)
{
    static const char *const lists[] = {"outers", "holes"};
    const cJSON *area;
    int index = 0;
    uint32_t passed = 0;
    cJSON_ArrayForEach(area, areas)
    {
        for (int i = 0; i < 2; i++) {
            const cJSON *list = cJSON_GetObjectItemCaseSensitive(area, lists[i]);
            const uint32_t count = (uint32_t)cJSON_GetArraySize(list);
            if (ring - passed < count) {
                *found = cJSON_GetArrayItem(list, (int)(ring - passed));
                return name_ring(index, lists[i], (int)(ring - passed));
            }
            passed += i == 0 && count == 0 ? 1 : count;
        }
        index++;
    }
    *found = NULL;
    return (struct ring_name){"the image's rectangle"};
}

/* Whether a ring was reversed when it was appended, judging by its second vertex. */
static bool was_reversed(const struct fr_polygon_reader *reader, uint32_t ring, const cJSON *found)
{
    const struct fr_polygon_ring *of = &reader->drawing->rings[ring];
    struct fr_point second;
    return found && of->count > 2 &&
           fr_polygon_read_vertex(cJSON_GetArrayItem(found, 1), &second) &&
           !fr_point_equal(second, reader->drawing->vertices[of->first + 1]);
}

static enum fr_status check_areas(struct fr_polygon_reader *reader, const cJSON *areas)
{
    struct fr_polygon_fault fault;
    const cJSON *found;
    const enum fr_status status = fr_polygon_check(reader->drawing, &fault);
    if (status == FR_NO_MEMORY)
        return fr_refuse_memory(reader->file, "for its polygons");
    if (status == FR_OK)
        return fr_polygon_normalise(reader->drawing) == FR_OK
                   ? FR_OK
                   : fr_refuse_memory(reader->file, "for its polygons");
    const struct ring_name name = find_name(areas, fault.ring, &found);
    return fr_refuse_fault(reader->file, name.text, reader->drawing, &fault,
                           was_reversed(reader, fault.ring, found));
}

static enum fr_status read_areas(struct fr_polygon_reader *reader, const cJSON *areas)
{
    const cJSON *area;
    int index = 0;
    if (areas && !cJSON_IsArray(areas))
        return fr_json_refuse(reader->file, "areas", areas, "an array");
    cJSON_ArrayForEach(area, areas)
    {
        const enum fr_status status = read_area(reader, area, index++);
        if (status != FR_OK)
            return status;
    }
    if (index == 0) {
        reader->seen[1] = true;
        const enum fr_status status = append_image(reader, 1);
        if (status != FR_OK)
            return status;
    }
    return check_areas(reader, areas);
}

/* An area by id or name; 0: none. */
static int find_area(const struct fr_polygon_reader *reader, const cJSON *item)
{
    int32_t id;
    if (fr_json_read_integer(item, 1, FR_AREAS - 1, &id))
        return reader->seen[id] ? id : 0;
    for (id = 1; id < FR_AREAS && cJSON_IsString(item); id++)
        if (reader->names[id] && strcmp(reader->names[id], item->valuestring) == 0)
            return id;
    return 0;
}

static enum fr_status read_disabled(struct fr_polygon_reader *reader, const cJSON *disabled)
{
    const cJSON *item;
    if (disabled && !cJSON_IsArray(disabled))
        return fr_json_refuse(reader->file, "disabled", disabled, "an array");
    cJSON_ArrayForEach(item, disabled)
    {
        const int area = find_area(reader, item);
        if (area == 0 || reader->disabled[area])
            return fr_json_refuse(reader->file, "disabled", item,
                                  "ids or names of areas, each once");
        reader->disabled[area] = true;
    }
    return FR_OK;
}

static enum fr_status read_size(struct fr_polygon_reader *reader, const cJSON *size)
{
    if (!cJSON_IsArray(size) || cJSON_GetArraySize(size) != 2 ||
        !fr_json_read_integer(size->child, 1, FR_MAP_MAX_SIZE, &reader->width) ||
        !fr_json_read_integer(size->child->next, 1, FR_MAP_MAX_SIZE, &reader->height))
        return size ? fr_json_refuse(reader->file, "size", size,
                                     "[width, height], 1 to 32767 pixels")
                    : fr_refuse(reader->file, "no key 'size' found, expected [width, height]");
    return FR_OK;
}

static enum fr_status read_top(struct fr_polygon_reader *reader, const cJSON *top)
{
    static const char *const keys[] = {"format", "size", "areas", "shapes", "disabled"};
    const cJSON *items[5];
    for (int i = 0; i < 5; i++)
        items[i] = cJSON_GetObjectItemCaseSensitive(top, keys[i]);
    const char *format = cJSON_GetStringValue(items[0]);
    if (!format || strcmp(format, FORMAT) != 0)
        return fr_json_refuse(reader->file, "key 'format'", items[0], "\"" FORMAT "\"");
    enum fr_status status = fr_json_check_keys(reader->file, "top", top, keys, 5);
    if (status == FR_OK)
        status = read_size(reader, items[1]);
    if (status == FR_OK && items[2] && items[3])
        status = fr_json_refuse(reader->file, "areas", items[2], "either areas or shapes");
    if (status == FR_OK)
        status = items[3] ? fr_polygon_read_shapes(reader, items[3]) : read_areas(reader, items[2]);
    return status == FR_OK ? read_disabled(reader, items[4]) : status;
}

/* "2 areas: 1 floor, 2 gate (closed)", as far as it fits. */
static void describe(const struct fr_polygon_reader *reader, struct fr_load_report *report)
{
    int count = 0;
    for (int i = 0; i < FR_AREAS; i++)
        count += reader->seen[i];
    size_t used = (size_t)snprintf(report->reading, sizeof report->reading, "%d area%s", count,
                                   count == 1 ? "" : "s");
    const char *before = ": ";
    for (int i = 1; i < FR_AREAS && used < sizeof report->reading; i++) {
        if (!reader->names[i])
            continue;
        const struct fr_quote name = fr_quote(fr_span_of(reader->names[i]));
        used += (size_t)snprintf(report->reading + used, sizeof report->reading - used, "%s%d %s%s",
                                 before, i, name.text, reader->disabled[i] ? " (closed)" : "");
        before = ", ";
    }
}

enum fr_status fr_load_polygon(struct fr_loading *loading, const cJSON *top)
{
    struct fr_polygon_reader reader = {.file = loading->file};
    enum fr_status status = fr_polygon_create(loading->file->allocator, &reader.drawing);
    status = status == FR_OK ? read_top(&reader, top)
                             : fr_refuse_memory(loading->file, "for its polygons");
    if (status == FR_OK) {
        strcpy(loading->report->format, "polygon");
        describe(&reader, loading->report);
        status = fr_drawn_map(loading, reader.width, reader.height, reader.drawing);
        reader.drawing = NULL;
    }
    for (int area = 1; area < FR_AREAS && status == FR_OK; area++)
        if (reader.disabled[area])
            fr_map_enable(loading->map, (uint8_t)area, false);
    fr_polygon_release(reader.drawing);
    fr_deallocate(loading->file->allocator, reader.vertices, reader.capacity,
                  sizeof *reader.vertices);
    return status;
}
