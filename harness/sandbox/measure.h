/* Times calls of one back end.
 *
 * FR_PLAYED writes a frame before the call; FR_STEADY does nothing before the call. FR_COUNTED
 * counts the call's instructions (counted.h). FR_STEPPED writes a frame, and the parent counts the
 * instructions (stepped.h). FR_PROBED reports phases and work; its time is not used. The clock runs
 * during calls only, and its own cost is subtracted from each.
 *
 * The path is poisoned before each call, so that waypoints left by the previous call cannot pass
 * for an answer. */
#ifndef FOOTRACE_HARNESS_SANDBOX_MEASURE_H
#define FOOTRACE_HARNESS_SANDBOX_MEASURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "harness/sandbox/guarded.h"

enum fr_timing { FR_PLAYED, FR_STEADY, FR_PROBED, FR_COUNTED, FR_STEPPED };

struct fr_measure_plan {
    double clock_ns; /* cost of the clock, subtracted from each call */
    uint64_t *frame; /* written before a played call; NULL: none */
    size_t frame_bytes;
    _Atomic uint64_t *heartbeat; /* gets the time at start and end of each call, for a watchdog */
    _Atomic int *stepping;       /* see stepped.h; NULL: steps are not counted */
    const struct fr_guarded_allocator *lent; /* where waypoints must be stored; NULL: anywhere */
};

/* The result of one call. Times are nanoseconds. */
struct fr_answer {
    enum fr_outcome outcome;
    uint64_t hash;               /* of outcome and waypoints: equal for equal answers */
    double ns;                   /* at least 1, the clock's resolution */
    double ns_before;            /* spent on the frame */
    int64_t instructions;        /* FR_COUNTED, by the processor's counter; -1: not counted */
    int64_t faults;              /* page faults within the call; -1: not counted */
    bool astray;                 /* the waypoints are stored outside the memory provided for them */
    bool lost;                   /* the system took most of the call: its time is not valid */
    double ns_waited;            /* part of ns in which other programs ran; FR_PLAYED, else 0 */
    double ns_phases[FR_PHASES]; /* FR_PROBED only; NAN: phase never entered */
    struct fr_stats stats;       /* FR_PROBED only */
    /* Of a guest in its own process, whose own time is `ns` (guest.h); otherwise NAN. */
    double ns_outside, ns_empty; /* by our clock: the same query; an answer that takes no work */
    double moved;                /* pixels: the most by which a waypoint was rounded */
    bool disbelieved;            /* the guest's own time is not plausible */
};

/* Runs one query; afterwards `path` holds the waypoints. */
void fr_measure(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                enum fr_timing timing, struct fr_point start, struct fr_point goal,
                const struct fr_measure_plan *plan, struct fr_path *path, struct fr_answer *answer);

#endif
