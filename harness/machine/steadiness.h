/* Steadiness: whether a fixed piece of work always takes as long. What takes longer now and then was
 * interrupted (jitter); what takes longer for a while ran on a slower clock (drift), by a governor,
 * turbo, heat, or a hypervisor. */
#ifndef FOOTRACE_HARNESS_MACHINE_STEADINESS_H
#define FOOTRACE_HARNESS_MACHINE_STEADINESS_H

#include <stddef.h>
#include <stdint.h>

struct fr_steadiness {
    double jitter; /* share of the time in runs of more than twice the median; NAN: unknown */
    double drift;  /* slowest stretch over the fastest one, less 1; NAN: unknown */
};

/* One run of the piece of work. */
struct fr_work_run {
    double begin_ns, ns; /* begin: from any moment on */
};

/* Runs the same little piece of work over and over for about so many seconds. */
struct fr_steadiness fr_steadiness_watch(double seconds);

/* What runs in the order of time tell. The time is cut into twenty stretches, and a stretch is as
 * fast as its fastest run, which nothing interrupted. */
struct fr_steadiness fr_steadiness_of(const struct fr_work_run *runs, size_t count);

#endif
