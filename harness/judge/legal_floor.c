#include "harness/judge/legal_floor.h"

#include <string.h>

static size_t index_count(const struct fr_legal_floor *floor)
{
    return ((size_t)floor->width + 2) * ((size_t)floor->height + 2);
}

/* All false; NULL if out of memory. */
static bool *create_layer(const struct fr_legal_floor *floor)
{
    return fr_allocate_zeroed(floor->allocator, index_count(floor), sizeof(bool));
}

/* The bit of a pixel in one of the map's bitmaps. */
static bool map_bit(const struct fr_map *map, const uint64_t *bits, int32_t x, int32_t y)
{
    return bits[(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1;
}

static void read_pixels(const struct fr_map *map, struct fr_rect rect, struct fr_legal_floor *floor)
{
    bool open[FR_AREAS];
    memcpy(open, map->enabled, sizeof open);
    open[0] = false;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        const uint8_t *areas = map->areas + (size_t)y * (size_t)map->width;
        bool *walkable = floor->walkable + fr_legal_floor_index(floor, 0, y);
        for (int32_t x = rect.x; x < rect.x + rect.width; x++)
            walkable[x] = open[areas[x]];
        for (int32_t x = rect.x; x < rect.x + rect.width && map->blocked; x++)
            walkable[x] = walkable[x] && !map_bit(map, map->blocked, x, y);
    }
}

static void read_walls(const struct fr_map *map, enum fr_side side, struct fr_rect rect,
                       struct fr_legal_floor *floor)
{
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            bool *wall = &floor->walls[side][fr_legal_floor_index(floor, x, y)];
            floor->wall_count -= *wall;
            *wall = map_bit(map, map->walls[side], x, y);
            floor->wall_count += *wall;
        }
}

enum fr_status fr_legal_floor_refresh(struct fr_legal_floor *floor, const struct fr_map *map,
                                      struct fr_rect changed)
{
    const struct fr_rect rect = fr_map_clip(map, changed);
    read_pixels(map, rect, floor);
    for (int side = FR_EAST; side <= FR_SOUTH; side++) {
        if (!map->walls[side])
            continue;
        if (!floor->walls[side])
            floor->walls[side] = create_layer(floor);
        if (!floor->walls[side])
            return FR_NO_MEMORY;
        read_walls(map, (enum fr_side)side, rect, floor);
    }
    floor->walled = floor->wall_count > 0;
    return FR_OK;
}

enum fr_status fr_legal_floor_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                     struct fr_legal_floor *floor)
{
    *floor =
        (struct fr_legal_floor){.width = map->width, .height = map->height, .allocator = allocator};
    floor->walkable = create_layer(floor);
    const struct fr_rect all = {0, 0, map->width, map->height};
    const enum fr_status status =
        floor->walkable ? fr_legal_floor_refresh(floor, map, all) : FR_NO_MEMORY;
    if (status != FR_OK)
        fr_legal_floor_release(floor);
    return status;
}

void fr_legal_floor_release(struct fr_legal_floor *floor)
{
    if (!floor->allocator)
        return;
    const size_t count = index_count(floor);
    fr_deallocate(floor->allocator, floor->walkable, count, sizeof(bool));
    for (int side = FR_EAST; side <= FR_SOUTH; side++)
        fr_deallocate(floor->allocator, floor->walls[side], count, sizeof(bool));
    *floor = (struct fr_legal_floor){0};
}
