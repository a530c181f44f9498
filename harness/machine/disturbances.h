/* What disturbs timing on a machine, and how to fix it. `footrace doctor` prints it, result files
 * record it, and charts show it. */
#ifndef FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H
#define FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H

#include "harness/base/clock.h"
#include "harness/machine/machine.h"
#include "harness/machine/steadiness.h"
#include "harness/machine/system_load.h"

struct fr_disturbance {
    const char *name;  /* "governor": one word, for result files */
    char finding[160]; /* "cpu0 runs under the powersave governor, not performance" */
    const char *fix;   /* how to fix it, or why that is impossible */
};

#define FR_DISTURBANCES 12 /* the number of kinds */

/* Finds disturbances in the machine's settings, in a fixed order; returns the count. */
int fr_disturbances_find(const struct fr_machine *machine, const struct fr_clock *clock,
                         struct fr_disturbance disturbances[FR_DISTURBANCES]);

/* Finds disturbances observed during a period; returns the count. */
int fr_disturbances_seen(const struct fr_system_load *load, const struct fr_steadiness *steadiness,
                         struct fr_disturbance *disturbances);

/* Whether other programs used enough processor time that results should mention it. */
bool fr_system_load_disturbs(const struct fr_system_load *load);

#endif
