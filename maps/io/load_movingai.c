/* Moving AI .map, in the dialect of the Grid-Based Path Planning Competition: '.', 'G' and 'S' are
 * walkable (area 1), '@', 'O', 'T' and 'W' are not. */
#include <string.h>

#include "maps/io/image.h"
#include "maps/io/words.h"

#define WALKABLE ".GS"
#define BLOCKED "@OTW"

struct grid {
    const struct fr_file *file;
    struct fr_lines lines;
    int64_t width, height; /* 0: not given yet */
    bool typed;
};

static enum fr_status refuse_header(const struct grid *grid, const char *found,
                                    const char *expected, struct fr_error *error)
{
    return fr_fail(error, FR_BAD_INPUT, "%s: line %lld: %s found, expected %s", grid->file->name,
                   (long long)grid->lines.number, found, expected);
}

static enum fr_status read_size(struct grid *grid, struct fr_span value, int64_t *size,
                                struct fr_error *error)
{
    if (*size != 0)
        return refuse_header(grid, "a size for the second time", "each key once", error);
    if (!fr_span_integer(value, 1, FR_MAP_MAX_SIZE, size))
        return fr_fail(error, FR_BAD_INPUT, "%s: line %lld: size %s, expected 1 to %d",
                       grid->file->name, (long long)grid->lines.number, fr_quote(value).text,
                       FR_MAP_MAX_SIZE);
    return FR_OK;
}

static enum fr_status read_type(struct grid *grid, struct fr_span value, struct fr_error *error)
{
    if (grid->typed)
        return refuse_header(grid, "a type for the second time", "each key once", error);
    if (!fr_span_is(value, "octile") && !fr_span_is(value, "octile-corner"))
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: line %lld: type %s is not read, expected octile or octile-corner",
                       grid->file->name, (long long)grid->lines.number, fr_quote(value).text);
    grid->typed = true;
    return FR_OK;
}

/* Reads the keys, in any order, up to "map". */
static enum fr_status read_header(struct grid *grid, struct fr_error *error)
{
    static const char *const keys = "a line 'type', 'height', 'width' or 'map'";
    struct fr_span line, key, value, more;
    while (fr_take_line(&grid->lines, &line)) {
        enum fr_status status;
        if (!fr_take_word(&line, &key))
            continue;
        fr_take_word(&line, &value);
        if (fr_take_word(&line, &more))
            return refuse_header(grid, fr_quote(more).text, "the end of the line", error);
        if (fr_span_is(key, "map") && value.length == 0)
            return grid->typed && grid->width && grid->height
                       ? FR_OK
                       : refuse_header(grid, "'map'", "type, height and width first", error);
        if (fr_span_is(key, "type"))
            status = read_type(grid, value, error);
        else if (fr_span_is(key, "height"))
            status = read_size(grid, value, &grid->height, error);
        else if (fr_span_is(key, "width"))
            status = read_size(grid, value, &grid->width, error);
        else
            status = refuse_header(grid, fr_quote(key).text, keys, error);
        if (status != FR_OK)
            return status;
    }
    return refuse_header(grid, "the end of the file", keys, error);
}

static enum fr_status check_row(const struct grid *grid, struct fr_span line,
                                struct fr_error *error)
{
    for (size_t i = 0; i < line.length && i < (size_t)grid->width; i++)
        if (line.text[i] == '\0' || !strchr(WALKABLE BLOCKED, line.text[i]))
            return fr_fail(error, FR_BAD_INPUT,
                           "%s: line %lld, column %zu: %s found, expected one of . G S @ O T W",
                           grid->file->name, (long long)grid->lines.number, i + 1,
                           fr_quote((struct fr_span){line.text + i, 1}).text);
    if (line.length != (size_t)grid->width)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: line %lld: a row of %zu columns, expected %lld, the map's width",
                       grid->file->name, (long long)grid->lines.number, line.length,
                       (long long)grid->width);
    return FR_OK;
}

/* Looks at all rows before memory is taken for a map of the size that the header states. */
static enum fr_status check_rows(struct grid grid, struct fr_error *error)
{
    struct fr_span line, word;
    for (int64_t y = 0; y < grid.height; y++) {
        if (!fr_take_line(&grid.lines, &line))
            return fr_fail(error, FR_BAD_INPUT,
                           "%s: line %lld: the file ends here, expected %lld rows, %lld found",
                           grid.file->name, (long long)grid.lines.number, (long long)grid.height,
                           (long long)y);
        const enum fr_status status = check_row(&grid, line, error);
        if (status != FR_OK)
            return status;
    }
    while (fr_take_line(&grid.lines, &line))
        if (fr_take_word(&line, &word))
            return fr_fail(error, FR_BAD_INPUT,
                           "%s: line %lld: %s found, expected the end of the file after %lld rows",
                           grid.file->name, (long long)grid.lines.number, fr_quote(word).text,
                           (long long)grid.height);
    return FR_OK;
}

static void paint_rows(struct grid grid, struct fr_map *map, uint8_t *row)
{
    struct fr_span line;
    for (int32_t y = 0; y < map->height && fr_take_line(&grid.lines, &line); y++) {
        for (int32_t x = 0; x < map->width; x++)
            row[x] = strchr(WALKABLE, line.text[x]) != NULL;
        fr_map_set_row(map, y, row);
    }
}

enum fr_status fr_load_movingai(const struct fr_file *file, struct fr_map **map,
                                struct fr_load_report *report, struct fr_error *error)
{
    struct grid grid = {.file = file, .lines = {{(const char *)file->bytes, file->size}, 0}};
    enum fr_status status = read_header(&grid, error);
    if (status == FR_OK)
        status = check_rows(grid, error);
    if (status != FR_OK)
        return status;
    const size_t width = (size_t)grid.width;
    struct fr_map *fresh = NULL;
    uint8_t *row = fr_allocate(file->allocator, width, 1);
    if (!row || fr_map_create((int32_t)grid.width, (int32_t)grid.height, file->allocator, &fresh) !=
                    FR_OK) {
        fr_deallocate(file->allocator, row, width, 1);
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for %lld x %lld pixels",
                       file->name, (long long)grid.width, (long long)grid.height);
    }
    paint_rows(grid, fresh, row);
    fr_deallocate(file->allocator, row, width, 1);
    strcpy(report->format, "movingai");
    strcpy(report->reading, "dialect gppc: . G S walkable");
    *map = fresh;
    return FR_OK;
}
