/* Compares the times of two racers on the ranked clicks (fr_standings_ranked) that both answered.
 * The uncertainty includes maps and rounds of fresh processes (harness/statistics/contrast.h). */
#ifndef FOOTRACE_HARNESS_ANSWER_PAIRWISE_H
#define FOOTRACE_HARNESS_ANSWER_PAIRWISE_H

#include "harness/race/standings.h"
#include "harness/statistics/contrast.h"

#define FR_LEVEL 0.05 /* significance level of all tests together */

struct fr_paired {
    size_t count;               /* of clicks */
    struct fr_estimate typical; /* of times, other / one; above 1: `one` is faster */
};

struct fr_pairwise_rules {
    double noise; /* time ratios from 1 / (1 + noise) to 1 + noise count as equal */
    double alpha; /* significance level of each test */
};

/* Uses the samples that the standings keep; paired->count is 0 if there are no clicks. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_pairwise(const struct fr_standings *standings, int one, int other,
                                       struct fr_paired *paired);

/* Whether the first racer is shown to be faster: the difference is significant, exceeds the noise,
 * and rests on enough clicks. */
bool fr_pairwise_faster(const struct fr_paired *paired, const struct fr_pairwise_rules *rules);

/* Whether the first racer is shown to be slower, by the rules of fr_pairwise_faster. */
bool fr_pairwise_slower(const struct fr_paired *paired, const struct fr_pairwise_rules *rules);

#endif
