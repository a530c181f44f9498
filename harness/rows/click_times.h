/* The times of one racer's click, gathered while the rounds of a race go on: samples as they come
 * in, and the figures that a row gives. Nanoseconds; NAN where nothing was measured, or the system
 * took the time away. */
#ifndef FOOTRACE_HARNESS_ROWS_CLICK_TIMES_H
#define FOOTRACE_HARNESS_ROWS_CLICK_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

/* Rounds times passes, at the most. */
#define FR_MOST_SAMPLES 1000

struct fr_click_times {
    int rounds, passes;
    double *played, *steady;    /* by round, then by pass; NULL: nothing was measured at all */
    double *cold, *after_event; /* by round */
    double rehearsed;
    int64_t page_faults; /* of all played calls; -1: not counted */
    double ns_phases[FR_PHASES];
    struct fr_stats stats;
};

/* No times yet. FR_OK, or FR_NO_MEMORY with nothing to release. */
FR_MUST_USE enum fr_status fr_click_times_create(int rounds, int passes,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_click_times *times);

/* Accepts times of zero bytes. */
void fr_click_times_release(struct fr_click_times *times, const struct fr_allocator *allocator);

struct fr_click_figures {
    double ns_played, ns_steady, ns_cold, ns_after_event;
    int steady_passes; /* of each round, that were taken */
};

/* remembers: the racer answers what it has met before by heart; then only the first pass of each
 * round asks it anything. */
void fr_click_times_figures(const struct fr_click_times *times, bool remembers,
                            struct fr_click_figures *figures);

#endif
