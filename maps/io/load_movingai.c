/* Moving AI .map, in the dialect of the Grid-Based Path Planning Competition: '.', 'G' and 'S' are
 * walkable (area 1), '@', 'O', 'T' and 'W' are not. */
#include <string.h>

#include "maps/io/image.h"
#include "maps/io/letter_grid.h"

#define WALKABLE ".GS"
#define BLOCKED "@OTW"

static const struct fr_alphabet terrain = {WALKABLE BLOCKED, "one of . G S @ O T W"};

struct header {
    const struct fr_file *file;
    struct fr_lines lines;
    int64_t width, height; /* 0: not given yet */
    bool typed;
};

static enum fr_status refuse_header(const struct header *header, const char *found,
                                    const char *expected, struct fr_error *error)
{
    return fr_fail(error, FR_BAD_INPUT, "%s: line %lld: %s found, expected %s", header->file->name,
                   (long long)header->lines.number, found, expected);
}

static enum fr_status read_size(struct header *header, struct fr_span value, int64_t *size,
                                struct fr_error *error)
{
    if (*size != 0)
        return refuse_header(header, "a size for the second time", "each key once", error);
    if (!fr_span_integer(value, 1, FR_MAP_MAX_SIZE, size))
        return fr_fail(error, FR_BAD_INPUT, "%s: line %lld: size %s, expected 1 to %d",
                       header->file->name, (long long)header->lines.number, fr_quote(value).text,
                       FR_MAP_MAX_SIZE);
    return FR_OK;
}

static enum fr_status read_type(struct header *header, struct fr_span value, struct fr_error *error)
{
    if (header->typed)
        return refuse_header(header, "a type for the second time", "each key once", error);
    if (!fr_span_is(value, "octile") && !fr_span_is(value, "octile-corner"))
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: line %lld: type %s is not read, expected octile or octile-corner",
                       header->file->name, (long long)header->lines.number, fr_quote(value).text);
    header->typed = true;
    return FR_OK;
}

/* Reads the keys, in any order, up to "map". */
static enum fr_status read_header(struct header *header, struct fr_error *error)
{
    static const char *const keys = "a line 'type', 'height', 'width' or 'map'";
    struct fr_span line, key, value, more;
    while (fr_take_line(&header->lines, &line)) {
        enum fr_status status;
        if (!fr_take_word(&line, &key))
            continue;
        fr_take_word(&line, &value);
        if (fr_take_word(&line, &more))
            return refuse_header(header, fr_quote(more).text, "the end of the line", error);
        if (fr_span_is(key, "map") && value.length == 0)
            return header->typed && header->width && header->height
                       ? FR_OK
                       : refuse_header(header, "'map'", "type, height and width first", error);
        if (fr_span_is(key, "type"))
            status = read_type(header, value, error);
        else if (fr_span_is(key, "height"))
            status = read_size(header, value, &header->height, error);
        else if (fr_span_is(key, "width"))
            status = read_size(header, value, &header->width, error);
        else
            status = refuse_header(header, fr_quote(key).text, keys, error);
        if (status != FR_OK)
            return status;
    }
    return refuse_header(header, "the end of the file", keys, error);
}

static void fill_areas(uint8_t areas[256])
{
    memset(areas, 0, 256);
    for (const char *letter = WALKABLE; *letter; letter++)
        areas[(unsigned char)*letter] = 1;
}

enum fr_status fr_load_movingai(const struct fr_file *file, struct fr_map **map,
                                struct fr_load_report *report, struct fr_error *error)
{
    struct header header = {.file = file, .lines = {{(const char *)file->bytes, file->size}, 0}};
    uint8_t areas[256];
    enum fr_status status = read_header(&header, error);
    if (status != FR_OK)
        return status;
    const struct fr_letter_grid grid = {.file = file,
                                        .lines = header.lines,
                                        .columns = header.width,
                                        .rows = header.height,
                                        .alphabets = {{&terrain, &terrain}, {&terrain, &terrain}}};
    struct fr_letter_grid checked = grid;
    status = fr_letter_grid_check(&checked, error);
    if (status == FR_OK)
        status = fr_letter_grid_end(&checked, error);
    fill_areas(areas);
    if (status == FR_OK)
        status = fr_letter_grid_paint(&grid, 1, areas, map, error);
    if (status != FR_OK)
        return status;
    strcpy(report->format, "movingai");
    strcpy(report->reading, "dialect gppc: . G S walkable");
    return FR_OK;
}
