/* Steadiness: does a fixed piece of work always take the same time? A single run that takes longer
 * was interrupted (jitter). A stretch of runs that take longer had a slower clock (drift), due to a
 * governor, turbo, heat or a hypervisor. */
#ifndef FOOTRACE_HARNESS_MACHINE_STEADINESS_H
#define FOOTRACE_HARNESS_MACHINE_STEADINESS_H

#include <stddef.h>
#include <stdint.h>

struct fr_steadiness {
    double jitter; /* share of time in runs longer than twice the median; NAN: unknown */
    double drift;  /* slowest stretch / fastest stretch - 1; NAN: unknown */
};

/* One run of the piece of work. */
struct fr_work_run {
    double begin_ns, ns; /* begin_ns: since any moment */
};

/* Repeats a small piece of work for about so many seconds. */
struct fr_steadiness fr_steadiness_watch(double seconds);

/* Evaluates runs in the order of time. The time is cut into twenty stretches; a stretch counts by its
 * fastest run, which nothing interrupted. */
struct fr_steadiness fr_steadiness_of(const struct fr_work_run *runs, size_t count);

#endif
