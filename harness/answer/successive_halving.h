/* Successive halving in a race for a recommendation: all candidates take a few clicks, those that
 * are certainly worse leave, the others take twice as many, and so on, until one is left, all that
 * are left are equal, or the time is over.
 *
 * Preparations get a share of the time, each and together. A candidate so slow that the others
 * would lose clicks is dropped, and so is one slow to follow events where that is what counts. An
 * A/A copy of the leader joins: any difference between the two is noise. */
#ifndef FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H
#define FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H

#include <stdint.h>

#include "harness/answer/recommend_choice.h"
#include "harness/answer/situation.h"
#include "harness/race/stopping_rule.h"

#define FR_LEAST_NOISE 0.03  /* two processes of one back end differ by this much */
#define FR_SLOWEST_CLICK 1.0 /* seconds: the time limit of a call; less in a short race */
#define FR_PATIENT_S 3.0 /* to prepare: who takes longer is refused, not kept out by the clock */

struct fr_halving {
    struct fr_stopping_rule stopping;
    double *timeout_s;        /* time limit of a call, set before each turn */
    struct fr_racers *racers; /* the candidates, then the A/A copy */
    const struct fr_standings *standings;
    const struct fr_situation *situation;
    enum fr_criterion criteria[FR_CRITERIA + 1]; /* of the situation */
    struct fr_choice choice;
    int copy_of;               /* the leader that the A/A copy repeats; -1: not yet in the race */
    double noise;              /* as measured, at least FR_LEAST_NOISE */
    uint64_t (*now_ns)(void);  /* a monotonic clock */
    uint64_t due_ns;           /* when the race should end */
    double least;              /* seconds that the race has in any case */
    uint64_t begin_ns;         /* 0: not begun */
    double seconds;            /* that the race has from begin_ns on */
    bool tried[FR_MAX_RACERS]; /* to prepare */
    double given_s[FR_MAX_RACERS]; /* seconds to prepare in, of those tried */
    size_t turns[FR_MAX_RACERS];   /* at clicks and events, repetitions included */
    double spent[FR_MAX_RACERS];   /* seconds on them */
    int running;                   /* the racer whose turn it is; -1: none */
    uint64_t turn_ns;
    size_t clicks, next_comparison;
    bool settled; /* more clicks would not change the choice */
    enum fr_status status;
};

/* Adds the A/A copy to the candidates; there is at least one, and room for one more. The caller
 * sets now_ns, due_ns and least. The situation are borrowed. */
void fr_halving_init(struct fr_halving *halving, struct fr_racers *racers,
                     const struct fr_situation *situation, double *timeout_s,
                     const struct fr_standings *standings);

/* Makes the final choice after the race has ended, on time or early. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_halving_finish(struct fr_halving *halving);

#endif
