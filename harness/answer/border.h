/* Where the answer changes: the nearest border in one threshold, or in the queries of a frame. */
#ifndef FOOTRACE_HARNESS_ANSWER_BORDER_H
#define FOOTRACE_HARNESS_ANSWER_BORDER_H

#include "harness/answer/rule.h"

#define FR_BY_QUERIES FR_QUANTITIES /* the border is in the queries of a frame */

struct fr_border {
    int quantity; /* enum fr_quantity, or FR_BY_QUERIES; -1: there is none within reach */
    double value; /* of its threshold, with two digits; or queries */
    bool above;   /* than it is now */
    int leads;    /* there */
};

/* What the rule is applied to, and what it says as the situation is. */
struct fr_border_grounds {
    const struct fr_measures *measures;
    const struct fr_evidence *evidence;
    const struct fr_situation *situation;
    const struct fr_weighing *weighing;
    const bool *contenders;
};

/* The border that is fewest doublings away. */
struct fr_border fr_border_nearest(const struct fr_border_grounds *grounds);

#endif
