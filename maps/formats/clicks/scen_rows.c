#include "maps/formats/clicks/scen_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FIELDS 9
#define FIELDS_WITHOUT_SIZE 7

/* Lengths were printed by C++ streams, which keep six digits and drop trailing zeros. */
#define DIGITS_OF_STREAMS 6

/* Quotes a word, but only once the file is known to be a .scen: the contents of other files stay
 * private. */
static struct fr_quote quote(const struct fr_scen *scen, struct fr_span word)
{
    static const struct fr_quote other = {"a different word"};
    return scen->versioned || scen->set->count > 0 ? fr_quote(word) : other;
}

enum fr_status fr_scen_refuse(const struct fr_scen *scen, const char *what, struct fr_span found,
                              const char *expected)
{
    return fr_refuse_line(&scen->lines, "%s %s found, expected %s", what, quote(scen, found).text,
                          expected);
}

/* The header may be missing, as in version 0. */
static enum fr_status read_version(struct fr_scen *scen, bool *dynamic)
{
    const struct fr_lines start = scen->lines;
    struct fr_span line, word = {"", 0};
    scen->fields = FIELDS_WITHOUT_SIZE;
    while (word.length == 0 && fr_take_line(&scen->lines, &line))
        fr_take_word(&line, &word);
    if (!fr_span_is(word, "version")) {
        scen->lines = start;
        return FR_OK;
    }
    fr_take_word(&line, &word);
    if (fr_span_is(word, "1") || fr_span_is(word, "1.0"))
        scen->fields = MOST_FIELDS;
    else if (fr_span_is(word, "2"))
        *dynamic = true;
    else if (!fr_span_is(word, "0") && !fr_span_is(word, "0.0"))
        return fr_scen_refuse(scen, "version", word, "0, 1 or 2");
    scen->versioned = true;
    return FR_OK;
}

/* The number of decimals of a length, and its value. False for anything but decimal digits. */
static bool read_length(struct fr_span word, double *length, int *digits)
{
    char text[40];
    if (word.length == 0 || word.length >= sizeof text)
        return false;
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    const size_t whole = strspn(text, "0123456789");
    const size_t decimals = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
    if (whole == 0 || text[whole + (text[whole] == '.') + decimals] != '\0')
        return false;
    *length = strtod(text, NULL);
    *digits = decimals < FR_MOST_DIGITS ? (int)decimals : FR_MOST_DIGITS;
    if (decimals == 0 && whole < DIGITS_OF_STREAMS)
        *digits = DIGITS_OF_STREAMS - (int)whole;
    return true;
}

static enum fr_status read_end(const struct fr_scen *scen, const char *what,
                               const struct fr_span *fields, struct fr_pixel *end)
{
    int64_t x, y;
    if (!fr_span_integer(fields[0], 0, scen->width - 1, &x) ||
        !fr_span_integer(fields[1], 0, scen->height - 1, &y))
        return fr_refuse_line(&scen->lines, "%s %s %s found, expected a pixel of the %d x %d map",
                              what, quote(scen, fields[0]).text, quote(scen, fields[1]).text,
                              scen->width, scen->height);
    *end = (struct fr_pixel){(int32_t)x, (int32_t)y};
    return FR_OK;
}

enum fr_status fr_scen_append(struct fr_scen *scen, int64_t bucket, const struct fr_span *fields,
                              bool with_minus_one)
{
    struct fr_click click = {.kind = FR_CLICK, .expect_grid8 = -1};
    enum fr_status status = read_end(scen, "start", fields, &click.start);
    if (status == FR_OK)
        status = read_end(scen, "goal", fields + 2, &click.goal);
    if (status != FR_OK)
        return status;
    const bool minus_one = with_minus_one && fr_span_is(fields[4], "-1");
    if (!minus_one && !read_length(fields[4], &click.expect_grid8, &click.expect_digits))
        return fr_scen_refuse(scen, "length", fields[4], "a decimal number");
    if (click.expect_grid8 == 0 && !fr_pixel_equal(click.start, click.goal)) {
        click.expect_grid8 = -1;
        click.expect_digits = 0;
    }
    snprintf(click.tag, sizeof click.tag, "bucket-%lld", (long long)bucket);
    if (fr_click_set_append(scen->set, &click) != FR_OK)
        return fr_refuse_memory(scen->lines.file, "for its rows");
    return FR_OK;
}

static enum fr_status check_size(const struct fr_scen *scen, const struct fr_span *fields)
{
    int64_t width, height;
    if (!fr_span_integer(fields[0], 1, FR_MAP_MAX_SIZE, &width))
        return fr_scen_refuse(scen, "map width", fields[0], "a size in pixels");
    if (!fr_span_integer(fields[1], 1, FR_MAP_MAX_SIZE, &height))
        return fr_scen_refuse(scen, "map height", fields[1], "a size in pixels");
    if (width != scen->width || height != scen->height)
        return fr_refuse_line(&scen->lines, "a %lld x %lld map found, expected %d x %d",
                              (long long)width, (long long)height, scen->width, scen->height);
    return FR_OK;
}

/* All rows must name one map. Folders in the map's name are ignored: they rarely exist locally. */
static enum fr_status check_map(struct fr_scen *scen, struct fr_span path)
{
    char *map = scen->set->map;
    struct fr_span name = {path.text, 0}, part;
    while (fr_take_item(&path, '/', &part))
        name = part;
    if (name.length == 0 || name.length >= sizeof scen->set->map)
        return fr_scen_refuse(scen, "map", name, "a name of 1 to 255 bytes");
    if (map[0] == '\0')
        memcpy(map, name.text, name.length); /* zeros follow: the set was zeroed */
    else if (!fr_span_is(name, map))
        return fr_scen_refuse(scen, "map", name, "the map of the rows above");
    return FR_OK;
}

static enum fr_status read_row(struct fr_scen *scen, const struct fr_span *fields)
{
    int64_t bucket;
    if (!fr_span_integer(fields[0], 0, INT32_MAX, &bucket))
        return fr_scen_refuse(scen, "bucket", fields[0], "an integer of at least 0");
    enum fr_status status = check_map(scen, fields[1]);
    if (status == FR_OK && scen->fields == MOST_FIELDS)
        status = check_size(scen, fields + 2);
    return status == FR_OK ? fr_scen_append(scen, bucket, fields + scen->fields - 5, false)
                           : status;
}

static enum fr_status read_rows(struct fr_scen *scen)
{
    struct fr_span line, fields[MOST_FIELDS + 1];
    enum fr_status status = FR_OK;
    while (status == FR_OK && fr_take_line(&scen->lines, &line)) {
        size_t count = 0;
        while (count <= MOST_FIELDS && fr_take_word(&line, &fields[count]))
            count++;
        if (count == scen->fields)
            status = read_row(scen, fields);
        else if (count > 0)
            status =
                fr_refuse_line(&scen->lines, "%s%zu fields found, expected %zu",
                               count > MOST_FIELDS ? "more than " : "",
                               count > MOST_FIELDS ? (size_t)MOST_FIELDS : count, scen->fields);
    }
    return status;
}

enum fr_status fr_scen_read_rows(struct fr_scen *scen, bool *dynamic)
{
    const enum fr_status status = read_version(scen, dynamic);
    return status == FR_OK && !*dynamic ? read_rows(scen) : status;
}
