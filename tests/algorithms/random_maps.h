/* Random maps of many kinds, for differential tests: noise, rooms, caves, mazes, corridors. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_RANDOM_MAPS_H
#define FOOTRACE_TESTS_ALGORITHMS_RANDOM_MAPS_H

#include <stdlib.h>

#include "maps/map.h"
#include "maps/random.h"
#include "tests/ascii_map.h"

#define RANDOM_MAP_SIZE 48   /* pixels, at most, either way... */
#define RANDOM_MAP_WIDTH 132 /* ...but for low maps across two or three words of 64 */
#define RANDOM_MAP_LOW 17

struct canvas {
    int32_t width, height;
    uint8_t area[RANDOM_MAP_SIZE][RANDOM_MAP_WIDTH];
};

static inline void canvas_fill(struct canvas *canvas, struct fr_rect rect, uint8_t area)
{
    for (int32_t y = rect.y; y < rect.y + rect.height && y < canvas->height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width && x < canvas->width; x++)
            if (x >= 0 && y >= 0)
                canvas->area[y][x] = area;
}

static inline void canvas_noise(struct canvas *canvas, struct fr_random *random, uint32_t percent)
{
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++)
            canvas->area[y][x] = fr_random_below(random, 100) >= percent;
}

/* Rooms behind walls of one pixel, most walls with a door. */
static inline void canvas_rooms(struct canvas *canvas, struct fr_random *random)
{
    const int32_t pitch = fr_random_between(random, 4, 12);
    canvas_fill(canvas, (struct fr_rect){0, 0, canvas->width, canvas->height}, 1);
    for (int32_t x = pitch; x < canvas->width; x += pitch)
        canvas_fill(canvas, (struct fr_rect){x, 0, 1, canvas->height}, 0);
    for (int32_t y = pitch; y < canvas->height; y += pitch)
        canvas_fill(canvas, (struct fr_rect){0, y, canvas->width, 1}, 0);
    for (int32_t y = 0; y < canvas->height; y += pitch) {
        for (int32_t x = 0; x < canvas->width; x += pitch) {
            const int32_t door = fr_random_between(random, 1, pitch - 1);
            const int32_t wide = fr_random_between(random, 1, 2);
            if (fr_random_below(random, 10) < 8)
                canvas_fill(canvas, (struct fr_rect){x + pitch, y + door, 1, wide}, 1);
            if (fr_random_below(random, 10) < 8)
                canvas_fill(canvas, (struct fr_rect){x + door, y + pitch, wide, 1}, 1);
        }
    }
}

/* Noise in which each pixel joins the majority around it, a few times over. */
static inline void canvas_cave(struct canvas *canvas, struct fr_random *random)
{
    canvas_noise(canvas, random, 46);
    for (int round = fr_random_between(random, 1, 4); round > 0; round--) {
        const struct canvas before = *canvas;
        for (int32_t y = 0; y < canvas->height; y++) {
            for (int32_t x = 0; x < canvas->width; x++) {
                int walkable = 0;
                for (int32_t v = y - 1; v <= y + 1; v++)
                    for (int32_t u = x - 1; u <= x + 1; u++)
                        walkable += u >= 0 && v >= 0 && u < canvas->width && v < canvas->height &&
                                    before.area[v][u];
                canvas->area[y][x] = walkable >= 5;
            }
        }
    }
}

/* A maze dug by a random walk that backs up where it is stuck, then some walls broken. */
static inline void canvas_maze(struct canvas *canvas, struct fr_random *random)
{
    static const int32_t ways[4][2] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
    struct fr_pixel trail[RANDOM_MAP_SIZE * RANDOM_MAP_WIDTH] = {{0, 0}};
    size_t depth = 1;
    canvas->area[0][0] = 1;
    while (depth > 0) {
        const struct fr_pixel at = trail[depth - 1];
        struct fr_pixel open[4];
        uint32_t count = 0;
        for (int i = 0; i < 4; i++) {
            const struct fr_pixel to = {at.x + ways[i][0], at.y + ways[i][1]};
            if (to.x >= 0 && to.y >= 0 && to.x < canvas->width && to.y < canvas->height &&
                !canvas->area[to.y][to.x])
                open[count++] = to;
        }
        if (count == 0) {
            depth--;
            continue;
        }
        const struct fr_pixel to = open[fr_random_below(random, count)];
        canvas->area[(at.y + to.y) / 2][(at.x + to.x) / 2] = 1;
        canvas->area[to.y][to.x] = 1;
        trail[depth++] = to;
    }
    for (int breaks = fr_random_between(random, 0, 20); breaks > 0; breaks--)
        canvas->area[fr_random_below(random, (uint32_t)canvas->height)]
                    [fr_random_below(random, (uint32_t)canvas->width)] = 1;
}

/* Corridors of one pixel, dug in all eight directions. */
static inline void canvas_corridors(struct canvas *canvas, struct fr_random *random)
{
    int32_t x = fr_random_between(random, 0, canvas->width - 1);
    int32_t y = fr_random_between(random, 0, canvas->height - 1);
    for (int leg = fr_random_between(random, 10, 120); leg > 0; leg--) {
        const int32_t dx = fr_random_between(random, -1, 1), dy = fr_random_between(random, -1, 1);
        for (int step = fr_random_between(random, 1, 15); step > 0; step--) {
            canvas->area[y][x] = 1;
            if (x + dx < 0 || y + dy < 0 || x + dx >= canvas->width || y + dy >= canvas->height)
                break;
            x += dx;
            y += dy;
        }
    }
}

