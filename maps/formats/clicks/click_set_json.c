/* "footrace-clicks/1", read with cJSON: every field is checked, and unknown ones are refused. */
#include <cjson/cJSON.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/base/words.h"
#include "maps/formats/clicks/click_set_format.h"
#include "maps/formats/text/save_ascii.h"

#define FORMAT "footrace-clicks/1"

struct reader {
    const struct fr_file *file;
    struct fr_click_set *set;
    long long entry; /* index of the click being read */
    bool started;    /* an earlier click had a start */
};

/* The keys of an entry, as bits; their combination gives the kind of the entry. */
enum key { START, GOAL, ENABLE, DISABLE, BLOCK, UNBLOCK, WALL, PATCH, ROWS, TAG, EXPECT, KEYS };

#define BIT(key) (1u << (key))

static enum fr_status refuse(const struct reader *reader, const char *key, const cJSON *found,
                             const char *expected)
{
    char place[64];
    snprintf(place, sizeof place, "clicks[%lld]%s%s", reader->entry, key[0] ? "." : "", key);
    return fr_json_refuse(reader->file, place, found, expected);
}

static enum fr_status refuse_key(const struct reader *reader, const char *key, const char *expected)
{
    return fr_refuse(reader->file, "clicks[%lld]: key %s found, expected %s", reader->entry,
                     fr_quote((struct fr_span){key, strlen(key)}).text, expected);
}

static bool read_integer(const cJSON *item, int32_t *value)
{
    return fr_json_read_integer(item, INT32_MIN, INT32_MAX, value);
}

/* An array of exactly `count` integers. */
static bool read_integers(const cJSON *array, int32_t *values, int count)
{
    const cJSON *item;
    int i = 0;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count)
        return false;
    cJSON_ArrayForEach(item, array)
    {
        if (!read_integer(item, &values[i++]))
            return false;
    }
    return true;
}

static bool read_pixel(const cJSON *value, struct fr_pixel *pixel)
{
    int32_t numbers[2];
    if (!read_integers(value, numbers, 2))
        return false;
    *pixel = (struct fr_pixel){numbers[0], numbers[1]};
    return true;
}

static bool read_start(const cJSON *value, struct fr_click *click)
{
    return read_pixel(value, &click->start);
}

static bool read_goal(const cJSON *value, struct fr_click *click)
{
    return read_pixel(value, &click->goal);
}

static bool read_areas(const cJSON *value, struct fr_click *click)
{
    const cJSON *item;
    int32_t area;
    if (!cJSON_IsArray(value) || cJSON_GetArraySize(value) == 0)
        return false;
    cJSON_ArrayForEach(item, value)
    {
        if (!read_integer(item, &area) || area < 1 || area >= FR_AREAS || click->areas[area])
            return false;
        click->areas[area] = true;
    }
    return true;
}

static bool read_rect(const cJSON *value, struct fr_click *click)
{
    int32_t numbers[4];
    if (!read_integers(value, numbers, 4) || numbers[2] < 1 || numbers[3] < 1)
        return false;
    click->rect = (struct fr_rect){numbers[0], numbers[1], numbers[2], numbers[3]};
    return true;
}

/* Whether the map has this border is checked after everything is read. */
static bool read_wall(const cJSON *value, struct fr_click *click)
{
    const cJSON *closed = cJSON_GetArrayItem(value, 3);
    click->closed = cJSON_IsTrue(closed);
    return cJSON_IsBool(closed) &&
           fr_json_read_border(value, 4, &click->rect.x, &click->rect.y, &click->side);
}

static bool read_patch(const cJSON *value, struct fr_click *click)
{
    int32_t numbers[2];
    if (!read_integers(value, numbers, 2))
        return false;
    click->rect.x = numbers[0];
    click->rect.y = numbers[1];
    return true;
}

/* The area of a letter, or -1. */
static int patch_area(char letter)
{
    static const char letters[] = FR_ASCII_LETTERS;
    const char *at = letter == '\0' ? NULL : strchr(letters, letter);
    if (letter == '1')
        return 1;
    return letter == '@' ? 0 : at ? (int)(at - letters) : -1;
}

