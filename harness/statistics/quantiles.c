#include "harness/statistics/quantiles.h"

#include <math.h>
#include <stdlib.h>

enum { FEW = 16 };

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

void fr_sort(double *samples, size_t count)
{
    if (count > 0) /* `samples` may be NULL if count is 0 */
        qsort(samples, count, sizeof *samples, compare);
}

double fr_median(const double *sorted, size_t count)
{
    const size_t middle = count / 2;
    if (count == 0)
        return (double)NAN;
    return count % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

static void swap(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* Sorts a few samples, such as those of one click, by insertion. */
static void sort_few(double *samples, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const double sample = samples[i];
        size_t at = i;
        for (; at > 0 && samples[at - 1] > sample; at--)
            samples[at] = samples[at - 1];
        samples[at] = sample;
    }
}

void fr_mean_add(struct fr_mean *mean, double value, double least)
{
    if (isnan(value))
        return;
    mean->logs += log(fmax(value, least));
    mean->known++;
}

double fr_mean_of(const struct fr_mean *mean)
{
    return mean->known > 0 ? exp(mean->logs / (double)mean->known) : (double)NAN;
}

/* Moves the sample of a rank, from 0, to its place, with no greater samples before it (Hoare,
 * "Find", CACM 1961). */
static void place_rank(double *samples, size_t count, size_t rank)
{
    ptrdiff_t first = 0, last = (ptrdiff_t)count - 1;
    const ptrdiff_t wanted = (ptrdiff_t)rank;
    while (first < last) {
        const double pivot = samples[first + (last - first) / 2];
        ptrdiff_t up = first, down = last;
        while (up <= down) {
            while (samples[up] < pivot)
                up++;
            while (samples[down] > pivot)
                down--;
            if (up <= down)
                swap(&samples[up++], &samples[down--]);
        }
        if (wanted <= down)
            last = down;
        else if (wanted >= up)
            first = up;
        else
            return;
    }
}

double fr_median_of(double *samples, size_t count)
{
    const size_t middle = count / 2;
    if (count <= FEW) {
        sort_few(samples, count);
        return fr_median(samples, count);
    }
    place_rank(samples, count, middle);
    if (count % 2)
        return samples[middle];
    double below = samples[0];
    for (size_t i = 1; i < middle; i++)
        below = samples[i] > below ? samples[i] : below;
    return (below + samples[middle]) / 2;
}

double fr_median_known(const double *samples, size_t count, size_t stride)
{
    double known[FR_MOST_SAMPLES];
    size_t taken = 0;
    for (size_t i = 0; i < count && taken < FR_MOST_SAMPLES; i += stride)
        if (!isnan(samples[i]))
            known[taken++] = samples[i];
    return fr_median_of(known, taken);
}

/* From 0. Rounding errors must not push a whole rank to the next one: 99.9 % of 10000 is 9990. */
static size_t rank_of(size_t count, double percent)
{
    const double rank = ceil(percent * (double)count / 100 - 1e-9);
    return rank < 1 ? 0 : (size_t)rank - 1;
}

double fr_percentile(const double *sorted, size_t count, double percent)
{
    return sorted[rank_of(count, percent)];
}

double fr_percentile_of(double *samples, size_t count, double percent)
{
    if (count == 0)
        return (double)NAN;
    place_rank(samples, count, rank_of(count, percent));
    return samples[rank_of(count, percent)];
}

double fr_tail_percentile(const double *sorted, size_t count, double percent)
{
    const double beyond = (100 - percent) / 100 * (double)count;
    return beyond < 10 - 1e-9 ? (double)NAN : fr_percentile(sorted, count, percent);
}
