#include "maps/formats/clicks/click_set_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/formats/base/file.h"
#include "maps/formats/base/text_buffer.h"
#include "maps/formats/clicks/click_set_format.h"
#include "maps/formats/text/save_ascii.h"

/* Refuses a patch with an area that has no letter. */
static enum fr_status check_patches(const char *file, const struct fr_click_set *set,
                                    struct fr_error *error)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct fr_click *click = &set->clicks[i];
        const size_t pixels = (size_t)click->rect.width * (size_t)click->rect.height;
        for (size_t j = 0; click->kind == FR_PATCH && j < pixels; j++)
            if (click->patch[j] >= sizeof FR_ASCII_LETTERS - 1)
                return fr_fail(error, FR_UNSUPPORTED,
                               "%s: clicks[%zu].rows: area %d found, expected at most %zu, the "
                               "last area with a letter",
                               file, i, click->patch[j], sizeof FR_ASCII_LETTERS - 2);
    }
    return FR_OK;
}

/* Refuses a wall event at a border that a map of this size does not have. */
static enum fr_status check_walls(const char *file, const struct fr_click_set *set, int32_t width,
                                  int32_t height, struct fr_error *error)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct fr_click *click = &set->clicks[i];
        const bool east = click->side == FR_EAST;
        const int32_t x = click->rect.x, y = click->rect.y;
        if (click->kind == FR_WALL && (x < 0 || y < 0 || x >= width - east || y >= height - !east))
            return fr_fail(error, FR_BAD_INPUT,
                           "%s: clicks[%zu].wall: [%d,%d,\"%s\"] found, expected a border between "
                           "two pixels of the map of %dx%d",
                           file, i, x, y, east ? "e" : "s", width, height);
    }
    return FR_OK;
}

enum fr_status fr_click_set_load(const char *file, int32_t width, int32_t height,
                                 const struct fr_allocator *allocator, struct fr_click_set *set,
                                 struct fr_error *error)
{
    struct fr_file source;
    struct fr_click_set fresh;
    enum fr_status status = fr_file_read(file, allocator, &source, error);
    if (status != FR_OK)
        return status;
    const size_t length = strlen(file);
    const bool scen = length >= 5 && strcmp(file + length - 5, ".scen") == 0;
    fr_click_set_init(&fresh, allocator);
    status = scen ? fr_click_set_from_scen(&source, width, height, &fresh)
                  : fr_click_set_from_json(&source, &fresh);
    fr_file_release(&source);
    if (status == FR_OK)
        status = check_walls(file, &fresh, width, height, error);
    if (status == FR_OK)
        *set = fresh;
    else
        fr_click_set_release(&fresh);
    return status;
}

static void add_string(struct fr_text *text, const char *string)
{
    fr_text_add(text, "\"");
    for (; *string; string++)
        if ((unsigned char)*string < ' ')
            fr_text_add(text, "\\u%04x", (unsigned)*string);
        else
            fr_text_add(text, *string == '"' || *string == '\\' ? "\\%c" : "%c", *string);
    fr_text_add(text, "\"");
}

/* Prints the fewest digits that read back as the same number. */
static void add_number(struct fr_text *text, double value)
{
    char digits[32];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    fr_text_add(text, "%s", digits);
}

static void add_areas(struct fr_text *text, const bool areas[FR_AREAS])
{
    const char *separator = "";
    fr_text_add(text, "[");
    for (int area = 1; area < FR_AREAS; area++)
        if (areas[area]) {
            fr_text_add(text, "%s%d", separator, area);
            separator = ", ";
        }
    fr_text_add(text, "]");
}

static void add_rect(struct fr_text *text, struct fr_rect rect)
{
    fr_text_add(text, "[%d, %d, %d, %d]", rect.x, rect.y, rect.width, rect.height);
}

/* Area 0 has its letter in Moving AI's files, other areas have theirs in ASCII maps. */
static void add_patch(struct fr_text *text, const struct fr_click *click)
{
    static const char letters[] = FR_ASCII_LETTERS;
    const uint8_t *area = click->patch;
    fr_text_add(text, "{\"patch\": [%d, %d], \"rows\": [", click->rect.x, click->rect.y);
    for (int32_t y = 0; y < click->rect.height; y++) {
        fr_text_add(text, y > 0 ? ", \"" : "\"");
        for (int32_t x = 0; x < click->rect.width; x++, area++)
            fr_text_add(text, "%c", *area == 0 ? '@' : letters[*area]);
        fr_text_add(text, "\"");
    }
    fr_text_add(text, "]");
}

static void add_click(struct fr_text *text, const struct fr_click *click)
{
    switch (click->kind) {
    case FR_CLICK:
        fr_text_add(text, "{\"start\": [%d, %d], \"goal\": [%d, %d]", click->start.x,
                    click->start.y, click->goal.x, click->goal.y);
        break;
    case FR_WALK:
        fr_text_add(text, "{\"goal\": [%d, %d]", click->goal.x, click->goal.y);
        break;
    case FR_ENABLE:
    case FR_DISABLE:
        fr_text_add(text, click->kind == FR_ENABLE ? "{\"enable\": " : "{\"disable\": ");
        add_areas(text, click->areas);
        break;
    case FR_BLOCK:
    case FR_UNBLOCK:
        fr_text_add(text, click->kind == FR_BLOCK ? "{\"block\": " : "{\"unblock\": ");
        add_rect(text, click->rect);
        break;
    case FR_WALL:
        fr_text_add(text, "{\"wall\": [%d, %d, \"%s\", %s]", click->rect.x, click->rect.y,
                    click->side == FR_EAST ? "e" : "s", click->closed ? "true" : "false");
        break;
    case FR_PATCH:
        add_patch(text, click);
        break;
    }
    if (click->tag[0]) {
        fr_text_add(text, ", \"tag\": ");
        add_string(text, click->tag);
    }
    if ((click->kind == FR_CLICK || click->kind == FR_WALK) && !isnan(click->expect_grid8)) {
        fr_text_add(text, ", \"expect\": {\"grid8\": ");
        add_number(text, click->expect_grid8);
        if (click->expect_digits > 0)
            fr_text_add(text, ", \"digits\": %d", click->expect_digits);
        fr_text_add(text, "}");
    }
    fr_text_add(text, "}");
}

enum fr_status fr_click_set_save(const char *file, const struct fr_click_set *set,
                                 struct fr_error *error)
{
    struct fr_text text = {.allocator = set->allocator};
    enum fr_status status = check_patches(file, set, error);
    if (status != FR_OK)
        return status;
    fr_text_add(&text, "{\"format\": \"footrace-clicks/1\", \"map\": ");
    add_string(&text, set->map);
    fr_text_add(&text, ", \"clicks\": [");
    for (size_t i = 0; i < set->count; i++) {
        fr_text_add(&text, i > 0 ? ",\n" : "\n");
        add_click(&text, &set->clicks[i]);
    }
    fr_text_add(&text, "\n]}\n");
    status = text.no_memory ? fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for %zu clicks",
                                      file, set->count)
                            : fr_file_write(file, text.bytes, text.size, error);
    fr_text_release(&text);
    return status;
}
