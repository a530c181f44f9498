#include "harness/judge/legal_ground.h"

#include <string.h>

static size_t index_count(const struct fr_ground *ground)
{
    return ((size_t)ground->width + 2) * ((size_t)ground->height + 2);
}

/* False everywhere; NULL without memory. */
static bool *create_layer(const struct fr_ground *ground)
{
    return fr_allocate_zeroed(ground->allocator, index_count(ground), sizeof(bool));
}

/* A pixel's bit in one of a map's own bitmaps. */
static bool map_bit(const struct fr_map *map, const uint64_t *bits, int32_t x, int32_t y)
{
    return bits[(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1;
}

static void read_pixels(const struct fr_map *map, struct fr_rect rect, struct fr_ground *ground)
{
    bool open[FR_AREAS];
    memcpy(open, map->enabled, sizeof open);
    open[0] = false;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        const uint8_t *areas = map->areas + (size_t)y * (size_t)map->width;
        bool *walkable = ground->walkable + fr_ground_index(ground, 0, y);
        for (int32_t x = rect.x; x < rect.x + rect.width; x++)
            walkable[x] = open[areas[x]];
        for (int32_t x = rect.x; x < rect.x + rect.width && map->blocked; x++)
            walkable[x] = walkable[x] && !map_bit(map, map->blocked, x, y);
    }
}

static void read_walls(const struct fr_map *map, enum fr_side side, struct fr_rect rect,
                       struct fr_ground *ground)
{
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            bool *wall = &ground->walls[side][fr_ground_index(ground, x, y)];
            ground->wall_count -= *wall;
            *wall = map_bit(map, map->walls[side], x, y);
            ground->wall_count += *wall;
        }
}

enum fr_status fr_ground_refresh(struct fr_ground *ground, const struct fr_map *map,
                                 struct fr_rect changed)
{
    const struct fr_rect rect = fr_map_clip(map, changed);
    read_pixels(map, rect, ground);
    for (int side = FR_EAST; side <= FR_SOUTH; side++) {
        if (!map->walls[side])
            continue;
        if (!ground->walls[side])
            ground->walls[side] = create_layer(ground);
        if (!ground->walls[side])
            return FR_NO_MEMORY;
        read_walls(map, (enum fr_side)side, rect, ground);
    }
    ground->walled = ground->wall_count > 0;
    return FR_OK;
}

enum fr_status fr_ground_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                struct fr_ground *ground)
{
    *ground =
        (struct fr_ground){.width = map->width, .height = map->height, .allocator = allocator};
    ground->walkable = create_layer(ground);
    const struct fr_rect all = {0, 0, map->width, map->height};
    const enum fr_status status =
        ground->walkable ? fr_ground_refresh(ground, map, all) : FR_NO_MEMORY;
    if (status != FR_OK)
        fr_ground_release(ground);
    return status;
}

void fr_ground_release(struct fr_ground *ground)
{
    if (!ground->allocator)
        return;
    const size_t count = index_count(ground);
    fr_deallocate(ground->allocator, ground->walkable, count, sizeof(bool));
    for (int side = FR_EAST; side <= FR_SOUTH; side++)
        fr_deallocate(ground->allocator, ground->walls[side], count, sizeof(bool));
    *ground = (struct fr_ground){0};
}
