/* Where the answer changes: the nearest border in one threshold, or in the number of queries per
 * frame. */
#ifndef FOOTRACE_HARNESS_ANSWER_BORDER_H
#define FOOTRACE_HARNESS_ANSWER_BORDER_H

#include "harness/answer/rule.h"

#define FR_BY_QUERIES FR_QUANTITIES /* the border is in the number of queries per frame */

struct fr_border {
    int quantity; /* enum fr_quantity, or FR_BY_QUERIES; -1: no border within reach */
    double value; /* the threshold, to two digits, or the number of queries */
    bool above;   /* the value is above the current one */
    int leads;    /* the racer that leads beyond the border */
};

/* A situation, how the rule weighs it, and a function for other situations: leads_in returns the
 * racer that leads in one; -1: none. */
struct fr_border_search {
    const struct fr_situation *situation;
    const struct fr_weighing *weighing;
    int here[2];       /* the shipped racer and, if undecided, the other one */
    bool steady_known; /* false: nothing is known about several queries per frame */
    int (*leads_in)(const void *context, const struct fr_situation *situation);
    const void *context;
};

/* The border that is the fewest doublings away. */
struct fr_border fr_border_nearest(const struct fr_border_search *search);

#endif
