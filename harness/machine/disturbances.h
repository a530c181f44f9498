/* What disturbs timing on a machine, each with the way to mend it: what `footrace doctor` says, and
 * what a result file carries into every chart. */
#ifndef FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H
#define FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H

#include "harness/base/clock.h"
#include "harness/machine/machine.h"
#include "harness/machine/steadiness.h"
#include "harness/machine/system_load.h"

struct fr_disturbance {
    const char *name;  /* "governor": one word, as result files have it */
    char finding[160]; /* "cpu0 runs under the powersave governor, not performance" */
    const char *fix;   /* what to do, or why nothing can be done */
};

#define FR_DISTURBANCES 12 /* there are no more kinds */

/* Fills disturbances, in a fixed order, from what the machine says; yields how many there are. */
int fr_disturbances_find(const struct fr_machine *machine, const struct fr_clock *clock,
                         struct fr_disturbance disturbances[FR_DISTURBANCES]);

/* What was seen while time went by; yields how many were added to the count there are. */
int fr_disturbances_seen(const struct fr_system_load *load, const struct fr_steadiness *steadiness,
                         struct fr_disturbance *disturbances);

/* Whether others kept so much of a core busy that times cannot be quoted without saying so. */
bool fr_system_load_disturbs(const struct fr_system_load *load);

#endif
