/* Maps drawn in text, for tests: '.' is area 1, '1'..'9' are areas, '#' and ' ' blocked; rows end
 * with '|' or a newline; only the last may be shorter. A walled map has its pixels at even columns
 * of even rows; '|' and '-' at odd ones are edge walls. */
#ifndef FOOTRACE_TESTS_ASCII_MAP_H
#define FOOTRACE_TESTS_ASCII_MAP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/conformance/small_maps.h"
#include "maps/map.h"
#include "maps/random.h"

static inline uint8_t ascii_area(char letter)
{
    return letter == '.' ? 1 : letter >= '1' && letter <= '9' ? (uint8_t)(letter - '0') : 0;
}

/* A map, which the caller releases; the program ends if memory runs out. */
static inline struct fr_map *ascii_map(const char *text)
{
    const int32_t width = (int32_t)strcspn(text, "|\n");
    int32_t height = 0;
    for (const char *row = text; *row; row += strcspn(row, "|\n"), row += *row != '\0')
        height++;
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        abort();
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, ascii_area(text[x]));
        text += strcspn(text, "|\n");
        text += *text != '\0';
    }
    return map;
}

/* A map with edge walls, which the caller releases; rows end with a newline. */
static inline struct fr_map *walled_map(const char *text)
{
    const int32_t pitch = (int32_t)strcspn(text, "\n") + 1;
    const int32_t width = pitch / 2, height = ((int32_t)strlen(text) / pitch + 1) / 2;
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        abort();
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const char *pixel = text + 2 * y * pitch + 2 * x;
            fr_map_set_area(map, x, y, ascii_area(*pixel));
            if ((x + 1 < width && pixel[1] == '|' &&
                 fr_map_set_wall(map, x, y, FR_EAST, true) != FR_OK) ||
                (y + 1 < height && pixel[pitch] == '-' &&
                 fr_map_set_wall(map, x, y, FR_SOUTH, true) != FR_OK))
                abort();
        }
    return map;
}

/* A map whose pixels are each blocked with a probability of percent / 100. */
static inline struct fr_map *random_map(struct fr_random *random, int32_t width, int32_t height,
                                        int percent)
{
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        abort();
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, fr_random_below(random, 100) >= (uint32_t)percent);
    return map;
}

/* Closes each border with a probability of percent / 100. */
static inline void random_walls(struct fr_map *map, struct fr_random *random, int percent)
{
    fr_conformance_scatter_walls(map, random, percent);
}

/* Prints a map in the form of walled_map(). */
static inline void print_walled_map(const struct fr_map *map)
{
    for (int32_t row = 0; row < 2 * map->height - 1; row++) {
        fputs("    \"", stderr);
        for (int32_t column = 0; column < 2 * map->width - 1; column++) {
            const int32_t x = column / 2, y = row / 2;
            char letter = ' ';
            if (row % 2 == 0 && column % 2 == 0)
                letter = fr_map_walkable(map, x, y) ? '.' : '#';
            else if (row % 2 == 0 && fr_map_wall(map, x, y, FR_EAST))
                letter = '|';
            else if (column % 2 == 0 && row % 2 == 1 && fr_map_wall(map, x, y, FR_SOUTH))
                letter = '-';
            fputc(letter, stderr);
        }
        fputs("\\n\"\n", stderr);
    }
}

/* Prints a map in the form of ascii_map(), or of walled_map() if it has walls. */
static inline void print_map(const struct fr_map *map)
{
    if (map->wall_count > 0) {
        print_walled_map(map);
        return;
    }
    for (int32_t y = 0; y < map->height; y++) {
        fputs(y == 0 ? "    \"" : "|\"\n    \"", stderr);
        for (int32_t x = 0; x < map->width; x++)
            fputc(fr_map_walkable(map, x, y) ? '.' : '#', stderr);
    }
    fputs("\"\n", stderr);
}

#endif
