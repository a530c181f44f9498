#include "maps/formats/clicks/patch_file.h"

#include "maps/formats/text/terrain.h"

struct reader {
    struct fr_file file;
    struct fr_lines lines;
    int32_t width, height; /* of the map */
    struct fr_click_set *set;
    bool typed; /* known to be a patch file: before that, none of its words is quoted */
};

/* Takes the next line that is not blank: a key, followed by a value if `value` is not NULL. */
static enum fr_status take_key(struct reader *reader, const char *key, struct fr_span *value)
{
    struct fr_span line, word = {"", 0}, more;
    while (word.length == 0 && fr_take_line(&reader->lines, &line))
        fr_take_word(&line, &word);
    if (word.length == 0)
        return fr_refuse_line(&reader->lines, "the file ends here, expected '%s'", key);
    const bool enough = !value || fr_take_word(&line, value);
    if (!fr_span_is(word, key) || !enough || fr_take_word(&line, &more))
        return fr_refuse_line(&reader->lines, "%s found, expected '%s'%s",
                              reader->typed ? fr_quote(word).text : "a different word", key,
                              value ? " and one more word" : " alone");
    return FR_OK;
}

static enum fr_status take_number(struct reader *reader, const char *key, int64_t low, int64_t high,
                                  int64_t *number)
{
    struct fr_span value;
    const enum fr_status status = take_key(reader, key, &value);
    if (status == FR_OK && !fr_span_integer(value, low, high, number))
        return fr_refuse_line(&reader->lines, "%s %s found, expected an integer from %lld to %lld",
                              key, fr_quote(value).text, (long long)low, (long long)high);
    return status;
}

/* Checks the rows before it allocates the patch. */
static enum fr_status read_rows(struct reader *reader, int64_t width, int64_t height,
                                struct fr_patch **patch)
{
    struct fr_letter_grid grid = fr_plain_grid(reader->lines, width, height, &fr_terrain);
    uint8_t areas[256];
    struct fr_span line;
    const enum fr_status status = fr_letter_grid_check(&grid);
    if (status != FR_OK)
        return status;
    if (fr_click_set_add_patch(reader->set, (int32_t)width, (int32_t)height, patch) != FR_OK)
        return fr_refuse_memory(&reader->file, "for its patches");
    fr_dialect_areas(FR_GPPC, areas);
    for (int64_t y = 0; y < height && fr_take_line(&reader->lines, &line); y++)
        for (int64_t x = 0; x < width; x++)
            (*patch)->areas[y * width + x] = areas[(unsigned char)line.text[x]];
    return FR_OK;
}

static enum fr_status read_patch(struct reader *reader, struct fr_patches *patches)
{
    int64_t id, width = 0, height = 0;
    const int64_t next = (int64_t)patches->count;
    enum fr_status status = take_number(reader, "patch", next, next, &id);
    if (status == FR_OK)
        status = take_number(reader, "height", 1, reader->height, &height);
    if (status == FR_OK)
        status = take_number(reader, "width", 1, reader->width, &width);
    if (status == FR_OK)
        status = take_key(reader, "map", NULL);
    if (status != FR_OK)
        return status;
    if (!fr_reserve(reader->set->allocator, &patches->at, patches->count, 1, &patches->capacity,
                    sizeof(struct fr_patch *)))
        return fr_refuse_memory(&reader->file, "for its patches");
    status = read_rows(reader, width, height, &patches->at[patches->count]);
    patches->count += status == FR_OK;
    return status;
}

static enum fr_status read_patches(struct reader *reader, struct fr_patches *patches)
{
    struct fr_span type, line, word;
    int64_t count = 0;
    enum fr_status status = take_key(reader, "type", &type);
    if (status == FR_OK && !fr_span_is(type, "patch"))
        status =
            fr_refuse_line(&reader->lines, "type %s found, expected patch", fr_quote(type).text);
    reader->typed = status == FR_OK;
    if (status == FR_OK)
        status = take_number(reader, "patches", 0, INT32_MAX, &count);
    while (status == FR_OK && patches->count < (size_t)count)
        status = read_patch(reader, patches);
    while (status == FR_OK && fr_take_line(&reader->lines, &line))
        if (fr_take_word(&line, &word))
            status = fr_refuse_line(&reader->lines,
                                    "%s found, expected the end of the file after %lld "
                                    "patches",
                                    fr_quote(word).text, (long long)count);
    return status;
}

enum fr_status fr_patch_file_read(const char *file, int32_t width, int32_t height,
                                  struct fr_click_set *set, struct fr_patches *patches,
                                  struct fr_error *error)
{
    struct reader reader = {.width = width, .height = height, .set = set};
    struct fr_patches fresh = {NULL, 0, 0};
    enum fr_status status = fr_file_read(file, set->allocator, &reader.file, error);
    if (status != FR_OK)
        return status;
    reader.lines = fr_lines_of(&reader.file);
    status = read_patches(&reader, &fresh);
    fr_file_release(&reader.file);
    if (status == FR_OK)
        *patches = fresh;
    else
        fr_patches_release(&fresh, set->allocator);
    return status;
}

void fr_patches_release(struct fr_patches *patches, const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, patches->at, patches->capacity, sizeof(struct fr_patch *));
    *patches = (struct fr_patches){NULL, 0, 0};
}
