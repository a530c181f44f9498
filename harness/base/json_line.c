#include "harness/base/json_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/utf8.h"

void fr_json_text(cJSON *line, const char *key, const char *text)
{
    cJSON *item = cJSON_AddStringToObject(line, key, text);
    if (item)
        fr_utf8_mend(item->valuestring);
}

void fr_json_text_or_null(cJSON *line, const char *key, const char *text)
{
    if (text && *text)
        fr_json_text(line, key, text);
    else
        fr_json_null(line, key);
}

/* As text: a double holds integers only up to 2^53. */
void fr_json_integer(cJSON *line, const char *key, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    cJSON_AddRawToObject(line, key, text);
}

void fr_json_count_or_null(cJSON *line, const char *key, int64_t value)
{
    if (value >= 0)
        fr_json_integer(line, key, value);
    else
        fr_json_null(line, key);
}

void fr_json_number_or_null(cJSON *line, const char *key, double value)
{
    if (isnan(value))
        fr_json_null(line, key);
    else
        cJSON_AddNumberToObject(line, key, value);
}

static char *write_integer(char *at, int32_t value)
{
    char digits[10];
    int count = 0;
    uint32_t rest = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;
    if (value < 0)
        *at++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

/* As text, without printf: a path may have a million waypoints, and writing it should not take as
 * long as finding it. */
void fr_json_points(cJSON *line, const char *key, const struct fr_path *path)
{
    enum { LONGEST = sizeof "-2147483648,-2147483648," };
    char *text = cJSON_malloc(path->count * LONGEST + sizeof "[]"); /* noticed if it fails */
    if (!text)
        return;
    char *at = text;
    *at++ = '[';
    for (size_t i = 0; i < path->count; i++) {
        if (i > 0)
            *at++ = ',';
        at = write_integer(at, path->points[i].x);
        *at++ = ',';
        at = write_integer(at, path->points[i].y);
    }
    strcpy(at, "]");
    cJSON_AddRawToObject(line, key, text);
    cJSON_free(text);
}

void fr_json_bool(cJSON *line, const char *key, bool value)
{
    cJSON_AddBoolToObject(line, key, value);
}

void fr_json_null(cJSON *line, const char *key)
{
    cJSON_AddNullToObject(line, key);
}
