/* Estimates how the times of two racers differ on the same clicks, with an uncertainty.
 *
 * A sample belongs to a click, a pass, and the round of fresh processes that contains the pass.
 * Effects on all samples of a round (the placement of pages, other work of the machine) do not
 * average out over passes or clicks, so rounds, passes and clicks each add to the uncertainty:
 *   rounds   the variance of the means of rounds, which includes that of their passes; with few
 *            rounds this variance is itself uncertain, and is moderated by a prior
 *   clicks   the variance of a mean over clicks; for a percentile, the bootstrap over clicks, each
 *            drawn with both racers' samples of it
 *   maps     with several maps, instead of clicks: the variance of their means, moderated
 * Together they give the standard error of a logarithm, with Satterthwaite's degrees of freedom;
 * Student's t then gives the interval and the p value.
 *
 * Sources: T. Kalibera and R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013 (levels
 * of a hierarchy); G. K. Smyth, "Linear Models and Empirical Bayes Methods", Statistical
 * Applications in Genetics and Molecular Biology 3, 2004 (moderated t); F. E. Satterthwaite, "An
 * Approximate Distribution of Estimates of Variance Components", Biometrics Bulletin 2, 1946; B.
 * Efron, "Bootstrap Methods: Another Look at the Jackknife", The Annals of Statistics 7, 1979. */
#ifndef FOOTRACE_HARNESS_STATISTICS_CONTRAST_H
#define FOOTRACE_HARNESS_STATISTICS_CONTRAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

/* Times of one racer: rounds * passes for each click, the first round first. A sample that was not
 * taken is NAN; each click has at least one sample. */
struct fr_click_samples {
    const double *ns;
    size_t clicks;
    int rounds, passes;
};

/* The statistic that is compared, always as new / base. */
enum fr_statistic {
    FR_TYPICAL, /* the median over passes of each click; geometric mean over clicks */
    FR_MEAN,    /* geometric mean of the clicks' means, which include rare slow queries */
    FR_P95,     /* of the clicks' medians; needs 200 clicks */
    FR_P99,     /* needs 1,000 clicks */
    FR_STATISTICS
};

/* "typical", "mean", "p95", "p99". */
const char *fr_statistic_name(enum fr_statistic statistic);

struct fr_estimate {
    double ratio;          /* new / base; above 1: slower; NAN: too few clicks */
    double low, high;      /* its 95 % interval */
    double p;              /* two-sided, of the hypothesis that the ratio is 1 */
    double error, freedom; /* standard error of the ratio's logarithm, and its degrees of freedom */
};

/* A racer's samples, prepared for all comparisons. */
struct fr_profile {
    size_t clicks;
    int rounds;
    double *logs[2];   /* FR_TYPICAL, FR_MEAN: the logarithm of each click's time */
    double *shifts[2]; /* by round: deviation of the logarithm; NAN: not measured */
};

/* For the mean, a sample above twice its click's median (or below half) counts as twice (or half)
 * that median, as single interruptions are not the racer's fault. FR_OK and a profile that the
 * caller releases, or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_profile_create(const struct fr_click_samples *samples,
                                             struct fr_profile *profile);

/* Does nothing for an all-zero profile. */
void fr_profile_release(struct fr_profile *profile);

/* The expected standard deviation of a round of fresh processes, and how many rounds it counts as
 * if a race has few. Measured on races of equal racers (./run experiment trust). */
#define FR_ROUND_SD 0.02
#define FR_ROUND_WORTH 6

/* The prior for the logarithm of two back ends' ratio on several maps: on the 54 maps of the
 * reference race and of games, its standard deviation is 0.4 to 0.5. With these values, intervals
 * from 2 to 16 maps hold the mean of all maps in 95 to 99 of 100 draws, instead of 90 to 94. */
#define FR_MAP_SD 0.5
#define FR_MAP_WORTH 3

struct fr_contrast_rules {
    bool in_turns;   /* both raced in the same rounds of one race */
    double round_sd; /* prior standard deviation of a round's deviation */
    double worth;    /* degrees of freedom of the prior */
    uint64_t seed;   /* of the bootstrap */
    const int *maps; /* by click, grouped: its map; maps count equally; NULL: one map */
};

/* Fills one estimate for each statistic. Both profiles cover the same clicks, at least one. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_contrast(const struct fr_profile *base,
                                       const struct fr_profile *fresh,
                                       const struct fr_contrast_rules *rules,
                                       struct fr_estimate estimates[FR_STATISTICS]);

/* The estimate of FR_TYPICAL alone, without resampling. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_contrast_typical(const struct fr_profile *base,
                                               const struct fr_profile *fresh,
                                               const struct fr_contrast_rules *rules,
                                               struct fr_estimate *estimate);

/* Adds a variance of the logarithm with its degrees of freedom, and recomputes p, low and high. */
void fr_estimate_widen(struct fr_estimate *estimate, double variance, double freedom);

#endif