/* Patches of areas 2 to 4 on what is walkable. */
static inline void canvas_areas(struct canvas *canvas, struct fr_random *random)
{
    for (int patch = fr_random_between(random, 2, 8); patch > 0; patch--) {
        const int32_t left = fr_random_between(random, -5, canvas->width);
        const int32_t top = fr_random_between(random, -5, canvas->height);
        const int32_t right = left + fr_random_between(random, 1, 20);
        const int32_t bottom = top + fr_random_between(random, 1, 20);
        const uint8_t area = (uint8_t)fr_random_between(random, 2, 4);
        for (int32_t y = top < 0 ? 0 : top; y < bottom && y < canvas->height; y++)
            for (int32_t x = left < 0 ? 0 : left; x < right && x < canvas->width; x++)
                if (canvas->area[y][x])
                    canvas->area[y][x] = area;
    }
}

static inline void canvas_paint(struct canvas *canvas, struct fr_random *random)
{
    switch (fr_random_below(random, 6)) {
    case 0:
        canvas_noise(canvas, random, (uint32_t)fr_random_between(random, 10, 60));
        break;
    case 1:
        canvas_noise(canvas, random, (uint32_t)fr_random_between(random, 0, 40));
        break;
    case 2:
        canvas_rooms(canvas, random);
        break;
    case 3:
        canvas_cave(canvas, random);
        break;
    case 4:
        canvas_maze(canvas, random);
        break;
    default:
        canvas_corridors(canvas, random);
    }
}

/* A map for the caller to release, of a random kind and size; one in three has areas, of which
 * some are closed. The program ends without memory. */
static inline struct fr_map *mixed_map(struct fr_random *random)
{
    struct canvas canvas = {0};
    const bool low = fr_random_below(random, 8) == 0;
    canvas.width = low ? fr_random_between(random, 60, RANDOM_MAP_WIDTH)
                       : fr_random_between(random, 1, RANDOM_MAP_SIZE);
    canvas.height = fr_random_between(random, 1, low ? RANDOM_MAP_LOW : RANDOM_MAP_SIZE);
    canvas_paint(&canvas, random);
    const bool areas = fr_random_below(random, 3) == 0;
    if (areas)
        canvas_areas(&canvas, random);
    struct fr_map *map;
    if (fr_map_create(canvas.width, canvas.height, &fr_default_allocator, &map) != FR_OK)
        abort();
    for (int32_t y = 0; y < canvas.height; y++)
        fr_map_set_row(map, y, canvas.area[y]);
    for (uint8_t area = 2; areas && area <= 4; area++)
        fr_map_enable(map, area, fr_random_below(random, 2));
    return map;
}

/* Closes the borders between neighbouring pixels of two columns or rows, from first to last; where
 * there is no border there is nothing to close. */
static inline void wall_line(struct fr_map *map, enum fr_side side, int32_t across, int32_t first,
                             int32_t last)
{
    for (int32_t at = first; at <= last; at++) {
        const int32_t x = side == FR_EAST ? across : at, y = side == FR_EAST ? at : across;
        if (fr_map_set_wall(map, x, y, side, true) == FR_NO_MEMORY)
            abort();
    }
}

/* Rooms behind walls, each with a gap or two; a pitch of 1 is a maze of single pixels. */
static inline void wall_rooms(struct fr_map *map, struct fr_random *random)
{
    const int32_t pitch = fr_random_between(random, 1, 9);
    for (int32_t y = 0; y < map->height; y += pitch) {
        for (int32_t x = 0; x < map->width; x += pitch) {
            const uint32_t open = fr_random_below(random, 8);
            const int32_t door = fr_random_between(random, 0, pitch - 1);
            if (open & 3)
                wall_line(map, FR_EAST, x + pitch - 1, y, y + door - 1);
            if (open & 5)
                wall_line(map, FR_EAST, x + pitch - 1, y + door + (pitch > 1), y + pitch - 1);
            if (open & 6)
                wall_line(map, FR_SOUTH, y + pitch - 1, x + (pitch > 1), x + pitch - 1);
        }
    }
}

static inline void wall_strokes(struct fr_map *map, struct fr_random *random)
{
    for (int stroke = fr_random_between(random, 1, 25); stroke > 0; stroke--) {
        const enum fr_side side = fr_random_below(random, 2) ? FR_EAST : FR_SOUTH;
        const int32_t across = fr_random_between(random, 0, RANDOM_MAP_SIZE);
        const int32_t first = fr_random_between(random, -3, RANDOM_MAP_SIZE);
        wall_line(map, side, across, first, first + fr_random_between(random, 0, 20));
    }
}

/* Adds edge walls of a random kind. */
static inline void mixed_walls(struct fr_map *map, struct fr_random *random)
{
    switch (fr_random_below(random, 4)) {
    case 0:
        random_walls(map, random, fr_random_between(random, 1, 10));
        break;
    case 1:
        random_walls(map, random, fr_random_between(random, 20, 60));
        break;
    case 2:
        wall_strokes(map, random);
        break;
    default:
        wall_rooms(map, random);
    }
}

/* A random walkable pixel, or false where a few hundred tries find none. */
static inline bool random_walkable(const struct fr_map *map, struct fr_random *random,
                                   struct fr_pixel *pixel)
{
    for (int i = 0; i < 400; i++) {
        pixel->x = fr_random_between(random, 0, map->width - 1);
        pixel->y = fr_random_between(random, 0, map->height - 1);
        if (fr_map_walkable(map, pixel->x, pixel->y))
            return true;
    }
    return false;
}

#endif
