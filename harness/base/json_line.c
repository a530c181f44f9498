#include "harness/base/json_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/utf8.h"

/* A va_list that functions can share. */
struct values {
    va_list list;
};

static cJSON *text_of(const char *text)
{
    cJSON *item = text ? cJSON_CreateString(text) : cJSON_CreateNull();
    if (text && item)
        fr_utf8_mend(item->valuestring);
    return item;
}

/* Writes an integer as text, because a double holds integers only up to 2^53. */
static cJSON *integer_of(int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    return cJSON_CreateRaw(text);
}

static cJSON *value_of(char type, struct values *values)
{
    const char *text = strchr("st", type) ? va_arg(values->list, const char *) : NULL;
    const int64_t integer = strchr("ic", type) ? va_arg(values->list, int64_t)
                            : type == 'z'      ? (int64_t)va_arg(values->list, size_t)
                                               : 0;
    const double number = type == 'n' ? va_arg(values->list, double) : 0;
    const int first = strchr("dbp", type) ? va_arg(values->list, int) : 0;
    cJSON *item = type == 'o' ? va_arg(values->list, cJSON *) : NULL;
    switch (type) {
    case 's':
        return text_of(text);
    case 't':
        return text_of(text && *text ? text : NULL);
    case 'c':
        return integer < 0 ? cJSON_CreateNull() : integer_of(integer);
    case 'n':
        return isnan(number) ? cJSON_CreateNull() : cJSON_CreateNumber(number);
    case 'd':
        return integer_of(first);
    case 'b':
        return cJSON_CreateBool(first);
    case 'p':
        return cJSON_CreateIntArray((int[]){first, va_arg(values->list, int)}, 2);
    case 'o':
        return item ? item : cJSON_CreateNull();
    default:
        return integer_of(integer);
    }
}

static void add(cJSON *object, const char *members, struct values *values)
{
    char key[64];
    while (*members) {
        const size_t length = strcspn(members, ":");
        snprintf(key, sizeof key, "%.*s", (int)length, members);
        cJSON_AddItemToObject(object, key, value_of(members[length + 1], values));
        members += length + 2;
        members += *members == ' ';
    }
}

cJSON *fr_json_object(const char *members, ...)
{
    struct values values;
    cJSON *object = cJSON_CreateObject();
    va_start(values.list, members);
    add(object, members, &values);
    va_end(values.list);
    return object;
}

void fr_json_add(cJSON *object, const char *members, ...)
{
    struct values values;
    va_start(values.list, members);
    add(object, members, &values);
    va_end(values.list);
}

void fr_json_append(cJSON *list, const char *members, ...)
{
    struct values values;
    cJSON *object = cJSON_CreateObject();
    va_start(values.list, members);
    add(object, members, &values);
    va_end(values.list);
    cJSON_AddItemToArray(list, object);
}
