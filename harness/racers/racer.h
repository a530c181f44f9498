/* Racers: back ends with their options, as they are addressed on the command line.
 *
 * An address is NAME or NAME:option=value,..., optionally with a label in front
 * (base=astar:open=heap), so that one back end may race twice. "all" stands for every back end
 * with its defaults but those whose failures are the point, "articles" for the pathfinders as they
 * were published. */
#ifndef FOOTRACE_HARNESS_RACERS_RACER_H
#define FOOTRACE_HARNESS_RACERS_RACER_H

#include "algorithms/pathfinder.h"
#include "maps/formats/base/error.h"

#define FR_MAX_RACERS 64

struct fr_executable; /* execute.h */

struct fr_racer {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    bool candidate; /* may be recommended: not the null back end, not faulty, not a copy */
    const struct fr_executable
        *executable;        /* the program that runs it; NULL: a fork of this process */
    char algo[128];         /* its label, or its address as typed; unique in the race */
    char address[128];      /* without a label, as a serving program gets it */
    char label[128];        /* for people: "A* (open=heap)", or its label */
    char options_text[512]; /* every option with its value: "open=heap,model=grid8" */
};

struct fr_racers {
    struct fr_racer at[FR_MAX_RACERS];
    int count;
};

/* Adds the racer or racers that address names, looked up among pathfinders (which ends with NULL).
 * Commas separate several where none of them has options.
 * FR_OK; or FR_BAD_INPUT with error filled, for an unknown name or option, or a label that another
 * racer has already. */
FR_MUST_USE enum fr_status fr_racers_add(struct fr_racers *racers,
                                         const struct fr_pathfinder *const *pathfinders,
                                         const char *address, struct fr_error *error);

#endif
