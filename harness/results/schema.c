#include "harness/results/schema.h"
#include "maps/formats/base/json_memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define REFERENCE_PREFIX "#/definitions/"

/* The patterns that are interpreted: a first letter, if any, and so many digits. */
static const struct pattern {
    const char *text, *front, *digits;
    size_t count;
    const char *expected;
} patterns[] = {
    {"^[0-9a-f]{16}$", "", "0123456789abcdef", 16, "16 hexadecimal digits"},
    {"^#[0-9A-F]{6}$", "#", "0123456789ABCDEF", 6, "a colour like #D55E00"},
};

/* A value under test. */
struct subject {
    const cJSON *root;   /* of the schema, where references point */
    const cJSON *schema; /* the part of it that the value is held against */
    const cJSON *value;
    const char *key; /* where the value stands in its row; "" for the row */
    struct fr_error *error;
};

static enum fr_status hold(const struct subject *subject);

static const cJSON *get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* The member of a name, first looked for from *at on, which then stands behind it: most rows have
 * the order of the schema, and keys by the dozen. */
static const cJSON *get_next(const cJSON *object, const char *key, const cJSON **at)
{
    const cJSON *found = *at;
    while (found && strcmp(found->string, key) != 0)
        found = found->next;
    if (!found)
        found = get(object, key);
    if (found)
        *at = found->next;
    return found;
}

/* The items of an array or the members of an object, linked by next. */
static const cJSON *first(const cJSON *list)
{
    return list ? list->child : NULL;
}

static enum fr_status complain(const struct subject *subject, const char *expected)
{
    char *found = cJSON_PrintUnformatted(subject->value);
    const enum fr_status status =
        fr_fail(subject->error, FR_BAD_INPUT, "%s: %.40s%s found, expected %.200s",
                *subject->key ? subject->key : "row", found ? found : "?",
                found && strlen(found) > 40 ? "..." : "", expected);
    cJSON_free(found);
    return status;
}

/* complain, with a part of the schema as what was expected. */
static enum fr_status complain_of(const struct subject *subject, const char *words,
                                  const cJSON *argument)
{
    char expected[256];
    char *text = cJSON_PrintUnformatted(argument);
    snprintf(expected, sizeof expected, "%s%s", words, text ? text : "");
    cJSON_free(text);
    return complain(subject, expected);
}

static bool is_type(const cJSON *value, const char *type)
{
    return (cJSON_IsNumber(value) &&
            (strcmp(type, "number") == 0 ||
             (strcmp(type, "integer") == 0 && isfinite(value->valuedouble) &&
              floor(value->valuedouble) == value->valuedouble))) ||
           (cJSON_IsNull(value) && strcmp(type, "null") == 0) ||
           (cJSON_IsString(value) && strcmp(type, "string") == 0) ||
           (cJSON_IsArray(value) && strcmp(type, "array") == 0) ||
           (cJSON_IsBool(value) && strcmp(type, "boolean") == 0) ||
           (cJSON_IsObject(value) && strcmp(type, "object") == 0);
}

static enum fr_status check_type(const struct subject *subject, const cJSON *argument)
{
    if (cJSON_IsString(argument) && is_type(subject->value, argument->valuestring))
        return FR_OK;
    if (cJSON_IsArray(argument))
        for (const cJSON *type = first(argument); type; type = type->next)
            if (is_type(subject->value, type->valuestring))
                return FR_OK;
    return complain_of(subject, "type ", argument);
}

static enum fr_status check_const(const struct subject *subject, const cJSON *argument)
{
    return cJSON_Compare(subject->value, argument, true) ? FR_OK
                                                         : complain_of(subject, "", argument);
}

static enum fr_status check_enum(const struct subject *subject, const cJSON *argument)
{
    for (const cJSON *each = first(argument); each; each = each->next)
        if (cJSON_Compare(subject->value, each, true))
            return FR_OK;
    return complain_of(subject, "one of ", argument);
}

