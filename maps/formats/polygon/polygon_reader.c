#include "maps/formats/polygon/polygon_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/polygon/drawn_map.h"
#include "maps/geometry/polygon_check.h"

static bool read_half(const cJSON *item, int32_t *half)
{
    const double doubled = cJSON_IsNumber(item) ? 2 * item->valuedouble : NAN;
    if (!(fabs(doubled) <= FR_POLYGON_MAX_COORDINATE) || doubled != floor(doubled))
        return false;
    *half = (int32_t)doubled;
    return true;
}

bool fr_polygon_read_vertex(const cJSON *item, struct fr_point *vertex)
{
    return cJSON_IsArray(item) && cJSON_GetArraySize(item) == 2 &&
           read_half(item->child, &vertex->x) && read_half(item->child->next, &vertex->y);
}

enum fr_status fr_polygon_refuse_vertex(const struct fr_polygon_reader *reader, const char *name,
                                        const cJSON *found, const char *expected)
{
    char place[96];
    snprintf(place, sizeof place, "%s, vertex %zu", name, reader->count);
    return fr_json_refuse(reader->file, place, found, expected);
}

enum fr_status fr_polygon_read_ring(struct fr_polygon_reader *reader, const char *name,
                                    const cJSON *ring, bool within)
{
    const cJSON *item;
    struct fr_point vertex;
    reader->count = 0;
    if (!cJSON_IsArray(ring) || cJSON_GetArraySize(ring) == 0)
        return fr_json_refuse(reader->file, name, ring, "a ring [[x, y], ...]");
    cJSON_ArrayForEach(item, ring)
    {
        if (!fr_polygon_read_vertex(item, &vertex))
            return fr_polygon_refuse_vertex(reader, name, item,
                                            "[x, y], multiples of 0.5 up to 32767");
        if (within && (vertex.x < 0 || vertex.y < 0 || vertex.x > 2 * reader->width ||
                       vertex.y > 2 * reader->height))
            return fr_polygon_refuse_vertex(reader, name, item, "a vertex in the image");
        if (!fr_append(reader->file->allocator, &reader->vertices, &reader->count,
                       &reader->capacity, &vertex, sizeof vertex))
            return fr_refuse_memory(reader->file, "for its polygons");
    }
    return FR_OK;
}

enum fr_status fr_polygon_append_ring(struct fr_polygon_reader *reader, uint32_t outer,
                                      uint8_t area)
{
    if (reader->count >= UINT32_MAX ||
        fr_polygon_append(reader->drawing, reader->vertices, (uint32_t)reader->count, outer,
                          area) != FR_OK)
        return fr_refuse_memory(reader->file, "for its polygons");
    return FR_OK;
}

void fr_polygon_image_corners(const struct fr_polygon_reader *reader, struct fr_point corners[4])
{
    const int32_t right = 2 * reader->width, bottom = 2 * reader->height;
    const struct fr_point rectangle[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
    memcpy(corners, rectangle, sizeof rectangle);
}
