#include "algorithms/options.h"

#include <stdio.h>
#include <string.h>

void fr_options_default(const struct fr_option *options, int count, struct fr_option_values *values)
{
    memset(values, 0, sizeof *values);
    for (int i = 0; i < count; i++)
        values->at[i] = options[i].fallback;
}

static bool same(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* The index of the word in "one|two|three", or -1. */
static int64_t choice_index(const char *choices, const char *word, size_t length)
{
    for (int64_t index = 0;; index++) {
        const size_t size = strcspn(choices, "|");
        if (size == length && memcmp(choices, word, size) == 0)
            return index;
        if (choices[size] == '\0')
            return -1;
        choices += size + 1;
    }
}

static bool parse_integer(const char *text, size_t length, int64_t low, int64_t high,
                          int64_t *value)
{
    const bool negative = length > 0 && text[0] == '-';
    int64_t number = 0;
    if (length == (size_t)negative || length > 18)
        return false;
    for (size_t i = negative; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (text[i] - '0');
    }
    *value = negative ? -number : number;
    return *value >= low && *value <= high;
}

/* Writes, for messages, which values an option takes. */
static void describe_range(const struct fr_option *option, char *text, size_t size)
{
    switch (option->kind) {
    case FR_OPTION_CHOICE:
        snprintf(text, size, "%s", option->choices);
        break;
    case FR_OPTION_SWITCH:
        snprintf(text, size, "on|off");
        break;
    case FR_OPTION_INTEGER:
        snprintf(text, size, "%lld..%lld", (long long)option->low, (long long)option->high);
        break;
    }
}

static bool parse_value(const struct fr_option *option, const char *text, size_t length,
                        int64_t *value)
{
    switch (option->kind) {
    case FR_OPTION_CHOICE:
        *value = choice_index(option->choices, text, length);
        return *value >= 0;
    case FR_OPTION_SWITCH:
        *value = same(text, length, "on");
        return *value || same(text, length, "off");
    case FR_OPTION_INTEGER:
        return parse_integer(text, length, option->low, option->high, value);
    }
    return false;
}

enum fr_status fr_options_parse(const struct fr_option *options, int count, const char *text,
                                struct fr_option_values *values, char *message, size_t size)
{
    struct fr_option_values parsed;
    bool given[FR_MAX_OPTIONS] = {false};
    fr_options_default(options, count, &parsed);
    while (text && *text) {
        const size_t item = strcspn(text, ",");
        const size_t name = strcspn(text, "=,");
        int i = 0;
        while (i < count && !same(text, name, options[i].name))
            i++;
        if (i == count) {
            size_t used = (size_t)snprintf(
                message, size, "unknown option '%.*s' found, expected one of:", (int)name, text);
            for (int j = 0; j < count && used < size; j++)
                used += (size_t)snprintf(message + used, size - used, " %s", options[j].name);
            return FR_BAD_INPUT;
        }
        if (given[i]) {
            snprintf(message, size, "option '%s' is given twice; expected once", options[i].name);
            return FR_BAD_INPUT;
        }
        given[i] = true;
        const bool bare = name == item;
        const char *value = bare ? "on" : text + name + 1;
        const size_t length = bare ? 2 : item - name - 1;
        if (!parse_value(&options[i], value, length, &parsed.at[i])) {
            char range[256];
            describe_range(&options[i], range, sizeof range);
            snprintf(message, size, "option '%s': '%.*s' found, expected %s", options[i].name,
                     (int)(bare ? 0 : length), value, range);
            return FR_BAD_INPUT;
        }
        text += item;
        text += *text == ',';
    }
    *values = parsed;
    return FR_OK;
}

const char *fr_option_format(const struct fr_option *option, int64_t value, char *text, size_t size)
{
    if (option->kind == FR_OPTION_INTEGER) {
        snprintf(text, size, "%lld", (long long)value);
    } else if (option->kind == FR_OPTION_SWITCH) {
        snprintf(text, size, "%s", value ? "on" : "off");
    } else {
        const char *word = option->choices;
        for (int64_t i = 0; i < value; i++)
            word += strcspn(word, "|") + 1;
        snprintf(text, size, "%.*s", (int)strcspn(word, "|"), word);
    }
    return text;
}

void fr_options_format(const struct fr_option *options, int count,
                       const struct fr_option_values *values, char *text, size_t size)
{
    size_t used = 0;
    if (size > 0)
        text[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        char value[64];
        fr_option_format(&options[i], values->at[i], value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "%s%s=%s", i ? "," : "", options[i].name,
                                 value);
    }
}
