/* Order statistics of samples. */
#ifndef FOOTRACE_HARNESS_BASE_STATISTICS_H
#define FOOTRACE_HARNESS_BASE_STATISTICS_H

#include <stddef.h>

/* Smallest first; no sample is NAN. */
void fr_sort(double *samples, size_t count);

/* Of sorted samples, at least one; the mean of the middle two when their number is even. */
double fr_median(const double *sorted, size_t count);

/* The smallest of sorted samples that percent of a hundred do not exceed (nearest rank). */
double fr_percentile(const double *sorted, size_t count, double percent);

/* The same where there are enough samples to speak of it, 10 / (1 - percent / 100) of them: 200 for
 * the 95th, 1,000 for the 99th; else NAN. */
double fr_tail_percentile(const double *sorted, size_t count, double percent);

#endif
