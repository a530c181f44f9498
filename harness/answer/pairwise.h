/* Compares two candidates by a list of criteria: which is better, by which criterion, and whether that
 * is certain.
 *
 * Times and lengths are compared click by click (harness/statistics/paired.h); times of rounds of fresh
 * processes with the uncertainty of rounds (harness/statistics/contrast.h). A difference is certain if
 * it is significant, exceeds noise, and rests on enough clicks. Two candidates are alike by a
 * criterion only if a difference beyond noise is ruled out; then the next criterion decides. If
 * neither is shown, the finding names the candidate that the figures favour so far and is not
 * certain, unless the next criteria certainly favour the same one. */
#ifndef FOOTRACE_HARNESS_ANSWER_PAIRWISE_H
#define FOOTRACE_HARNESS_ANSWER_PAIRWISE_H

#include "harness/answer/figures.h"
#include "harness/answer/recommend_preference.h"
#include "harness/statistics/paired.h"

enum fr_relation { FR_ALIKE, FR_BETTER, FR_WORSE };

struct fr_finding {
    enum fr_relation relation;   /* of the first to the second */
    enum fr_criterion criterion; /* the one that decides; FR_CRITERIA: they are alike by all */
    bool certain;
    bool
        or_alike; /* not certain, but the only alternative is that they are alike by this criterion */
    size_t pairs; /* clicks or changes that both answered; 0 if none were compared */
    double ratio; /* the second's time, length or memory over the first's; NAN if not compared */
    double low, high; /* its 95 % interval; NAN if it has none */
};

struct fr_pairwise_rules {
    const enum fr_criterion *criteria; /* the most important first; ends with FR_CRITERIA */
    double noise; /* time ratios from 1 / (1 + noise) to 1 + noise count as equal */
    double alpha; /* significance level of each test */
};

/* Compares racer one with racer other; figures holds one entry for each racer. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_pairwise(const struct fr_standings *standings,
                                       const struct fr_figures *figures,
                                       const struct fr_pairwise_rules *rules, int one, int other,
                                       struct fr_finding *finding);

/* Compares by one criterion only. */
FR_MUST_USE enum fr_status fr_pairwise_on(enum fr_criterion criterion,
                                          const struct fr_standings *standings,
                                          const struct fr_figures *figures,
                                          const struct fr_pairwise_rules *rules, int one, int other,
                                          struct fr_finding *finding);

/* Compares times, lengths or changes click by click, where both have one; paired->count is 0 if
 * none do. Of the clicks that count (fr_standings_ranked), except for changes. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_pairwise_clicks(enum fr_criterion criterion,
                                              const struct fr_standings *standings, int one,
                                              int other, struct fr_paired *paired);

#endif
