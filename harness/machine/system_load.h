/* System load: what else the machine did during a measurement, from the kernel's CPU times
 * (/proc/stat on Linux). The load is unknown on other systems. */
#ifndef FOOTRACE_HARNESS_MACHINE_SYSTEM_LOAD_H
#define FOOTRACE_HARNESS_MACHINE_SYSTEM_LOAD_H

#include <stdbool.h>

/* Seconds of processor time, summed over all cores, at one moment. */
struct fr_cpu_times {
    bool known;
    double busy;   /* not idle */
    double stolen; /* time that the hypervisor gave to other virtual machines */
    double own;    /* of this process and its ended children */
    double wall;   /* elapsed time */
};

void fr_cpu_times_read(struct fr_cpu_times *cpu_times);

struct fr_system_load {
    double others; /* cores that other programs kept busy, on average; NAN: unknown */
    double stolen; /* cores that the hypervisor took away, on average; NAN: unknown */
};

/* The load between two readings. NAN if the readings are less than a tenth of a second apart, as
 * the kernel counts in hundredths. */
struct fr_system_load fr_system_load_between(const struct fr_cpu_times *before,
                                             const struct fr_cpu_times *after);

#endif
