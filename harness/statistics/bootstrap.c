#include "harness/statistics/bootstrap.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "harness/statistics/quantiles.h"
#include "maps/random.h"

struct resampling {
    const struct fr_map_samples *samples;
    int *passes;     /* drawn passes of all rounds */
    double *clicks;  /* each click's median over them; NAN if it has no sample in them */
    double *scratch; /* space for all clicks, and for all samples of one */
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

static void take_passes(const struct resampling *resampling, size_t begin, size_t end)
{
    const struct fr_map_samples *samples = resampling->samples;
    for (size_t i = begin; i < end; i++) {
        size_t count = 0;
        for (int j = 0; j < samples->rounds * samples->passes; j++) {
            const double ns = samples->clicks[i][resampling->passes[j]];
            if (!isnan(ns))
                resampling->scratch[count++] = ns;
        }
        resampling->clicks[i] = fr_median_of(resampling->scratch, count);
    }
}

/* The logarithm of the median of as many resampled clicks of a map; NAN if there is none. */
static double draw_map(const struct resampling *resampling, int map, struct fr_random *random)
{
    const size_t begin = resampling->samples->first[map], end = resampling->samples->first[map + 1];
    size_t count = 0;
    draw_passes(resampling, random);
    take_passes(resampling, begin, end);
    for (size_t i = begin; i < end; i++) {
        const double ns =
            resampling->clicks[begin + fr_random_below(random, (uint32_t)(end - begin))];
        if (!isnan(ns))
            resampling->scratch[count++] = ns;
    }
    return log(fr_median_of(resampling->scratch, count));
}

static double draw_median(const struct resampling *resampling, struct fr_random *random)
{
    const int maps = resampling->samples->maps;
    double logs = 0;
    int medians = 0;
    for (int i = 0; i < maps; i++) {
        const double median =
            draw_map(resampling, (int)fr_random_below(random, (uint32_t)maps), random);
        logs += isnan(median) ? 0 : median;
        medians += !isnan(median);
    }
    return medians > 0 ? exp(logs / medians) : (double)NAN;
}

enum fr_status fr_bootstrap_median(const struct fr_map_samples *samples, double median,
                                   uint64_t seed, struct fr_interval *interval)
{
    const size_t clicks = samples->first[samples->maps];
    const size_t each = (size_t)samples->rounds * (size_t)samples->passes;
    double *values = malloc((2 * clicks + each + 1) * sizeof *values);
    int *passes = malloc((each + 1) * sizeof *passes);
    const bool whole = values && passes;
    if (whole) {
        const struct resampling resampling = {samples, passes, values, values + clicks};
        struct fr_random random = {seed};
        double medians[FR_BOOTSTRAP_DRAWS];
        for (int draw = 0; draw < FR_BOOTSTRAP_DRAWS; draw++) {
            const double drawn = draw_median(&resampling, &random);
            medians[draw] = isnan(drawn) ? median : drawn;
        }
        fr_sort(medians, FR_BOOTSTRAP_DRAWS);
        *interval = (struct fr_interval){fr_percentile(medians, FR_BOOTSTRAP_DRAWS, 2.5),
                                         fr_percentile(medians, FR_BOOTSTRAP_DRAWS, 97.5)};
    }
    free(values);
    free(passes);
    return whole ? FR_OK : FR_NO_MEMORY;
}
