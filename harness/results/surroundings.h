/* Differences between the machines, builds and settings of two races, and what disturbed them. They
 * are printed before any ratio of times. */
#ifndef FOOTRACE_HARNESS_RESULTS_SURROUNDINGS_H
#define FOOTRACE_HARNESS_RESULTS_SURROUNDINGS_H

#include "harness/results/timings.h"

/* One difference; texts are short: "kernel", "Linux 6.1.0", "Linux 6.12.0". */
struct fr_difference {
    const char *what; /* the run row's key */
    char base[256], fresh[256];
};

/* Fills in the differences, in a fixed order, up to most. Returns how many there are. */
int fr_surroundings_differ(const struct fr_timings *base, const struct fr_timings *fresh,
                           struct fr_difference *differences, int most);

/* What disturbed a race ("other programs kept 0.84 cores busy"), as text of size bytes; "" if
 * nothing did. */
void fr_surroundings_disturbed(const struct fr_timings *timings, char *text, size_t size);

#endif
