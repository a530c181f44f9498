/* Whether the system took time away from this process, by suspending it or running others.
 *
 * Four cases are detected. A process that was stopped by a signal gets SIGCONT when it continues. A
 * process that waited for a core used less processor time than elapsed, although it never slept. A
 * machine that slept advances the clock that counts sleep. A virtual machine that was paused or
 * moved shifts the clocks against each other: the time of day, or the processor's time, against the
 * clock that times queries. A loss is reported if it is most of a query and at least a quarter of a
 * second: shorter waits for a core are noise, which medians absorb. */
#ifndef FOOTRACE_HARNESS_MACHINE_INTERRUPTION_H
#define FOOTRACE_HARNESS_MACHINE_INTERRUPTION_H

#include <stdbool.h>
#include <stdint.h>

/* The counters of a process at one moment. */
struct fr_interruption {
    double processor_ns;
    uint64_t clock_ns, asleep_ns, day_ns; /* the last two: how far these clocks are ahead of
                                           * clock_ns */
    long faults, waits, sleeps; /* page faults; involuntary context switches; voluntary ones */
    int stops;
};

/* Makes this process count how often it was stopped and continued. */
void fr_interruption_watch(void);

/* Restarts the period for fr_interruption_noticed. */
void fr_interruption_restart(void);

void fr_interruption_begin(struct fr_interruption *before);

/* Whether the system took away most of a call of ns nanoseconds since `before`; *faults gets the
 * call's page faults, *waited the nanoseconds in which the system ran other processes instead. */
bool fr_interruption_end(const struct fr_interruption *before, double ns, int64_t *faults,
                         double *waited);

/* Whether the system took away most of a call of ns nanoseconds that just ended; the period starts
 * at the previous call of this function or at the restart. Use it after every call of a millisecond
 * or more, so that each loss belongs to one call. */
bool fr_interruption_noticed(double ns);

#endif
