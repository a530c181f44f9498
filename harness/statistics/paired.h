/* Compares two racers click by click. All figures concern the ratio new / base of the times of each
 * click, or its logarithm.
 *
 * Sources: F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1, 1945;
 * S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
 * Statistics 6, 1979; B. Efron, "Bootstrap Methods: Another Look at the Jackknife", The Annals of
 * Statistics 7, 1979; D. S. Kerby, "The Simple Difference Formula", Comprehensive Psychology 3,
 * 2014 (the effect size). */
#ifndef FOOTRACE_HARNESS_STATISTICS_PAIRED_H
#define FOOTRACE_HARNESS_STATISTICS_PAIRED_H

#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

struct fr_paired {
    size_t count;     /* clicks */
    double ratio;     /* geometric mean of new / base; above 1: slower */
    double low, high; /* its 95 % interval over clicks: by bootstrap, or for many clicks by the
                    * variance */
    double p;      /* two-sided, by Wilcoxon's signed-rank test of the hypothesis that the ratio is
                    * 1 */
    double effect; /* matched-pairs rank-biserial correlation: -1 always faster, 1 always slower */
};

#define FR_BOOTSTRAP_ROUNDS 2000

/* Compares count pairs, at least one, of times above 0. seed drives the bootstrap. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_paired_compare(const double *base, const double *fresh, size_t count,
                                             uint64_t seed, struct fr_paired *paired);

/* Wilcoxon's signed-rank test of differences, zeros dropped: the two-sided p, exact for at most 50
 * differences without ties, else by the normal approximation with ties corrected; 1 if all are
 * zero. Sorts the differences by size. effect may be NULL. */
double fr_signed_rank(double *differences, size_t count, double *effect);

/* Holm's correction: adjusts count p values so that each can be compared with one level for all
 * tests together. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_holm(double *p, size_t count);

#endif
