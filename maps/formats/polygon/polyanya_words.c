#include "maps/formats/polygon/polyanya_words.h"

#include <stdio.h>
#include <string.h>

static bool next_word(struct fr_polyanya *reader)
{
    while (!fr_take_word(&reader->line, &reader->word))
        if (!fr_take_line(&reader->lines, &reader->line)) {
            reader->word = (struct fr_span){"", 0};
            return false;
        }
    return true;
}

static enum fr_status refuse_at(struct fr_polyanya *reader, enum fr_status status,
                                const char *place, const char *expected)
{
    return fr_refuse_as(
        reader->file, status, "line %lld%s: %s found, expected %s", (long long)reader->lines.number,
        place, reader->word.length > 0 ? fr_quote(reader->word).text : "the end of the file",
        expected);
}

enum fr_status fr_polyanya_refuse(struct fr_polyanya *reader, enum fr_status status,
                                  const char *expected)
{
    return refuse_at(reader, status, "", expected);
}

void fr_polyanya_begin(struct fr_polyanya *reader)
{
    const struct fr_file *file = reader->file;
    reader->lines = fr_lines_of(file);
    next_word(reader);
}

enum fr_status fr_polyanya_integer(struct fr_polyanya *reader, int32_t low, int32_t high,
                                   const char *expected, int32_t *value)
{
    int64_t number;
    next_word(reader);
    if (!fr_span_integer(reader->word, low, high, &number))
        return fr_polyanya_refuse(reader, FR_BAD_INPUT, expected);
    *value = (int32_t)number;
    return FR_OK;
}

static enum fr_status read_coordinate(struct fr_polyanya *reader, int32_t *value)
{
    char place[80];
    int32_t half_pixels;
    next_word(reader);
    if (fr_span_half_pixels(reader->word, &half_pixels) && half_pixels >= 0) {
        *value = half_pixels;
        return FR_OK;
    }
    if (reader->in_ring)
        snprintf(place, sizeof place, ", ring %zu, vertex %zu", reader->ring, reader->vertex);
    else
        snprintf(place, sizeof place, ", vertex %zu", reader->vertex);
    return refuse_at(reader, FR_BAD_INPUT, place, "a multiple of 0.5 from 0 to 32767");
}

enum fr_status fr_polyanya_vertex(struct fr_polyanya *reader, struct fr_point *vertex)
{
    struct fr_point read = {0, 0};
    enum fr_status status = read_coordinate(reader, &read.x);
    if (status == FR_OK)
        status = read_coordinate(reader, &read.y);
    if (status != FR_OK)
        return status;
    reader->right = read.x > reader->right ? read.x : reader->right;
    reader->bottom = read.y > reader->bottom ? read.y : reader->bottom;
    *vertex = read;
    return FR_OK;
}

enum fr_status fr_polyanya_end(struct fr_polyanya *reader)
{
    return next_word(reader) ? fr_polyanya_refuse(reader, FR_BAD_INPUT, "the end of the file")
                             : FR_OK;
}

enum fr_status fr_polyanya_map(struct fr_polyanya *reader, const char *format, const char *reading,
                               struct fr_polygon *drawing)
{
    strcpy(reader->loading->report->format, format);
    strcpy(reader->loading->report->reading, reading);
    return fr_drawn_map(reader->loading, (reader->right + 1) / 2, (reader->bottom + 1) / 2,
                        drawing);
}
