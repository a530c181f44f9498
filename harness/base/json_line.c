#include "harness/base/json_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
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

/* Written as text, as a double holds integers only up to 2^53. */
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

void fr_json_bool(cJSON *line, const char *key, bool value)
{
    cJSON_AddBoolToObject(line, key, value);
}

void fr_json_null(cJSON *line, const char *key)
{
    cJSON_AddNullToObject(line, key);
}
