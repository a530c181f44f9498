#include "harness/statistics/contrast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/quantiles.h"
#include "harness/statistics/student.h"
#include "maps/random.h"

enum { BOOTSTRAP_ROUNDS = 1000, FEWEST_BEYOND = 10 /* clicks needed above a percentile */ };

#define MOST_OFF 2.0     /* multiple of the click's median */
#define TRIMMED 0.1      /* fraction of the clicks trimmed at either end for a round's shift */
#define LEVEL 0.05       /* of the intervals: 95 % */
#define LEAST_ERROR 1e-9 /* of a logarithm: clocks are no more precise */

const char *fr_statistic_name(enum fr_statistic statistic)
{
    static const char *const names[FR_STATISTICS] = {"typical", "mean", "p95", "p99"};
    return names[statistic];
}

static double mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

/* The mean of sorted values without the trimmed ends. */
static double trimmed_mean(const double *sorted, size_t count)
{
    const size_t cut = (size_t)(TRIMMED * (double)count);
    return mean(sorted + cut, count - 2 * cut);
}

/* Copies the samples that are not NAN; returns their number. */
static size_t gather(const double *from, size_t count, double *to)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(from[i]))
            to[found++] = from[i];
    return found;
}

static double median_of(const double *from, size_t count, double *scratch)
{
    const size_t found = gather(from, count, scratch);
    return fr_median_of(scratch, found);
}

static double bounded_mean_of(const double *from, size_t count, double median, double *scratch)
{
    const size_t found = gather(from, count, scratch);
    for (size_t i = 0; i < found; i++)
        scratch[i] = fmin(fmax(scratch[i], median / MOST_OFF), median * MOST_OFF);
    return found ? mean(scratch, found) : (double)NAN;
}

/* The logarithm of a click's time over some passes. */
static double figure(enum fr_statistic statistic, const double *from, size_t count, double median,
                     double *scratch)
{
    return log(statistic == FR_MEAN ? bounded_mean_of(from, count, median, scratch)
                                    : median_of(from, count, scratch));
}

/* The deviation of a round from all rounds: the trimmed mean, over clicks, of the click's log time
 * in this round minus its log time in all rounds. */
static double shift_of(const struct fr_click_samples *samples, enum fr_statistic statistic,
                       int round, const double *logs, const double *medians, double *scratch,
                       double *off)
{
    const size_t passes = (size_t)samples->passes;
    const size_t each = passes * (size_t)samples->rounds;
    size_t count = 0;
    for (size_t i = 0; i < samples->clicks; i++) {
        const double *from = samples->ns + i * each + (size_t)round * passes;
        const double here = figure(statistic, from, passes, medians[i], scratch);
        if (!isnan(here))
            off[count++] = here - logs[i];
    }
    if (count == 0)
        return (double)NAN;
    fr_sort(off, count);
    return trimmed_mean(off, count);
}

static void fill_profile(const struct fr_click_samples *samples, struct fr_profile *profile,
                         double *scratch, double *medians, double *off)
{
    const size_t each = (size_t)samples->rounds * (size_t)samples->passes;
    for (size_t i = 0; i < samples->clicks; i++) {
        const double *from = samples->ns + i * each;
        medians[i] = median_of(from, each, scratch);
        for (int statistic = FR_TYPICAL; statistic <= FR_MEAN; statistic++)
            profile->logs[statistic][i] =
                figure((enum fr_statistic)statistic, from, each, medians[i], scratch);
    }
    for (int statistic = FR_TYPICAL; statistic <= FR_MEAN; statistic++)
        for (int round = 0; round < samples->rounds; round++)
            profile->shifts[statistic][round] =
                shift_of(samples, (enum fr_statistic)statistic, round, profile->logs[statistic],
                         medians, scratch, off);
}

enum fr_status fr_profile_create(const struct fr_click_samples *samples, struct fr_profile *profile)
{
    const size_t clicks = samples->clicks, rounds = (size_t)samples->rounds;
    const size_t each = rounds * (size_t)samples->passes;
    *profile = (struct fr_profile){.clicks = clicks, .rounds = samples->rounds};
    double *scratch = malloc((each + 2 * clicks) * sizeof *scratch);
    bool whole = scratch != NULL;
    for (int i = 0; i < 2; i++) {
        profile->logs[i] = malloc(clicks * sizeof(double));
        profile->shifts[i] = malloc(rounds * sizeof(double));
        whole = whole && profile->logs[i] && profile->shifts[i];
    }
    if (whole)
        fill_profile(samples, profile, scratch, scratch + each, scratch + each + clicks);
    else
        fr_profile_release(profile);
    free(scratch);
    return whole ? FR_OK : FR_NO_MEMORY;
}

