/* The times of one racer's click, gathered over the rounds of a race: the samples, and the figures
 * of its row. Nanoseconds; NAN if not measured, or if the system interrupted the call. */
#ifndef FOOTRACE_HARNESS_RESULTS_CLICK_TIMES_H
#define FOOTRACE_HARNESS_RESULTS_CLICK_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

/* The most rounds times passes. */
#define FR_MOST_SAMPLES 1000

struct fr_click_times {
    int rounds, passes;
    double *played, *steady;    /* by round, then by pass; NULL: nothing was measured */
    double *cold, *after_event; /* by round */
    double rehearsed;
    int64_t page_faults; /* of all played calls; -1: not counted */
    double ns_phases[FR_PHASES];
    struct fr_stats stats;
};

/* Makes times without samples. FR_OK, or FR_NO_MEMORY with nothing to release. */
FR_MUST_USE enum fr_status fr_click_times_create(int rounds, int passes,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_click_times *times);

/* Accepts times of zero bytes. */
void fr_click_times_release(struct fr_click_times *times, const struct fr_allocator *allocator);

struct fr_click_figures {
    double ns_played, ns_steady, ns_cold, ns_after_event;
    int steady_passes; /* steady passes taken in each round */
};

/* remembers: the racer answers repeated questions from memory, so only the first pass of each round
 * counts. */
void fr_click_times_figures(const struct fr_click_times *times, bool remembers,
                            struct fr_click_figures *figures);

#endif
