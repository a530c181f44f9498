#include "harness/answer/situation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDEST_RADIUS 64.0 /* pixels, as the map option agent */

struct unit {
    const char *name;
    double factor;
};

static const struct unit times[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {NULL, 0}};
static const struct unit sizes[] = {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {NULL, 0}};

void fr_situation_init(struct fr_situation *situation)
{
    *situation = (struct fr_situation){.preferences = {FR_PREFER_LOOKS},
                                       .count = 1,
                                       .max_click_ns = (double)INFINITY,
                                       .max_load_ns = (double)INFINITY,
                                       .max_bytes = INT64_MAX,
                                       .radius_px = (double)NAN};
}

bool fr_situation_prefers(const struct fr_situation *situation, enum fr_preference preference)
{
    for (int i = 0; i < situation->count; i++)
        if (situation->preferences[i] == preference)
            return true;
    return false;
}

/* One flag's value: preferences with commas between them. */
static enum fr_status read_preferences(const char *text, struct fr_situation *situation,
                                       struct fr_error *error)
{
    for (const char *word = text; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        char name[16];
        enum fr_preference preference;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ","), word);
        if (strcspn(word, ",") >= sizeof name || !fr_preference_read(name, &preference))
            return fr_fail(error, FR_BAD_INPUT,
                           "--prefer: '%s' found, expected looks, speed, length, memory or "
                           "dynamic, with commas between several",
                           text);
        if (!fr_situation_prefers(situation, preference))
            situation->preferences[situation->count++] = preference;
    }
    return FR_OK;
}

/* A number above 0 with its unit. */
static enum fr_status read_budget(const struct fr_arguments *arguments, const char *flag,
                                  const struct unit *units, const char *expected, double *value,
                                  struct fr_error *error)
{
    const char *text = fr_argument(arguments, flag, 0);
    char *end;
    if (!text)
        return FR_OK;
    const double number = strtod(text, &end);
    while (units->name && strcmp(end, units->name) != 0)
        units++;
    if (end == text || !units->name || !(number > 0 && number < 1e15))
        return fr_fail(error, FR_BAD_INPUT, "--%s: '%s' found, expected %s", flag, text, expected);
    *value = number * units->factor;
    return FR_OK;
}

enum fr_status fr_radius_read(const struct fr_arguments *arguments, double *radius,
                              struct fr_error *error)
{
    const char *text = fr_argument(arguments, "radius", 0);
    char *end;
    if (!text)
        return FR_OK;
    *radius = strtod(text, &end);
    if (end == text || *end || !(*radius >= 0 && *radius <= WIDEST_RADIUS))
        return fr_fail(error, FR_BAD_INPUT, "--radius: '%s' found, expected pixels from 0 to %g",
                       text, WIDEST_RADIUS);
    return FR_OK;
}

enum fr_status fr_situation_read(const struct fr_arguments *arguments,
                                 struct fr_situation *situation, struct fr_error *error)
{
    static const char *const a_time = "a time with its unit, such as 500us, 2ms or 1s";
    static const char *const a_size = "a size with its unit, such as 500kB or 8MB";
    const int given = fr_argument_count(arguments, "prefer");
    double bytes = (double)INFINITY;
    enum fr_status status = FR_OK;
    fr_situation_init(situation);
    situation->count = given > 0 ? 0 : 1;
    for (int i = 0; i < given && status == FR_OK; i++)
        status = read_preferences(fr_argument(arguments, "prefer", i), situation, error);
    if (status == FR_OK)
        status =
            read_budget(arguments, "max-click", times, a_time, &situation->max_click_ns, error);
    if (status == FR_OK)
        status = read_budget(arguments, "max-load", times, a_time, &situation->max_load_ns, error);
    if (status == FR_OK)
        status = read_budget(arguments, "max-memory", sizes, a_size, &bytes, error);
    if (status == FR_OK)
        status = fr_radius_read(arguments, &situation->radius_px, error);
    if (bytes < 1e18)
        situation->max_bytes = (int64_t)bytes;
    return status;
}

static bool holds(const enum fr_criterion *criteria, int count, enum fr_criterion criterion)
{
    for (int i = 0; i < count; i++)
        if (criteria[i] == criterion)
            return true;
    return false;
}

void fr_situation_criteria(const struct fr_situation *situation,
                           enum fr_criterion criteria[FR_CRITERIA + 1])
{
    int count = 0;
    for (int i = 0; i < situation->count; i++) {
        const enum fr_preference preference = situation->preferences[i];
        const enum fr_criterion *each = fr_preference_criteria(preference);
        for (; *each != FR_CRITERIA; each++)
            if (!holds(criteria, count, *each) &&
                (*each != FR_ON_TIMES || preference == FR_PREFER_SPEED))
                criteria[count++] = *each;
    }
    if (!holds(criteria, count, FR_ON_TIMES))
        criteria[count++] = FR_ON_TIMES;
    criteria[count] = FR_CRITERIA;
}

void fr_situation_names(const struct fr_situation *situation, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < situation->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "," : "",
                                 fr_preference_name(situation->preferences[i]));
}