void fr_profile_release(struct fr_profile *profile)
{
    for (int i = 0; i < 2; i++) {
        free(profile->logs[i]);
        free(profile->shifts[i]);
    }
    memset(profile, 0, sizeof *profile);
}

/* A component of an estimate's variance, and its degrees of freedom. */
struct part {
    double variance, freedom;
};

/* The variance of the mean of values, without those that are NAN, moderated by a prior. */
static struct part moderate(const double *values, size_t most, double sd, double worth)
{
    double sum = 0, squares = 0, count = 0;
    for (size_t i = 0; i < most; i++) {
        if (isnan(values[i]))
            continue;
        sum += values[i];
        squares += values[i] * values[i];
        count++;
    }
    if (count < 1)
        return (struct part){sd * sd, fmax(worth, 1)};
    const double around = fmax(0, squares - sum * sum / count);
    const double freedom = count - 1 + worth;
    const double variance = freedom > 0 ? (around + worth * sd * sd) / freedom : 0;
    return (struct part){variance / count, fmax(freedom, 1)};
}

/* The sum of two independent components of a variance, for racers in different rounds. */
static struct part add(struct part one, struct part other)
{
    const double variance = one.variance + other.variance;
    const double parts =
        one.variance * one.variance / one.freedom + other.variance * other.variance / other.freedom;
    return (struct part){variance,
                         parts > 0 ? variance * variance / parts : one.freedom + other.freedom};
}

static enum fr_status part_of_rounds(const struct fr_profile *base, const struct fr_profile *fresh,
                                     int statistic, const struct fr_contrast_rules *rules,
                                     struct part *part)
{
    const size_t rounds = (size_t)base->rounds;
    if (!rules->in_turns || base->rounds != fresh->rounds) {
        const double each = rules->round_sd / sqrt(2);
        *part = add(moderate(base->shifts[statistic], rounds, each, rules->worth),
                    moderate(fresh->shifts[statistic], (size_t)fresh->rounds, each, rules->worth));
        return FR_OK;
    }
    double *apart = malloc(rounds * sizeof *apart);
    if (!apart)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < rounds; i++)
        apart[i] = fresh->shifts[statistic][i] - base->shifts[statistic][i];
    *part = moderate(apart, rounds, rules->round_sd, rules->worth);
    free(apart);
    return FR_OK;
}

/* Replaces the clicks' values by the means of maps; returns the number of maps. */
static size_t pool(double *values, size_t clicks, const int *maps)
{
    size_t count = 0;
    for (size_t begin = 0, end; begin < clicks; begin = end) {
        for (end = begin + 1; end < clicks && maps[end] == maps[begin];)
            end++;
        values[count++] = mean(values + begin, end - begin);
    }
    return count;
}

static void judge(struct fr_estimate *estimate)
{
    const double log_ratio = log(estimate->ratio), error = fmax(estimate->error, LEAST_ERROR);
    const double reach = error * fr_student_bound(LEVEL, estimate->freedom);
    estimate->low = exp(log_ratio - reach);
    estimate->high = exp(log_ratio + reach);
    estimate->p = fr_student_tails(log_ratio / error, estimate->freedom);
}

static void conclude(double log_ratio, struct part rounds, struct part clicks,
                     struct fr_estimate *estimate)
{
    const struct part whole = add(rounds, clicks);
    estimate->ratio = exp(log_ratio);
    estimate->error = sqrt(whole.variance);
    estimate->freedom = whole.freedom;
    judge(estimate);
}

void fr_estimate_widen(struct fr_estimate *estimate, double variance, double freedom)
{
    conclude(log(estimate->ratio),
             (struct part){estimate->error * estimate->error, estimate->freedom},
             (struct part){variance, freedom}, estimate);
}

/* A click with its time, for sorting. */
struct ranked {
    double log;
    uint32_t click;
};

static int by_time(const void *a, const void *b)
{
    const struct ranked *left = a, *right = b;
    return (left->log > right->log) - (left->log < right->log);
}

static struct ranked *rank(const double *logs, size_t clicks)
{
    struct ranked *ranked = malloc(clicks * sizeof *ranked);
    for (size_t i = 0; i < clicks && ranked; i++)
        ranked[i] = (struct ranked){logs[i], (uint32_t)i};
    if (ranked)
        qsort(ranked, clicks, sizeof *ranked, by_time);
    return ranked;
}

/* The smallest time that all but `beyond` of the resampled clicks do not exceed. */
static double drawn_percentile(const struct ranked *ranked, const uint32_t *drawn, size_t clicks,
                               size_t beyond)
{
    size_t above = 0;
    for (size_t i = clicks; i-- > 0;) {
        above += drawn[ranked[i].click];
        if (above > beyond)
            return ranked[i].log;
    }
    return ranked[0].log;
}

