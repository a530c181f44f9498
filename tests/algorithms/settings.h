/* The settings of a back end: all combinations of its choices and switches, numbered, or a sample
 * if there are too many. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_SETTINGS_H
#define FOOTRACE_TESTS_ALGORITHMS_SETTINGS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/pathfinder.h"

#define LOWERED_CAP 2000

static inline uint64_t count_choices(const struct fr_option *option)
{
    uint64_t count = 1;
    if (option->kind == FR_OPTION_SWITCH)
        return 2;
    if (option->kind == FR_OPTION_INTEGER)
        return 1;
    for (const char *letter = option->choices; *letter; letter++)
        count += *letter == '|';
    return count;
}

/* The number of combinations. */
static inline uint64_t fr_conformance_setting_count(const struct fr_pathfinder *pathfinder)
{
    uint64_t count = 1;
    for (int i = 0; i < pathfinder->option_count; i++)
        count *= count_choices(&pathfinder->options[i]);
    return count;
}

/* Combination number index; 0 is the default. Integers keep their defaults, except the cap of
 * published variants, which is lowered to keep searches short. */
static inline void fr_conformance_setting(const struct fr_pathfinder *pathfinder, uint64_t index,
                                          struct fr_option_values *values)
{
    fr_options_default(pathfinder->options, pathfinder->option_count, values);
    for (int i = 0; i < pathfinder->option_count; i++) {
        const struct fr_option *option = &pathfinder->options[i];
        const uint64_t choices = count_choices(option);
        if (option->kind != FR_OPTION_INTEGER)
            values->at[i] = (int64_t)(((uint64_t)option->fallback + index) % choices);
        else if (strcmp(option->name, "cap") == 0 && option->low <= LOWERED_CAP)
            values->at[i] = LOWERED_CAP;
        index /= choices;
    }
}

static inline uint64_t common_factor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Number index of a sample spread evenly over count combinations: first the default, then
 * combinations in which every option takes each of its values. The stride is close to the golden
 * ratio of count and coprime to it, so every combination occurs once. */
static inline uint64_t fr_conformance_spread(uint64_t count, uint64_t index)
{
    uint64_t stride = (uint64_t)((double)count * 0.618);
    while (common_factor(count, stride) != 1)
        stride++;
    return index % count * stride % count;
}

/* The address on the command line, e.g. "astar-published:cap=2000"; returns text. */
static inline const char *fr_conformance_address(const struct fr_pathfinder *pathfinder,
                                                 const struct fr_option_values *values, char *text,
                                                 size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", pathfinder->name);
    for (int i = 0; i < pathfinder->option_count && used < size; i++) {
        char value[64];
        fr_option_format(&pathfinder->options[i], values->at[i], value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "%c%s=%s", i == 0 ? ':' : ',',
                                 pathfinder->options[i].name, value);
    }
    return text;
}

#endif
