#include "harness/rows/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/statistics.h"
#include "maps/allocator.h"

enum { KEY_SIZE = 4096 };

static bool set_texts(struct fr_tally *tally, const cJSON *row)
{
    tally->map = strdup(fr_row_text(row, "map"));
    tally->clicks = strdup(fr_row_text(row, "clicks"));
    tally->algo = strdup(fr_row_text(row, "algo"));
    return tally->map && tally->clicks && tally->algo;
}

/* What preparing cost, from the prepare row that came before. */
static void take_cost(const struct fr_tallies *tallies, struct fr_tally *tally)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof key, "%s\n%s", tally->map, tally->algo);
    const struct fr_string_entry *entry = fr_string_set_find(&tallies->prepared, key);
    tally->prepare_ns = entry ? tallies->costs[entry->number][0] : (double)NAN;
    tally->bytes = entry ? tallies->costs[entry->number][1] : (double)NAN;
}

/* The tally of a click row, made where there is none; NULL without memory. */
static struct fr_tally *tally_of(struct fr_tallies *tallies, const cJSON *row)
{
    char key[KEY_SIZE];
    bool added;
    snprintf(key, sizeof key, "%s\n%s\n%s", fr_row_text(row, "map"), fr_row_text(row, "clicks"),
             fr_row_text(row, "algo"));
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
    take_cost(tallies, tally);
    return tally;
}

static bool take_prepare(struct fr_tallies *tallies, const cJSON *row)
{
    char key[KEY_SIZE];
    bool added;
    snprintf(key, sizeof key, "%s\n%s", fr_row_text(row, "map"), fr_row_text(row, "algo"));
    double(*costs)[2] = fr_grow(&fr_default_allocator, tallies->costs, tallies->cost_count, 1,
                                &tallies->cost_capacity, sizeof *costs);
    if (!costs)
        return false;
    tallies->costs = costs;
    if (fr_string_set_add(&tallies->prepared, key, (int)tallies->cost_count, &added) != FR_OK)
        return false;
    costs[tallies->cost_count][0] = fr_row_number(row, "ns");
    costs[tallies->cost_count][1] = fr_row_number(row, "bytes");
    tallies->cost_count += added;
    return true;
}

static bool take_click(struct fr_tallies *tallies, const cJSON *row)
{
    struct fr_tally *tally = tally_of(tallies, row);
    if (!tally)
        return false;
    const double ns = fr_row_number(row, "ns_played"), ratio = fr_row_number(row, "ratio");
    tally->asked++;
    if (fr_row_is_fault(row)) {
        tally->faults++;
        return true;
    }
    tally->found += strcmp(fr_row_text(row, "outcome"), "found") == 0;
    if (!isnan(ratio)) {
        tally->ratios += ratio;
        tally->worst = fmax(tally->worst, ratio);
        tally->walked++;
    }
    if (isnan(ns))
        return true;
    double *grown =
        fr_grow(&fr_default_allocator, tally->ns, tally->timed, 1, &tally->capacity, sizeof *grown);
    if (!grown)
        return false;
    tally->ns = grown;
    grown[tally->timed++] = ns;
    return true;
}

enum fr_status fr_tallies_read(struct fr_results *results, struct fr_tallies *tallies,
                               struct fr_error *error)
{
    enum fr_status status;
    memset(tallies, 0, sizeof *tallies);
    while ((status = fr_results_next(results, error)) == FR_OK && results->row) {
        bool taken = true;
        if (fr_row_is(results->row, "prepare"))
            taken = take_prepare(tallies, results->row);
        else if (fr_row_is(results->row, "click"))
            taken = take_click(tallies, results->row);
        if (!taken) {
            status = fr_fail(error, FR_NO_MEMORY, "%s: no memory for its rows", results->name);
            break;
        }
    }
    for (size_t i = 0; i < tallies->count; i++)
        fr_sort(tallies->at[i].ns, tallies->at[i].timed);
    if (status != FR_OK)
        fr_tallies_release(tallies);
    return status;
}

void fr_tallies_release(struct fr_tallies *tallies)
{
    for (size_t i = 0; i < tallies->count; i++) {
        struct fr_tally *tally = &tallies->at[i];
        free(tally->map);
        free(tally->clicks);
        free(tally->algo);
        fr_deallocate(&fr_default_allocator, tally->ns, tally->capacity, sizeof *tally->ns);
    }
    fr_deallocate(&fr_default_allocator, tallies->at, tallies->capacity, sizeof *tallies->at);
    fr_deallocate(&fr_default_allocator, tallies->costs, tallies->cost_capacity,
                  sizeof *tallies->costs);
    fr_string_set_release(&tallies->names);
    fr_string_set_release(&tallies->prepared);
    memset(tallies, 0, sizeof *tallies);
}