/* The bootstrap variance of the logarithm of a ratio of percentiles. */
static double resample(const struct ranked *base, const struct ranked *fresh, size_t clicks,
                       size_t beyond, uint64_t seed, uint32_t *drawn)
{
    struct fr_random random = {seed};
    double sum = 0, squares = 0;
    for (int round = 0; round < BOOTSTRAP_ROUNDS; round++) {
        memset(drawn, 0, clicks * sizeof *drawn);
        for (size_t i = 0; i < clicks; i++)
            drawn[fr_random_below(&random, (uint32_t)clicks)]++;
        const double log_ratio = drawn_percentile(fresh, drawn, clicks, beyond) -
                                 drawn_percentile(base, drawn, clicks, beyond);
        sum += log_ratio;
        squares += log_ratio * log_ratio;
    }
    return fmax(0, squares - sum * sum / BOOTSTRAP_ROUNDS) / (BOOTSTRAP_ROUNDS - 1);
}

static enum fr_status contrast_tails(const struct fr_profile *base, const struct fr_profile *fresh,
                                     struct part rounds, uint64_t seed,
                                     struct fr_estimate estimates[FR_STATISTICS])
{
    static const double percents[FR_STATISTICS] = {[FR_P95] = 95, [FR_P99] = 99};
    const size_t clicks = base->clicks;
    struct ranked *sides[2] = {rank(base->logs[FR_TYPICAL], clicks),
                               rank(fresh->logs[FR_TYPICAL], clicks)};
    uint32_t *drawn = malloc(clicks * sizeof *drawn);
    const bool whole = sides[0] && sides[1] && drawn;
    for (int i = FR_P95; i <= FR_P99 && whole; i++) {
        const size_t beyond = (size_t)((100 - percents[i]) / 100 * (double)clicks + 1e-9);
        if (beyond < FEWEST_BEYOND)
            continue;
        const double variance =
            resample(sides[0], sides[1], clicks, beyond, seed + (uint64_t)i, drawn);
        const size_t at = clicks - 1 - beyond;
        conclude(sides[1][at].log - sides[0][at].log, rounds,
                 (struct part){variance, (double)clicks - 1}, &estimates[i]);
    }
    free(sides[0]);
    free(sides[1]);
    free(drawn);
    return whole ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status contrast_means(const struct fr_profile *base, const struct fr_profile *fresh,
                                     int statistic, const struct fr_contrast_rules *rules,
                                     struct part *rounds, struct fr_estimate *estimate)
{
    const size_t clicks = base->clicks;
    double *apart = calloc(clicks, sizeof *apart);
    enum fr_status status = apart ? FR_OK : FR_NO_MEMORY;
    if (status == FR_OK)
        status = part_of_rounds(base, fresh, statistic, rules, rounds);
    for (size_t i = 0; i < clicks && status == FR_OK; i++)
        apart[i] = fresh->logs[statistic][i] - base->logs[statistic][i];
    if (status == FR_OK) {
        const bool several = rules->maps && rules->maps[0] != rules->maps[clicks - 1];
        const size_t count = several ? pool(apart, clicks, rules->maps) : clicks;
        conclude(mean(apart, count), *rounds,
                 moderate(apart, count, FR_MAP_SD, several ? FR_MAP_WORTH : 0), estimate);
    }
    free(apart);
    return status;
}

enum fr_status fr_contrast_typical(const struct fr_profile *base, const struct fr_profile *fresh,
                                   const struct fr_contrast_rules *rules,
                                   struct fr_estimate *estimate)
{
    struct part rounds;
    return contrast_means(base, fresh, FR_TYPICAL, rules, &rounds, estimate);
}

enum fr_status fr_contrast(const struct fr_profile *base, const struct fr_profile *fresh,
                           const struct fr_contrast_rules *rules,
                           struct fr_estimate estimates[FR_STATISTICS])
{
    const double none = (double)NAN;
    struct part rounds[2] = {{0, 1}, {0, 1}};
    enum fr_status status = FR_OK;
    for (int i = 0; i < FR_STATISTICS; i++)
        estimates[i] = (struct fr_estimate){none, none, none, none, none, none};
    for (int i = FR_TYPICAL; i <= FR_MEAN && status == FR_OK; i++)
        status = contrast_means(base, fresh, i, rules, &rounds[i], &estimates[i]);
    if (status == FR_OK)
        status = contrast_tails(base, fresh, rounds[FR_TYPICAL], rules->seed, estimates);
    return status;
}
