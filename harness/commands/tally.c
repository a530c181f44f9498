#include "harness/commands/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/row_verdict.h"
#include "harness/statistics/quantiles.h"
#include "maps/allocator.h"

/* More than the longest names that the schema admits, in characters of four bytes. */
enum { KEY_SIZE = 8192 };

static bool set_texts(struct fr_tally *tally, const struct fr_click_row *row)
{
    tally->map = strdup(row->map);
    tally->clicks = strdup(row->clicks);
    tally->algo = strdup(row->algo);
    return tally->map && tally->clicks && tally->algo;
}

/* The tally of a click row, made where there is none; NULL without memory. */
static struct fr_tally *tally_of(struct fr_tallies *tallies, const struct fr_click_row *row)
{
    char key[KEY_SIZE];
    bool added;
    snprintf(key, sizeof key, "%s\n%s\n%s", row->map, row->clicks, row->algo);
    const struct fr_string_entry *known = fr_string_set_find(&tallies->names, key);
    if (known)
        return &tallies->at[known->number];
    struct fr_tally *at = fr_grow(&fr_default_allocator, tallies->at, tallies->count, 1,
                                  &tallies->capacity, sizeof *at);
    if (!at)
        return NULL;
    tallies->at = at;
    memset(&at[tallies->count], 0, sizeof *at);
    if (fr_string_set_add(&tallies->names, key, (int)tallies->count, &added) != FR_OK)
        return NULL;
    struct fr_tally *tally = &at[tallies->count++];
    if (!set_texts(tally, row))
        return NULL;
    snprintf(key, sizeof key, "%s\n%s", tally->map, tally->algo);
    const struct fr_string_entry *cost = fr_string_set_find(&tallies->prepared, key);
    tally->cost = cost ? cost->number : -1;
    return tally;
}

static bool add_sample(struct fr_tally_samples *samples, double value)
{
    double *grown = fr_grow(&fr_default_allocator, samples->at, samples->count, 1,
                            &samples->capacity, sizeof *grown);
    if (!grown)
        return false;
    samples->at = grown;
    grown[samples->count++] = value;
    return true;
}

/* What preparing cost so far, made where there is none; NULL without memory. */
static struct fr_tally_cost *cost_of(struct fr_tallies *tallies, const struct fr_prepare_row *row)
{
    char key[KEY_SIZE];
    bool added;
    snprintf(key, sizeof key, "%s\n%s", row->map, row->algo);
    const struct fr_string_entry *known = fr_string_set_find(&tallies->prepared, key);
    if (known)
        return &tallies->costs[known->number];
    struct fr_tally_cost *costs =
        fr_grow(&fr_default_allocator, tallies->costs, tallies->cost_count, 1,
                &tallies->cost_capacity, sizeof *costs);
    if (!costs)
        return NULL;
    tallies->costs = costs;
    if (fr_string_set_add(&tallies->prepared, key, (int)tallies->cost_count, &added) != FR_OK)
        return NULL;
    costs[tallies->cost_count] = (struct fr_tally_cost){{NULL, 0, 0}, (double)NAN, (double)NAN};
    return &costs[tallies->cost_count++];
}

static bool take_prepare(struct fr_tallies *tallies, const struct fr_prepare_row *row)
{
    struct fr_tally_cost *cost = cost_of(tallies, row);
    if (!cost)
        return false;
    if (row->bytes >= 0)
        cost->bytes = fmax(cost->bytes, (double)row->bytes);
    if (row->peak_bytes >= 0)
        cost->peak_bytes = fmax(cost->peak_bytes, (double)row->peak_bytes);
    return isnan(row->ns) || add_sample(&cost->ns, row->ns);
}

static bool take_click(struct fr_tallies *tallies, const struct fr_click_row *row)
{
    struct fr_tally *tally = tally_of(tallies, row);
    if (!tally)
        return false;
    const double ns = row->ns_played, ratio = row->ratio;
    tally->asked++;
    tally->remembers = tally->remembers || row->remembers == 1;
    if (fr_click_row_is_fault(row)) {
        tally->faults++;
        return true;
    }
    tally->found += strcmp(row->outcome, "found") == 0;
    if (!isnan(ratio)) {
        tally->ratios += ratio;
        tally->worst = fmax(tally->worst, ratio);
        tally->walked++;
    }
    return isnan(ns) || add_sample(&tally->played[fr_click_class_named(row->class)], ns);
}

static void sort(struct fr_tallies *tallies)
{
    for (size_t i = 0; i < tallies->count; i++)
        for (int class = 0; class < FR_CLASSES; class ++)
            fr_sort(tallies->at[i].played[class].at, tallies->at[i].played[class].count);
    for (size_t i = 0; i < tallies->cost_count; i++)
        fr_sort(tallies->costs[i].ns.at, tallies->costs[i].ns.count);
}

enum fr_status fr_tallies_read(struct fr_results *results, struct fr_tallies *tallies,
                               struct fr_error *error)
{
    enum fr_status status;
    memset(tallies, 0, sizeof *tallies);
    while ((status = fr_results_read(results, error)) == FR_OK &&
           results->read.kind != FR_ROW_KINDS) {
        bool taken = true;
        if (results->read.kind == FR_ROW_PREPARE)
            taken = take_prepare(tallies, &results->read.prepare);
        else if (results->read.kind == FR_ROW_CLICK)
            taken = take_click(tallies, &results->read.click);
        if (!taken) {
            status = fr_fail(error, FR_NO_MEMORY, "%s: no memory for its rows", results->name);
            break;
        }
    }
    sort(tallies);
    if (status != FR_OK)
        fr_tallies_release(tallies);
    return status;
}

static void release_samples(struct fr_tally_samples *samples)
{
    fr_deallocate(&fr_default_allocator, samples->at, samples->capacity, sizeof *samples->at);
}

void fr_tallies_release(struct fr_tallies *tallies)
{
    for (size_t i = 0; i < tallies->count; i++) {
        struct fr_tally *tally = &tallies->at[i];
        free(tally->map);
        free(tally->clicks);
        free(tally->algo);
        for (int class = 0; class < FR_CLASSES; class ++)
            release_samples(&tally->played[class]);
    }
    for (size_t i = 0; i < tallies->cost_count; i++)
        release_samples(&tallies->costs[i].ns);
    fr_deallocate(&fr_default_allocator, tallies->at, tallies->capacity, sizeof *tallies->at);
    fr_deallocate(&fr_default_allocator, tallies->costs, tallies->cost_capacity,
                  sizeof *tallies->costs);
    fr_string_set_release(&tallies->names);
    fr_string_set_release(&tallies->prepared);
    memset(tallies, 0, sizeof *tallies);
}
