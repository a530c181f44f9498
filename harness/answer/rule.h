/* The rule of the answer (docs/deciding.md).
 *
 * Each quantity costs nothing up to its threshold, and one point for each doubling beyond it: the
 * penalty is the sum over quantities of log2(max(1, value / threshold)), averaged over maps.
 * Preferences come first: for each, only racers within 10 % of the best remain. The rule ships the
 * remaining racer with the least penalty or, if several are within a tenth of a point of it, the
 * one with the smallest object code; if sizes are unknown, the first by name.
 *
 * A map counts if every remaining racer answered clicks on it; a quantity counts on that map if it
 * is known for every such racer. */
#ifndef FOOTRACE_HARNESS_ANSWER_RULE_H
#define FOOTRACE_HARNESS_ANSWER_RULE_H

#include "harness/answer/measures.h"

struct fr_margins {
    double within;       /* multiple of the best value in a preferred quantity */
    double points;       /* above the least penalty */
    double slow_percent; /* which percentile of the samples the slow query is */
};

extern const struct fr_margins fr_usual_margins; /* the margins of docs/deciding.md */

enum fr_weighed { FR_NOT_ELIGIBLE, FR_NOT_PREFERRED, FR_HEAVIER, FR_LARGER, FR_LEADS };

struct fr_weighing {
    int leads; /* -1: no racer remains */
    enum fr_weighed place[FR_MAX_RACERS];
    double penalty[FR_MAX_RACERS];
    double points[FR_MAX_RACERS][FR_QUANTITIES]; /* parts of the penalty */
    double mean[FR_MAX_RACERS][FR_QUANTITIES];   /* over the maps where the quantity counts: the
                                                  * arithmetic mean for lengths and looks, else the
                                                  * geometric mean; NAN */
    enum fr_quantity lost_by[FR_MAX_RACERS];     /* the preference that removed a racer, for
                                                  * FR_NOT_PREFERRED */
    bool counts[FR_QUANTITIES];                  /* the quantity counts on at least one map */
};

bool fr_map_counts(const struct fr_measures *measures, int map, const bool eligible[FR_MAX_RACERS]);

/* Weighs the marked racers. times: how often each map counts; NULL: once. */
void fr_weigh(const struct fr_measures *measures, const int *times,
              const struct fr_situation *situation, const struct fr_evidence *evidence,
              const bool eligible[FR_MAX_RACERS], const struct fr_margins *margins,
              struct fr_weighing *weighing);

/* The racer to ship: among those within `points` of the least penalty, the smallest; -1: none. */
int fr_pick(const struct fr_evidence *evidence, int racers, const bool remaining[FR_MAX_RACERS],
            const double penalty[FR_MAX_RACERS], double points);

/* The values of one quantity, from which its points at any threshold follow. */
struct fr_scale {
    int racers, maps;  /* maps: where the quantity counts */
    int every;         /* maps that count */
    double *doublings; /* by map, then racer: the binary logarithm of the value */
};

/* FR_OK and a scale, whose doublings the caller frees; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_scale_create(const struct fr_measures *measures,
                                           const struct fr_situation *situation, int quantity,
                                           const bool eligible[FR_MAX_RACERS],
                                           struct fr_scale *scale);

/* `threshold` is a binary logarithm. */
double fr_scale_points(const struct fr_scale *scale, int racer, double threshold);

/* Whether `one` has smaller object code than `other`; if a size is unknown, whether the name of
 * `one` comes first. */
bool fr_is_smaller(const struct fr_evidence *evidence, int one, int other);

#endif
