#include "maps/formats/text/terrain.h"

#include <string.h>

const struct fr_alphabet fr_terrain = {".GS@OTWgsotw", "one of . G S @ O T W"};

static const struct {
    const char *reading, *classes[3];
} dialects[FR_DIALECTS] = {
    [FR_GPPC] = {". G S walkable", {".GSgs", "", ""}},
    [FR_WARTHOG] = {". G walkable", {".Gg", "", ""}},
    [FR_HOG2] = {". G S, W and T walkable, with walls between the three groups",
                 {".GSgs", "Ww", "Tt"}},
};

const char *fr_dialect_reading(enum fr_dialect dialect)
{
    return dialects[dialect].reading;
}

void fr_dialect_areas(enum fr_dialect dialect, uint8_t areas[256])
{
    memset(areas, 0, 256);
    for (uint8_t area = 1; area <= 3; area++)
        for (const char *letter = dialects[dialect].classes[area - 1]; *letter; letter++)
            areas[(unsigned char)*letter] = area;
}

static bool differ(const struct fr_map *map, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    const uint8_t from = fr_map_area(map, x, y), to = fr_map_area(map, to_x, to_y);
    return from != 0 && to != 0 && from != to;
}

enum fr_status fr_wall_between_areas(struct fr_map *map)
{
    enum fr_status status = FR_OK;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width && status == FR_OK; x++) {
            if (x + 1 < map->width && differ(map, x, y, x + 1, y))
                status = fr_map_set_wall(map, x, y, FR_EAST, true);
            if (status == FR_OK && y + 1 < map->height && differ(map, x, y, x, y + 1))
                status = fr_map_set_wall(map, x, y, FR_SOUTH, true);
        }
    return status;
}
