/* Moving AI .scen. A row of versions 0 and 1 is bucket, map, (map width, map height,) start, goal
 * and the length of the shortest grid8 path (scen_rows.h). Version 2 is the Grid-Based Path
 * Planning Competition's format for dynamic tracks:
 *
 *     version 2
 *     height 209
 *     width 281
 *     cost 1 octile             how many lengths a query states, and what they are called
 *     patch arena.patch         beside the scenario (patch_file.h)
 *     commands
 *     P 0 3 20 10               bucket, patch, x and y of its upper left pixel
 *     Q 0 6 144 277 165 279.7   bucket, start, goal, and the lengths; -1 where there is no path
 *
 * The first patch may paint the whole map; if none does, the competition starts from a map without
 * walls. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/clicks/click_set_format.h"
#include "maps/formats/clicks/patch_file.h"
#include "maps/formats/clicks/scen_rows.h"

#define LENGTH_NAME "octile"
#define MOST_LENGTHS 16
#define MOST_WORDS (6 + MOST_LENGTHS)
#define LONGEST_NAME 4096

struct header {
    int64_t width, height; /* 0: not given yet */
    int lengths;           /* in each query */
    int octile;            /* index of the octile length */
    struct fr_span patch;  /* the name of the file */
};

struct row {
    struct fr_span words[MOST_WORDS + 1];
    size_t count;
};

/* Takes the next line that is not blank; of the words beyond the limit, only one is kept. */
static bool take_row(struct fr_scen *scen, struct row *row)
{
    struct fr_span line;
    row->count = 0;
    while (row->count == 0 && fr_take_line(&scen->lines, &line))
        while (row->count <= MOST_WORDS && fr_take_word(&line, &row->words[row->count]))
            row->count++;
    return row->count > 0;
}

static enum fr_status read_size(struct fr_scen *scen, const struct row *row, int32_t expected,
                                int64_t *size)
{
    if (row->count != 2 || !fr_span_integer(row->words[1], 1, FR_MAP_MAX_SIZE, size))
        return fr_scen_refuse(scen, "size", row->words[row->count > 1], "a size in pixels");
    if (*size != expected)
        return fr_refuse_line(&scen->lines, "a map with %s %lld found, expected %d",
                              fr_quote(row->words[0]).text, (long long)*size, expected);
    return FR_OK;
}

static enum fr_status read_cost(struct fr_scen *scen, const struct row *row, struct header *header)
{
    int64_t count;
    if (row->count < 2 || !fr_span_integer(row->words[1], 1, MOST_LENGTHS, &count) ||
        row->count != 2 + (size_t)count)
        return fr_scen_refuse(scen, "cost", row->words[row->count > 1],
                              "the number of lengths, at most 16, and their names");
    header->lengths = (int)count;
    header->octile = 0;
    while (header->octile < count && !fr_span_is(row->words[2 + header->octile], LENGTH_NAME))
        header->octile++;
    if (header->octile == count)
        return fr_scen_refuse(scen, "cost", row->words[2], "a cost named " LENGTH_NAME);
    return FR_OK;
}

static enum fr_status read_key(struct fr_scen *scen, const struct row *row, struct header *header)
{
    const struct fr_span key = row->words[0];
    const bool height = fr_span_is(key, "height"), width = fr_span_is(key, "width");
    const bool cost = fr_span_is(key, "cost"), patch = fr_span_is(key, "patch");
    if ((height && header->height) || (width && header->width) || (cost && header->lengths) ||
        (patch && header->patch.length))
        return fr_scen_refuse(scen, "key", key, "each key once");
    if (height)
        return read_size(scen, row, scen->height, &header->height);
    if (width)
        return read_size(scen, row, scen->width, &header->width);
    if (cost)
        return read_cost(scen, row, header);
    if (!patch)
        return fr_scen_refuse(scen, "key", key, "height, width, cost, patch or commands");
    if (row->count != 2)
        return fr_scen_refuse(scen, "patch", row->words[row->count - 1], "the name of a file");
    header->patch = row->words[1];
    return FR_OK;
}

/* Reads the keys, in any order, up to "commands". */
static enum fr_status read_header(struct fr_scen *scen, struct header *header)
{
    struct row row;
    while (take_row(scen, &row)) {
        if (fr_span_is(row.words[0], "commands") && row.count == 1) {
            if (!header->width || !header->height || !header->lengths || !header->patch.length)
                return fr_scen_refuse(scen, "key", row.words[0],
                                      "height, width, cost and patch first");
            return FR_OK;
        }
        const enum fr_status status = read_key(scen, &row, header);
        if (status != FR_OK)
            return status;
    }
    return fr_refuse_line(&scen->lines, "the file ends here, expected 'commands'");
}

