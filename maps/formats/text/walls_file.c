#include "maps/formats/text/walls_file.h"

#include <stdio.h>
#include <string.h>

#define LONGEST_WALL 32

bool fr_walls_file(const cJSON *top)
{
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(top, "format"));
    return format && strcmp(format, FR_WALLS_FORMAT) == 0;
}

/* File names are relative to the folder of the file that names them. */
static enum fr_status resolve(const struct fr_file *file, const char *map,
                              char spec[FR_WALLS_SPEC_SIZE])
{
    const char *slash = strrchr(file->name, '/');
    const bool bundled = strcspn(map, "/.") > strcspn(map, ":") || !strpbrk(map, "/.");
    const int folder = bundled || map[0] == '/' || !slash ? 0 : (int)(slash + 1 - file->name);
    const int length = snprintf(spec, FR_WALLS_SPEC_SIZE, "%.*s%s", folder, file->name, map);
    if (length < 0 || length >= FR_WALLS_SPEC_SIZE)
        return fr_refuse(file, "map: a name of %d bytes or more found, expected fewer",
                         FR_WALLS_SPEC_SIZE);
    return FR_OK;
}

enum fr_status fr_walls_map(const struct fr_file *file, const cJSON *top,
                            char spec[FR_WALLS_SPEC_SIZE])
{
    static const char *const keys[] = {"format", "map", "walls"};
    const enum fr_status status = fr_json_check_keys(file, "top", top, keys, 3);
    if (status != FR_OK)
        return status;
    const cJSON *map = cJSON_GetObjectItemCaseSensitive(top, "map");
    const cJSON *walls = cJSON_GetObjectItemCaseSensitive(top, "walls");
    if (!cJSON_IsString(map) || map->valuestring[0] == '\0')
        return fr_json_refuse(file, "map", map, "the name of a map, a string");
    if (!cJSON_IsArray(walls))
        return fr_json_refuse(file, "walls", walls, "an array");
    return resolve(file, map->valuestring, spec);
}

enum fr_status fr_walls_close(const struct fr_file *file, const cJSON *top, struct fr_map *map)
{
    const cJSON *wall;
    int index = 0;
    cJSON_ArrayForEach(wall, cJSON_GetObjectItemCaseSensitive(top, "walls"))
    {
        char place[32];
        int32_t x, y;
        enum fr_side side;
        snprintf(place, sizeof place, "walls[%d]", index++);
        if (!fr_json_read_border(wall, 3, &x, &y, &side))
            return fr_json_refuse(file, place, wall, "[x, y, \"e\" or \"s\"]");
        const enum fr_status status = fr_map_set_wall(map, x, y, side, true);
        if (status == FR_BAD_INPUT)
            return fr_json_refuse(file, place, wall, "a border between two pixels of the map");
        if (status != FR_OK)
            return fr_refuse_as(file, status, "not enough memory for its walls");
    }
    return FR_OK;
}

/* A line for each row of pixels with walls. */
static char *put_walls(char *at, const struct fr_map *map)
{
    const char *separator = "\n";
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_map_wall(map, x, y, (enum fr_side)side)) {
                    at += snprintf(at, LONGEST_WALL, "%s[%d, %d, \"%c\"]", separator, x, y,
                                   side == FR_EAST ? 'e' : 's');
                    separator = ", ";
                }
        if (separator[0] == ',')
            separator = ",\n";
    }
    return at;
}

enum fr_status fr_walls_save(const char *file, const char *spec, const struct fr_map *map,
                             struct fr_error *error)
{
    cJSON *word = cJSON_CreateString(spec);
    char *quoted = word ? cJSON_PrintUnformatted(word) : NULL, *text = NULL;
    const size_t head = 64 + (quoted ? strlen(quoted) : 0);
    const size_t capacity = head + LONGEST_WALL * ((size_t)map->wall_count + 1);
    if (quoted)
        text = fr_allocate(map->allocator, capacity, 1);
    enum fr_status status;
    if (text) {
        char *at = text + snprintf(text, head, "{\"format\": \"%s\", \"map\": %s, \"walls\": [",
                                   FR_WALLS_FORMAT, quoted);
        at = put_walls(at, map);
        at += snprintf(at, LONGEST_WALL, "]}\n");
        status = fr_file_write(file, text, (size_t)(at - text), error);
    } else {
        status = fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for its walls", file);
    }
    fr_deallocate(map->allocator, text, capacity, 1);
    cJSON_free(quoted);
    cJSON_Delete(word);
    return status;
}
