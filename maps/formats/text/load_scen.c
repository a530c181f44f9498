/* The map of a dynamic scenario (click_set_scen.c) that comes without a map, as in the Grid-Based
 * Path Planning Competition: it has the size in the scenario's header, and no walls until patches
 * add some. */
#include <string.h>

#include "maps/formats/base/loader.h"
#include "maps/formats/base/words.h"

static enum fr_status read_size(const struct fr_lines *lines, struct fr_span word, int64_t *size)
{
    return fr_span_integer(word, 1, FR_MAP_MAX_SIZE, size)
               ? FR_OK
               : fr_refuse_line(lines, "size %s found, expected 1 to %d", fr_quote(word).text,
                                FR_MAP_MAX_SIZE);
}

static enum fr_status read_sizes(struct fr_lines *lines, int64_t *width, int64_t *height)
{
    struct fr_span line, key;
    enum fr_status status = FR_OK;
    while (status == FR_OK && (!*width || !*height) && fr_take_line(lines, &line)) {
        struct fr_span value = {"", 0};
        if (!fr_take_word(&line, &key))
            continue;
        fr_take_word(&line, &value);
        if (fr_span_is(key, "version") && !fr_span_is(value, "2"))
            return fr_refuse_line(lines,
                                  "a scenario of version %s found, expected version 2, or a map "
                                  "with this scenario as its clicks",
                                  fr_quote(value).text);
        if (fr_span_is(key, "height"))
            status = read_size(lines, value, height);
        else if (fr_span_is(key, "width"))
            status = read_size(lines, value, width);
    }
    if (status == FR_OK && (!*width || !*height))
        return fr_refuse_line(lines, "the file ends here, expected 'height' and 'width'");
    return status;
}

bool fr_scen_knows(const struct fr_file *file)
{
    return file->size > 7 && memcmp(file->bytes, "version", 7) == 0;
}

enum fr_status fr_load_scen(struct fr_loading *loading)
{
    struct fr_lines lines = fr_lines_of(loading->file);
    int64_t width = 0, height = 0;
    struct fr_map *map;
    enum fr_status status = read_sizes(&lines, &width, &height);
    if (status != FR_OK)
        return status;
    if (fr_map_create((int32_t)width, (int32_t)height, loading->file->allocator, &map) != FR_OK)
        return fr_refuse_memory(loading->file, "for the map");
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(map, x, y, 1);
    fr_map_enable(map, 1, true);
    strcpy(loading->report->format, "scenario");
    strcpy(loading->report->reading, "a map without walls, which the scenario's patches paint");
    loading->map = map;
    return FR_OK;
}
