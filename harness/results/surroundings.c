#include "harness/results/surroundings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/quantiles.h"

/* Writes a value for people to read. */
static void spell(const struct fr_race_rows *race, const struct fr_row_field *field, char *text,
                  size_t size)
{
    const void *value = (const char *)race->run + field->offset;
    const struct fr_texts *list = value;
    size_t used = 0;
    if (field->type == FR_FIELD_INTEGER && *(const int64_t *)value >= 0)
        snprintf(text, size, "%lld", (long long)*(const int64_t *)value);
    else if (field->type == FR_FIELD_FLAG && *(const int *)value >= 0)
        snprintf(text, size, "%s", *(const int *)value ? "yes" : "no");
    else if ((field->type == FR_FIELD_TEXT || field->type == FR_FIELD_WORD) &&
             *(const char *const *)value)
        snprintf(text, size, "%s", *(const char *const *)value);
    else
        snprintf(text, size, "%s", field->type == FR_FIELD_TEXTS ? "none" : "unknown");
    for (size_t i = 0; field->type == FR_FIELD_TEXTS && i < list->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", list->at[i]);
}

int fr_surroundings_differ(const struct fr_race_rows *base, const struct fr_race_rows *fresh,
                           struct fr_difference *differences, int most)
{
    const struct fr_row_layout *layout = &fr_row_layouts[FR_ROW_RUN];
    int count = 0;
    for (size_t i = 0; i < layout->count && count < most; i++) {
        const struct fr_row_field *field = &layout->fields[i];
        struct fr_difference *difference = &differences[count];
        if (!field->setting)
            continue;
        difference->what = field->key;
        spell(base, field, difference->base, sizeof difference->base);
        spell(fresh, field, difference->fresh, sizeof difference->fresh);
        count += strcmp(difference->base, difference->fresh) != 0;
    }
    return count;
}

bool fr_race_is_disturbed(const struct fr_race_rows *race)
{
    return race->counts[FR_ROW_END] > 0 && race->end->disturbed == 1;
}

void fr_surroundings_disturbed(const struct fr_race_rows *race, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    if (!fr_race_is_disturbed(race))
        return;
    if (!isnan(race->end->others))
        used = (size_t)snprintf(text, size, "other programs used %.2f cores", race->end->others);
    if (race->end->stolen > 0 && used < size)
        snprintf(text + used, size - used, "%sother virtual machines took %.2f cores",
                 used ? ", " : "", race->end->stolen);
    if (*text == '\0')
        snprintf(text, size, "it was disturbed");
}

/* The geometric mean of the anchor's samples on the machine of a run row; NAN if there is none. */
static double anchor_mean(const struct fr_race_rows *race, int64_t run)
{
    struct fr_mean mean = {0};
    for (size_t i = 0; i < race->counts[FR_ROW_ANCHOR]; i++) {
        const struct fr_anchor_row *anchor = &race->anchor[i];
        for (size_t j = 0; anchor->run == run && j < anchor->played.count; j++)
            fr_mean_add(&mean, anchor->played.at[j], 0);
    }
    return fr_mean_of(&mean);
}

enum fr_status fr_surroundings_nodes(const struct fr_race_rows *race, double *ratios)
{
    const size_t runs = race->counts[FR_ROW_RUN];
    double *known = malloc((runs + 1) * sizeof *known);
    size_t count = 0;
    if (!known)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < runs; i++) {
        ratios[i] = anchor_mean(race, (int64_t)i);
        if (!isnan(ratios[i]))
            known[count++] = ratios[i];
    }
    fr_sort(known, count);
    for (size_t i = 0; i < runs && count > 0; i++)
        ratios[i] /= fr_median(known, count);
    free(known);
    return FR_OK;
}
