/* Racers: back ends with their options. For addresses see addresses.h. */
#ifndef FOOTRACE_HARNESS_SANDBOX_RACER_H
#define FOOTRACE_HARNESS_SANDBOX_RACER_H

#include "algorithms/pathfinder.h"

#define FR_MAX_RACERS 64

struct fr_executable; /* execute.h */

struct fr_racer {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    bool candidate; /* may be shipped: not the null back end, not faulty, not a copy */
    bool updates;   /* its back end has an update function */
    const struct fr_executable
        *executable;        /* the program that runs it; NULL: a fork of this process */
    char algo[128];         /* its label, or its address as typed; unique in the race */
    char address[128];      /* without a label, as sent to a serving program */
    char label[128];        /* for display: "A* (open=heap)", or its label */
    char options_text[512]; /* every option with its value: "open=heap,model=grid8" */
};

struct fr_racers {
    struct fr_racer at[FR_MAX_RACERS];
    int count;
};

#endif
