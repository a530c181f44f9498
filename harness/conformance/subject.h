/* The subject of the checks, the plan, and the result. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_SUBJECT_H
#define FOOTRACE_HARNESS_CONFORMANCE_SUBJECT_H

#include "harness/sandbox/racer.h"

struct fr_conformance_plan {
    uint64_t seed;
    int maps; /* drawn by each check */
    double timeout_s;
};

enum fr_conformance_verdict { FR_CONFORMANCE_OK, FR_CONFORMANCE_FAILED, FR_CONFORMANCE_SKIPPED };

#endif
