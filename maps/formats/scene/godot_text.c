#include "maps/formats/scene/godot_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64, LONGEST_NUMBER = 64 };

struct scanner {
    const char *at, *end;
    int64_t line;
};

static bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

/* Skips the string at the scanner's place; false if it does not end. */
static bool skip_string(struct scanner *scanner)
{
    for (scanner->at++; scanner->at < scanner->end; scanner->at++) {
        if (*scanner->at == '"') {
            scanner->at++;
            return true;
        }
        scanner->line += *scanner->at == '\n';
        scanner->at += *scanner->at == '\\' && scanner->at + 1 < scanner->end;
    }
    return false;
}

/* Skips to the first of these letters outside strings and brackets, or to the end of the text.
 * False if a string or bracket is not closed, or a closing bracket has no opening one. */
static bool skip_to(struct scanner *scanner, const char *stops)
{
    char open[DEEPEST];
    int depth = 0;
    while (scanner->at < scanner->end) {
        const char letter = *scanner->at;
        if (depth == 0 && letter && strchr(stops, letter))
            return true;
        if (letter == '"') {
            if (!skip_string(scanner))
                return false;
            continue;
        }
        if (letter == '(' || letter == '[' || letter == '{') {
            if (depth == DEEPEST)
                return false;
            open[depth++] = letter == '(' ? ')' : (char)(letter + 2);
        } else if ((letter == ')' || letter == ']' || letter == '}') &&
                   (depth == 0 || open[--depth] != letter)) {
            return false;
        }
        scanner->line += letter == '\n';
        scanner->at++;
    }
    return depth == 0;
}

static enum fr_status refuse(const struct fr_file *file, int64_t line, const char *expected)
{
    return fr_refuse(file, "line %lld: other text found, expected %s", (long long)line, expected);
}

static void skip_blank(struct scanner *scanner)
{
    for (;; scanner->at++) {
        if (scanner->at == scanner->end)
            return;
        if (*scanner->at == ';') /* a comment */
            while (scanner->at + 1 < scanner->end && scanner->at[1] != '\n')
                scanner->at++;
        else if (!is_space(*scanner->at))
            return;
        scanner->line += *scanner->at == '\n';
    }
}

/* Skips the properties that follow a section's head. */
static enum fr_status skip_properties(const struct fr_file *file, struct scanner *scanner)
{
    for (skip_blank(scanner); scanner->at < scanner->end && *scanner->at != '[';
         skip_blank(scanner)) {
        const int64_t line = scanner->line;
        if (!skip_to(scanner, "=\n") || scanner->at == scanner->end || *scanner->at != '=')
            return refuse(file, line, "a property, NAME = VALUE, or a section in brackets");
        scanner->at++;
        if (!skip_to(scanner, "\n"))
            return refuse(file, line, "a value whose quotes and brackets close");
    }
    return FR_OK;
}

static enum fr_status read_section(const struct fr_file *file, struct scanner *scanner,
                                   struct fr_godot_section *section)
{
    section->line = scanner->line;
    if (*scanner->at != '[')
        return refuse(file, scanner->line, "a section in brackets");
    const char *start = ++scanner->at;
    if (!skip_to(scanner, "]") || scanner->at == scanner->end)
        return refuse(file, section->line, "a section whose quotes and brackets close");
    section->attributes = (struct fr_span){start, (size_t)(scanner->at - start)};
    fr_take_word(&section->attributes, &section->tag);
    start = ++scanner->at;
    const enum fr_status status = skip_properties(file, scanner);
    section->properties = (struct fr_span){start, (size_t)(scanner->at - start)};
    return status;
}

enum fr_status fr_godot_sections(const struct fr_file *file, struct fr_godot_sections *sections)
{
    struct scanner scanner = {(const char *)file->bytes, (const char *)file->bytes + file->size, 1};
    enum fr_status status = FR_OK;
    *sections = (struct fr_godot_sections){NULL, 0, 0};
    skip_blank(&scanner);
    while (scanner.at < scanner.end && status == FR_OK) {
        if (fr_reserve(file->allocator, &sections->items, sections->count, 1, &sections->capacity,
                       sizeof *sections->items))
            status = read_section(file, &scanner, &sections->items[sections->count++]);
        else
            status = fr_refuse_memory(file, "for its sections");
    }
    if (status != FR_OK)
        fr_deallocate(file->allocator, sections->items, sections->capacity,
                      sizeof *sections->items);
    return status;
}

static struct fr_span between(const char *start, const char *end)
{
    while (start < end && is_space(*start))
        start++;
    while (end > start && is_space(end[-1]))
        end--;
    return (struct fr_span){start, (size_t)(end - start)};
}

/* The value of NAME = VALUE in a text of such pairs, each of which ends before one of the stops. */
static bool find_value(struct fr_span text, const char *name, const char *stops,
                       struct fr_span *value)
{
    struct scanner scanner = {text.text, text.text + text.length, 0};
    for (skip_blank(&scanner); scanner.at < scanner.end; skip_blank(&scanner)) {
        const char *start = scanner.at;
        if (!skip_to(&scanner, "=") || scanner.at == scanner.end)
            return false;
        const struct fr_span key = between(start, scanner.at++);
        while (scanner.at < scanner.end && *scanner.at == ' ')
            scanner.at++;
        start = scanner.at;
        if (!skip_to(&scanner, stops))
            return false;
        *value = between(start, scanner.at);
        if (!fr_span_is(key, name))
            continue;
        if (value->length >= 2 && value->text[0] == '"')
            *value = (struct fr_span){value->text + 1, value->length - 2};
        return true;
    }
    return false;
}

bool fr_godot_attribute(const struct fr_godot_section *section, const char *name,
                        struct fr_span *value)
{
    return find_value(section->attributes, name, " \t\r\n", value);
}

bool fr_godot_property(const struct fr_godot_section *section, const char *name,
                       struct fr_span *value)
{
    return find_value(section->properties, name, "\n", value);
}

bool fr_godot_call(struct fr_span *value, const char *ending, struct fr_span *arguments)
{
    const size_t length = strlen(ending);
    const char *end = value->text + value->length;
    for (const char *at = value->text; at + length < end; at++) {
        if (at[length] != '(' || memcmp(at, ending, length) != 0)
            continue;
        const char *start = at + length + 1, *close = memchr(start, ')', (size_t)(end - start));
        if (!close)
            return false;
        *arguments = (struct fr_span){start, (size_t)(close - start)};
        *value = (struct fr_span){close + 1, (size_t)(end - close - 1)};
        return true;
    }
    return false;
}

enum fr_status fr_godot_number(struct fr_span *list, double *number, bool *taken)
{
    struct fr_span item;
    char text[LONGEST_NUMBER], *end;
    *taken = fr_take_item(list, ',', &item);
    if (!*taken)
        return FR_OK;
    item = between(item.text, item.text + item.length);
    *taken = item.length > 0 || list->length > 0;
    if (!*taken)
        return FR_OK;
    if (item.length == 0 || item.length >= sizeof text)
        return FR_BAD_INPUT;
    memcpy(text, item.text, item.length);
    text[item.length] = '\0';
    *number = strtod(text, &end);
    return *end == '\0' && isfinite(*number) ? FR_OK : FR_BAD_INPUT;
}
