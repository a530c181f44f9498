/* The monotonic clock used for all times, its resolution and its overhead. */
#ifndef FOOTRACE_HARNESS_BASE_CLOCK_H
#define FOOTRACE_HARNESS_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since a moment that a process and its children share; never decreases. */
uint64_t fr_clock_ns(void);

struct fr_clock {
    double resolution_ns; /* smallest step observed between two different readings */
    double cost_ns;       /* of one reading: the overhead of a call timed between two readings */
};

/* Measures the clock; takes about a millisecond. */
void fr_clock_measure(struct fr_clock *clock);

#endif
