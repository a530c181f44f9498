/* Two candidates against each other, by one preference: which is better, on what, and whether that
 * is certain.
 *
 * Times and lengths are compared click by click (harness/rows/paired.h). A difference is certain when it
 * is significant, more than noise, and on enough clicks. Two candidates are alike in a criterion
 * only when a difference beyond noise is ruled out; then the next criterion decides. Where neither
 * is shown, the figures so far lean to one, and the finding says that it is not certain; unless the
 * next criteria certainly speak for the same one, so that it comes to the same. */
#ifndef FOOTRACE_HARNESS_ANSWER_PAIRWISE_H
#define FOOTRACE_HARNESS_ANSWER_PAIRWISE_H

#include "harness/answer/recommend_figures.h"
#include "harness/answer/recommend_preference.h"
#include "harness/rows/paired.h"

enum fr_relation { FR_ALIKE, FR_BETTER, FR_WORSE };

struct fr_finding {
    enum fr_relation relation;   /* of the one to the other */
    enum fr_criterion criterion; /* that decides; FR_CRITERIA: they are alike in all */
    bool certain;
    bool or_alike; /* not certain, but if it is not so, they are alike in this criterion */
    size_t pairs;  /* clicks or changes that both answered, where they were compared */
    double ratio;  /* of the other's time, length or memory to the one's; NAN where they were not */
};

struct fr_pairwise_rules {
    enum fr_preference preference;
    double noise; /* times within 1 / (1 + noise) and 1 + noise are not told apart */
    double alpha; /* level of each test */
};

/* How racer one does against racer other; figures are those of all racers. FR_OK or FR_NO_MEMORY.
 */
FR_MUST_USE enum fr_status fr_pairwise(const struct fr_standings *standings,
                                       const struct fr_figures *figures,
                                       const struct fr_pairwise_rules *rules, int one, int other,
                                       struct fr_finding *finding);

/* By one criterion alone. */
FR_MUST_USE enum fr_status fr_pairwise_on(enum fr_criterion criterion,
                                          const struct fr_standings *standings,
                                          const struct fr_figures *figures,
                                          const struct fr_pairwise_rules *rules, int one, int other,
                                          struct fr_finding *finding);

/* The times, lengths or changes that both answered, click by click; paired->count is 0 where there
 * are none. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_pairwise_clicks(enum fr_criterion criterion,
                                              const struct fr_standings *standings, int one,
                                              int other, struct fr_paired *paired);

#endif
