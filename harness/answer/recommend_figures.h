/* What a race has shown of one candidate so far, in the figures that a developer decides by. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_FIGURES_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_FIGURES_H

#include "harness/race/standings.h"

struct fr_figures {
    size_t clicks;                  /* that it was asked */
    size_t timed;                   /* of these, answered, and timed when warm */
    double median_ns, worst_ns;     /* NAN where none was */
    size_t over_frame;              /* timed ones that last over a frame */
    double prepare_ns;              /* NAN: never got ready */
    int64_t peak_bytes;             /* -1: unknown */
    size_t walks;                   /* with a yardstick above 0 px */
    double detour;                  /* geometric mean of length / yardstick; NAN without walks */
    double detour_low, detour_high; /* its 95 % bootstrap interval */
    double worst_detour;
    size_t judged, illegal; /* walks that could be held against the rules for any angle */
    size_t failures;        /* of all kinds */
    size_t wrong;     /* of these, answers that were refused, and crashes: never to be shipped */
    size_t changes;   /* events that it followed */
    double update_ns; /* median; NAN without any */
    double change_ns; /* median of the events' updates and the first click behind them; NAN: none */
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_figures_take(const struct fr_standings *standings, int racer,
                                           struct fr_figures *figures);

/* What the events before a click and its first call took together; NAN where no event was followed
 * just before it. */
double fr_change_cost(const struct fr_standing *standing, size_t click);

#endif
