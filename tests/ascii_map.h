/* Maps drawn in text, for tests: '.' is area 1, '1'..'9' their area, '#' and ' ' blocked; rows end
 * with '|' or a new line and may differ in length only at the very end. */
#ifndef FOOTRACE_TESTS_ASCII_MAP_H
#define FOOTRACE_TESTS_ASCII_MAP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/map.h"
#include "maps/random.h"

static inline uint8_t ascii_area(char letter)
{
    return letter == '.' ? 1 : letter >= '1' && letter <= '9' ? (uint8_t)(letter - '0') : 0;
}

/* A map for the caller to release; the program ends without memory. */
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

/* A map whose pixels are blocked with a chance of percent in a hundred. */
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

/* Prints a map as ascii_map() takes it. */
static inline void print_map(const struct fr_map *map)
{
    for (int32_t y = 0; y < map->height; y++) {
        fputs(y == 0 ? "    \"" : "|\"\n    \"", stderr);
        for (int32_t x = 0; x < map->width; x++)
            fputc(fr_map_walkable(map, x, y) ? '.' : '#', stderr);
    }
    fputs("\"\n", stderr);
}

#endif
