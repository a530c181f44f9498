/* The figures of one racer in a race so far, for tables. */
#ifndef FOOTRACE_HARNESS_ANSWER_FIGURES_H
#define FOOTRACE_HARNESS_ANSWER_FIGURES_H

#include "harness/race/standings.h"

#define FR_FRAME_NS (1e9 / 60)

struct fr_figures {
    size_t clicks;    /* queried */
    size_t timed;     /* clicks answered and timed */
    double median_ns; /* the geometric mean of medians of courses; NAN if none was timed */
    double median_low, median_high; /* the median's 95 % interval; NAN without samples by round */
    double slowest_ns;              /* the largest sample; NAN if none was timed */
    double slowest_waited_ns;       /* part of slowest_ns in which the system ran other programs */
    size_t samples, interrupted;    /* of timed clicks; interrupted: other programs ran */
    size_t over_frame;              /* samples that took longer than a frame */
    double prepare_ns;              /* preparation and the query after it; NAN: never prepared */
    int64_t held_bytes, peak_bytes; /* held after preparation, and the peak during it; -1:
                                     * unknown */
    size_t paths;                   /* paths with a yardstick above 0 pixels */
    double mean_ratio, worst_ratio; /* of length / yardstick; NAN if there are none */
    size_t judged, illegal; /* paths judged by the any-angle rules, and those that break them */
    size_t failures;        /* of all kinds */
    size_t wrong;           /* failures that are wrong answers or crashes */
    size_t changes;         /* events after which the racer answered a click */
    double update_ns;       /* median; NAN if none */
    double
        change_ns; /* median of the events' updates with the first click after them; NAN if none */
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_figures_take(const struct fr_standings *standings, int racer,
                                           struct fr_figures *figures);

/* Restricts the median to the marked courses, as the rule does, unless the racer was timed on none
 * of them. Fills in the median's interval by resampling maps, then rounds, passes and clicks
 * (Kalibera and Jones 2013), from the samples that the standings keep; leaves it NAN if they keep
 * none. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_figures_bound(const struct fr_standings *standings, int racer,
                                            const bool *courses, struct fr_figures *figures);

#endif
