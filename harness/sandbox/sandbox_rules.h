/* Limits for a racer in its own process, and the size of requests. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SANDBOX_RULES_H
#define FOOTRACE_HARNESS_SANDBOX_SANDBOX_RULES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/point.h"

struct fr_sandbox_rules {
    double timeout_s;  /* for each call of the back end */
    double change_s;   /* for an update after a change; 0: timeout_s */
    int64_t memory_mb; /* for the racer, excluding the map, however it takes memory */
    double clock_ns;   /* overhead of the clock, subtracted from each call */
    uint64_t *frame;   /* see struct fr_measure_plan; each child has its own copy */
    size_t frame_bytes;
    bool unlimited_addresses;          /* do not limit address space: a sanitizer maps terabytes */
    const volatile sig_atomic_t *stop; /* nonzero: stop at once */
};

/* Seconds: the default limit for an update in a race. A game would stand still for 30 frames. */
#define FR_SLOWEST_CHANGE 0.5

/* The most queries in one request. */
#define FR_SANDBOX_QUERIES 1024

struct fr_query {
    struct fr_point start, goal;
};

/* The most expansions of a trace. */
#define FR_SANDBOX_TRACED 200000

#endif
