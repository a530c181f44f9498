#include "maps/formats/text/save_ascii.h"

#include <stdio.h>
#include <string.h>

#include "maps/formats/base/file.h"

#define AREAS (sizeof FR_ASCII_LETTERS - 1)
#define LONGEST_HEADER 64

static enum fr_status check_areas(const char *file, const struct fr_map *map,
                                  struct fr_error *error)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (fr_map_area(map, x, y) >= AREAS)
                return fr_fail(error, FR_UNSUPPORTED,
                               "%s: pixel %d,%d: area %d found, expected at most %zu, the "
                               "last area with a letter",
                               file, x, y, fr_map_area(map, x, y), AREAS - 1);
    return FR_OK;
}

static char *put_plain_row(char *at, const struct fr_map *map, int32_t y)
{
    for (int32_t x = 0; x < map->width; x++)
        *at++ = FR_ASCII_LETTERS[fr_map_area(map, x, y)];
    *at++ = '\n';
    return at;
}

/* A row of pixels with the borders to their east. */
static char *put_row(char *at, const struct fr_map *map, int32_t y)
{
    for (int32_t x = 0; x < map->width; x++) {
        *at++ = FR_ASCII_LETTERS[fr_map_area(map, x, y)];
        *at++ = fr_map_wall(map, x, y, FR_EAST) ? '|' : ' ';
    }
    at[-1] = '\n'; /* replaces the border after the last pixel */
    return at;
}

/* The borders between rows y and y + 1. */
static char *put_borders(char *at, const struct fr_map *map, int32_t y)
{
    for (int32_t x = 0; x < map->width; x++) {
        *at++ = fr_map_wall(map, x, y, FR_SOUTH) ? '-' : ' ';
        *at++ = ' ';
    }
    while (at[-1] == ' ')
        at--;
    *at++ = '\n';
    return at;
}

enum fr_status fr_save_ascii(const char *file, const struct fr_map *map, struct fr_error *error)
{
    enum fr_status status = check_areas(file, map, error);
    if (status != FR_OK)
        return status;
    const bool walls = map->wall_count > 0;
    const size_t width = (size_t)map->width, height = (size_t)map->height;
    const size_t capacity = LONGEST_HEADER + (walls ? 4 * width + 1 : width + 1) * height;
    char *text = fr_allocate(map->allocator, capacity, 1);
    if (!text)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for its text", file);
    char *at = text + snprintf(text, LONGEST_HEADER, FR_ASCII_FORMAT " %d %d%s\n", map->width,
                               map->height, walls ? " walls" : "");
    for (int32_t y = 0; y < map->height; y++) {
        at = walls ? put_row(at, map, y) : put_plain_row(at, map, y);
        if (walls && y + 1 < map->height)
            at = put_borders(at, map, y);
    }
    status = fr_file_write(file, text, (size_t)(at - text), error);
    fr_deallocate(map->allocator, text, capacity, 1);
    return status;
}
