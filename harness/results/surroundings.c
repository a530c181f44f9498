#include "harness/results/surroundings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a time depends on. The command, the seed and the time of day are no part of it. */
static const char *const keys[] = {
    "machine",   "cpu",      "cores",        "kernel",      "hypervisor",   "governor",
    "turbo",     "smt",      "clock_source", "llc_bytes",   "disturbances", "pinned",
    "version",   "revision", "compiler",     "flags",       "build_type",   "asserts",
    "sanitized", "rounds",   "passes",       "frame_width", "frame_height", "touched",
};

enum { KEYS = sizeof keys / sizeof *keys };

static void spell(const struct fr_timings *timings, const char *key, char *text, size_t size)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(timings->run, key);
    size_t used = 0;
    text[0] = '\0';
    if (cJSON_IsString(value))
        snprintf(text, size, "%s", value->valuestring);
    else if (cJSON_IsNumber(value))
        snprintf(text, size, "%.15g", value->valuedouble);
    else if (cJSON_IsBool(value))
        snprintf(text, size, "%s", cJSON_IsTrue(value) ? "yes" : "no");
    else if (cJSON_IsArray(value))
        for (const cJSON *item = value->child; item && used < size; item = item->next)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     item->valuestring);
    else
        snprintf(text, size, "not told");
    if (cJSON_IsArray(value) && used == 0)
        snprintf(text, size, "none");
}

int fr_surroundings_differ(const struct fr_timings *base, const struct fr_timings *fresh,
                           struct fr_difference *differences, int most)
{
    int count = 0;
    for (int i = 0; i < KEYS && count < most; i++) {
        struct fr_difference *difference = &differences[count];
        difference->what = keys[i];
        spell(base, keys[i], difference->base, sizeof difference->base);
        spell(fresh, keys[i], difference->fresh, sizeof difference->fresh);
        count += strcmp(difference->base, difference->fresh) != 0;
    }
    return count;
}

void fr_surroundings_disturbed(const struct fr_timings *timings, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    if (!timings->disturbed)
        return;
    if (!isnan(timings->others))
        used = (size_t)snprintf(text, size, "other programs kept %.2f cores busy", timings->others);
    if (timings->stolen > 0 && used < size)
        snprintf(text + used, size - used, "%sthe hypervisor took %.2f cores", used ? ", " : "",
                 timings->stolen);
    if (*text == '\0')
        snprintf(text, size, "it was disturbed");
}
