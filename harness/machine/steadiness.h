/* Steadiness: whether a fixed piece of work always takes the same time. A single run that takes
 * longer was interrupted (jitter). A stretch of runs that take longer had a slower clock (drift),
 * due to a governor, turbo, heat or a hypervisor. */
#ifndef FOOTRACE_HARNESS_MACHINE_STEADINESS_H
#define FOOTRACE_HARNESS_MACHINE_STEADINESS_H

#include <stddef.h>
#include <stdint.h>

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

/* Evaluates runs in order of time. The period is divided into twenty stretches; each is represented
 * by its fastest run, which nothing interrupted. */
struct fr_steadiness fr_steadiness_of(const struct fr_work_run *runs, size_t count);

#endif
