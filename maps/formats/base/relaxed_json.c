#include "maps/formats/base/relaxed_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maps/formats/base/json_file.h"

#define DEEPEST 200

struct reader {
    const struct fr_file *file;
    const char *at, *end;
    char *text; /* of a name or value, valid during a call */
    size_t capacity;
};

static enum fr_status refuse(const struct reader *reader, const char *expected)
{
    return fr_json_refuse_at(reader->file, reader->at, expected);
}

static bool sees(const struct reader *reader, const char *mark)
{
    const size_t length = strlen(mark);
    return (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, mark, length) == 0;
}

/* Skips white space, commas and comments. */
static void skip(struct reader *reader)
{
    while (reader->at < reader->end) {
        if (strchr(" \t\r\n,", *reader->at) && *reader->at) {
            reader->at++;
        } else if (sees(reader, "//")) {
            while (reader->at < reader->end && *reader->at != '\n')
                reader->at++;
        } else if (sees(reader, "/*")) {
            while (reader->at < reader->end && !sees(reader, "*/"))
                reader->at++;
            reader->at += sees(reader, "*/") ? 2 : 0;
        } else {
            return;
        }
    }
}

static enum fr_status keep(struct reader *reader, size_t length, char letter)
{
    if (!fr_reserve(reader->file->allocator, &reader->text, length, 2, &reader->capacity, 1))
        return fr_refuse_memory(reader->file, "to read it");
    reader->text[length] = letter;
    reader->text[length + 1] = '\0';
    return FR_OK;
}

/* Takes a text in quotes. Escapes are not decoded, as no reader needs them. */
static enum fr_status take_quoted(struct reader *reader)
{
    enum fr_status status = keep(reader, 0, '\0');
    size_t length = 0;
    for (reader->at++; status == FR_OK; reader->at++) {
        if (reader->at == reader->end)
            return refuse(reader, "the closing quote of a text");
        if (*reader->at == '"')
            break;
        if (*reader->at == '\\' && reader->at + 1 < reader->end)
            reader->at++;
        status = keep(reader, length++, *reader->at);
    }
    reader->at += status == FR_OK;
    return status;
}

/* Takes a tuple, "((0,0),(320,180))", as a text, up to its closing parenthesis. */
static enum fr_status take_tuple(struct reader *reader)
{
    enum fr_status status = keep(reader, 0, '\0');
    int depth = 0;
    for (size_t length = 0; status == FR_OK; reader->at++) {
        if (reader->at == reader->end || *reader->at == '\n')
            return refuse(reader, "')'");
        depth += (*reader->at == '(') - (*reader->at == ')');
        status = keep(reader, length++, *reader->at);
        if (depth == 0)
            break;
    }
    reader->at += status == FR_OK;
    return status;
}

/* Takes a text without quotes, up to the next mark, comment or line end. */
static enum fr_status take_bare(struct reader *reader, bool name)
{
    static const char marks[] = {',', ']', '}', '[', '{', '"', '\r', '\n'};
    size_t length = 0;
    enum fr_status status = keep(reader, 0, '\0');
    while (status == FR_OK && reader->at < reader->end &&
           !memchr(marks, *reader->at, sizeof marks) && !(name && *reader->at == ':') &&
           !sees(reader, "//") && !sees(reader, "/*"))
        status = keep(reader, length++, *reader->at++);
    while (status == FR_OK && length > 0 && strchr(" \t", reader->text[length - 1]))
        reader->text[--length] = '\0';
    return status == FR_OK && length == 0 ? refuse(reader, name ? "a name" : "a value") : status;
}

static cJSON *make_bare(const char *text)
{
    char *end;
    const double number = strtod(text, &end);
    if (*end == '\0' && isfinite(number))
        return cJSON_CreateNumber(number);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return cJSON_CreateBool(*text == 't');
    return strcmp(text, "null") == 0 ? cJSON_CreateNull() : cJSON_CreateString(text);
}

