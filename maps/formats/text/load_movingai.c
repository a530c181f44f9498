/* Moving AI .map files, in three dialects (terrain.h). */
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/loader.h"
#include "maps/formats/text/terrain.h"

struct header {
    struct fr_lines lines;
    int64_t width, height; /* 0: not given yet */
    bool typed;
};

static enum fr_status refuse_header(const struct header *header, const char *found,
                                    const char *expected)
{
    return fr_refuse_line(&header->lines, "%s found, expected %s", found, expected);
}

static enum fr_status read_size(struct header *header, struct fr_span value, int64_t *size)
{
    if (*size != 0)
        return refuse_header(header, "a second size", "each key once");
    if (!fr_span_integer(value, 1, FR_MAP_MAX_SIZE, size))
        return fr_refuse_line(&header->lines, "size %s found, expected 1 to %d",
                              fr_quote(value).text, FR_MAP_MAX_SIZE);
    return FR_OK;
}

static enum fr_status read_type(struct header *header, struct fr_span value)
{
    if (header->typed)
        return refuse_header(header, "a second type", "each key once");
    if (!fr_span_is(value, "octile"))
        return fr_refuse_as(header->lines.file, FR_UNSUPPORTED,
                            "line %lld: type %s found, expected octile",
                            (long long)header->lines.number, fr_quote(value).text);
    header->typed = true;
    return FR_OK;
}

static enum fr_status end_header(struct header *header)
{
    if (!header->typed || !header->width || !header->height)
        return refuse_header(header, "'map'", "type, height and width first");
    return FR_OK;
}

/* A word, quoted only once the file is known to be a map: the contents of other files stay
 * private. */
static struct fr_quote found(const struct header *header, struct fr_span word)
{
    static const struct fr_quote other = {"a different word"};
    return header->typed ? fr_quote(word) : other;
}

/* Reads the keys, in any order, up to "map". */
static enum fr_status read_header(struct header *header)
{
    static const char *const keys = "a line 'type', 'height', 'width' or 'map'";
    struct fr_span line, key, value, more;
    while (fr_take_line(&header->lines, &line)) {
        enum fr_status status;
        if (!fr_take_word(&line, &key))
            continue;
        fr_take_word(&line, &value);
        if (fr_take_word(&line, &more))
            return refuse_header(header, found(header, more).text, "the end of the line");
        if (fr_span_is(key, "map") && value.length == 0)
            return end_header(header);
        if (fr_span_is(key, "type"))
            status = read_type(header, value);
        else if (fr_span_is(key, "height"))
            status = read_size(header, value, &header->height);
        else if (fr_span_is(key, "width"))
            status = read_size(header, value, &header->width);
        else
            status = refuse_header(header, found(header, key).text, keys);
        if (status != FR_OK)
            return status;
    }
    return refuse_header(header, "the end of the file", keys);
}

enum fr_status fr_load_movingai(struct fr_loading *loading)
{
    const enum fr_dialect dialect = loading->options->dialect;
    struct header header = {.lines = fr_lines_of(loading->file)};
    struct fr_map *map;
    uint8_t areas[256];
    enum fr_status status = read_header(&header);
    if (status != FR_OK)
        return status;
    const struct fr_letter_grid grid =
        fr_plain_grid(header.lines, header.width, header.height, &fr_terrain);
    struct fr_letter_grid rest = grid;
    status = fr_letter_grid_check(&rest);
    if (status == FR_OK)
        status = fr_letter_grid_end(&rest);
    if (status != FR_OK)
        return status;
    fr_dialect_areas(dialect, areas);
    status = fr_letter_grid_paint(&grid, 1, areas, &map);
    if (status != FR_OK)
        return status;
    if (dialect == FR_HOG2 && fr_wall_between_areas(map) != FR_OK) {
        fr_map_release(map);
        return fr_refuse_memory(loading->file, "for its walls");
    }
    strcpy(loading->report->format, "movingai");
    snprintf(loading->report->reading, sizeof loading->report->reading, "dialect %s: %s",
             fr_dialect_name(dialect), fr_dialect_reading(dialect));
    loading->map = map;
    return FR_OK;
}
