/* Successive halving in a race for a recommendation: all candidates take a few clicks, those that
 * the rule puts far behind leave, the others take twice as many, and so on, until one is left, all
 * have taken enough, or the time is over.
 *
 * The rule is that of the answer, with wide margins, as a few clicks say little. Preparations
 * get a share of the time, each and together. A candidate so slow at clicks that the others
 * would lose theirs leaves, too; the time of a change is never counted for that. */
#ifndef FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H
#define FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H

#include <stdint.h>

#include "harness/answer/answer.h"
#include "harness/race/stopping_rule.h"

#define FR_PATIENT_S 3.0 /* to prepare: who takes longer is refused, not kept out by the clock */
#define FR_SLOWEST_CLICK 1.0 /* seconds: the time limit of a call; less in a short race */

struct fr_halving {
    struct fr_stopping_rule stopping;
    double *timeout_s;       /* time limit of a call, set before each query */
    struct fr_evidence view; /* of the race so far; what it points to is not its own */
    struct fr_evidence_cost costs[FR_MAX_RACERS];
    struct fr_situation situation;
    struct fr_final_answer answer;     /* of the race so far */
    uint64_t (*now_ns)(void);          /* a monotonic clock */
    uint64_t due_ns;                   /* when the race should end */
    double least;                      /* seconds that the race has in any case */
    uint64_t begin_ns;                 /* 0: not begun */
    double seconds;                    /* that the race has from begin_ns on */
    bool tried[FR_MAX_RACERS];         /* to prepare */
    double given_s[FR_MAX_RACERS];     /* seconds to prepare in, of those tried */
    enum fr_place left[FR_MAX_RACERS]; /* why a racer left; FR_PLACE_SHIPPED: it did not */
    char reasons[FR_MAX_RACERS][FR_ANSWER_TEXT]; /* the same in words */
    double turn[FR_MAX_RACERS];  /* seconds on the entry of the click set that is asked */
    double spent[FR_MAX_RACERS]; /* seconds on clicks, repetitions included */
    int running;                 /* the racer that is asked; -1: none */
    uint64_t turn_ns;
    size_t clicks, next_comparison;
    enum fr_status status;
};

/* The caller sets now_ns, due_ns and least. The racers, all candidates, and standings are
 * borrowed. */
void fr_halving_init(struct fr_halving *halving, const struct fr_racers *racers,
                     const struct fr_situation *situation, double *timeout_s);

/* Weighs for the last time, after the race has ended, on time or early. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_halving_finish(struct fr_halving *halving,
                                             const struct fr_standings *standings);

void fr_halving_release(struct fr_halving *halving); /* accepts one of zero bytes */

#endif
