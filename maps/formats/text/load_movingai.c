/* Moving AI .map files: "octile", in three dialects (terrain.h), and "octile-corner", with
 * cliffs. */
#include <stdio.h>

#include "maps/formats/text/cliffs.h"
#include "maps/formats/text/load_text.h"
#include "maps/formats/text/terrain.h"

struct header {
    const struct fr_file *file;
    struct fr_lines lines;
    int64_t width, height; /* 0: not given yet */
    bool typed;
    bool corners; /* heights precede the terrain */
};

static enum fr_status refuse_header(const struct header *header, const char *found,
                                    const char *expected)
{
    return fr_refuse(header->file, "line %lld: %s found, expected %s",
                     (long long)header->lines.number, found, expected);
}

static enum fr_status read_size(struct header *header, struct fr_span value, int64_t *size)
{
    if (*size != 0)
        return refuse_header(header, "a second size", "each key once");
    if (!fr_span_integer(value, 1, FR_MAP_MAX_SIZE, size))
        return fr_refuse(header->file, "line %lld: size %s found, expected 1 to %d",
                         (long long)header->lines.number, fr_quote(value).text, FR_MAP_MAX_SIZE);
    return FR_OK;
}

static enum fr_status read_type(struct header *header, struct fr_span value)
{
    if (header->typed)
        return refuse_header(header, "a second type", "each key once");
    if (!fr_span_is(value, "octile") && !fr_span_is(value, "octile-corner"))
        return fr_refuse_as(header->file, FR_UNSUPPORTED,
                            "line %lld: type %s found, expected octile or octile-corner",
                            (long long)header->lines.number, fr_quote(value).text);
    header->typed = true;
    header->corners = fr_span_is(value, "octile-corner");
    return FR_OK;
}

static enum fr_status end_header(struct header *header)
{
    if (!header->typed || !header->width || !header->height)
        return refuse_header(header, "'map'", "type, height and width first");
    header->corners &= fr_heights_follow(header->lines);
    if (header->corners && (header->width < 2 || header->height < 2))
        return refuse_header(header, "a row of corners", "at least two rows and columns of them");
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

/* Checks everything after the header, and leaves lines at the terrain. */
static enum fr_status check_rows(struct header *header)
{
    if (header->corners) {
        const enum fr_status status =
            fr_heights_check(header->file, &header->lines, header->width, header->height);
        if (status != FR_OK)
            return status;
    }
    struct fr_letter_grid grid = {
        .file = header->file,
        .lines = header->lines,
        .columns = header->width,
        .rows = header->height,
        .alphabets = {{&fr_terrain, &fr_terrain}, {&fr_terrain, &fr_terrain}}};
    const enum fr_status status = fr_letter_grid_check(&grid);
    return status == FR_OK ? fr_letter_grid_end(&grid) : status;
}

static enum fr_status build_walls(const struct header *header, enum fr_dialect dialect,
                                  struct fr_lines heights, struct fr_map *map)
{
    enum fr_status status = dialect == FR_HOG2 ? fr_wall_between_areas(map) : FR_OK;
    if (status == FR_OK && header->corners)
        status = fr_wall_cliffs(map, heights, header->lines);
    return status;
}

enum fr_status fr_load_movingai(const struct fr_file *file, const struct fr_load_options *options,
                                struct fr_map **map, struct fr_load_report *report)
{
    struct header header = {.file = file, .lines = {{(const char *)file->bytes, file->size}, 0}};
    struct fr_map *fresh;
    uint8_t areas[256];
    enum fr_status status = read_header(&header);
    const struct fr_lines heights = header.lines;
    if (status == FR_OK)
        status = check_rows(&header);
    if (status != FR_OK)
        return status;
    const struct fr_letter_grid grid = {.file = file,
                                        .lines = header.lines,
                                        .columns = header.width - header.corners,
                                        .rows = header.height - header.corners};
    fr_dialect_areas(options->dialect, areas);
    status = fr_letter_grid_paint(&grid, 1, areas, &fresh);
    if (status != FR_OK)
        return status;
    if (build_walls(&header, options->dialect, heights, fresh) != FR_OK) {
        fr_map_release(fresh);
        return fr_refuse_memory(file, "for its walls");
    }
    snprintf(report->format, sizeof report->format, "movingai");
    snprintf(report->reading, sizeof report->reading, "dialect %s: %s%s",
             fr_dialect_name(options->dialect), fr_dialect_reading(options->dialect),
             header.corners ? ", walls at cliffs" : "");
    *map = fresh;
    return FR_OK;
}
