#include "harness/base/arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A space, two quotes and the terminator. */
enum { QUOTES = 4 };

static int flag_index(const struct fr_flag *flags, const char *name)
{
    for (int i = 0; flags[i].name; i++)
        if (strcmp(flags[i].name, name) == 0)
            return i;
    return -1;
}

/* The number of letters to insert, delete or replace to turn one word into the other. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[64];
    const size_t length = strlen(b) < 63 ? strlen(b) : 63;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            const size_t change = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            const size_t gap = 1 + (row[j] < diagonal ? row[j] : diagonal);
            row[j + 1] = change < gap ? change : gap;
        }
    }
    return row[length];
}

/* Whether the words differ only by two swapped adjacent letters. */
static bool swapped(const char *a, const char *b)
{
    const size_t length = strlen(a);
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return length == strlen(b) && i + 1 < length && a[i] == b[i + 1] && a[i + 1] == b[i] &&
           strcmp(a + i + 2, b + i + 2) == 0;
}

const char *fr_did_you_mean(const char *word, const char *const *candidates, size_t count)
{
    const char *best = NULL;
    /* A word of five letters or more may have two wrong letters, a shorter word one. */
    size_t least = strlen(word) < 2 ? 0 : strlen(word) < 5 ? 2 : 3;
    for (size_t i = 0; i < count; i++) {
        const size_t distance =
            swapped(word, candidates[i]) ? 1 : edit_distance(word, candidates[i]);
        if (distance < least) {
            least = distance;
            best = candidates[i];
        }
    }
    return best;
}

static enum fr_status unknown_flag(const struct fr_flag *flags, const char *typed,
                                   struct fr_error *error)
{
    const char *names[FR_MAX_FLAGS + 1] = {"help"};
    char word[64];
    size_t count = 1;
    if (strcspn(typed, "=") == strlen("--walker") && strncmp(typed, "--walker", 8) == 0)
        return fr_fail(error, FR_BAD_INPUT, "--walker found, expected --radius, its new name");
    for (; flags->name; flags++)
        names[count++] = flags->name;
    const char *bare = typed + strspn(typed, "-");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(bare, "="), bare);
    const char *close = fr_did_you_mean(word, names, count);
    const char *hint = !close ? "see --help" : close[1] ? "did you mean --" : "did you mean -";
    return fr_fail(error, FR_BAD_INPUT, "%s: unknown option; %s%s", typed, hint,
                   close ? close : "");
}

static enum fr_status take_flag(struct fr_arguments *arguments, int argc, char **argv, int *at,
                                struct fr_error *error)
{
    char name[64];
    const char *typed = argv[*at] + strspn(argv[*at], "-");
    const char *attached = strchr(typed, '=');
    const size_t length = attached ? (size_t)(attached - typed) : strlen(typed);
    if (length >= sizeof name)
        return unknown_flag(arguments->flags, argv[*at], error);
    memcpy(name, typed, length);
    name[length] = '\0';
    const int flag = flag_index(arguments->flags, name);
    if (flag < 0)
        return unknown_flag(arguments->flags, argv[*at], error);
    const struct fr_flag *entry = &arguments->flags[flag];
    const char *value = "";
    if (entry->value && attached)
        value = attached + 1;
    else if (entry->value && *at + 1 < argc)
        value = argv[++*at];
    else if (entry->value)
        return fr_fail(error, FR_BAD_INPUT, "%s: none found, expected %s", argv[*at], entry->value);
    else if (attached)
        return fr_fail(error, FR_BAD_INPUT, "%s: a value found, expected none", argv[*at]);
    int *count = &arguments->counts[flag];
    if (*count > 0 && !entry->repeated)
        return fr_fail(error, FR_BAD_INPUT, "--%s: given twice; expected once", name);
    if (*count == FR_MAX_VALUES)
        return fr_fail(error, FR_BAD_INPUT, "--%s: given too often; expected at most %d times",
                       name, FR_MAX_VALUES);
    arguments->values[flag][(*count)++] = value;
    return FR_OK;
}

enum fr_status fr_arguments_parse(const struct fr_flag *flags, int argc, char **argv,
                                  struct fr_arguments *arguments, struct fr_error *error)
{
    memset(arguments, 0, sizeof *arguments);
    arguments->flags = flags;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            arguments->help = true;
            return FR_OK;
        }
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            const enum fr_status status = take_flag(arguments, argc, argv, &i, error);
            if (status != FR_OK)
                return status;
        } else if (arguments->word_count < FR_MAX_VALUES) {
            arguments->words[arguments->word_count++] = argv[i];
        } else {
            return fr_fail(error, FR_BAD_INPUT, "%s: too many arguments; expected at most %d",
                           argv[i], FR_MAX_VALUES);
        }
    }
    for (int i = 0; flags[i].name; i++)
        if (flags[i].required && arguments->counts[i] == 0)
            return fr_fail(error, FR_BAD_INPUT, "%s%s %s is missing", flags[i].name[1] ? "--" : "-",
                           flags[i].name, flags[i].value);
    return FR_OK;
}

