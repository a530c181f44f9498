#include "maps/formats/base/json_file.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Global, as the hooks of cJSON have no context. Never reset: everything written after a failure
 * may be incomplete. */
static bool out_of_memory;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    out_of_memory = out_of_memory || !memory;
    return memory;
}

void fr_json_memory_watch(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = free});
}

enum fr_status fr_json_refuse_at(const struct fr_file *file, const char *at, const char *expected)
{
    const char *start = (const char *)file->bytes, *end = start + file->size;
    long long line = 1;
    for (const char *letter = start; letter < at; letter++)
        if (*letter == '\n') {
            line++;
            start = letter + 1;
        }
    return fr_refuse(
        file, "line %lld, column %lld: %s found, expected %s", line, (long long)(at - start) + 1,
        at < end ? fr_quote((struct fr_span){at, 1}).text : "the end of the file", expected);
}

enum fr_status fr_json_parse(const struct fr_file *file, cJSON **top)
{
    const char *text = (const char *)file->bytes, *end = text;
    cJSON *parsed = cJSON_ParseWithLengthOpts(text, file->size, &end, false);
    enum fr_status status = FR_OK;
    while (parsed && end < text + file->size && strchr(" \t\r\n", *end) && *end)
        end++;
    if (!parsed && out_of_memory)
        status = fr_refuse_memory(file, "to parse it");
    else if (!parsed || end < text + file->size)
        status = fr_json_refuse_at(file, end, "valid JSON");
    else if (!cJSON_IsObject(parsed))
        status = fr_json_refuse(file, "line 1", parsed, "a JSON object");
    if (status != FR_OK) {
        cJSON_Delete(parsed);
        return status;
    }
    *top = parsed;
    return FR_OK;
}

enum fr_status fr_json_refuse(const struct fr_file *file, const char *place, const cJSON *found,
                              const char *expected)
{
    char *value = found ? cJSON_PrintUnformatted(found) : NULL;
    const char *text = value ? value : found ? "?" : "nothing";
    const struct fr_quote quote = fr_quote((struct fr_span){text, strlen(text)});
    cJSON_free(value);
    return fr_refuse(file, "%s: %s found, expected %s", place, quote.text, expected);
}

enum fr_status fr_json_check_keys(const struct fr_file *file, const char *place,
                                  const cJSON *object, const char *const *keys, int count)
{
    const cJSON *item;
    unsigned had = 0;
    if (!cJSON_IsObject(object))
        return fr_json_refuse(file, place, object, "an object");
    cJSON_ArrayForEach(item, object)
    {
        const struct fr_quote key = fr_quote((struct fr_span){item->string, strlen(item->string)});
        int i = 0;
        while (i < count && strcmp(item->string, keys[i]) != 0)
            i++;
        if (i == count || had >> i & 1)
            return fr_refuse(file, "%s: key %s found, expected %s", place, key.text,
                             i == count ? "only keys of the format" : "each key once");
        had |= 1u << i;
    }
    return FR_OK;
}

struct fr_span fr_json_span(const cJSON *object, const char *key)
{
    return fr_span_of(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key)));
}

bool fr_json_read_integer(const cJSON *item, int32_t low, int32_t high, int32_t *value)
{
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= low) || !(item->valuedouble <= high) ||
        item->valuedouble != floor(item->valuedouble))
        return false;
    *value = (int32_t)item->valuedouble;
    return true;
}

bool fr_json_read_border(const cJSON *item, int count, int32_t *x, int32_t *y, enum fr_side *side)
{
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != count)
        return false;
    const cJSON *second = item->child->next;
    const char *letter = cJSON_GetStringValue(second->next);
    if (!fr_json_read_integer(item->child, INT32_MIN, INT32_MAX, x) ||
        !fr_json_read_integer(second, INT32_MIN, INT32_MAX, y) || !letter ||
        (strcmp(letter, "e") != 0 && strcmp(letter, "s") != 0))
        return false;
    *side = letter[0] == 'e' ? FR_EAST : FR_SOUTH;
    return true;
}
