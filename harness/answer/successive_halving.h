/* Successive halving in a race for a recommendation: all candidates answer a few clicks, those far
 * behind by the rule are removed, the others answer twice as many, and so on, until one remains,
 * all have answered enough, or time runs out.
 *
 * The rule is that of the answer with wide margins, as a few clicks prove little; the time after a
 * change counts once every candidate was updated a few times. Time limits apply to each preparation
 * and to all together. Other settings of a back end are tried only if its defaults refuse the map.
 * A candidate whose queries would leave the others no time is removed, too, unless most of them are
 * below the threshold of the slow query; changes, and the queries after them, do not count. */
#ifndef FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H
#define FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H

#include <stdint.h>

#include "harness/answer/answer.h"
#include "harness/race/stopping_rule.h"

#define FR_PATIENT_S 3.0     /* seconds: a candidate that needs longer to prepare counts as tried */
#define FR_SLOWEST_CLICK 1.0 /* seconds: the time limit of a call; less in a short race */

struct fr_halving {
    struct fr_stopping_rule stopping;
    double *timeout_s;                    /* time limit of a query, set before each one */
    const struct fr_standings *standings; /* of the race; include each preparation at once */
    struct fr_evidence view;              /* of the race so far; borrows what it points to */
    struct fr_evidence_cost costs[FR_MAX_RACERS];
    struct fr_situation situation, seen; /* seen: omits quantities that are not known well enough */
    struct fr_final_answer answer;       /* of the race so far */
    uint64_t (*now_ns)(void);            /* a monotonic clock */
    uint64_t due_ns;                     /* when the race should end */
    double least;                        /* least number of seconds for the race */
    uint64_t begin_ns;                   /* 0: not started */
    double seconds;                      /* length of the race since begin_ns */
    bool tried[FR_MAX_RACERS];           /* its preparation was tried */
    double given_s[FR_MAX_RACERS];       /* time limits of the preparations tried, seconds */
    enum fr_place left[FR_MAX_RACERS];   /* why a racer was removed; FR_PLACE_SHIPPED: it was not */
    char reasons[FR_MAX_RACERS][FR_ANSWER_TEXT]; /* the reasons as text */
    double turn[FR_MAX_RACERS];                  /* seconds on the current entry of the click set */
    double spent[FR_MAX_RACERS];   /* seconds on clicks, except those after a change */
    size_t charged[FR_MAX_RACERS]; /* number of clicks that `spent` includes */
    bool changed;                  /* the map has changed since the last click */
    int running;                   /* the racer that is running; -1: none */
    uint64_t turn_ns;
    size_t clicks, next_comparison;
    enum fr_status status;
};

/* The caller sets now_ns, due_ns and least. Borrows the racers, which are all candidates, and the
 * standings of the race, which may be created later. */
void fr_halving_init(struct fr_halving *halving, const struct fr_racers *racers,
                     const struct fr_standings *standings, const struct fr_situation *situation,
                     double *timeout_s);

/* Weighs the racers once more after the end of the race. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_halving_finish(struct fr_halving *halving,
                                             const struct fr_standings *standings);

void fr_halving_release(struct fr_halving *halving); /* accepts an all-zero halving */

#endif
