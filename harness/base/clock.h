/* The monotonic clock that times everything, its resolution and its cost. */
#ifndef FOOTRACE_HARNESS_BASE_CLOCK_H
#define FOOTRACE_HARNESS_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since a fixed moment; never goes back. The same in a process and its children. */
uint64_t fr_clock_ns(void);

struct fr_clock {
    double resolution_ns; /* smallest step ever seen between two different readings */
    double cost_ns;       /* of one reading: what a call has too much that lies between two */
};

/* Measures the clock; takes about a millisecond. */
void fr_clock_measure(struct fr_clock *clock);

#endif
