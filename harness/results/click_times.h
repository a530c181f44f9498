/* The times of one racer's click, over all rounds of a race: the samples, and the numbers that its
 * row reports. In nanoseconds; NAN: not measured, or the system interrupted the query. */
#ifndef FOOTRACE_HARNESS_RESULTS_CLICK_TIMES_H
#define FOOTRACE_HARNESS_RESULTS_CLICK_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "harness/statistics/quantiles.h"

struct fr_click_times {
    int rounds, passes;
    double *played, *steady; /* by round, then by pass; NULL: nothing was measured */
    double *waited;          /* for each played sample, the time in which other programs ran */
    bool interrupted;        /* the system ran other programs during some samples */
    double *after_event;     /* by round */
    int64_t page_faults;     /* total over all played queries; -1: not counted */
    double ns_phases[FR_PHASES];
    struct fr_stats stats;
};

/* Makes times without samples. FR_OK, or FR_NO_MEMORY with nothing to release. */
FR_MUST_USE enum fr_status fr_click_times_create(int rounds, int passes,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_click_times *times);

/* Does nothing for all-zero times. */
void fr_click_times_release(struct fr_click_times *times, const struct fr_allocator *allocator);

struct fr_click_figures {
    double ns_played, ns_steady, ns_after_event;
    int steady_passes; /* steady passes taken in each round */
};

/* remembers: the racer caches answers, so only the first pass of each round counts. */
void fr_click_times_figures(const struct fr_click_times *times, bool remembers,
                            struct fr_click_figures *figures);

#endif
