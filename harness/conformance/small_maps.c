#include "harness/conformance/small_maps.h"

#include <stdio.h>
#include <string.h>

#include "maps/formats/text/save_ascii.h"

struct canvas {
    int32_t width, height;
    uint8_t area[FR_CONFORMANCE_MAP_SIZE][FR_CONFORMANCE_MAP_WIDTH];
};

static void paint_fill(struct canvas *canvas, struct fr_rect rect, uint8_t area)
{
    for (int32_t y = rect.y; y < rect.y + rect.height && y < canvas->height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width && x < canvas->width; x++)
            if (x >= 0 && y >= 0)
                canvas->area[y][x] = area;
}

static void paint_noise(struct canvas *canvas, struct fr_random *random, uint32_t percent)
{
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++)
            canvas->area[y][x] = fr_random_below(random, 100) >= percent;
}

/* Rooms with walls of one pixel, most of them with a door. */
static void paint_rooms(struct canvas *canvas, struct fr_random *random)
{
    const int32_t pitch = fr_random_between(random, 4, 12);
    paint_fill(canvas, (struct fr_rect){0, 0, canvas->width, canvas->height}, 1);
    for (int32_t x = pitch; x < canvas->width; x += pitch)
        paint_fill(canvas, (struct fr_rect){x, 0, 1, canvas->height}, 0);
    for (int32_t y = pitch; y < canvas->height; y += pitch)
        paint_fill(canvas, (struct fr_rect){0, y, canvas->width, 1}, 0);
    for (int32_t y = 0; y < canvas->height; y += pitch) {
        for (int32_t x = 0; x < canvas->width; x += pitch) {
            const int32_t door = fr_random_between(random, 1, pitch - 1);
            const int32_t wide = fr_random_between(random, 1, 2);
            if (fr_random_below(random, 10) < 8)
                paint_fill(canvas, (struct fr_rect){x + pitch, y + door, 1, wide}, 1);
            if (fr_random_below(random, 10) < 8)
                paint_fill(canvas, (struct fr_rect){x + door, y + pitch, wide, 1}, 1);
        }
    }
}

/* Smoothed noise: each pixel takes the most frequent value around it, a few times. */
static void paint_cave(struct canvas *canvas, struct fr_random *random)
{
    paint_noise(canvas, random, 46);
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

/* A maze carved by a random walk that backtracks from dead ends; then some walls are removed. */
static void paint_maze(struct canvas *canvas, struct fr_random *random)
{
    static const int32_t ways[4][2] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
    struct fr_pixel trail[FR_CONFORMANCE_MAP_SIZE * FR_CONFORMANCE_MAP_WIDTH] = {{0, 0}};
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

/* Corridors of one pixel, carved in all eight directions. */
static void paint_corridors(struct canvas *canvas, struct fr_random *random)
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

/* Patches of areas 2 to 4 on walkable pixels. */
static void paint_areas(struct canvas *canvas, struct fr_random *random)
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

static void paint(struct canvas *canvas, struct fr_random *random)
{
    switch (fr_random_below(random, 6)) {
    case 0:
        paint_noise(canvas, random, (uint32_t)fr_random_between(random, 10, 60));
        break;
    case 1:
        paint_noise(canvas, random, (uint32_t)fr_random_between(random, 0, 40));
        break;
    case 2:
        paint_rooms(canvas, random);
        break;
    case 3:
        paint_cave(canvas, random);
        break;
    case 4:
        paint_maze(canvas, random);
        break;
    default:
        paint_corridors(canvas, random);
    }
}

struct fr_map *fr_conformance_map(struct fr_random *random, const struct fr_allocator *allocator)
{
    struct canvas canvas = {0};
    struct fr_map *map;
    const bool low = fr_random_below(random, 8) == 0;
    canvas.width = low ? fr_random_between(random, 60, FR_CONFORMANCE_MAP_WIDTH)
                       : fr_random_between(random, 1, FR_CONFORMANCE_MAP_SIZE);
    canvas.height =
        fr_random_between(random, 1, low ? FR_CONFORMANCE_MAP_LOW : FR_CONFORMANCE_MAP_SIZE);
    paint(&canvas, random);
    const bool areas = fr_random_below(random, 3) == 0;
    if (areas)
        paint_areas(&canvas, random);
    if (fr_map_create(canvas.width, canvas.height, allocator, &map) != FR_OK)
        return NULL;
    for (int32_t y = 0; y < canvas.height; y++)
        fr_map_set_row(map, y, canvas.area[y]);
    for (uint8_t area = 2; areas && area <= 4; area++)
        fr_map_enable(map, area, fr_random_below(random, 2));
    return map;
}

/* Does nothing if the pixel has no border on this side, or memory runs out. */
static bool set_wall(struct fr_map *map, int32_t x, int32_t y, enum fr_side side, bool closed)
{
    return fr_map_set_wall(map, x, y, side, closed) == FR_OK;
}

void fr_conformance_scatter_walls(struct fr_map *map, struct fr_random *random, int percent)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_random_below(random, 100) < (uint32_t)percent)
                    set_wall(map, x, y, (enum fr_side)side, true);
}

