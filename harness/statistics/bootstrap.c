#include "harness/statistics/bootstrap.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "harness/statistics/quantiles.h"
#include "maps/random.h"

enum {
    DRAWS = 4000,     /* of maps */
    MAP_DRAWS = 1000, /* of rounds, passes and clicks, for all maps together */
    LEAST_DRAWS = 100 /* of rounds, passes and clicks, for each map at least */
};

struct resampling {
    const struct fr_map_samples *samples;
    int *passes;             /* drawn passes of all rounds */
    double *clicks, *played; /* space for the clicks of a map, and for all samples of a click */
};

/* Draws rounds, and passes within each of them. */
static void draw_passes(const struct resampling *resampling, struct fr_random *random)
{
    const int rounds = resampling->samples->rounds, passes = resampling->samples->passes;
    for (int i = 0; i < rounds; i++) {
        const int round = (int)fr_random_below(random, (uint32_t)rounds);
        for (int j = 0; j < passes; j++)
            resampling->passes[i * passes + j] =
                round * passes + (int)fr_random_below(random, (uint32_t)passes);
    }
}

/* A click's median over the drawn passes; NAN if the click has no sample in these passes. */
static double median_of_drawn(const struct resampling *resampling, const double *click)
{
    size_t count = 0;
    for (int j = 0; j < resampling->samples->rounds * resampling->samples->passes; j++) {
        const double ns = click[resampling->passes[j]];
        if (!isnan(ns))
            resampling->played[count++] = ns;
    }
    return fr_median_of(resampling->played, count);
}

/* Draws as many clicks as a map has; the logarithm of their median, NAN if there is none. */
static double draw_within(const struct resampling *resampling, int map, struct fr_random *random)
{
    const size_t first = resampling->samples->first[map];
    const size_t clicks = resampling->samples->first[map + 1] - first;
    size_t count = 0;
    draw_passes(resampling, random);
    for (size_t i = 0; i < clicks; i++) {
        const size_t drawn = first + fr_random_below(random, (uint32_t)clicks);
        resampling->clicks[count] = median_of_drawn(resampling, resampling->samples->clicks[drawn]);
        if (!isnan(resampling->clicks[count]))
            count++;
    }
    return log(fr_median_of(resampling->clicks, count));
}

/* Draws maps, and for each of them one of its resamples. */
static double draw_maps(const double *within, int maps, int each, struct fr_random *random)
{
    double logs = 0;
    int medians = 0;
    for (int i = 0; i < maps; i++) {
        const double median = within[fr_random_below(random, (uint32_t)(maps * each))];
        logs += isnan(median) ? 0 : median;
        medians += !isnan(median);
    }
    return exp(logs / medians);
}

/* `within` has space for the resamples of each map, `medians` for DRAWS. */
static struct fr_interval bound(const struct resampling *resampling, double median, uint64_t seed,
                                double *within, int each, double *medians)
{
    const int maps = resampling->samples->maps;
    struct fr_random random = {seed};
    for (int i = 0; i < maps * each; i++)
        within[i] = draw_within(resampling, i / each, &random);
    for (int i = 0; i < DRAWS; i++) {
        medians[i] = draw_maps(within, maps, each, &random);
        medians[i] = isnan(medians[i]) ? median : medians[i];
    }
    fr_sort(medians, DRAWS);
    return (struct fr_interval){fr_percentile(medians, DRAWS, 2.5),
                                fr_percentile(medians, DRAWS, 97.5)};
}

enum fr_status fr_bootstrap_median(const struct fr_map_samples *samples, double median,
                                   uint64_t seed, struct fr_interval *interval)
{
    const int most = MAP_DRAWS / samples->maps, each = most > LEAST_DRAWS ? most : LEAST_DRAWS;
    const size_t clicks = samples->first[samples->maps], within = (size_t)(samples->maps * each);
    const size_t played = (size_t)samples->rounds * (size_t)samples->passes;
    double *values = malloc((clicks + played + within + DRAWS) * sizeof *values);
    int *passes = malloc((played + 1) * sizeof *passes);
    const bool whole = values && passes;
    if (whole) {
        const struct resampling resampling = {samples, passes, values, values + clicks};
        double *const left = values + clicks + played;
        *interval = bound(&resampling, median, seed, left, each, left + within);
    }
    free(values);
    free(passes);
    return whole ? FR_OK : FR_NO_MEMORY;
}
