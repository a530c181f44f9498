/* System load: what else the machine did while we timed. Read from the kernel's CPU times (Linux's
 * /proc/stat); on a system without them nothing is known, and that is said. */
#ifndef FOOTRACE_HARNESS_MACHINE_SYSTEM_LOAD_H
#define FOOTRACE_HARNESS_MACHINE_SYSTEM_LOAD_H

#include <stdbool.h>

/* Seconds of processor time, summed over all cores, at one moment. */
struct fr_cpu_times {
    bool known;
    double busy;   /* anything but idle */
    double stolen; /* wanted, but the hypervisor gave it to another machine */
    double own;    /* of this process and its children that have ended */
    double wall;   /* seconds on the clock */
};

void fr_cpu_times_read(struct fr_cpu_times *cpu_times);

struct fr_system_load {
    double others; /* cores that something else kept busy, on average; NAN: unknown */
    double stolen; /* cores that the hypervisor took away, on average; NAN: unknown */
};

/* What lies between two readings. Too short a time (under a tenth of a second: the kernel counts
 * hundredths) gives NAN. */
struct fr_system_load fr_system_load_between(const struct fr_cpu_times *before,
                                             const struct fr_cpu_times *after);

#endif