/* Closes the borders between two neighbouring columns or rows, from `first` to `last`. */
static void wall_line(struct fr_map *map, enum fr_side side, int32_t across, int32_t first,
                      int32_t last)
{
    for (int32_t at = first; at <= last; at++) {
        const int32_t x = side == FR_EAST ? across : at, y = side == FR_EAST ? at : across;
        set_wall(map, x, y, side, true);
    }
}

/* Rooms with one or two gaps in their edge walls; a pitch of 1 gives a maze of single pixels. */
static void wall_rooms(struct fr_map *map, struct fr_random *random)
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

static void wall_strokes(struct fr_map *map, struct fr_random *random)
{
    for (int stroke = fr_random_between(random, 1, 25); stroke > 0; stroke--) {
        const enum fr_side side = fr_random_below(random, 2) ? FR_EAST : FR_SOUTH;
        const int32_t across = fr_random_between(random, 0, FR_CONFORMANCE_MAP_SIZE);
        const int32_t first = fr_random_between(random, -3, FR_CONFORMANCE_MAP_SIZE);
        wall_line(map, side, across, first, first + fr_random_between(random, 0, 20));
    }
}

void fr_conformance_walls(struct fr_map *map, struct fr_random *random)
{
    switch (fr_random_below(random, 4)) {
    case 0:
        fr_conformance_scatter_walls(map, random, fr_random_between(random, 1, 10));
        break;
    case 1:
        fr_conformance_scatter_walls(map, random, fr_random_between(random, 20, 60));
        break;
    case 2:
        wall_strokes(map, random);
        break;
    default:
        wall_rooms(map, random);
    }
}

/* Opens or closes a run of edge walls. */
static void draw_wall(struct fr_map *map, struct fr_random *random, int32_t longest, bool closed)
{
    const enum fr_side side = fr_random_below(random, 2) ? FR_EAST : FR_SOUTH;
    int32_t x = fr_random_between(random, 0, map->width - 1);
    int32_t y = fr_random_between(random, 0, map->height - 1);
    for (int32_t left = fr_random_between(random, 1, longest); left > 0; left--) {
        set_wall(map, x, y, side, closed);
        x += side == FR_SOUTH;
        y += side == FR_EAST;
    }
}

static struct fr_rect edit_wall(struct fr_map *map, struct fr_random *random)
{
    const enum fr_side side = fr_random_below(random, 2) ? FR_EAST : FR_SOUTH;
    const int32_t x = fr_random_between(random, 0, map->width - 1);
    const int32_t y = fr_random_between(random, 0, map->height - 1);
    set_wall(map, x, y, side, fr_random_below(random, 3) > 0);
    return (struct fr_rect){x, y, 1, 1};
}

static struct fr_rect edit_block(struct fr_map *map, struct fr_random *random)
{
    const int32_t size = fr_random_below(random, 3) ? 3 : 12;
    const struct fr_rect rect = {fr_random_between(random, -2, map->width - 1),
                                 fr_random_between(random, -2, map->height - 1),
                                 fr_random_between(random, 1, size),
                                 fr_random_between(random, 1, size)};
    if (fr_map_block(map, rect, fr_random_below(random, 2)) != FR_OK)
        return (struct fr_rect){0, 0, 0, 0};
    return fr_map_clip(map, rect);
}

struct fr_rect fr_conformance_edit(struct fr_map *map, struct fr_random *random, bool walls)
{
    const uint32_t kind = fr_random_below(random, 5);
    if (kind == 0)
        return fr_map_enable(map, (uint8_t)fr_random_between(random, 2, 4),
                             fr_random_below(random, 2));
    if (kind > 2 || !walls)
        return edit_block(map, random);
    if (kind == 1)
        return edit_wall(map, random);
    if (fr_random_below(random, 4) > 0)
        return (struct fr_rect){0, 0, 0, 0};
    draw_wall(map, random, 12, fr_random_below(random, 2));
    return (struct fr_rect){0, 0, map->width, map->height};
}

bool fr_conformance_walkable(const struct fr_map *map, struct fr_random *random,
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

static char letter_at(const struct fr_map *map, bool walls, int32_t column, int32_t row)
{
    const int32_t step = walls ? 2 : 1, x = column / step, y = row / step;
    const bool across = column % step != 0, down = row % step != 0;
    if (!across && !down)
        return fr_map_walkable(map, x, y) ? '.' : '#';
    if (across && down)
        return ' ';
    if (!fr_map_wall(map, x, y, across ? FR_EAST : FR_SOUTH))
        return ' ';
    return across ? '|' : '-';
}

const char *fr_conformance_text(const struct fr_map *map, char text[FR_CONFORMANCE_TEXT_SIZE])
{
    const bool walls = map->wall_count > 0;
    const int32_t width = walls ? 2 * map->width - 1 : map->width;
    const int32_t height = walls ? 2 * map->height - 1 : map->height;
    size_t used = (size_t)snprintf(text, FR_CONFORMANCE_TEXT_SIZE, "%s %d %d%s\n", FR_ASCII_FORMAT,
                                   map->width, map->height, walls ? " walls" : "");
    for (int32_t row = 0; row < height && used + (size_t)width + 2 < FR_CONFORMANCE_TEXT_SIZE;
         row++) {
        for (int32_t column = 0; column < width; column++)
            text[used++] = letter_at(map, walls, column, row);
        text[used++] = '\n';
    }
    text[used] = '\0';
    return text;
}
