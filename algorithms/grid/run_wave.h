/* The run wave: exact grid4 distances from a goal, as labels on the runs of forks.
 *
 * A label says that column x of a fork's run is so many steps from the goal. Any pixel of the run
 * is then at most that and its distance to x away, and the least over its labels is exact: a walk
 * that comes to the run elsewhere could have come to a column named by a label, and be no longer. A
 * pixel between forks is as near as the labels at the ends of its lane, or the goal, make it by the
 * passages from there.
 *
 * A search for one start is A*, with the Manhattan distance to the start as its lower bound. It
 * ends when all labels are known that a shortest walk can come by: distances are then exact for
 * every pixel on any shortest walk, and no less than exact elsewhere. A whole field labels all
 * forks. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_WAVE_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_WAVE_H

#include "algorithms/grid/run_ends.h"
#include "algorithms/pathfinder.h"

struct wave_label {
    uint64_t key;     /* distance and lower bound to the start; in its lower half, the distance */
    int32_t distance; /* steps to the goal */
    uint32_t fork;
    uint32_t next;   /* label of that fork, or RUN_NONE */
    uint32_t queued; /* next label in its bucket of the open list, or RUN_NONE */
    uint32_t back;   /* lane that leads to where it came from, or RUN_NONE */
    int32_t x;
};

/* The labels of a fork: those of an older search mean nothing. */
struct wave_fork {
    uint32_t search; /* the last that put a label there */
    uint32_t label;  /* the first */
};

#define WAVE_BUCKETS 65

struct run_wave {
    const struct core_graph *core;
    struct run_ends ends;
    struct wave_fork *forks;
    size_t fork_capacity;
    uint32_t search; /* number of this search */
    struct wave_label *labels;
    size_t label_count, label_capacity;
    /* Open list, a radix heap (Ahuja et al. 1990): bucket b > 0 holds keys whose highest bit that
     * differs from the last key taken is b - 1. */
    uint32_t bucket[WAVE_BUCKETS];
    uint64_t filled;  /* bit per bucket but 0 that is not empty */
    uint64_t key;     /* the last taken */
    int32_t distance; /* from start to goal, or INT32_MAX */
    int64_t expanded;
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. The core is borrowed. */
FR_MUST_USE enum fr_status run_wave_init(struct run_wave *wave, const struct core_graph *core);

/* The core was refreshed. FR_OK; or FR_NO_MEMORY, fit only for release. */
FR_MUST_USE enum fr_status run_wave_refresh(struct run_wave *wave);

/* Labels from the goal as far as a start needs it or, if all is set, all forks that can be reached.
 * FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. Both pixels are walkable. */
FR_MUST_USE enum fr_outcome run_wave_search(struct run_wave *wave, struct fr_pixel start,
                                            struct fr_pixel goal, bool all);

/* The first label of a fork, or RUN_NONE. */
static inline uint32_t run_wave_label(const struct run_wave *wave, uint32_t fork)
{
    return wave->forks[fork].search == wave->search ? wave->forks[fork].label : RUN_NONE;
}

void run_wave_release(struct run_wave *wave);

#endif