enum fr_status fr_argument_add(struct fr_arguments *arguments, const char *name, const char *value,
                               struct fr_error *error)
{
    const int flag = flag_index(arguments->flags, name);
    if (arguments->counts[flag] == FR_MAX_VALUES)
        return fr_fail(error, FR_BAD_INPUT, "--%s: given too often; expected at most %d times",
                       name, FR_MAX_VALUES);
    arguments->values[flag][arguments->counts[flag]++] = value;
    return FR_OK;
}

int fr_argument_count(const struct fr_arguments *arguments, const char *name)
{
    return arguments->counts[flag_index(arguments->flags, name)];
}

const char *fr_argument(const struct fr_arguments *arguments, const char *name, int index)
{
    const int flag = flag_index(arguments->flags, name);
    return index < arguments->counts[flag] ? arguments->values[flag][index] : NULL;
}

/* Reads a decimal integer; returns its end, or NULL. */
static const char *read_integer(const char *text, int64_t *value)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || errno != 0)
        return NULL;
    *value = number;
    return end;
}

enum fr_status fr_argument_integer(const struct fr_arguments *arguments, const char *name,
                                   int64_t low, int64_t high, int64_t fallback, int64_t *value,
                                   struct fr_error *error)
{
    const char *text = fr_argument(arguments, name, 0);
    if (!text) {
        *value = fallback;
        return FR_OK;
    }
    int64_t number;
    const char *end = read_integer(text, &number);
    if (!end || *end || number < low || number > high)
        return fr_fail(error, FR_BAD_INPUT,
                       "--%s: '%s' found, expected an integer from %lld to %lld", name, text,
                       (long long)low, (long long)high);
    *value = number;
    return FR_OK;
}

enum fr_status fr_argument_pair(const struct fr_arguments *arguments, const char *name,
                                char separator, int64_t *first, int64_t *second,
                                struct fr_error *error)
{
    const char *text = fr_argument(arguments, name, 0);
    int64_t one, two;
    const char *middle = text ? read_integer(text, &one) : NULL;
    const char *end = middle && *middle == separator ? read_integer(middle + 1, &two) : NULL;
    if (!end || *end)
        return fr_fail(error, FR_BAD_INPUT,
                       "--%s: '%s' found, expected two integers separated by '%c'", name,
                       text ? text : "", separator);
    *first = one;
    *second = two;
    return FR_OK;
}

/* Writes a space and the word, quoted for a shell; returns the end. Needs up to four bytes for each
 * byte of the word, plus QUOTES. */
static char *quote(const char *word, char *at)
{
    const bool plain = *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-./:=,+@%") == strlen(word);
    if (plain)
        return at + sprintf(at, " %s", word);
    at += sprintf(at, " '");
    for (; *word; word++)
        at += sprintf(at, *word == '\'' ? "'\\''" : "%c", *word);
    return at + sprintf(at, "'");
}

static size_t most_quoted(const char *word)
{
    return 4 * strlen(word) + QUOTES;
}

size_t fr_argument_quote(const char *word, char *text, size_t size)
{
    char *whole = malloc(most_quoted(word));
    if (!whole)
        return (size_t)snprintf(text, size, " ?");
    quote(word, whole);
    const int length = snprintf(text, size, "%s", whole);
    free(whole);
    return (size_t)length;
}

static bool is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

char *fr_arguments_spell(const char *command, const struct fr_arguments *arguments,
                         const char *const *skipped)
{
    size_t size = sizeof "footrace " + strlen(command);
    for (int i = 0; i < arguments->word_count; i++)
        size += most_quoted(arguments->words[i]);
    for (int i = 0; arguments->flags[i].name; i++)
        for (int j = 0; j < arguments->counts[i]; j++)
            size += sizeof " --" + strlen(arguments->flags[i].name) +
                    (arguments->flags[i].value ? most_quoted(arguments->values[i][j]) : 0);
    char *text = malloc(size);
    if (!text)
        return NULL;
    char *at = text + sprintf(text, "footrace %s", command);
    for (int i = 0; i < arguments->word_count; i++)
        at = quote(arguments->words[i], at);
    for (int i = 0; arguments->flags[i].name; i++) {
        const struct fr_flag *flag = &arguments->flags[i];
        for (int j = 0; j < arguments->counts[i] && !is_among(flag->name, skipped); j++) {
            at += sprintf(at, " %s%s", flag->name[1] ? "--" : "-", flag->name);
            if (flag->value)
                at = quote(arguments->values[i][j], at);
        }
    }
    return text;
}
