#include "harness/sandbox/descriptor.h"

#include <stdio.h>
#include <string.h>

#include "algorithms/front.h"

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789-_"

enum { LONGEST_NAME = 47, LONGEST_TEXT = 400, MOST_SETTINGS = 16 };

static bool is_name(const char *text)
{
    const size_t length = text ? strspn(text, NAME_LETTERS) : 0;
    return length > 0 && length <= LONGEST_NAME && text[length] == '\0';
}

/* Whether a text is one printable line. */
static bool is_line(const char *text)
{
    size_t length = 0;
    while (text && length <= LONGEST_TEXT && (unsigned char)text[length] >= ' ')
        length++;
    return length > 0 && length <= LONGEST_TEXT && text[length] == '\0';
}

static bool is_colour(const char *text)
{
    return text && text[0] == '#' && strspn(text + 1, "0123456789ABCDEF") == 6 && text[7] == '\0';
}

/* A bool written by foreign code may hold values other than 0 and 1. */
static bool is_bool(const bool *value)
{
    unsigned char byte;
    memcpy(&byte, value, 1);
    return byte <= 1;
}

static int64_t count_choices(const char *choices)
{
    int64_t count = 1;
    for (; *choices; choices++)
        count += *choices == '|';
    return count;
}

static bool option_is_whole(const struct fr_option *option, char *message, size_t size)
{
    const char *wrong = NULL;
    if (!is_name(option->name)) {
        snprintf(message, size, "an option's name is not all lowercase letters, digits and dashes");
        return false;
    }
    if (option->kind == FR_OPTION_CHOICE && !is_line(option->choices))
        wrong = "has no choices";
    else if (option->kind == FR_OPTION_CHOICE &&
             (option->fallback < 0 || option->fallback >= count_choices(option->choices)))
        wrong = "has a default that is not one of its choices";
    else if (option->kind == FR_OPTION_SWITCH && (option->fallback & ~INT64_C(1)))
        wrong = "is a switch whose default is neither 0 nor 1";
    else if (option->kind == FR_OPTION_INTEGER &&
             (option->fallback < option->low || option->fallback > option->high))
        wrong = "has a default outside its range";
    else if ((unsigned)option->kind > FR_OPTION_INTEGER)
        wrong = "has a kind that is not in options.h";
    else if (!is_line(option->help))
        wrong = "lacks a one-line help text";
    if (wrong)
        snprintf(message, size, "option '%s' %s", option->name, wrong);
    return !wrong;
}

static bool options_are_whole(const struct fr_pathfinder *pathfinder, char *message, size_t size)
{
    const int count = pathfinder->option_count;
    if (count < 0 || count > FR_MAX_OPTIONS || (count > 0 && !pathfinder->options)) {
        snprintf(message, size, "has %d options, expected 0 to %d", count, FR_MAX_OPTIONS);
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!option_is_whole(&pathfinder->options[i], message, size))
            return false;
        for (int j = 0; j < i; j++)
            if (strcmp(pathfinder->options[i].name, pathfinder->options[j].name) == 0) {
                snprintf(message, size, "option '%s' appears twice", pathfinder->options[i].name);
                return false;
            }
    }
    return true;
}

/* Whether a list is terminated and contains only lines. */
static bool are_settings(const char *const *settings)
{
    int count = 0;
    while (settings && count < MOST_SETTINGS && is_line(settings[count]))
        count++;
    return !settings || !settings[count];
}

bool fr_descriptor_shown(const struct fr_pathfinder *pathfinder, char *message, size_t size)
{
    const char *wrong = NULL;
    if (!is_name(pathfinder->name))
        wrong = "lacks a name of 1 to 47 lowercase letters, digits and dashes";
    else if (!is_line(pathfinder->label))
        wrong = "lacks a one-line label";
    else if (pathfinder->colour && !is_colour(pathfinder->colour))
        wrong = "has a colour that is not like #D55E00";
    else if (!strchr(FR_MARKERS, pathfinder->marker))
        wrong = "has a marker that is not one of " FR_MARKERS;
    if (wrong)
        snprintf(message, size, "%s", wrong);
    return !wrong;
}

bool fr_descriptor_whole(const struct fr_pathfinder *pathfinder, char *message, size_t size)
{
    const char *wrong = NULL;
    if (!fr_descriptor_shown(pathfinder, message, size))
        return false;
    if (!is_line(pathfinder->summary))
        wrong = "lacks a one-line summary";
    else if (!is_line(pathfinder->source))
        wrong = "lacks a one-line source";
    else if (!is_bool(&pathfinder->candidate))
        wrong = "has a candidate flag that is neither true nor false";
    else if (!are_settings(pathfinder->settings))
        wrong = "has settings that are not a list of lines, or has too many";
    else if (!is_bool(&pathfinder->takes_any_ends))
        wrong = "has takes_any_ends that is neither true nor false";
    else if ((unsigned)pathfinder->counts > FR_COUNTS_ALL)
        wrong = "has counts that pathfinder.h does not define";
    else if (pathfinder->state_bytes < sizeof(struct fr_head))
        wrong = "has a state smaller than its head";
    else if ((!pathfinder->prepare && !pathfinder->prepare_some) || !pathfinder->find)
        wrong = "lacks prepare or find";
    if (wrong)
        snprintf(message, size, "%s", wrong);
    return !wrong && options_are_whole(pathfinder, message, size);
}

bool fr_describe(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options,
                 struct fr_traits *traits, char *message, size_t size)
{
    const char *wrong = NULL;
    /* Invalid values reveal a trait that `describe` does not set. */
    memset(traits, 0x5A, sizeof *traits);
    fr_traits_of(pathfinder, options, traits);
    if ((unsigned)traits->movement >= FR_MOVEMENTS)
        wrong = "movement";
    else if ((unsigned)traits->optimality > FR_OPTIMAL_LENGTH)
        wrong = "optimality";
    else if (!is_bool(&traits->edge_walls))
        wrong = "edge_walls";
    else if (!is_bool(&traits->expected_faults))
        wrong = "expected_faults";
    if (wrong)
        snprintf(message, size, "describe leaves %s unset or gives it an invalid value", wrong);
    return !wrong;
}

bool fr_is_built_in(const struct fr_pathfinder *pathfinder)
{
    return fr_pathfinder_find(pathfinder->name) == pathfinder;
}