static enum fr_status take_value(struct reader *reader, cJSON **value, int depth);

static enum fr_status take_member(struct reader *reader, cJSON *object, int depth)
{
    cJSON *value = NULL;
    enum fr_status status = *reader->at == '"' ? take_quoted(reader) : take_bare(reader, true);
    if (status != FR_OK)
        return status;
    char *name = malloc(strlen(reader->text) + 1);
    if (!name)
        return fr_refuse_memory(reader->file, "to read it");
    strcpy(name, reader->text);
    skip(reader);
    if (reader->at < reader->end && *reader->at == ':')
        reader->at++;
    else
        status = refuse(reader, "':' after a name");
    if (status == FR_OK)
        status = take_value(reader, &value, depth);
    if (status == FR_OK && !cJSON_AddItemToObject(object, name, value)) {
        cJSON_Delete(value);
        status = fr_refuse_memory(reader->file, "to read it");
    }
    free(name);
    return status;
}

/* Takes the contents of a list or an object, up to its bracket; of an object without brackets,
 * whose end is '\0', up to the end of the file. */
static enum fr_status take_list(struct reader *reader, cJSON *list, char end, int depth)
{
    enum fr_status status = FR_OK;
    if (depth > DEEPEST)
        return refuse(reader, "brackets nested at most 200 deep");
    for (;;) {
        skip(reader);
        if (reader->at == reader->end)
            return end == '\0' ? FR_OK : refuse(reader, end == '}' ? "'}'" : "']'");
        if (*reader->at == end) {
            reader->at++;
            return FR_OK;
        }
        if (end != ']') {
            status = take_member(reader, list, depth);
        } else {
            cJSON *value = NULL;
            status = take_value(reader, &value, depth);
            if (status == FR_OK && !cJSON_AddItemToArray(list, value))
                status = fr_refuse_memory(reader->file, "to read it");
        }
        if (status != FR_OK)
            return status;
    }
}

static enum fr_status take_value(struct reader *reader, cJSON **value, int depth)
{
    skip(reader);
    enum fr_status status = FR_OK;
    const char first = reader->at < reader->end ? *reader->at : '\0';
    if (first == '{' || first == '[') {
        *value = first == '{' ? cJSON_CreateObject() : cJSON_CreateArray();
        reader->at++;
        if (*value)
            status = take_list(reader, *value, first == '{' ? '}' : ']', depth + 1);
    } else {
        status = first == '"'   ? take_quoted(reader)
                 : first == '(' ? take_tuple(reader)
                                : take_bare(reader, false);
        if (status == FR_OK)
            *value = first == '"' ? cJSON_CreateString(reader->text) : make_bare(reader->text);
    }
    if (status == FR_OK && !*value)
        return fr_refuse_memory(reader->file, "to read it");
    if (status != FR_OK) {
        cJSON_Delete(*value);
        *value = NULL;
    }
    return status;
}

enum fr_status fr_relaxed_json_parse(const struct fr_file *file, cJSON **top)
{
    const char *text = (const char *)file->bytes;
    struct reader reader = {.file = file, .at = text, .end = text + file->size};
    cJSON *value = NULL;
    enum fr_status status;
    skip(&reader);
    if (reader.at < reader.end && *reader.at == '{') {
        status = take_value(&reader, &value, 0);
    } else {
        value = cJSON_CreateObject();
        status = value ? take_list(&reader, value, '\0', 0)
                       : fr_refuse_memory(reader.file, "to read it");
    }
    skip(&reader);
    if (status == FR_OK && (reader.at < reader.end || !cJSON_IsObject(value)))
        status = refuse(&reader, "one object, and nothing after it");
    fr_deallocate(file->allocator, reader.text, reader.capacity, 1);
    if (status == FR_OK)
        *top = value;
    else
        cJSON_Delete(value);
    return status;
}
