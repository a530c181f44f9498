#include "maps/formats/text/cliffs.h"

static const struct fr_alphabet digits = {"0123456789", "a height from 0 to 9"};

/* Three rows of heights and two of terrain, which determine the borders of a row of pixels. */
struct window {
    struct fr_span heights[3], terrain[2];
};

bool fr_heights_follow(struct fr_lines lines)
{
    struct fr_span line;
    return fr_take_line(&lines, &line) && line.length > 0 && line.text[0] >= '0' &&
           line.text[0] <= '9';
}

enum fr_status fr_heights_check(struct fr_lines *lines, int64_t columns, int64_t rows)
{
    struct fr_letter_grid grid = fr_plain_grid(*lines, columns, rows, &digits);
    const enum fr_status status = fr_letter_grid_check(&grid);
    if (status == FR_OK)
        *lines = grid.lines;
    return status;
}

/* The height of a pixel, in a row of the window, at one of its corners. */
static char height(const struct window *window, int row, int32_t x, int right, int below)
{
    const bool slope = window->terrain[row].text[x] >= 'a' && window->terrain[row].text[x] <= 'z';
    return slope ? window->heights[row + below].text[x + right] : window->heights[row].text[x];
}

static bool cliff_east(const struct window *window, int32_t x)
{
    return height(window, 0, x, 1, 0) != height(window, 0, x + 1, 0, 0) ||
           height(window, 0, x, 1, 1) != height(window, 0, x + 1, 0, 1);
}

static bool cliff_south(const struct window *window, int32_t x)
{
    return height(window, 0, x, 0, 1) != height(window, 1, x, 0, 0) ||
           height(window, 0, x, 1, 1) != height(window, 1, x, 1, 0);
}

static enum fr_status wall_row(struct fr_map *map, const struct window *window, int32_t y)
{
    enum fr_status status = FR_OK;
    for (int32_t x = 0; x < map->width && status == FR_OK; x++) {
        if (x + 1 < map->width && cliff_east(window, x))
            status = fr_map_set_wall(map, x, y, FR_EAST, true);
        if (status == FR_OK && y + 1 < map->height && cliff_south(window, x))
            status = fr_map_set_wall(map, x, y, FR_SOUTH, true);
    }
    return status;
}

enum fr_status fr_wall_cliffs(struct fr_map *map, struct fr_lines heights, struct fr_lines terrain)
{
    struct window window;
    enum fr_status status = FR_OK;
    fr_take_line(&heights, &window.heights[1]);
    fr_take_line(&heights, &window.heights[2]);
    fr_take_line(&terrain, &window.terrain[1]);
    for (int32_t y = 0; y < map->height && status == FR_OK; y++) {
        window.heights[0] = window.heights[1];
        window.heights[1] = window.heights[2];
        window.terrain[0] = window.terrain[1];
        fr_take_line(&heights,
                     &window.heights[2]); /* after the last row: terrain, which is not read */
        fr_take_line(&terrain, &window.terrain[1]);
        status = wall_row(map, &window, y);
    }
    return status;
}
