/* What differs between the machines, builds and settings of two races, and what disturbed them: to
 * be read before any ratio of their times. */
#ifndef FOOTRACE_HARNESS_ROWS_SURROUNDINGS_H
#define FOOTRACE_HARNESS_ROWS_SURROUNDINGS_H

#include "harness/rows/timings.h"

/* One difference; texts are short: "kernel", "Linux 6.1.0", "Linux 6.12.0". */
struct fr_difference {
    const char *what; /* the run row's key */
    char base[256], fresh[256];
};

/* Fills what differs, in a fixed order, up to most; how many there are. */
int fr_surroundings_differ(const struct fr_timings *base, const struct fr_timings *fresh,
                           struct fr_difference *differences, int most);

/* Why the times of a race are less sure than others ("other programs kept 0.84 cores busy"), of
 * size bytes; "" if nothing disturbed it. */
void fr_surroundings_disturbed(const struct fr_timings *timings, char *text, size_t size);

#endif
