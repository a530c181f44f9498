/* Order statistics of samples. */
#ifndef FOOTRACE_HARNESS_STATISTICS_QUANTILES_H
#define FOOTRACE_HARNESS_STATISTICS_QUANTILES_H

#include <stddef.h>

/* Sorts, smallest first; no sample is NAN. */
void fr_sort(double *samples, size_t count);

/* The median of at least one sorted sample; the mean of the middle two of an even number. */
double fr_median(const double *sorted, size_t count);

/* The same of samples in any order, which it changes; none is NAN. Takes time in proportion to their
 * count. */
double fr_median_of(double *samples, size_t count);

/* The same as below of samples in any order, which it changes, of at least one; none is NAN. */
double fr_percentile_of(double *samples, size_t count, double percent);

/* The smallest sorted sample that percent of all samples do not exceed (nearest rank). */
double fr_percentile(const double *sorted, size_t count, double percent);

/* The same; NAN with fewer than 10 / (1 - percent / 100) samples: the 95th percentile takes 200, the
 * 99th 1,000. */
double fr_tail_percentile(const double *sorted, size_t count, double percent);

#endif
