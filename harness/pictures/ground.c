#include "harness/pictures/ground.h"

#include <math.h>

#define LEAST_SIZE 960 /* pixels: smaller maps are enlarged by a whole factor */
#define FULL_HD 1920   /* wide enough for lines of their plain width */

static const struct fr_colour rock = {0xB9, 0xBD, 0xC1}, floor_1 = {0xF7, 0xF5, 0xF0},
                              edge_wall = {0x4A, 0x50, 0x57};

/* Areas 2 and up. */
static const struct fr_colour tints[] = {
    {0xDC, 0xE9, 0xF3}, {0xFA, 0xEB, 0xCB}, {0xD6, 0xED, 0xE3}, {0xF3, 0xE0, 0xEA}};

enum { TINTS = sizeof tints / sizeof *tints };

int32_t fr_ground_scale(const struct fr_map *map)
{
    const int32_t longer = map->width > map->height ? map->width : map->height;
    return longer < LEAST_SIZE ? LEAST_SIZE / longer : 1;
}

double fr_ground_unit(int32_t width)
{
    return width > FULL_HD ? (double)width / FULL_HD : 1.0;
}

static struct fr_colour colour_of(const struct fr_map *map, int32_t x, int32_t y)
{
    const int area = fr_map_area(map, x, y);
    if (!fr_map_walkable(map, x, y))
        return rock;
    return area < 2 ? floor_1 : tints[(area - 2) % TINTS];
}

/* Edge walls, as lines between their pixels: those in a row as one. */
static void draw_walls(struct fr_picture *picture, const struct fr_map *map, enum fr_side side,
                       int32_t left, int32_t top, double scale)
{
    const bool east = side == FR_EAST;
    const int32_t lines = east ? map->width : map->height, length = east ? map->height : map->width;
    const double width = fmax(1.6 * fr_ground_unit(picture->width), scale / 10);
    for (int32_t line = 0; line < lines && map->wall_count > 0; line++)
        for (int32_t begin = 0, end; begin < length; begin = end + 1) {
            for (end = begin;
                 end < length && fr_map_wall(map, east ? line : end, east ? end : line, side);)
                end++;
            const double at = (line + 1) * scale, from = begin * scale, to = end * scale;
            if (end > begin)
                fr_picture_line(picture, left + (east ? at : from), top + (east ? from : at),
                                left + (east ? at : to), top + (east ? to : at), width, NULL, 0.0,
                                edge_wall);
        }
}

void fr_ground_draw(struct fr_picture *picture, const struct fr_map *map, int32_t left, int32_t top,
                    int32_t scale)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_picture_fill(picture, left + x * scale, top + y * scale, left + (x + 1) * scale,
                            top + (y + 1) * scale, colour_of(map, x, y));
    for (int side = FR_EAST; side <= FR_SOUTH; side++)
        draw_walls(picture, map, (enum fr_side)side, left, top, scale);
}
