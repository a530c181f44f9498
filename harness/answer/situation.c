#include "harness/answer/situation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDEST_RADIUS 64.0 /* pixels, as the map option radius */

void fr_situation_init(struct fr_situation *situation)
{
    *situation =
        (struct fr_situation){.queries_per_frame = 1, .slower = 1, .radius_px = (double)NAN};
    for (int i = 0; i < FR_QUANTITIES; i++) {
        situation->limits[i] = (double)INFINITY;
        situation->thresholds[i] = fr_quantities[i].threshold;
    }
}

bool fr_situation_prefers(const struct fr_situation *situation, enum fr_quantity quantity)
{
    for (int i = 0; i < situation->count; i++)
        if (situation->preferences[i] == quantity)
            return true;
    return false;
}

/* Reads the value of a flag: quantities separated by commas. */
static enum fr_status read_preferences(const char *text, struct fr_situation *situation,
                                       struct fr_error *error)
{
    for (const char *word = text; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        char name[16];
        enum fr_quantity quantity;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ","), word);
        if (strcspn(word, ",") >= sizeof name || !fr_quantity_read(name, &quantity))
            return fr_fail(error, FR_BAD_INPUT,
                           "--prefer: '%s' found, expected slow, load, memory, length, length-p99, "
                           "change, looks, saved or speed, separated by commas",
                           text);
        if (!fr_situation_prefers(situation, quantity))
            situation->preferences[situation->count++] = quantity;
    }
    return FR_OK;
}

/* Reads the flag of a quantity, such as --max-load; leaves the value unchanged if the flag is
 * absent. */
static enum fr_status read_value(const struct fr_arguments *arguments, const char *flag,
                                 enum fr_quantity quantity, double *value, struct fr_error *error)
{
    static const char *const expected[] = {
        [FR_OF_TIME] = "a time with its unit, such as 500us, 2ms or 1s",
        [FR_OF_BYTES] = "a size with its unit, such as 500kB or 8MB",
        [FR_OF_LENGTH] = "a percentage of the length, such as 0.5%",
        [FR_OF_PATHS] = "a number of paths in 100, such as 5"};
    const char *text = fr_argument(arguments, flag, 0);
    if (!text || fr_quantity_parse(quantity, text, value))
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "--%s: '%s' found, expected %s", flag, text,
                   expected[fr_quantities[quantity].unit]);
}

static enum fr_status read_quantities(const struct fr_arguments *arguments,
                                      struct fr_situation *situation, struct fr_error *error)
{
    enum fr_status status =
        read_value(arguments, "max-click", FR_SLOW, &situation->limits[FR_SLOW], error);
    for (int i = 0; i < FR_SPEED && status == FR_OK; i++) {
        char flag[32];
        snprintf(flag, sizeof flag, "max-%s", fr_quantities[i].name);
        status = read_value(arguments, flag, (enum fr_quantity)i, &situation->limits[i], error);
        snprintf(flag, sizeof flag, "threshold-%s", fr_quantities[i].name);
        if (status == FR_OK)
            status =
                read_value(arguments, flag, (enum fr_quantity)i, &situation->thresholds[i], error);
    }
    return status;
}

/* Flags about saved states require --saved. */
static enum fr_status check_saved(const struct fr_arguments *arguments,
                                  struct fr_situation *situation, struct fr_error *error)
{
    const char *alone = fr_argument(arguments, "max-saved", 0)         ? "--max-saved"
                        : fr_argument(arguments, "threshold-saved", 0) ? "--threshold-saved"
                        : fr_situation_prefers(situation, FR_SAVED)    ? "--prefer saved"
                                                                       : NULL;
    situation->saved = fr_argument_count(arguments, "saved") > 0;
    if (!alone || situation->saved)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "%s: given alone, expected --saved, too", alone);
}

/* Reads a number; `called` is the number's name in messages. */
static enum fr_status read_number(const struct fr_arguments *arguments, const char *flag,
                                  const char *called, double least, double most, double *value,
                                  struct fr_error *error)
{
    const char *text = fr_argument(arguments, flag, 0);
    char *end;
    if (!text)
        return FR_OK;
    *value = strtod(text, &end);
    if (end == text || *end || !(*value >= least && *value <= most))
        return fr_fail(error, FR_BAD_INPUT, "--%s: '%s' found, expected %s from %g to %g", flag,
                       text, called, least, most);
    return FR_OK;
}

enum fr_status fr_situation_read(const struct fr_arguments *arguments,
                                 struct fr_situation *situation, struct fr_error *error)
{
    const int given = fr_argument_count(arguments, "prefer");
    enum fr_status status = FR_OK;
    fr_situation_init(situation);
    for (int i = 0; i < given && status == FR_OK; i++)
        status = read_preferences(fr_argument(arguments, "prefer", i), situation, error);
    if (status == FR_OK)
        status = read_quantities(arguments, situation, error);
    if (status == FR_OK)
        status = check_saved(arguments, situation, error);
    if (status == FR_OK)
        status = read_number(arguments, "queries-per-frame", "queries", 1, 1e6,
                             &situation->queries_per_frame, error);
    if (status == FR_OK)
        status =
            read_number(arguments, "slower", "a number", 0.001, 1e6, &situation->slower, error);
    return status == FR_OK ? fr_radius_read(arguments, &situation->radius_px, error) : status;
}

enum fr_status fr_radius_read(const struct fr_arguments *arguments, double *radius,
                              struct fr_error *error)
{
    return read_number(arguments, "radius", "pixels", 0, WIDEST_RADIUS, radius, error);
}
