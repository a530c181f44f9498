#include "harness/judge/legal_ground.h"

#include <string.h>

static size_t word_count(const struct fr_ground *ground)
{
    return (size_t)ground->row_words * ((size_t)ground->height + 2);
}

static uint64_t *blank(const struct fr_ground *ground)
{
    return fr_allocate_zeroed(ground->allocator, word_count(ground), sizeof(uint64_t));
}

/* A bit of a map's own bits. */
static bool map_bit(const struct fr_map *map, const uint64_t *bits, int32_t x, int32_t y)
{
    return bits[(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1;
}

/* Whether all of some pixels, at least one, are of one area: each equals the next. */
static bool is_uniform(const uint8_t *areas, int32_t count)
{
    return memcmp(areas, areas + 1, (size_t)count - 1) == 0;
}

/* The bits of at most 64 pixels, those of open areas set. Masks are runs of one area: all 64 pixels
 * of it go at once, or eight. */
static uint64_t open_bits(const bool *open, const uint8_t *areas, int32_t count)
{
    uint64_t bits = 0;
    int32_t x = 0;
    if (is_uniform(areas, count))
        return open[areas[0]] ? UINT64_MAX >> (64 - count) : 0;
    for (; x + 8 <= count; x += 8)
        if (is_uniform(areas + x, 8))
            bits |= (open[areas[x]] ? UINT64_C(0xFF) : 0) << x;
        else
            for (int32_t i = x; i < x + 8; i++)
                bits |= (uint64_t)open[areas[i]] << i;
    for (; x < count; x++)
        bits |= (uint64_t)open[areas[x]] << x;
    return bits;
}

/* Walkability is worked out anew from what the map is made of, not taken from its bits; the ring
 * puts each bit one place further on. */
static void read_pixels(const struct fr_map *map, struct fr_ground *ground)
{
    bool open[FR_AREAS];
    memcpy(open, map->enabled, sizeof open);
    open[0] = false;
    memset(ground->walkable, 0, word_count(ground) * sizeof *ground->walkable);
    for (int32_t y = 0; y < map->height; y++) {
        const uint8_t *areas = map->areas + (size_t)y * (size_t)map->width;
        uint64_t *words = ground->walkable + (ptrdiff_t)(y + 1) * ground->row_words;
        for (int32_t x = 0; x < map->width; x += 64, words++) {
            const int32_t left = map->width - x;
            uint64_t bits = open_bits(open, areas + x, left < 64 ? left : 64);
            if (map->blocked)
                bits &= ~map->blocked[(ptrdiff_t)y * map->row_words + x / 64];
            words[0] |= bits << 1;
            if (bits >> 63)
                words[1] = 1;
        }
    }
}

/* The walls of one side, whether or not the map has room for any there. */
static enum fr_status read_walls(const struct fr_map *map, enum fr_side side,
                                 struct fr_ground *ground)
{
    uint64_t **bits = &ground->walls[side];
    if (!*bits)
        *bits = blank(ground);
    if (!*bits)
        return FR_NO_MEMORY;
    memset(*bits, 0, word_count(ground) * sizeof **bits);
    for (int32_t y = 0; y < map->height && map->walls[side]; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (map_bit(map, map->walls[side], x, y)) {
                (*bits)[fr_ground_word(ground, x, y)] |= (uint64_t)1 << ((uint32_t)(x + 1) % 64);
                ground->walled = true;
            }
    return FR_OK;
}

enum fr_status fr_ground_refresh(struct fr_ground *ground, const struct fr_map *map)
{
    enum fr_status status = FR_OK;
    read_pixels(map, ground);
    ground->walled = false;
    if (map->walls[FR_EAST] || map->walls[FR_SOUTH])
        for (int side = FR_EAST; side <= FR_SOUTH && status == FR_OK; side++)
            status = read_walls(map, (enum fr_side)side, ground);
    return status;
}

enum fr_status fr_ground_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                struct fr_ground *ground)
{
    *ground = (struct fr_ground){.width = map->width,
                                 .height = map->height,
                                 .row_words = (map->width + 2 + 63) / 64,
                                 .allocator = allocator};
    ground->walkable = blank(ground);
    const enum fr_status status = ground->walkable ? fr_ground_refresh(ground, map) : FR_NO_MEMORY;
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
