/* What disturbs timing on a machine, and how to fix it. `footrace doctor` prints disturbances,
 * result files record them, and charts show them. */
#ifndef FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H
#define FOOTRACE_HARNESS_MACHINE_DISTURBANCES_H

#include <stddef.h>

#include "harness/base/clock.h"
#include "harness/machine/machine.h"
#include "harness/machine/system_load.h"

/* Whether a fixed piece of work always takes the same time. A single run that takes longer was
 * interrupted (jitter). A stretch of runs that take longer had a slower clock (drift), due to a
 * governor, turbo, heat or a hypervisor. */
struct fr_steadiness {
    double jitter; /* fraction of the time spent in runs longer than twice the median; NAN:
                    * unknown */
    double drift;  /* slowest stretch / fastest stretch - 1; NAN: unknown */
};

/* One run of the piece of work. */
struct fr_work_run {
    double begin_ns, ns; /* begin_ns: since any fixed moment */
};

/* Repeats a small piece of work for about this many seconds. */
struct fr_steadiness fr_steadiness_watch(double seconds);

/* Evaluates runs, which are in order of time. The period is divided into twenty stretches; each is
 * represented by its fastest run, which nothing interrupted. */
struct fr_steadiness fr_steadiness_of(const struct fr_work_run *runs, size_t count);

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
