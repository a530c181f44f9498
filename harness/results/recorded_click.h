/* What is needed of a click row, by whoever goes on from it. */
#ifndef FOOTRACE_HARNESS_RESULTS_RECORDED_CLICK_H
#define FOOTRACE_HARNESS_RESULTS_RECORDED_CLICK_H

#include <stdbool.h>

#include "harness/judge/validator.h"
#include "harness/sandbox/reply.h"
#include "maps/point.h"

struct fr_recorded_click {
    struct fr_reply reply; /* status and outcome only */
    struct fr_judgement judgement;
    bool answered; /* and judged */
    double optimum;
    double ns_played, ns_after_event; /* NAN: null */
    bool remembers;
    struct fr_pixel start, goal;
};

#endif
