/* The rule of the answer (docs/deciding.md).
 *
 * Each quantity costs nothing up to its threshold, and one point for each doubling beyond: the
 * penalty is the sum over quantities of log2(max(1, value / threshold)), on each map, averaged over
 * maps. With preferences, first only those within 10 % of the best in each stay. Of these the least
 * penalty is shipped, and within a tenth of a point of it the smallest object code; where that is
 * unknown names decide.
 *
 * A map counts where every contender answered clicks, and on it a quantity that every contender
 * has. */
#ifndef FOOTRACE_HARNESS_ANSWER_RULE_H
#define FOOTRACE_HARNESS_ANSWER_RULE_H

#include "harness/answer/measures.h"

struct fr_margins {
    double within; /* times the best in a preferred quantity */
    double points; /* above the least penalty */
};

extern const struct fr_margins fr_usual_margins; /* 1.1 and a tenth of a point */

enum fr_weighed { FR_NO_CONTENDER, FR_NOT_PREFERRED, FR_HEAVIER, FR_LARGER, FR_LEADS };

struct fr_weighing {
    int leads; /* -1: there is no contender */
    enum fr_weighed place[FR_MAX_RACERS];
    double penalty[FR_MAX_RACERS];
    double points[FR_MAX_RACERS][FR_QUANTITIES]; /* of the penalty */
    double mean[FR_MAX_RACERS][FR_QUANTITIES];   /* geometric, over the maps where it counts; NAN */
    enum fr_quantity lost_by[FR_MAX_RACERS];     /* of FR_NOT_PREFERRED */
    bool counts[FR_QUANTITIES];                  /* on some map */
};

bool fr_map_counts(const struct fr_measures *measures, int map,
                   const bool contenders[FR_MAX_RACERS]);

/* Weighs the racers that are contenders. times: how often each map counts; NULL: once. */
void fr_weigh(const struct fr_measures *measures, const int *times,
              const struct fr_situation *situation, const struct fr_evidence *evidence,
              const bool contenders[FR_MAX_RACERS], const struct fr_margins *margins,
              struct fr_weighing *weighing);

/* Whether one is smaller to carry home than another, or comes first by name where that is
 * unknown. */
bool fr_is_smaller(const struct fr_evidence *evidence, int one, int other);

#endif
