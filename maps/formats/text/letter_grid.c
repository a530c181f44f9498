#include "maps/formats/text/letter_grid.h"

#include <string.h>

/* Whether a letter is legal, by parity of row and column. */
struct legality {
    bool legal[2][2][256];
};

struct fr_letter_grid fr_plain_grid(struct fr_lines lines, int64_t columns, int64_t rows,
                                    const struct fr_alphabet *alphabet)
{
    return (struct fr_letter_grid){
        lines, columns, rows, {{alphabet, alphabet}, {alphabet, alphabet}}};
}

static void fill(const struct fr_letter_grid *grid, struct legality *legality)
{
    memset(legality, 0, sizeof *legality);
    for (int i = 0; i < 4; i++)
        for (const char *letter = grid->alphabets[i / 2][i % 2]->letters; *letter; letter++)
            legality->legal[i / 2][i % 2][(unsigned char)*letter] = true;
}

static enum fr_status check_row(const struct fr_letter_grid *grid, int odd,
                                const struct legality *legality, struct fr_span line)
{
    for (size_t i = 0; i < line.length && i < (size_t)grid->columns; i++)
        if (!legality->legal[odd][i & 1][(unsigned char)line.text[i]])
            return fr_refuse(grid->lines.file, "line %lld, column %zu: %s found, expected %s",
                             (long long)grid->lines.number, i + 1,
                             fr_quote((struct fr_span){line.text + i, 1}).text,
                             grid->alphabets[odd][i & 1]->expected);
    size_t columns = line.length;
    while (columns < (size_t)grid->columns && legality->legal[odd][columns & 1][' '])
        columns++;
    if (columns != (size_t)grid->columns)
        return fr_refuse_line(&grid->lines,
                              "a row of %zu columns found, expected %lld, the map's width",
                              line.length, (long long)grid->columns);
    return FR_OK;
}

enum fr_status fr_letter_grid_check(struct fr_letter_grid *grid)
{
    struct legality legality;
    struct fr_span line;
    fill(grid, &legality);
    for (int64_t row = 0; row < grid->rows; row++) {
        if (!fr_take_line(&grid->lines, &line))
            return fr_refuse_line(&grid->lines, "the file ends here, expected %lld rows, not %lld",
                                  (long long)grid->rows, (long long)row);
        const enum fr_status status = check_row(grid, row & 1, &legality, line);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

enum fr_status fr_letter_grid_end(const struct fr_letter_grid *grid)
{
    struct fr_lines lines = grid->lines;
    struct fr_span line, word;
    while (fr_take_line(&lines, &line))
        if (fr_take_word(&line, &word))
            return fr_refuse_line(&lines, "%s found, expected the end of the file after %lld rows",
                                  fr_quote(word).text, (long long)grid->rows);
    return FR_OK;
}

enum fr_status fr_letter_grid_paint(const struct fr_letter_grid *grid, int step,
                                    const uint8_t areas[256], struct fr_map **map)
{
    const struct fr_allocator *allocator = grid->lines.file->allocator;
    const int32_t width = (int32_t)((grid->columns - 1) / step + 1);
    const int32_t height = (int32_t)((grid->rows - 1) / step + 1);
    struct fr_map *fresh = NULL;
    struct fr_lines lines = grid->lines;
    struct fr_span line;
    uint8_t *row = fr_allocate(allocator, (size_t)width, 1);
    if (!row || fr_map_create(width, height, allocator, &fresh) != FR_OK) {
        fr_deallocate(allocator, row, (size_t)width, 1);
        return fr_refuse_as(grid->lines.file, FR_NO_MEMORY, "not enough memory for %d x %d pixels",
                            width, height);
    }
    for (int64_t y = 0; y < grid->rows && fr_take_line(&lines, &line); y++) {
        if (y % step != 0)
            continue;
        for (int32_t x = 0; x < width; x++)
            row[x] = areas[(unsigned char)line.text[(ptrdiff_t)x * step]];
        fr_map_set_row(fresh, (int32_t)(y / step), row);
    }
    fr_deallocate(allocator, row, (size_t)width, 1);
    *map = fresh;
    return FR_OK;
}
