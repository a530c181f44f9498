/* Whether the system took time away from this process: suspended it, or ran others instead.
 *
 * A process that was stopped by a signal is reported when it goes on; one that had to wait for its core
 * got less processor time than time passed, though it never asked to sleep; a machine that slept, or a
 * virtual one that was moved or held, set its clocks apart: that which counts such sleep and that of
 * the day from that which times calls, or this one from the processor's time. What is lost so is
 * noticed where it is most of a call and a quarter of a second at least: short waits for a core are
 * noise, which medians are for. */
#ifndef FOOTRACE_HARNESS_MACHINE_INTERRUPTION_H
#define FOOTRACE_HARNESS_MACHINE_INTERRUPTION_H

#include <stdbool.h>
#include <stdint.h>

/* What a process had used up at some moment. */
struct fr_interruption {
    double processor_ns;
    uint64_t clock_ns, asleep_ns, day_ns; /* the last two: ahead of the first */
    long faults, waits,
        sleeps; /* page faults; involuntary switches to others, and voluntary ones */
    int stops;
};

/* Has this process notice when it is stopped and goes on. */
void fr_interruption_watch(void);

/* Begins to count again, for fr_interruption_noticed. */
void fr_interruption_restart(void);

void fr_interruption_begin(struct fr_interruption *before);

/* Whether most of the ns of a call since then was taken away; *faults gets the page faults. */
bool fr_interruption_end(const struct fr_interruption *before, double ns, int64_t *faults);

/* The same for a call of ns that ended just now, since the last time that anybody asked or counted
 * again. To be asked after every call of a millisecond or more, so that no two share a loss. */
bool fr_interruption_noticed(double ns);

#endif
