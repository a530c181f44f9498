/* What disturbs timing on a machine, and what to do about it. `footrace doctor` prints it; result
 * files record it, and charts show it. */
#ifndef FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H
#define FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H

#include "harness/base/clock.h"
#include "harness/machine/machine.h"
#include "harness/machine/steadiness.h"
#include "harness/machine/system_load.h"

struct fr_disturbance {
    const char *name;  /* "governor": one word, for result files */
    char finding[160]; /* "cpu0 runs under the powersave governor, not performance" */
    const char *fix;   /* what to do, or why nothing can be done */
};

#define FR_DISTURBANCES 12 /* the number of kinds */

/* Finds what the machine's settings show, in a fixed order; returns the count. */
int fr_disturbances_find(const struct fr_machine *machine, const struct fr_clock *clock,
                         struct fr_disturbance disturbances[FR_DISTURBANCES]);

/* Finds what was observed over some time; returns the count. */
int fr_disturbances_seen(const struct fr_system_load *load, const struct fr_steadiness *steadiness,
                         struct fr_disturbance *disturbances);

/* Whether other programs used so much processor time that results should say so. */
bool fr_system_load_disturbs(const struct fr_system_load *load);

#endif