/* Checks and measures the rows; the bitmap is allocated once the entry is known to be a patch. */
static bool read_rows(const cJSON *value, struct fr_click *click)
{
    const cJSON *item;
    size_t width = 0, height = 0;
    cJSON_ArrayForEach(item, value)
    {
        const char *row = cJSON_GetStringValue(item);
        if (!row || (height > 0 && strlen(row) != width))
            return false;
        width = strlen(row);
        height++;
        for (; *row; row++)
            if (patch_area(*row) < 0)
                return false;
    }
    click->rect.width = (int32_t)width;
    click->rect.height = (int32_t)height;
    return cJSON_IsArray(value) && width > 0 && width <= FR_MAP_MAX_SIZE &&
           height <= FR_MAP_MAX_SIZE;
}

static bool read_tag(const cJSON *value, struct fr_click *click)
{
    if (!cJSON_IsString(value) || strlen(value->valuestring) >= FR_TAG_SIZE)
        return false;
    strcpy(click->tag, value->valuestring);
    return true;
}

static bool read_expect(const cJSON *value, struct fr_click *click)
{
    const cJSON *length = cJSON_GetObjectItemCaseSensitive(value, "grid8");
    const cJSON *digits = cJSON_GetObjectItemCaseSensitive(value, "digits");
    int32_t count = 0;
    if (!cJSON_IsObject(value) || cJSON_GetArraySize(value) != 1 + (digits != NULL) ||
        !cJSON_IsNumber(length) || !(length->valuedouble <= DBL_MAX) ||
        !(length->valuedouble >= 0 || length->valuedouble == -1) ||
        (digits && (!read_integer(digits, &count) || count < 0 || count > FR_MOST_DIGITS)))
        return false;
    click->expect_grid8 = length->valuedouble;
    click->expect_digits = count;
    return true;
}

static const struct {
    const char *name, *expected;
    bool (*read)(const cJSON *value, struct fr_click *click);
} keys[KEYS] = {
    [START] = {"start", "[x, y], two 32-bit integers", read_start},
    [GOAL] = {"goal", "[x, y], two 32-bit integers", read_goal},
    [ENABLE] = {"enable", "different area ids from 1 to 255", read_areas},
    [DISABLE] = {"disable", "different area ids from 1 to 255", read_areas},
    [BLOCK] = {"block", "[x, y, width, height], 32-bit integers with sizes of at least 1",
               read_rect},
    [UNBLOCK] = {"unblock", "[x, y, width, height], 32-bit integers with sizes of at least 1",
                 read_rect},
    [WALL] = {"wall", "[x, y, \"e\" or \"s\", true or false]", read_wall},
    [PATCH] = {"patch", "[x, y], two 32-bit integers", read_patch},
    [ROWS] = {"rows", "rows of equal length, of '.', '@' and the letters of areas", read_rows},
    [TAG] = {"tag", "a string of at most 31 bytes", read_tag},
    [EXPECT] = {"expect", "{\"grid8\": length}, at least 0, or -1 for unreachable", read_expect},
};

static int key_index(const char *name)
{
    int key = 0;
    while (key < KEYS && strcmp(keys[key].name, name) != 0)
        key++;
    return key;
}

