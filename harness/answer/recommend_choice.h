/* Choosing one of many candidates by pairwise comparison: the best of all, or one that is shown to be as good and
 * costs less memory; and the place of everybody else. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_CHOICE_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_CHOICE_H

#include "harness/answer/pairwise.h"
#include "harness/racers/racer.h"

enum fr_place {
    FR_PLACE_UNTRIED,     /* the time was over before its turn came */
    FR_PLACE_UNSUPPORTED, /* does not take the map */
    FR_PLACE_UNREADY,     /* not prepared in its share of the time, or of memory */
    FR_PLACE_FAULTY,      /* failed: never chosen */
    FR_PLACE_TOO_SLOW,    /* so slow that it was broken off, or sent off before it was compared */
    FR_PLACE_BEATEN,      /* by the best, and that is certain */
    FR_PLACE_OPEN,        /* not told apart from the best: it seems worse */
    FR_PLACE_EQUAL,       /* as good as the best, and not cheaper than the chosen one */
    FR_PLACE_CHOSEN
};

struct fr_choice {
    int candidates;                            /* racers from the first one on */
    int chosen, best;                          /* -1: none */
    enum fr_place places[FR_MAX_RACERS];       /* before: whom to choose among */
    struct fr_finding findings[FR_MAX_RACERS]; /* of the best against each that was timed; the
                                                  best is like itself */
    double slower[FR_MAX_RACERS]; /* time of each over that of the chosen one, geometric mean over
                                     the clicks that both answered; NAN without any */
    struct fr_figures figures[FR_MAX_RACERS];
};

/* Whether one can be chosen: its place is that of one who is still in the race. */
bool fr_is_contender(const struct fr_choice *choice, int racer);

/* Chooses among the contenders anew; the places of all others stay. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_choose(const struct fr_standings *standings,
                                     const struct fr_racers *racers,
                                     const struct fr_pairwise_rules *rules,
                                     struct fr_choice *choice);

#endif