static enum fr_status check_minimum(const struct subject *subject, const cJSON *argument)
{
    const cJSON *value = subject->value;
    return !cJSON_IsNumber(value) || value->valuedouble >= argument->valuedouble
               ? FR_OK
               : complain_of(subject, "at least ", argument);
}

static enum fr_status check_exclusive_minimum(const struct subject *subject, const cJSON *argument)
{
    const cJSON *value = subject->value;
    return !cJSON_IsNumber(value) || value->valuedouble > argument->valuedouble
               ? FR_OK
               : complain_of(subject, "more than ", argument);
}

static enum fr_status check_maximum(const struct subject *subject, const cJSON *argument)
{
    const cJSON *value = subject->value;
    return !cJSON_IsNumber(value) || value->valuedouble <= argument->valuedouble
               ? FR_OK
               : complain_of(subject, "at most ", argument);
}

/* In characters, as JSON Schema counts them: every byte but those that go on with one. */
static enum fr_status check_most_characters(const struct subject *subject, const cJSON *argument)
{
    double characters = 0;
    if (!cJSON_IsString(subject->value))
        return FR_OK;
    for (const char *at = subject->value->valuestring; *at; at++)
        characters += ((unsigned char)*at & 0xC0) != 0x80;
    return characters <= argument->valuedouble
               ? FR_OK
               : complain_of(subject, "characters at most ", argument);
}

static const struct pattern *find_pattern(const char *text)
{
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (strcmp(patterns[i].text, text) == 0)
            return &patterns[i];
    return NULL;
}

static enum fr_status check_pattern(const struct subject *subject, const cJSON *argument)
{
    const struct pattern *pattern = find_pattern(argument->valuestring);
    if (!cJSON_IsString(subject->value))
        return FR_OK;
    const char *text = subject->value->valuestring;
    const size_t front = strlen(pattern->front);
    return strlen(text) == front + pattern->count && strncmp(text, pattern->front, front) == 0 &&
                   strspn(text + front, pattern->digits) == pattern->count
               ? FR_OK
               : complain(subject, pattern->expected);
}

static enum fr_status check_least_items(const struct subject *subject, const cJSON *argument)
{
    return !cJSON_IsArray(subject->value) ||
                   cJSON_GetArraySize(subject->value) >= argument->valueint
               ? FR_OK
               : complain_of(subject, "items, at least ", argument);
}

static enum fr_status check_most_items(const struct subject *subject, const cJSON *argument)
{
    return !cJSON_IsArray(subject->value) ||
                   cJSON_GetArraySize(subject->value) <= argument->valueint
               ? FR_OK
               : complain_of(subject, "items, at most ", argument);
}

