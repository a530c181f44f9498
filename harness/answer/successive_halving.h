/* Successive halving in a race for a recommendation: all candidates take a few clicks, those that
 * have certainly lost leave, the rest take twice as many, and so on, until one is left, or only
 * equals are, or the time is over.
 *
 * Time is dealt out: preparing may take its share of it, for one candidate and for all, and who is
 * so slow that it eats up the others' clicks is sent off. A twin of the leader joins: what tells
 * the two apart is noise. */
#ifndef FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H
#define FOOTRACE_HARNESS_ANSWER_SUCCESSIVE_HALVING_H

#include <stdint.h>

#include "harness/answer/recommend_choice.h"
#include "harness/race/stopping_rule.h"

#define FR_LEAST_NOISE 0.03 /* two processes of one back end differ by as much */
#define FR_SLOWEST_CLICK                                                                           \
    1.0 /* seconds: a call that takes longer is broken off; a short race has less */

struct fr_halving {
    struct fr_stopping_rule stopping;
    double *timeout_s;        /* what a call of the race may take: set turn by turn */
    struct fr_racers *racers; /* candidates, and behind them room for the twin */
    const struct fr_standings *standings;
    enum fr_preference preference;
    struct fr_choice choice;
    int twin_of;                 /* the leader that the last racer is; -1: it waits */
    double noise;                /* as measured, at least FR_LEAST_NOISE */
    uint64_t (*now_ns)(void);    /* a clock that never goes back */
    uint64_t due_ns;             /* when the race should be over */
    double least;                /* seconds that it has in any case */
    uint64_t begin_ns;           /* 0: not begun */
    double seconds;              /* from there on */
    bool tried[FR_MAX_RACERS];   /* to prepare */
    double spent[FR_MAX_RACERS]; /* seconds, by racer */
    int running;                 /* whose turn it is; -1: nobody's */
    uint64_t turn_ns;
    size_t clicks, next_look;
    bool settled; /* more clicks would change nothing */
    enum fr_status status;
};

/* Adds the twin to the candidates, of which there is one at least and room for one more. The caller
 * sets now_ns, due_ns and least. */
void fr_halving_init(struct fr_halving *halving, struct fr_racers *racers,
                     enum fr_preference preference, double *timeout_s,
                     const struct fr_standings *standings);

/* Draws the final choice once the race has ended, as it was meant to or early. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_halving_finish(struct fr_halving *halving);

#endif
