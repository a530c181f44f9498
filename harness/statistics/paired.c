#include "harness/statistics/paired.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/quantiles.h"
#include "maps/random.h"

enum {
    MOST_EXACT = 50,
    MOST_RANK_SUM = MOST_EXACT * (MOST_EXACT + 1) / 2,
    MANY = 20000, /* from this count on, the normal approximation is closer than a bootstrap */
};

#define NORMAL_BOUND 1.959963985 /* for 95 % */

static int by_size(const void *a, const void *b)
{
    const double left = fabs(*(const double *)a), right = fabs(*(const double *)b);
    return (left > right) - (left < right);
}

/* Rank sums of the positive and the negative differences. */
struct ranking {
    double above, below;
    double ties; /* sum of t^3 - t over groups of t equal sizes */
};

/* Differences of equal size share their mean rank. */
static struct ranking rank(const double *sorted, size_t count)
{
    struct ranking ranking = {0, 0, 0};
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && fabs(sorted[end]) == fabs(sorted[begin]);)
            end++;
        const double shared = (double)(begin + end + 1) / 2, size = (double)(end - begin);
        for (size_t i = begin; i < end; i++)
            *(sorted[i] > 0 ? &ranking.above : &ranking.below) += shared;
        ranking.ties += size * size * size - size;
    }
    return ranking;
}

/* The fraction of all 2^count sign assignments whose positive ranks, of 1..count, sum to at most
 * sum. */
static double exact_tail(size_t count, double sum)
{
    double ways[MOST_RANK_SUM + 1] = {1};
    size_t most = 0;
    for (size_t r = 1; r <= count; r++) {
        most += r;
        for (size_t s = most; s >= r; s--)
            ways[s] += ways[s - r];
    }
    double tail = 0;
    for (size_t s = 0; s <= most && (double)s <= sum; s++)
        tail += ways[s];
    return tail / pow(2, (double)count);
}

double fr_signed_rank(double *differences, size_t count, double *effect)
{
    qsort(differences, count, sizeof *differences, by_size);
    size_t zeros = 0;
    while (zeros < count && differences[zeros] == 0)
        zeros++;
    const double n = (double)(count - zeros), total = n * (n + 1) / 2;
    if (effect)
        *effect = 0;
    if (zeros == count)
        return 1;
    const struct ranking ranking = rank(differences + zeros, count - zeros);
    if (effect)
        *effect = (ranking.above - ranking.below) / total;
    const double least = fmin(ranking.above, ranking.below);
    if (zeros == 0 && ranking.ties == 0 && count <= MOST_EXACT)
        return fmin(1, 2 * exact_tail(count, least));
    const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranking.ties / 48;
    return erfc((total / 2 - least) / sqrt(variance) / sqrt(2));
}

static double mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

/* The interval of the mean logarithm: percentiles of the means of resamples. */
static void bootstrap(const double *logs, size_t count, uint64_t seed, struct fr_paired *paired)
{
    struct fr_random random = {seed};
    double means[FR_BOOTSTRAP_ROUNDS];
    for (int round = 0; round < FR_BOOTSTRAP_ROUNDS; round++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += logs[fr_random_below(&random, (uint32_t)count)];
        means[round] = sum / (double)count;
    }
    fr_sort(means, FR_BOOTSTRAP_ROUNDS);
    paired->low = exp(fr_percentile(means, FR_BOOTSTRAP_ROUNDS, 2.5));
    paired->high = exp(fr_percentile(means, FR_BOOTSTRAP_ROUNDS, 97.5));
}

/* The same for many clicks, by the normal approximation. */
static void bound_by_variance(const double *logs, size_t count, double middle,
                              struct fr_paired *paired)
{
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (logs[i] - middle) * (logs[i] - middle);
    const double reach = NORMAL_BOUND * sqrt(squares) / (double)count;
    paired->low = exp(middle - reach);
    paired->high = exp(middle + reach);
}

enum fr_status fr_paired_compare(const double *base, const double *fresh, size_t count,
                                 uint64_t seed, struct fr_paired *paired)
{
    double *logs = malloc(count * sizeof *logs);
    if (!logs)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        logs[i] = log(fresh[i] / base[i]);
    const double middle = mean(logs, count);
    paired->count = count;
    paired->ratio = exp(middle);
    if (count < MANY)
        bootstrap(logs, count, seed, paired);
    else
        bound_by_variance(logs, count, middle, paired);
    paired->p = fr_signed_rank(logs, count, &paired->effect);
    free(logs);
    return FR_OK;
}

struct placed {
    double p;
    size_t at;
};

static int by_p(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    return (left->p > right->p) - (left->p < right->p);
}

enum fr_status fr_holm(double *p, size_t count)
{
    struct placed *order = malloc((count ? count : 1) * sizeof *order);
    if (!order)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct placed){p[i], i};
    qsort(order, count, sizeof *order, by_p);
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fmin(1, order[i].p * (double)(count - i)));
        p[order[i].at] = most;
    }
    free(order);
    return FR_OK;
}