static enum fr_status check_items(const struct subject *subject, const cJSON *argument)
{
    int index = 0;
    if (!cJSON_IsArray(subject->value))
        return FR_OK;
    for (const cJSON *item = first(subject->value); item; item = item->next) {
        char key[128];
        snprintf(key, sizeof key, "%.100s[%d]", subject->key, index++);
        const struct subject inner = {subject->root, argument, item, key, subject->error};
        const enum fr_status status = hold(&inner);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum fr_status check_properties(const struct subject *subject, const cJSON *argument)
{
    if (!cJSON_IsObject(subject->value))
        return FR_OK;
    const cJSON *at = first(subject->value);
    for (const cJSON *property = first(argument); property; property = property->next) {
        const cJSON *value = get_next(subject->value, property->string, &at);
        const struct subject inner = {subject->root, property, value, property->string,
                                      subject->error};
        const enum fr_status status = value ? hold(&inner) : FR_OK;
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static enum fr_status check_required(const struct subject *subject, const cJSON *argument)
{
    if (!cJSON_IsObject(subject->value))
        return FR_OK;
    const cJSON *at = first(subject->value);
    for (const cJSON *key = first(argument); key; key = key->next)
        if (!get_next(subject->value, key->valuestring, &at))
            return fr_fail(subject->error, FR_BAD_INPUT, "%s: missing", key->valuestring);
    return FR_OK;
}

static enum fr_status check_no_others(const struct subject *subject, const cJSON *argument)
{
    const cJSON *properties = get(subject->schema, "properties");
    (void)argument;
    if (!cJSON_IsObject(subject->value))
        return FR_OK;
    const cJSON *at = first(properties);
    bool ordered = true; /* so far: each stands behind the one before, so none is given twice */
    for (const cJSON *each = first(subject->value); each; each = each->next) {
        const cJSON *const expected = at;
        const cJSON *property = get_next(properties, each->string, &at);
        if (!property)
            return fr_fail(subject->error, FR_BAD_INPUT, "%.100s: no such key in this kind of row",
                           each->string);
        ordered = ordered && property == expected;
        if (!ordered && get(subject->value, each->string) != each)
            return fr_fail(subject->error, FR_BAD_INPUT, "%.100s: given twice", each->string);
    }
    return FR_OK;
}

static const cJSON *resolve(const cJSON *root, const cJSON *reference)
{
    return get(get(root, "definitions"), reference->valuestring + strlen(REFERENCE_PREFIX));
}

static enum fr_status check_reference(const struct subject *subject, const cJSON *argument)
{
    struct subject target = *subject;
    target.schema = resolve(subject->root, argument);
    return hold(&target);
}

/* The kind of a row says which alternative is meant, so that errors are about that one. */
static enum fr_status check_one_of(const struct subject *subject, const cJSON *argument)
{
    const cJSON *kind = get(subject->value, "kind");
    for (const cJSON *each = first(argument); each; each = each->next) {
        struct subject target = *subject;
        target.schema = resolve(subject->root, get(each, "$ref"));
        const cJSON *own = get(get(get(target.schema, "properties"), "kind"), "const");
        if (kind && cJSON_Compare(kind, own, true))
            return hold(&target);
    }
    struct subject wrong = *subject;
    wrong.value = kind ? kind : subject->value;
    wrong.key = kind ? "kind" : subject->key;
    return complain(&wrong, kind ? "a kind of row that the schema defines" : "an object with kind");
}

/* Forms that a keyword's argument may take. */
static bool any_form(const cJSON *argument)
{
    (void)argument;
    return true;
}

static bool form_false(const cJSON *argument)
{
    return cJSON_IsFalse(argument);
}

static bool form_number(const cJSON *argument)
{
    return cJSON_IsNumber(argument);
}

static bool form_pattern(const cJSON *argument)
{
    return cJSON_IsString(argument) && find_pattern(argument->valuestring);
}

static bool form_reference(const cJSON *argument)
{
    return cJSON_IsString(argument) &&
           strncmp(argument->valuestring, REFERENCE_PREFIX, strlen(REFERENCE_PREFIX)) == 0;
}

static bool form_strings(const cJSON *argument)
{
    for (const cJSON *each = first(argument); each; each = each->next)
        if (!cJSON_IsString(each))
            return false;
    return cJSON_IsArray(argument);
}

static bool form_type(const cJSON *argument)
{
    return cJSON_IsString(argument) || form_strings(argument);
}

static bool form_references(const cJSON *argument)
{
    for (const cJSON *each = first(argument); each; each = each->next) {
        const cJSON *reference = get(each, "$ref");
        if (!reference || !form_reference(reference))
            return false;
    }
    return cJSON_IsArray(argument);
}

static bool form_array(const cJSON *argument)
{
    return cJSON_IsArray(argument);
}

static bool form_object(const cJSON *argument)
{
    return cJSON_IsObject(argument);
}

enum nesting { PLAIN, SCHEMA, SCHEMAS }; /* what a keyword's argument holds */

static const struct keyword {
    const char *name;
    bool (*form)(const cJSON *argument);
    enum nesting nesting;
    enum fr_status (*hold)(const struct subject *subject, const cJSON *argument); /* NULL: a note */
} keywords[] = {
    /* The most frequent ones first: they are found one by one. */
    {"type", form_type, PLAIN, check_type},
    {"minimum", form_number, PLAIN, check_minimum},
    {"enum", form_array, PLAIN, check_enum},
    {"$schema", any_form, PLAIN, NULL},
    {"title", any_form, PLAIN, NULL},
    {"description", any_form, PLAIN, NULL},
    {"definitions", form_object, SCHEMAS, NULL},
    {"$ref", form_reference, PLAIN, check_reference},
    {"oneOf", form_references, SCHEMAS, check_one_of},
    {"const", any_form, PLAIN, check_const},
    {"exclusiveMinimum", form_number, PLAIN, check_exclusive_minimum},
    {"maximum", form_number, PLAIN, check_maximum},
    {"maxLength", form_number, PLAIN, check_most_characters},
    {"pattern", form_pattern, PLAIN, check_pattern},
    {"items", form_object, SCHEMA, check_items},
    {"minItems", form_number, PLAIN, check_least_items},
    {"maxItems", form_number, PLAIN, check_most_items},
    {"properties", form_object, SCHEMAS, check_properties},
    {"required", form_strings, PLAIN, check_required},
    {"additionalProperties", form_false, PLAIN, check_no_others},
};

static const struct keyword *find_keyword(const char *name)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(keywords[i].name, name) == 0)
            return &keywords[i];
    return NULL;
}

static enum fr_status hold(const struct subject *subject)
{
    for (const cJSON *argument = first(subject->schema); argument; argument = argument->next) {
        const struct keyword *keyword = find_keyword(argument->string);
        const enum fr_status status = keyword->hold ? keyword->hold(subject, argument) : FR_OK;
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

/* Whether a schema and those inside it consist of known keywords in known forms. */
static enum fr_status review(const cJSON *root, const cJSON *schema, struct fr_error *error)
{
    enum fr_status status = FR_OK;
    if (!cJSON_IsObject(schema))
        return fr_fail(error, FR_UNSUPPORTED, "schema: '%s' is no object",
                       schema->string ? schema->string : "an item");
    for (const cJSON *argument = first(schema); argument; argument = argument->next) {
        const struct keyword *keyword = find_keyword(argument->string);
        if (!keyword || !keyword->form(argument) ||
            (keyword->hold == check_reference && !resolve(root, argument)))
            return fr_fail(error, FR_UNSUPPORTED, "schema: keyword '%s' is not interpreted%s",
                           argument->string, keyword ? " in this form" : "");
        if (keyword->nesting == SCHEMA)
            status = review(root, argument, error);
        if (keyword->nesting == SCHEMAS)
            for (const cJSON *inner = first(argument); inner; inner = inner->next)
                if (status == FR_OK)
                    status = review(root, inner, error);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

enum fr_status fr_schema_read(const char *text, size_t size, struct fr_schema *schema,
                              struct fr_error *error)
{
    cJSON *root = cJSON_ParseWithLength(text, size);
    if (!cJSON_IsObject(root)) {
        cJSON_Delete(root);
        return fr_fail(error, fr_json_status(), "schema: not a JSON object");
    }
    const enum fr_status status = review(root, root, error);
    if (status == FR_OK)
        schema->root = root;
    else
        cJSON_Delete(root);
    return status;
}

enum fr_status fr_schema_check(const struct fr_schema *schema, const cJSON *row,
                               struct fr_error *error)
{
    const struct subject subject = {schema->root, schema->root, row, "", error};
    return hold(&subject);
}

void fr_schema_release(struct fr_schema *schema)
{
    cJSON_Delete(schema->root);
    schema->root = NULL;
}
