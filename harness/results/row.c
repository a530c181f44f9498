#include "harness/results/row.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FR_ROW(kind, KIND, ...) static const struct fr_row_field kind##_fields[] = {
#define FR_FIELD(kind, TYPE, member, unit_of, ...)                                                 \
    {.key = #member,                                                                               \
     .type = FR_FIELD_##TYPE,                                                                      \
     .offset = offsetof(struct fr_##kind##_row, member),                                           \
     .unit = unit_of,                                                                              \
     .about = __VA_ARGS__},
#define FR_END_OF_ROW(kind)                                                                        \
    }                                                                                              \
    ;                                                                                              \
    static_assert(sizeof kind##_fields / sizeof *kind##_fields <= FR_MOST_FIELDS, "too many "      \
                                                                                  "keys");
#include "harness/results/fields.def"
#undef FR_ROW
#undef FR_FIELD
#undef FR_END_OF_ROW

const struct fr_row_layout fr_row_layouts[FR_ROW_KINDS] = {
#define FR_ROW(kind, KIND, ...)                                                                    \
    {#kind, __VA_ARGS__, kind##_fields, sizeof kind##_fields / sizeof *kind##_fields,              \
     sizeof(struct fr_##kind##_row)},
#define FR_FIELD(...)
#define FR_END_OF_ROW(kind)
#include "harness/results/fields.def"
#undef FR_ROW
#undef FR_FIELD
#undef FR_END_OF_ROW
};

const void *fr_row_value(const struct fr_row *row, const struct fr_row_field *field)
{
    return (const char *)&row->run + field->offset;
}

void fr_row_clear(struct fr_row *row, enum fr_row_kind kind)
{
    memset(row, 0, sizeof *row);
    row->kind = kind;
    for (size_t i = 0; i < fr_row_layouts[kind].count; i++) {
        const struct fr_row_field *field = &fr_row_layouts[kind].fields[i];
        char *value = (char *)&row->run + field->offset;
        if (field->type == FR_FIELD_INTEGER)
            *(int64_t *)(void *)value = -1;
        else if (field->type == FR_FIELD_NUMBER)
            *(double *)(void *)value = (double)NAN;
        else if (field->type == FR_FIELD_FLAG)
            *(int *)(void *)value = -1;
    }
}

/* Adds a text in pieces, as fr_text_add limits the length. */
static void spell_bytes(struct fr_text *text, const char *bytes, size_t length)
{
    enum { PIECE = 200 };
    for (size_t done = 0; done < length; done += PIECE)
        fr_text_add(text, "%.*s", (int)(length - done < PIECE ? length - done : PIECE),
                    bytes + done);
}

static void spell_text(struct fr_text *text, const char *value)
{
    static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    if (!value) {
        fr_text_add(text, "null");
        return;
    }
    fr_text_add(text, "\"");
    while (*value) {
        size_t plain = 0;
        while ((unsigned char)value[plain] >= ' ' && value[plain] != '"' && value[plain] != '\\')
            plain++;
        spell_bytes(text, value, plain);
        value += plain;
        const char *name = *value ? strchr(named, *value) : NULL;
        if (name)
            fr_text_add(text, "\\%c", letters[name - named]);
        else if (*value)
            fr_text_add(text, "\\u%04x", (unsigned)*value);
        value += *value != '\0';
    }
    fr_text_add(text, "\"");
}

/* The shortest text that reads back as the same number. */
static void spell_number(struct fr_text *text, double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.15g", value);
    if (strtod(digits, NULL) != value)
        snprintf(digits, sizeof digits, "%.17g", value);
    fr_text_add(text, "%s", isfinite(value) ? digits : "null");
}

static void spell_list(struct fr_text *text, const void *value, enum fr_field_type type)
{
    const struct fr_numbers *numbers = value;
    const struct fr_integers *integers = value;
    const struct fr_texts *texts = value;
    const size_t count = type == FR_FIELD_NUMBERS    ? numbers->count
                         : type == FR_FIELD_INTEGERS ? integers->count
                                                     : texts->count;
    for (size_t i = 0; i < count; i++) {
        fr_text_add(text, i > 0 ? "," : "[");
        if (type == FR_FIELD_NUMBERS)
            spell_number(text, numbers->at[i]);
        else if (type == FR_FIELD_INTEGERS)
            fr_text_add(text, "%" PRId64, integers->at[i]);
        else
            spell_text(text, texts->at[i]);
    }
    fr_text_add(text, count > 0 ? "]" : "[]");
}

static void spell_integer(struct fr_text *text, int64_t value, bool null)
{
    if (null && value < 0)
        fr_text_add(text, "null");
    else
        fr_text_add(text, "%" PRId64, value);
}

void fr_value_spell(struct fr_text *text, const struct fr_row *row,
                    const struct fr_row_field *field)
{
    const void *value = fr_row_value(row, field);
    if (field->type == FR_FIELD_TEXT || field->type == FR_FIELD_WORD)
        spell_text(text, *(const char *const *)value);
    else if (field->type == FR_FIELD_INTEGER)
        spell_integer(text, *(const int64_t *)value, field->null);
    else if (field->type == FR_FIELD_NUMBER)
        spell_number(text, *(const double *)value);
    else if (field->type == FR_FIELD_FLAG)
        fr_text_add(text, "%s",
                    *(const int *)value < 0 ? "null"
                    : *(const int *)value   ? "true"
                                            : "false");
    else if (field->type == FR_FIELD_PIXEL)
        fr_text_add(text, "[%" PRId32 ",%" PRId32 "]", ((const struct fr_pixel *)value)->x,
                    ((const struct fr_pixel *)value)->y);
    else if (field->null && !((const struct fr_texts *)value)->at)
        fr_text_add(text, "null");
    else
        spell_list(text, value, field->type);
}

/* Whether a value is not null, for the types that rare keys have. */
static bool is_set(const struct fr_row *row, const struct fr_row_field *field)
{
    const void *value = fr_row_value(row, field);
    if (field->type == FR_FIELD_NUMBER)
        return !isnan(*(const double *)value);
    if (field->type == FR_FIELD_INTEGER)
        return *(const int64_t *)value >= 0;
    if (field->type == FR_FIELD_FLAG)
        return *(const int *)value >= 0;
    if (field->type == FR_FIELD_TEXT)
        return *(const char *const *)value != NULL;
    if (field->type == FR_FIELD_INTEGERS)
        return ((const struct fr_integers *)value)->at != NULL;
    return ((const struct fr_texts *)value)->at != NULL;
}

void fr_row_spell(struct fr_text *text, const struct fr_row *row)
{
    const struct fr_row_layout *layout = &fr_row_layouts[row->kind];
    fr_text_add(text, "{\"kind\":\"%s\"", layout->name);
    for (size_t i = 0; i < layout->count; i++) {
        const struct fr_row_field *field = &layout->fields[i];
        if (field->rare && !is_set(row, field))
            continue;
        fr_text_add(text, ",\"%s\":", field->key);
        fr_value_spell(text, row, field);
    }
    fr_text_add(text, "}");
}

static void spell_words(struct fr_text *text, const char *words, bool null)
{
    const bool one = !strchr(words, ' ') && !null;
    fr_text_add(text, one ? "\"const\": " : "\"enum\": [");
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        fr_text_add(text, "\"%.*s\"%s", (int)length, words, words[length] ? ", " : "");
    }
    fr_text_add(text, null ? ", null]" : one ? "" : "]");
}

/* Appends the type and limits of a value or list item. */
static void spell_rule(struct fr_text *text, const struct fr_row_field *field, const char *type,
                       bool null)
{
    if (field->words) {
        spell_words(text, field->words, null);
        return;
    }
    fr_text_add(text, null ? "\"type\": [\"%s\", \"null\"]" : "\"type\": \"%s\"", type);
    if (field->has_least)
        fr_text_add(text, ", \"%s\": %.17g", field->above ? "exclusiveMinimum" : "minimum",
                    field->least);
    if (strcmp(type, "integer") == 0 && field->type != FR_FIELD_PIXEL && !field->has_least)
        fr_text_add(text, ", \"minimum\": %" PRId64, -INT64_MAX);
    if (strcmp(type, "integer") == 0 && field->type != FR_FIELD_PIXEL && field->most <= 0)
        fr_text_add(text, ", \"maximum\": %" PRId64, INT64_MAX);
    if (field->most > 0)
        fr_text_add(text, ", \"%s\": %.17g", strcmp(type, "string") == 0 ? "maxLength" : "maximum",
                    field->most);
    if (field->pattern)
        fr_text_add(text, ", \"pattern\": \"%s\"", field->pattern);
}

static void spell_field(struct fr_text *text, const struct fr_row_field *field)
{
    static const char *const types[] = {
        [FR_FIELD_TEXT] = "string",     [FR_FIELD_WORD] = "string",
        [FR_FIELD_INTEGER] = "integer", [FR_FIELD_NUMBER] = "number",
        [FR_FIELD_FLAG] = "boolean",    [FR_FIELD_PIXEL] = "integer",
        [FR_FIELD_NUMBERS] = "number",  [FR_FIELD_INTEGERS] = "integer",
        [FR_FIELD_TEXTS] = "string"};
    fr_text_add(text, ",\n        \"%s\": {", field->key);
    if (field->type < FR_FIELD_PIXEL)
        spell_rule(text, field, types[field->type], field->null);
    else {
        fr_text_add(text, "\"type\": %s, \"items\": {",
                    field->null ? "[\"array\", \"null\"]" : "\"array\"");
        spell_rule(text, field, types[field->type], field->type == FR_FIELD_NUMBERS);
        if (field->type == FR_FIELD_PIXEL)
            fr_text_add(text, ", \"minimum\": %d, \"maximum\": %d", INT32_MIN, INT32_MAX);
        fr_text_add(text, "}");
    }
    if (field->type == FR_FIELD_PIXEL)
        fr_text_add(text, ", \"minItems\": 2, \"maxItems\": 2");
    else if (field->least_items > 0)
        fr_text_add(text, ", \"minItems\": %zu", field->least_items);
    fr_text_add(text, ",\n          \"description\": \"");
    spell_bytes(text, field->about, strlen(field->about));
    fr_text_add(text, *field->unit ? " [%s]\"}" : "\"}", field->unit);
}

static void spell_layout(struct fr_text *text, const struct fr_row_layout *layout)
{
    fr_text_add(text, "\n    \"%s\": {\n      \"description\": \"", layout->name);
    spell_bytes(text, layout->about, strlen(layout->about));
    fr_text_add(text,
                "\",\n      \"type\": \"object\",\n      \"properties\": {\n"
                "        \"kind\": {\"const\": \"%s\"}",
                layout->name);
    for (size_t i = 0; i < layout->count; i++)
        spell_field(text, &layout->fields[i]);
    fr_text_add(text, "\n      },\n      \"required\": [\"kind\"");
    for (size_t i = 0; i < layout->count; i++)
        if (!layout->fields[i].newer && !layout->fields[i].rare)
            fr_text_add(text, ", \"%s\"", layout->fields[i].key);
    fr_text_add(text, "],\n      \"additionalProperties\": false\n    }");
}

void fr_row_spell_schema(struct fr_text *text)
{
    static const char opening[] =
        "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
        "  \"title\": \"A line of a Footrace result file\",\n"
        "  \"description\": \"A result file is JSON Lines: a run line, then map, prepare, click, "
        "path, update and anchor lines, and an end line unless the race was cut short. Every key "
        "of a kind is always present; what was not measured is null, never 0.\",\n  \"oneOf\": [";
    spell_bytes(text, opening, strlen(opening));
    for (int kind = 0; kind < FR_ROW_KINDS; kind++)
        fr_text_add(text, "%s{\"$ref\": \"#/definitions/%s\"}", kind > 0 ? ", " : "",
                    fr_row_layouts[kind].name);
    fr_text_add(text, "],\n  \"definitions\": {");
    for (int kind = 0; kind < FR_ROW_KINDS; kind++) {
        fr_text_add(text, kind > 0 ? "," : "");
        spell_layout(text, &fr_row_layouts[kind]);
    }
    fr_text_add(text, "\n  }\n}\n");
}
