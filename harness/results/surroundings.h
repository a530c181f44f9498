/* How the machines affected the times of races: how machines, builds and settings of two races
 * differ, what disturbed a race, and how fast each machine of a merged race was. Commands print
 * these facts before any ratio of times. */
#ifndef FOOTRACE_HARNESS_RESULTS_SURROUNDINGS_H
#define FOOTRACE_HARNESS_RESULTS_SURROUNDINGS_H

#include "harness/results/race_rows.h"

/* One difference, as short texts: "kernel", "Linux 6.1.0", "Linux 6.12.0". */
struct fr_difference {
    const char *what; /* key of the run row */
    char base[256], fresh[256];
};

/* Lists the differences in keys that affect times (FR_SETTING in fields.def), in table order, up to
 * `most` of them. Returns the number listed. */
int fr_surroundings_differ(const struct fr_race_rows *base, const struct fr_race_rows *fresh,
                           struct fr_difference *differences, int most);

/* Whether other programs or machines took time, according to the end row. */
bool fr_race_is_disturbed(const struct fr_race_rows *race);

/* Describes what disturbed a race ("other programs kept 0.84 cores busy") in `text`, of `size`
 * bytes; "" if nothing did. */
void fr_surroundings_disturbed(const struct fr_race_rows *race, char *text, size_t size);

/* For each run row: the geometric mean of the anchor's times on its machine, divided by that of the
 * median machine; NAN if the machine timed no anchor. `ratios` has one entry for each run row.
 * FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_surroundings_nodes(const struct fr_race_rows *race, double *ratios);

#endif
