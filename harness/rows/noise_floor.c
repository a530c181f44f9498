#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/rows/comparison.h"
#include "harness/rows/results.h"

enum { MOST_RACERS = 64 };

struct racer {
    char *algo, *name, *options;
};

struct racers {
    struct racer at[MOST_RACERS];
    int count;
};

static bool is_known(const struct racers *racers, const char *algo)
{
    for (int i = 0; i < racers->count; i++)
        if (strcmp(racers->at[i].algo, algo) == 0)
            return true;
    return false;
}

static enum fr_status read_racers(const char *file, struct racers *racers, struct fr_error *error)
{
    struct fr_results results;
    enum fr_status status = fr_results_open(file, &results, error);
    while (status == FR_OK && (status = fr_results_next(&results, error)) == FR_OK && results.row) {
        const char *algo = fr_row_text(results.row, "algo");
        if (!fr_row_is(results.row, "prepare") || is_known(racers, algo) ||
            racers->count == MOST_RACERS)
            continue;
        struct racer *racer = &racers->at[racers->count++];
        racer->algo = strdup(algo);
        racer->name = strdup(fr_row_text(results.row, "name"));
        racer->options = strdup(fr_row_text(results.row, "options"));
        if (!racer->algo || !racer->name || !racer->options)
            status = fr_fail(error, FR_NO_MEMORY, "%s: no memory for its racers", file);
    }
    fr_results_close(&results);
    return status;
}

static enum fr_status check_against(const char *file, const struct racer *one,
                                    const struct racer *other, double *noise,
                                    struct fr_error *error)
{
    const struct fr_contestant base = {file, one->algo}, fresh = {file, other->algo};
    const struct fr_comparison_rules rules = {0.05, 0, 1};
    struct fr_comparisons comparisons;
    const enum fr_status status = fr_compare(&base, &fresh, &rules, &comparisons, error);
    if (status != FR_OK)
        return status;
    for (size_t i = 0; i < comparisons.count; i++)
        if (comparisons.at[i].pairs > 0)
            *noise = fmax(
                *noise, fmax(comparisons.at[i].paired.high, 1 / comparisons.at[i].paired.low) - 1);
    fr_comparisons_release(&comparisons);
    return FR_OK;
}

enum fr_status fr_noise_floor(const char *file, double *noise, struct fr_error *error)
{
    struct racers racers = {.count = 0};
    enum fr_status status = read_racers(file, &racers, error);
    for (int i = 0; i < racers.count && status == FR_OK; i++)
        for (int j = 0; j < i && status == FR_OK; j++)
            if (strcmp(racers.at[i].name, racers.at[j].name) == 0 &&
                strcmp(racers.at[i].options, racers.at[j].options) == 0)
                status = check_against(file, &racers.at[j], &racers.at[i], noise, error);
    for (int i = 0; i < racers.count; i++) {
        free(racers.at[i].algo);
        free(racers.at[i].name);
        free(racers.at[i].options);
    }
    return status;
}
