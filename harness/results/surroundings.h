/* What the machines of races did to their times: how machines, builds and settings of two races differ,
 * what disturbed a race, and how fast the machines of a merged race were. It is printed before any
 * ratio of times. */
#ifndef FOOTRACE_HARNESS_RESULTS_SURROUNDINGS_H
#define FOOTRACE_HARNESS_RESULTS_SURROUNDINGS_H

#include "harness/results/race_rows.h"

/* One difference; texts are short: "kernel", "Linux 6.1.0", "Linux 6.12.0". */
struct fr_difference {
    const char *what; /* the run row's key */
    char base[256], fresh[256];
};

/* Fills in the differences in the keys that a time depends on (FR_SETTING in fields.def), in their
 * order, up to most. Returns how many there are. */
int fr_surroundings_differ(const struct fr_race_rows *base, const struct fr_race_rows *fresh,
                           struct fr_difference *differences, int most);

/* Whether other programs or machines took time, as the end row says. */
bool fr_race_is_disturbed(const struct fr_race_rows *race);

/* What disturbed a race ("other programs kept 0.84 cores busy"), as text of size bytes; "" if
 * nothing did. */
void fr_surroundings_disturbed(const struct fr_race_rows *race, char *text, size_t size);

/* The anchor's time on the machine of each run row, the geometric mean over its passes, over that of
 * the median machine; NAN: it timed none. ratios has one for each run row. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_surroundings_nodes(const struct fr_race_rows *race, double *ratios);

#endif
