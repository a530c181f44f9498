/* Small random maps on which geometry code often fails, for tests: noise, rooms, caves, staircases,
 * pinches, walls one pixel thick, all free, all blocked, a single pixel. */
#ifndef FOOTRACE_TESTS_MAPS_MAP_FAMILIES_H
#define FOOTRACE_TESTS_MAPS_MAP_FAMILIES_H

#include "tests/ascii_map.h"

static inline struct fr_map *plain_map(int32_t width, int32_t height, uint8_t area)
{
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        abort();
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, area);
    return map;
}

static inline void paint_rect(struct fr_map *map, int32_t x0, int32_t y0, int32_t width,
                              int32_t height, uint8_t area)
{
    for (int32_t y = y0; y < y0 + height; y++)
        for (int32_t x = x0; x < x0 + width; x++)
            if (fr_map_inside(map, x, y))
                fr_map_set_area(map, x, y, area);
}

/* Rooms with walls one pixel thick and one or two doors in each wall; long straight lines. */
static inline void paint_rooms(struct fr_map *map, struct fr_random *random)
{
    for (int32_t x = fr_random_between(random, 2, 8); x < map->width;
         x += fr_random_between(random, 2, 9)) {
        paint_rect(map, x, 0, 1, map->height, 0);
        for (int i = 0; i < 3; i++)
            paint_rect(map, x, fr_random_between(random, 0, map->height), 1, 1, 1);
    }
    for (int32_t y = fr_random_between(random, 2, 8); y < map->height;
         y += fr_random_between(random, 2, 9)) {
        paint_rect(map, 0, y, map->width, 1, 0);
        for (int i = 0; i < 3; i++)
            paint_rect(map, fr_random_between(random, 0, map->width), y, 1, 1, 1);
    }
}

/* Boxes on open floor, some of which touch at an edge or a corner. */
static inline void paint_boxes(struct fr_map *map, struct fr_random *random)
{
    for (uint32_t i = fr_random_below(random, 14); i; i--)
        paint_rect(map, fr_random_between(random, 0, map->width),
                   fr_random_between(random, 0, map->height), fr_random_between(random, 1, 6),
                   fr_random_between(random, 1, 6), 0);
}

/* Smoothed noise: a pixel takes the value of most of its neighbours. */
static inline void paint_cave(struct fr_map *map, struct fr_random *random)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(map, x, y, fr_random_below(random, 100) >= 45);
    for (int round = 0; round < 2; round++)
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                int free = 0;
                for (int32_t ny = y - 1; ny <= y + 1; ny++)
                    for (int32_t nx = x - 1; nx <= x + 1; nx++)
                        free += fr_map_walkable(map, nx, ny);
                fr_map_set_area(map, x, y, free >= 5);
            }
}

/* Diagonal walls of steps, one pixel thick (so full of pinches) or two. */
static inline void paint_staircases(struct fr_map *map, struct fr_random *random)
{
    for (int i = 0; i < 4; i++) {
        const int32_t thick = fr_random_between(random, 1, 2);
        const int32_t rise = fr_random_between(random, 0, 1) ? 1 : -1;
        const int32_t stride = fr_random_between(random, 1, 3);
        int32_t x = fr_random_between(random, 0, map->width - 1);
        int32_t y = fr_random_between(random, 0, map->height - 1);
        for (uint32_t length = fr_random_below(random, 25); length; length--) {
            paint_rect(map, x, y, stride, thick, 0);
            x += stride;
            y += rise;
        }
    }
}

/* A lattice of single blocked pixels, or a chessboard with squares left out. */
static inline void paint_lattice(struct fr_map *map, struct fr_random *random)
{
    const int32_t pitch = fr_random_between(random, 1, 4);
    const bool chess = fr_random_below(random, 2) == 0;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const bool dark = chess ? (x / pitch + y / pitch) % 2 != 0
                                    : x % (pitch + 1) == 0 && y % (pitch + 1) == 0;
            if (dark && fr_random_below(random, 8) != 0)
                fr_map_set_area(map, x, y, 0);
        }
}

/* A map of any kind, from 1x1 to size x size, which the caller releases. */
static inline struct fr_map *family_map(struct fr_random *random, int32_t size)
{
    const int32_t width = fr_random_between(random, 1, size);
    const int32_t height = fr_random_between(random, 1, size);
    const uint32_t kind = fr_random_below(random, 20);
    if (kind < 7)
        return random_map(random, width, height, fr_random_between(random, 5, 60));
    if (kind == 7)
        return plain_map(width, height, 0);
    struct fr_map *map = plain_map(width, height, 1);
    if (kind < 10)
        paint_rooms(map, random);
    else if (kind < 12)
        paint_boxes(map, random);
    else if (kind < 14)
        paint_cave(map, random);
    else if (kind < 16)
        paint_staircases(map, random);
    else if (kind < 18)
        paint_lattice(map, random);
    return map;
}

#endif
