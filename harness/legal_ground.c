#include "harness/legal_ground.h"

static size_t word_count(const struct fr_ground *ground)
{
    return (size_t)ground->row_words * ((size_t)ground->height + 2);
}

static uint64_t *blank(const struct fr_ground *ground)
{
    return fr_allocate_zeroed(ground->allocator, word_count(ground), sizeof(uint64_t));
}

static void set_bit(const struct fr_ground *ground, uint64_t *bits, int32_t x, int32_t y)
{
    bits[fr_ground_word(ground, x, y)] |= (uint64_t)1 << ((uint32_t)(x + 1) % 64);
}

/* A bit of a map's own bits. */
static bool map_bit(const struct fr_map *map, const uint64_t *bits, int32_t x, int32_t y)
{
    return bits[(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1;
}

/* Walkability is worked out anew from what the map is made of, not taken from its bits. */
static void read_pixels(const struct fr_map *map, struct fr_ground *ground)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const uint8_t area = map->areas[(size_t)y * (size_t)map->width + (size_t)x];
            const bool blocked = map->blocked && map_bit(map, map->blocked, x, y);
            if (area != 0 && map->enabled[area] && !blocked)
                set_bit(ground, ground->walkable, x, y);
        }
}

/* The walls of one side, whether or not the map has room for any there. */
static enum fr_status read_walls(const struct fr_map *map, enum fr_side side,
                                 struct fr_ground *ground)
{
    uint64_t *bits = ground->walls[side] = blank(ground);
    if (!bits)
        return FR_NO_MEMORY;
    for (int32_t y = 0; y < map->height && map->walls[side]; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (map_bit(map, map->walls[side], x, y)) {
                set_bit(ground, bits, x, y);
                ground->walled = true;
            }
    return FR_OK;
}

enum fr_status fr_ground_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                struct fr_ground *ground)
{
    *ground = (struct fr_ground){.width = map->width,
                                 .height = map->height,
                                 .row_words = (map->width + 2 + 63) / 64,
                                 .allocator = allocator};
    ground->walkable = blank(ground);
    enum fr_status status = ground->walkable ? FR_OK : FR_NO_MEMORY;
    if (status == FR_OK)
        read_pixels(map, ground);
    const bool may_be_walled = map->walls[FR_EAST] || map->walls[FR_SOUTH];
    for (int side = FR_EAST; side <= FR_SOUTH && may_be_walled && status == FR_OK; side++)
        status = read_walls(map, (enum fr_side)side, ground);
    if (status != FR_OK)
        fr_ground_release(ground);
    return status;
}

void fr_ground_release(struct fr_ground *ground)
{
    const size_t count = ground->allocator ? word_count(ground) : 0;
    if (count == 0)
        return;
    fr_deallocate(ground->allocator, ground->walkable, count, sizeof(uint64_t));
    for (int side = FR_EAST; side <= FR_SOUTH; side++)
        fr_deallocate(ground->allocator, ground->walls[side], count, sizeof(uint64_t));
    *ground = (struct fr_ground){0};
}
