#include "maps/io/json_file.h"

#include <string.h>

#include "maps/io/words.h"

static enum fr_status refuse_syntax(const struct fr_file *file, const char *at,
                                    struct fr_error *error)
{
    const char *text = (const char *)file->bytes, *end = text + file->size;
    long long line = 1;
    const char *start = text;
    for (const char *letter = text; letter < end && letter < at; letter++)
        if (*letter == '\n') {
            line++;
            start = letter + 1;
        }
    return fr_fail(error, FR_BAD_INPUT, "%s: line %lld, column %lld: %s found, expected valid JSON",
                   file->name, line, (long long)(at - start) + 1,
                   at < end ? fr_quote((struct fr_span){at, 1}).text : "the end of the file");
}

enum fr_status fr_json_parse(const struct fr_file *file, cJSON **top, struct fr_error *error)
{
    const char *text = (const char *)file->bytes, *end = text;
    cJSON *parsed = cJSON_ParseWithLengthOpts(text, file->size, &end, false);
    enum fr_status status = FR_OK;
    while (parsed && end < text + file->size && strchr(" \t\r\n", *end) && *end)
        end++;
    if (!parsed || end < text + file->size)
        status = refuse_syntax(file, end, error);
    else if (!cJSON_IsObject(parsed))
        status = fr_fail(error, FR_BAD_INPUT, "%s: line 1: expected a JSON object", file->name);
    if (status != FR_OK) {
        cJSON_Delete(parsed);
        return status;
    }
    *top = parsed;
    return FR_OK;
}
