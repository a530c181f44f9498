/* Measuring one click with one back end: the first call, warm calls, and a pass by phases.
 *
 * Every call must give the same answer as the last one, which is the one that is handed on and
 * judged. The path is poisoned before each sample, so that an answer left over from the call before
 * is not taken for one. */
#ifndef FOOTRACE_HARNESS_RACERS_MEASURE_H
#define FOOTRACE_HARNESS_RACERS_MEASURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

#define FR_MAX_REPEATS 1000

struct fr_measure_plan {
    int repeats;        /* warm samples, 1..FR_MAX_REPEATS */
    double shortest_ns; /* calls shorter than this are batched until a sample lasts as long */
    double slow_ns;     /* a first call longer than this is not repeated: it is the only sample */
    const unsigned char
        *eviction;               /* read before the first call, to begin with cold caches; NULL: */
    size_t eviction_bytes;       /* caches stay as the last click left them */
    _Atomic uint64_t *heartbeat; /* told the clock at both ends of each sample, for a watchdog */
};

/* Times are nanoseconds a call. */
struct fr_measurement {
    enum fr_outcome outcome;
    bool deterministic; /* all calls gave one answer */
    double ns_first, ns_min, ns_median, ns_max;
    double ns_inside;            /* of all calls together */
    int repeats, batch;          /* warm samples, and calls in each; 0: none were taken */
    double ns_phases[FR_PHASES]; /* NAN for a phase that the back end never entered */
    struct fr_stats stats;
};

/* Asks for one path again and again; the answer of the last call is left in path. After a call that
 * ran out of memory there are no further ones, and outcome says so. */
void fr_measure_click(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                      struct fr_point start, struct fr_point goal,
                      const struct fr_measure_plan *plan, struct fr_path *path,
                      struct fr_measurement *measurement);

#endif
