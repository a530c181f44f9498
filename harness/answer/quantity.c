#include "harness/answer/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct fr_quantity_kind fr_quantities[FR_QUANTITIES] = {
    [FR_SLOW] = {"slow", FR_OF_TIME, 1e6,
                 "the slow query: 99 of 100 queries are faster. With N queries in a frame, N - 1 "
                 "steady ones are added. 1 ms is a sixteenth of a frame",
                 "slow query"},
    [FR_LOAD] =
        {"load", FR_OF_TIME, 20e6,
         "the load time: how long a player waits when a room opens. 20 ms is one dropped frame",
         "load time"},
    [FR_MEMORY] = {"memory", FR_OF_BYTES, 4e6,
                   "the memory held after preparation. 4 MB is half of a room's background picture",
                   "memory"},
    [FR_LENGTH] = {"length", FR_OF_LENGTH, 0.005,
                   "how much longer paths are than the shortest, on average. 0.5 % is invisible, "
                   "even if both paths are drawn",
                   "mean extra length"},
    [FR_LENGTH_P99] =
        {"length-p99", FR_OF_LENGTH, 0.05,
         "the extra length at the 99th percentile. 5 % is visible if both paths are drawn",
         "extra length at the 99th percentile"},
    [FR_CHANGE] = {"change", FR_OF_TIME, 4e6,
                   "the time after a change, if the clicks have changes: update and first query "
                   "together. 4 ms is a quarter of a frame",
                   "time after a change"},
    [FR_LOOKS] =
        {"looks", FR_OF_PATHS, 5,
         "how many in 100 paths look bad: hug walls, turn sharply or zigzag without need. 5 "
         "in 100 are rarely noticed",
         "number of bad-looking paths"},
    [FR_SAVED] = {"saved", FR_OF_BYTES, 1e6,
                  "the size of the room's saved state (with --saved). 1 MB is a room's picture, "
                  "compressed",
                  "saved state"},
    [FR_SPEED] = {"speed", FR_OF_TIME, (double)INFINITY,
                  "the median played query; it costs no points, but can be preferred",
                  "median query"},
};

bool fr_quantity_read(const char *word, enum fr_quantity *quantity)
{
    for (int i = 0; i < FR_QUANTITIES; i++)
        if (strcmp(word, fr_quantities[i].name) == 0) {
            *quantity = (enum fr_quantity)i;
            return true;
        }
    *quantity = FR_CHANGE;
    return strcmp(word, "dynamic") == 0;
}

/* Writes two digits; from 99.5 on, a whole number, as "%g" would write a power of ten. */
static void spell_part(double value, const char *unit, char text[FR_UNIT_SIZE])
{
    if (isnan(value))
        snprintf(text, FR_UNIT_SIZE, "-");
    else
        snprintf(text, FR_UNIT_SIZE, value < 99.5 ? "%.2g %s" : "%.0f %s", value, unit);
}

const char *fr_quantity_format(enum fr_quantity quantity, double value, char text[FR_UNIT_SIZE])
{
    switch (fr_quantities[quantity].unit) {
    case FR_OF_TIME:
        return fr_format_time(value, text);
    case FR_OF_BYTES:
        return fr_format_bytes(isnan(value) ? -1 : value > 1 ? (int64_t)value : 0, text);
    case FR_OF_LENGTH:
        if (value <= 1.001 * FR_LEAST_PART * fr_quantities[quantity].threshold)
            value = 0;
        spell_part(100 * value, "%", text);
        return text;
    case FR_OF_PATHS:
        spell_part(value, "in 100", text);
        return text;
    }
    return "-";
}

struct unit {
    const char *name;
    double factor;
};

static const struct unit units[][6] = {
    [FR_OF_TIME] = {{"ns", 1}, {"µs", 1e3}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {NULL, 0}},
    [FR_OF_BYTES] = {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {NULL, 0}},
    [FR_OF_LENGTH] = {{"%", 0.01}, {NULL, 0}},
    [FR_OF_PATHS] = {{"", 1}, {NULL, 0}},
};

const char *fr_quantity_spell(enum fr_quantity quantity, double value, char text[FR_UNIT_SIZE])
{
    const struct unit *unit = units[fr_quantities[quantity].unit];
    while (unit[1].name && value >= unit[1].factor)
        unit++;
    snprintf(text, FR_UNIT_SIZE, "%.12g%s", value / unit->factor, unit->name);
    return text;
}

bool fr_quantity_parse(enum fr_quantity quantity, const char *text, double *value)
{
    const struct unit *unit = units[fr_quantities[quantity].unit];
    char *end;
    const double number = strtod(text, &end);
    while (unit->name && strcmp(end, unit->name) != 0)
        unit++;
    if (end == text || !unit->name || !(number > 0 && number < 1e15))
        return false;
    *value = number * unit->factor;
    return true;
}
