/* Order statistics of samples, and means over maps; NAN if there is no sample. */
#ifndef FOOTRACE_HARNESS_STATISTICS_QUANTILES_H
#define FOOTRACE_HARNESS_STATISTICS_QUANTILES_H

#include <stddef.h>

/* The largest number of samples of a click: its rounds times passes. */
#define FR_MOST_SAMPLES 1000

/* Sorts in increasing order; no sample may be NAN. */
void fr_sort(double *samples, size_t count);

/* The median of sorted samples; for an even count the mean of the middle two. */
double fr_median(const double *sorted, size_t count);

/* The median of samples in any order, which it reorders; none may be NAN. Linear time. */
double fr_median_of(double *samples, size_t count);

/* The median of every stride-th sample, without those that are NAN; at most FR_MOST_SAMPLES. */
double fr_median_known(const double *samples, size_t count, size_t stride);

/* A geometric mean, for example over maps; starts all zero. */
struct fr_mean {
    double logs;  /* the sum of the values' logarithms */
    size_t known; /* how many values */
};

/* Counts a value unless it is NAN (unknown); a value below `least` counts as `least`. */
void fr_mean_add(struct fr_mean *mean, double value, double least);

/* NAN if no value is known. */
double fr_mean_of(const struct fr_mean *mean);

/* fr_percentile for samples in any order, which it reorders; none may be NAN. */
double fr_percentile_of(double *samples, size_t count, double percent);

/* The smallest of one or more sorted samples that `percent` % of the samples do not exceed (nearest
 * rank). */
double fr_percentile(const double *sorted, size_t count, double percent);

/* Like fr_percentile; NAN for fewer than 10 / (1 - percent / 100) samples: the 95th percentile
 * needs 200, the 99th 1,000. */
double fr_tail_percentile(const double *sorted, size_t count, double percent);

#endif
