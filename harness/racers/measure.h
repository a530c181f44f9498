/* Measuring calls of one back end: each question once, as DESIGN asks it.
 *
 * FR_PLAYED writes a frame's worth of memory before the call, FR_COLD reads as much as sweeps the
 * last-level cache; FR_STEADY does nothing in between. FR_REHEARSED asks one question again and
 * again. FR_COUNTED counts the call's instructions (counted.h). FR_PROBED tells phases and work, and its time counts for nothing. What lies between the
 * calls is outside the clock, whose own cost is taken off each of them.
 *
 * The path is poisoned before each call, so that an answer left over from the call before is not
 * taken for one. */
#ifndef FOOTRACE_HARNESS_RACERS_MEASURE_H
#define FOOTRACE_HARNESS_RACERS_MEASURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

enum fr_timing { FR_PLAYED, FR_STEADY, FR_COLD, FR_REHEARSED, FR_PROBED, FR_COUNTED };

struct fr_measure_plan {
    double clock_ns; /* cost of the clock in each call's time */
    uint64_t *frame; /* written before a played call; NULL: nothing is */
    size_t frame_bytes;
    const unsigned char *sweep; /* read before a cold call; NULL: nothing is */
    size_t sweep_bytes;
    _Atomic uint64_t *heartbeat; /* told the clock at both ends of each call, for a watchdog */
};

/* What one call came to. Times are nanoseconds. */
struct fr_answer {
    enum fr_outcome outcome;
    uint64_t hash;        /* of outcome and waypoints: equal answers have equal hashes */
    double ns;            /* at least 1: less is not told from nothing */
    double ns_before;     /* spent on the frame, or on the sweep */
    int64_t instructions; /* FR_COUNTED, by the processor's counter; -1: not counted here */
    int64_t faults;       /* page faults within the call; -1: not counted */
    bool lost;            /* the system took time away meanwhile: the time is not the call's */
    double ns_phases[FR_PHASES]; /* FR_PROBED only; NAN for a phase that was never entered */
    struct fr_stats stats;       /* FR_PROBED only */
};

/* Asks one question; the waypoints are left in path. */
void fr_measure(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                enum fr_timing timing, struct fr_point start, struct fr_point goal,
                const struct fr_measure_plan *plan, struct fr_path *path, struct fr_answer *answer);

#endif
