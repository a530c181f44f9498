/* Chooses one of many candidates by pairwise comparison: the best, or one that is shown to be as
 * good and takes less memory. All others get a place. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_CHOICE_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_CHOICE_H

#include "harness/answer/pairwise.h"
#include "harness/sandbox/racer.h"

enum fr_place {
    FR_PLACE_UNTRIED,      /* the time ran out before its turn */
    FR_PLACE_TOO_FEW,      /* it shares too few clicks with the chosen one to be compared */
    FR_PLACE_NO_CANDIDATE, /* its descriptor says that no game should ship it */
    FR_PLACE_UNSUPPORTED,  /* does not support the map */
    FR_PLACE_UNREADY,      /* not prepared within its share of time or memory */
    FR_PLACE_FAULTY,       /* failed: never chosen */
    FR_PLACE_REMEMBERS,    /* remembers earlier answers: never chosen */
    FR_PLACE_OVER_BUDGET,  /* exceeds a budget for clicks, preparing or memory */
    FR_PLACE_TOO_SLOW,     /* timed out, or dropped for its speed before a comparison */
    FR_PLACE_BEATEN,       /* certainly worse than the best */
    FR_PLACE_OPEN,         /* seems worse than the best, not certainly */
    FR_PLACE_EQUAL,        /* as good as the best, but not cheaper than the chosen one */
    FR_PLACE_CHOSEN
};

struct fr_choice {
    int candidates;                      /* the first so many racers */
    int chosen, best;                    /* -1: none */
    enum fr_place places[FR_MAX_RACERS]; /* on input: who can be chosen */
    struct fr_finding findings
        [FR_MAX_RACERS]; /* of the best against each timed racer; FR_ALIKE for the best itself */
    /* Geometric mean of its times over the chosen one's, on the clicks that both answered, and the
     * 95 % interval; NAN if there are none. */
    double slower[FR_MAX_RACERS], slower_low[FR_MAX_RACERS], slower_high[FR_MAX_RACERS];
    struct fr_figures figures[FR_MAX_RACERS];
};

/* Whether a racer can be chosen: its place is FR_PLACE_OPEN or better. */
bool fr_is_contender(const struct fr_choice *choice, int racer);

/* Chooses again among the contenders, with the figures as they are then; all other places stay.
 * FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_choose(const struct fr_standings *standings,
                                     const struct fr_racers *racers,
                                     const struct fr_pairwise_rules *rules,
                                     struct fr_choice *choice);

/* The same, with the choice's figures as they are given. */
FR_MUST_USE enum fr_status fr_choose_by_figures(const struct fr_standings *standings,
                                                const struct fr_racers *racers,
                                                const struct fr_pairwise_rules *rules,
                                                struct fr_choice *choice);

#endif
