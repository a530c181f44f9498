/* Where the answer changes: the nearest border in one threshold, or in the number of queries per
 * frame. */
#ifndef FOOTRACE_HARNESS_ANSWER_BORDER_H
#define FOOTRACE_HARNESS_ANSWER_BORDER_H

#include "harness/answer/quantity.h"

#define FR_BY_QUERIES FR_QUANTITIES /* the border is in the number of queries per frame */

struct fr_final_answer;

struct fr_border {
    int quantity; /* enum fr_quantity, or FR_BY_QUERIES; -1: no border within reach */
    double value; /* of the threshold, with two digits; or number of queries */
    bool above;   /* the value is above the current one */
    int leads;    /* the racer that leads there */
};

/* The border that is the fewest doublings away; the answer has been weighed. */
struct fr_border fr_border_nearest(const struct fr_final_answer *answer);

#endif