static enum fr_status read_patches(const struct fr_scen *scen, const struct header *header,
                                   struct fr_patches *patches)
{
    char path[LONGEST_NAME];
    const char *slash = strrchr(scen->lines.file->name, '/');
    const bool absolute = header->patch.text[0] == '/';
    const int folder = absolute || !slash ? 0 : (int)(slash + 1 - scen->lines.file->name);
    if ((size_t)folder + header->patch.length >= sizeof path)
        return fr_scen_refuse(scen, "patch", header->patch, "a shorter name");
    snprintf(path, sizeof path, "%.*s%.*s", folder, scen->lines.file->name,
             (int)header->patch.length, header->patch.text);
    const enum fr_status status = fr_patch_file_read(path, scen->width, scen->height, scen->set,
                                                     patches, scen->lines.file->error);
    return status == FR_OK
               ? FR_OK
               : fr_fail_named_by(scen->lines.file->error, status, scen->lines.file->name);
}

static enum fr_status read_patch_command(struct fr_scen *scen, const struct row *row,
                                         int64_t bucket, const struct fr_patches *patches)
{
    int64_t id, x, y;
    if (row->count != 5)
        return fr_refuse_line(&scen->lines, "%zu words found, expected 'P', bucket, patch, x and y",
                              row->count);
    if (!fr_span_integer(row->words[2], 0, (int64_t)patches->count - 1, &id))
        return fr_scen_refuse(scen, "patch", row->words[2], "the number of a patch");
    const struct fr_patch *patch = patches->at[id];
    if (!fr_span_integer(row->words[3], 0, scen->width - patch->width, &x) ||
        !fr_span_integer(row->words[4], 0, scen->height - patch->height, &y))
        return fr_refuse_line(&scen->lines,
                              "place %s %s found, expected one where the %d x %d patch is "
                              "inside the %d x %d map",
                              fr_quote(row->words[3]).text, fr_quote(row->words[4]).text,
                              patch->width, patch->height, scen->width, scen->height);
    struct fr_click event = {.kind = FR_PATCH,
                             .rect = {(int32_t)x, (int32_t)y, patch->width, patch->height},
                             .patch = patch->areas,
                             .expect_grid8 = NAN};
    snprintf(event.tag, sizeof event.tag, "bucket-%lld", (long long)bucket);
    if (fr_click_set_append(scen->set, &event) != FR_OK)
        return fr_refuse_memory(scen->lines.file, "for its rows");
    return FR_OK;
}

static enum fr_status read_query(struct fr_scen *scen, const struct row *row, int64_t bucket,
                                 const struct header *header)
{
    struct fr_span fields[5];
    if (row->count != 6 + (size_t)header->lengths)
        return fr_refuse_line(&scen->lines,
                              "%zu words found, expected 'Q', bucket, start, goal and %d lengths",
                              row->count, header->lengths);
    memcpy(fields, row->words + 2, 4 * sizeof *fields);
    fields[4] = row->words[6 + header->octile];
    return fr_scen_append(scen, bucket, fields, true);
}

static enum fr_status read_commands(struct fr_scen *scen, const struct header *header,
                                    const struct fr_patches *patches)
{
    struct row row;
    enum fr_status status = FR_OK;
    while (status == FR_OK && take_row(scen, &row)) {
        int64_t bucket;
        const bool patch = fr_span_is(row.words[0], "P");
        if (!patch && !fr_span_is(row.words[0], "Q"))
            return fr_scen_refuse(scen, "command", row.words[0], "P or Q");
        if (row.count < 2 || !fr_span_integer(row.words[1], 0, INT32_MAX, &bucket))
            return fr_scen_refuse(scen, "bucket", row.words[row.count > 1],
                                  "an integer of at least 0");
        status = patch ? read_patch_command(scen, &row, bucket, patches)
                       : read_query(scen, &row, bucket, header);
    }
    return status;
}

static enum fr_status read_dynamic(struct fr_scen *scen)
{
    struct header header = {.width = 0};
    struct fr_patches patches = {NULL, 0, 0};
    enum fr_status status = read_header(scen, &header);
    if (status == FR_OK)
        status = read_patches(scen, &header, &patches);
    if (status == FR_OK)
        status = read_commands(scen, &header, &patches);
    fr_patches_release(&patches, scen->set->allocator);
    return status;
}

enum fr_status fr_click_set_from_scen(const struct fr_file *file, int32_t width, int32_t height,
                                      struct fr_click_set *set)
{
    struct fr_scen scen = {
        .lines = fr_lines_of(file), .width = width, .height = height, .set = set};
    bool dynamic = false;
    enum fr_status status = fr_scen_read_rows(&scen, &dynamic);
    if (status == FR_OK && dynamic)
        status = read_dynamic(&scen);
    if (status == FR_OK && set->count == 0)
        return fr_refuse_line(&scen.lines, "the file ends here, expected a row");
    return status;
}
