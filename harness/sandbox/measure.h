/* Times calls of one back end.
 *
 * FR_PLAYED writes a frame before the call; FR_COLD reads enough memory to sweep the last-level
 * cache; FR_STEADY does nothing before it. FR_REHEARSED repeats one question. FR_COUNTED counts the
 * call's instructions (counted.h). FR_STEPPED writes a frame, too, and has the parent count them
 * (stepped.h). FR_PROBED reports phases and work; its time is not used. The
 * clock runs during calls only, and its own cost is subtracted from each.
 *
 * The path is poisoned before each call, so that what the call before left there does not pass for
 * an answer. */
#ifndef FOOTRACE_HARNESS_SANDBOX_MEASURE_H
#define FOOTRACE_HARNESS_SANDBOX_MEASURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "harness/sandbox/guarded.h"

enum fr_timing { FR_PLAYED, FR_STEADY, FR_COLD, FR_REHEARSED, FR_PROBED, FR_COUNTED, FR_STEPPED };

struct fr_measure_plan {
    double clock_ns; /* cost of the clock, subtracted from each call */
    uint64_t *frame; /* written before a played call; NULL: none */
    size_t frame_bytes;
    const unsigned char *sweep; /* read before a cold call; NULL: none */
    size_t sweep_bytes;
    _Atomic uint64_t *heartbeat; /* gets the time at both ends of each call, for a watchdog */
    _Atomic int *stepping;       /* see stepped.h; NULL: nobody counts steps */
    const struct fr_guarded_allocator *lent; /* where waypoints must lie; NULL: anywhere */
};

/* The result of one call. Times are nanoseconds. */
struct fr_answer {
    enum fr_outcome outcome;
    uint64_t hash;               /* of outcome and waypoints: equal answers have equal hashes */
    double ns;                   /* at least 1, the resolution */
    double ns_before;            /* spent on the frame, or on the sweep */
    int64_t instructions;        /* FR_COUNTED, by the processor's counter; -1: not counted here */
    int64_t faults;              /* page faults within the call; -1: not counted */
    bool astray;                 /* the waypoints were left outside what was lent for them */
    bool lost;                   /* the system interrupted the call: its time is not valid */
    double ns_phases[FR_PHASES]; /* FR_PROBED only; NAN for a phase that was never entered */
    struct fr_stats stats;       /* FR_PROBED only */
};

/* Asks one question; path holds the waypoints afterwards. */
void fr_measure(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                enum fr_timing timing, struct fr_point start, struct fr_point goal,
                const struct fr_measure_plan *plan, struct fr_path *path, struct fr_answer *answer);

#endif