/* The combinations of keys; any entry may also have a tag. */
static bool kind_of(unsigned had, enum fr_click_kind *kind)
{
    static const struct {
        unsigned keys;
        enum fr_click_kind kind;
    } kinds[] = {{BIT(START) | BIT(GOAL), FR_CLICK},
                 {BIT(GOAL), FR_WALK},
                 {BIT(ENABLE), FR_ENABLE},
                 {BIT(DISABLE), FR_DISABLE},
                 {BIT(BLOCK), FR_BLOCK},
                 {BIT(UNBLOCK), FR_UNBLOCK},
                 {BIT(WALL), FR_WALL},
                 {BIT(PATCH) | BIT(ROWS), FR_PATCH}};
    const unsigned extras = BIT(TAG) | (had & BIT(GOAL) ? BIT(EXPECT) : 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((had & ~extras) == kinds[i].keys) {
            *kind = kinds[i].kind;
            return true;
        }
    return false;
}

static enum fr_status make_patch(const struct reader *reader, const cJSON *rows,
                                 struct fr_click *click)
{
    struct fr_patch *patch;
    const cJSON *item;
    if (fr_click_set_add_patch(reader->set, click->rect.width, click->rect.height, &patch) != FR_OK)
        return fr_refuse_memory(reader->file, "for its clicks");
    uint8_t *area = patch->areas;
    cJSON_ArrayForEach(item, rows)
    {
        for (const char *letter = item->valuestring; *letter; letter++)
            *area++ = (uint8_t)patch_area(*letter);
    }
    click->patch = patch->areas;
    return FR_OK;
}

static enum fr_status read_entry(struct reader *reader, const cJSON *entry)
{
    struct fr_click click = {.expect_grid8 = NAN};
    unsigned had = 0;
    const cJSON *item;
    if (!cJSON_IsObject(entry))
        return refuse(reader, "", entry, "an object");
    cJSON_ArrayForEach(item, entry)
    {
        const int key = key_index(item->string);
        if (key == KEYS)
            return refuse_key(reader, item->string,
                              "start, goal, enable, disable, block, unblock, wall, "
                              "patch, rows, tag or expect");
        if (had & BIT(key))
            return refuse_key(reader, item->string, "each key once");
        if (!keys[key].read(item, &click))
            return refuse(reader, keys[key].name, item, keys[key].expected);
        had |= BIT(key);
    }
    if (!kind_of(had, &click.kind))
        return refuse(reader, "", entry,
                      "start and goal, or only goal, or one event (a patch with its rows); "
                      "'expect' only with goal");
    if (click.kind == FR_WALK && !reader->started)
        return refuse(reader, "goal", entry, "a click with a start before one without a start");
    reader->started |= click.kind == FR_CLICK;
    if (click.kind == FR_PATCH &&
        make_patch(reader, cJSON_GetObjectItemCaseSensitive(entry, "rows"), &click) != FR_OK)
        return FR_NO_MEMORY;
    if (fr_click_set_append(reader->set, &click) != FR_OK)
        return fr_refuse_memory(reader->file, "for its clicks");
    return FR_OK;
}

static enum fr_status read_top(struct reader *reader, const cJSON *top)
{
    static const char *const names[] = {"format", "map", "clicks"};
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(top, "format");
    const cJSON *map = cJSON_GetObjectItemCaseSensitive(top, "map");
    const cJSON *clicks = cJSON_GetObjectItemCaseSensitive(top, "clicks"), *entry;
    if (!cJSON_IsString(format) || strcmp(format->valuestring, FORMAT) != 0)
        return fr_json_refuse(reader->file, "key 'format'", format, "\"" FORMAT "\"");
    enum fr_status status = fr_json_check_keys(reader->file, "top", top, names, 3);
    if (status != FR_OK)
        return status;
    if (map && (!cJSON_IsString(map) || strlen(map->valuestring) >= sizeof reader->set->map))
        return fr_json_refuse(reader->file, "key 'map'", map, "a string of at most 255 bytes");
    if (map)
        strcpy(reader->set->map, map->valuestring);
    if (!cJSON_IsArray(clicks))
        return fr_json_refuse(reader->file, "key 'clicks'", clicks, "an array");
    cJSON_ArrayForEach(entry, clicks)
    {
        status = read_entry(reader, entry);
        if (status != FR_OK)
            return status;
        reader->entry++;
    }
    return FR_OK;
}

enum fr_status fr_click_set_from_json(const struct fr_file *file, struct fr_click_set *set)
{
    struct reader reader = {.file = file, .set = set};
    cJSON *top;
    enum fr_status status = fr_json_parse(file, &top);
    if (status != FR_OK)
        return status;
    status = read_top(&reader, top);
    cJSON_Delete(top);
    return status;
}
