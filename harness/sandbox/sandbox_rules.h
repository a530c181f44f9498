/* What a racer in a process of its own may take, and how much it is asked at once. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SANDBOX_RULES_H
#define FOOTRACE_HARNESS_SANDBOX_SANDBOX_RULES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/point.h"

struct fr_sandbox_rules {
    double timeout_s;  /* for each call of the back end */
    int64_t memory_mb; /* for the racer, besides the map, however it takes it */
    double clock_ns;   /* cost of the clock, subtracted from each call */
    uint64_t *frame;   /* see struct fr_measure_plan; each child has its own copy */
    size_t frame_bytes;
    const unsigned char *sweep; /* the same */
    size_t sweep_bytes;
    bool unlimited_addresses;          /* do not limit address space: a sanitizer maps terabytes */
    const volatile sig_atomic_t *stop; /* not 0: stop at once */
};

/* The most questions of one request. */
#define FR_SANDBOX_QUESTIONS 1024

struct fr_question {
    struct fr_point start, goal;
};

/* The expansions that a trace tells: in a result file, and where a picture shows them all. */
#define FR_SANDBOX_TRACED 1000
#define FR_SANDBOX_TRACED_MOST 200000

#endif
