/* Order statistics of samples, and means over maps; NAN where there is no sample. */
#ifndef FOOTRACE_HARNESS_STATISTICS_QUANTILES_H
#define FOOTRACE_HARNESS_STATISTICS_QUANTILES_H

#include <stddef.h>

/* The largest number of samples of a click: its rounds times passes. */
#define FR_MOST_SAMPLES 1000

/* Sorts in increasing order; no sample may be NAN. */
void fr_sort(double *samples, size_t count);

/* The median of sorted samples; for an even count the mean of the middle two. */
double fr_median(const double *sorted, size_t count);

/* The same for samples in any order, which it reorders; none may be NAN. Linear time. */
double fr_median_of(double *samples, size_t count);

/* The median of every stride-th sample, without those that are NAN; at most FR_MOST_SAMPLES. */
double fr_median_known(const double *samples, size_t count, size_t stride);

/* The geometric mean of what is known of each map: not NAN, and at least 1, as less counts as 1. */
double fr_mean_of_maps(const double *values, size_t count);

/* fr_percentile for samples in any order, which it reorders; none may be NAN. */
double fr_percentile_of(double *samples, size_t count, double percent);

/* The smallest of at least one sorted sample that percent of all samples do not exceed (nearest
 * rank). */
double fr_percentile(const double *sorted, size_t count, double percent);

/* The same; NAN for fewer than 10 / (1 - percent / 100) samples: the 95th percentile needs 200, the
 * 99th 1,000. */
double fr_tail_percentile(const double *sorted, size_t count, double percent);

#endif
