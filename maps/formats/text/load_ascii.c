/* ASCII maps: "footrace-ascii/1", described in save_ascii.h, and bare rows of the same letters,
 * whose first row gives the width. */
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/loader.h"
#include "maps/formats/text/letter_grid.h"
#include "maps/formats/text/save_ascii.h"

/* Letters that make the first line a row of a map, not the beginning of another format. */
#define BARE_LETTERS "#.123456789"

static const struct fr_alphabet pixels = {
    FR_ASCII_LETTERS "1", "'#' for blocked, '.', '1' to '9', 'a' to 'z' or 'A' to 'Z' for an area"};
static const struct fr_alphabet east_borders = {" |", "'|' for a wall or a blank for none"};
static const struct fr_alphabet south_borders = {" -", "'-' for a wall or a blank for none"};
static const struct fr_alphabet corners = {" +", "a blank or '+' where four pixels meet"};

static bool is_bare_row(struct fr_span line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.text[i] == '\0' || !strchr(BARE_LETTERS, line.text[i]))
            return false;
    return line.length > 0;
}

bool fr_ascii_knows(const struct fr_file *file)
{
    struct fr_lines lines = fr_lines_of(file);
    struct fr_span line, word;
    if (!fr_take_line(&lines, &line))
        return false;
    const bool bare = is_bare_row(line);
    return bare || (fr_take_word(&line, &word) && fr_span_is(word, FR_ASCII_FORMAT));
}

/* The size of a map of bare rows: the width of the first, and the number of rows up to the first
 * empty one. */
static enum fr_status measure_rows(struct fr_letter_grid *grid)
{
    struct fr_lines lines = grid->lines;
    struct fr_span line;
    while (fr_take_line(&lines, &line) && line.length > 0) {
        grid->columns = grid->rows == 0 ? (int64_t)line.length : grid->columns;
        grid->rows++;
    }
    if (grid->columns > FR_MAP_MAX_SIZE || grid->rows > FR_MAP_MAX_SIZE)
        return fr_refuse(grid->lines.file,
                         "line 1: %lld rows of %lld columns found, expected at most %d of each",
                         (long long)grid->rows, (long long)grid->columns, FR_MAP_MAX_SIZE);
    return FR_OK;
}

/* Reads width, height and the optional word "walls". */
static enum fr_status read_header(struct fr_letter_grid *grid, bool *walls)
{
    struct fr_span line, word, walls_word, more;
    int64_t *const sizes[] = {&grid->columns, &grid->rows};
    fr_take_line(&grid->lines, &line);
    fr_take_word(&line, &word);
    for (int i = 0; i < 2; i++) {
        fr_take_word(&line, &word);
        if (!fr_span_integer(word, 1, FR_MAP_MAX_SIZE, sizes[i]))
            return fr_refuse(grid->lines.file, "line 1: %s %s found, expected 1 to %d",
                             i ? "height" : "width", fr_quote(word).text, FR_MAP_MAX_SIZE);
    }
    *walls = fr_take_word(&line, &walls_word);
    if ((*walls && !fr_span_is(walls_word, "walls")) || fr_take_word(&line, &more))
        return fr_refuse(grid->lines.file,
                         "line 1: %s found, expected 'walls' or nothing after the height",
                         fr_quote(fr_span_is(walls_word, "walls") ? more : walls_word).text);
    return FR_OK;
}

static enum fr_status close_borders(const struct fr_letter_grid *grid, struct fr_map *map)
{
    struct fr_lines lines = grid->lines;
    struct fr_span line;
    for (int64_t row = 0; row < grid->rows && fr_take_line(&lines, &line); row++)
        for (size_t column = !(row & 1); column < line.length; column += 2) {
            const char letter = line.text[column];
            const enum fr_side side = row & 1 ? FR_SOUTH : FR_EAST;
            if ((letter == '|' || letter == '-') &&
                fr_map_set_wall(map, (int32_t)(column / 2), (int32_t)(row / 2), side, true) !=
                    FR_OK)
                return fr_refuse_memory(grid->lines.file, "for its walls");
        }
    return FR_OK;
}

static void fill_areas(uint8_t areas[256])
{
    static const char letters[] = FR_ASCII_LETTERS;
    memset(areas, 0, 256);
    for (size_t i = 0; letters[i]; i++)
        areas[(unsigned char)letters[i]] = (uint8_t)i;
    areas['1'] = 1;
}

static enum fr_status read_map(struct fr_letter_grid *grid, bool walls, struct fr_map **map)
{
    uint8_t areas[256];
    struct fr_map *fresh = NULL;
    struct fr_letter_grid checked = *grid;
    enum fr_status status = fr_letter_grid_check(&checked);
    if (status == FR_OK)
        status = fr_letter_grid_end(&checked);
    fill_areas(areas);
    if (status == FR_OK)
        status = fr_letter_grid_paint(grid, walls ? 2 : 1, areas, &fresh);
    if (status == FR_OK && walls)
        status = close_borders(grid, fresh);
    if (status == FR_OK)
        *map = fresh;
    else
        fr_map_release(fresh);
    return status;
}

enum fr_status fr_load_ascii(struct fr_loading *loading)
{
    struct fr_letter_grid grid = fr_plain_grid(fr_lines_of(loading->file), 0, 0, &pixels);
    struct fr_lines lines = grid.lines;
    struct fr_span line = {"", 0};
    bool walls = false;
    fr_take_line(&lines, &line);
    enum fr_status status = is_bare_row(line) ? measure_rows(&grid) : read_header(&grid, &walls);
    if (status == FR_OK && walls) {
        grid.columns = 2 * grid.columns - 1;
        grid.rows = 2 * grid.rows - 1;
        grid.alphabets[0][1] = &east_borders;
        grid.alphabets[1][0] = &south_borders;
        grid.alphabets[1][1] = &corners;
    }
    if (status == FR_OK)
        status = read_map(&grid, walls, &loading->map);
    if (status != FR_OK)
        return status;
    const int length = snprintf(loading->report->reading, sizeof loading->report->reading,
                                "one letter for each pixel");
    strcpy(loading->report->format, "ascii");
    if (walls)
        sprintf(loading->report->reading + length, ", %lld edge walls",
                (long long)loading->map->wall_count);
    return FR_OK;
}
