/* The run wave: exact grid4 distances from a goal, stored as labels on the runs of forks.
 *
 * A label gives the steps from the goal to column x of a fork's run. A pixel of the run is at most
 * the label's steps plus its own distance to x from the goal, and the minimum over all labels is
 * exact: a path that enters the run elsewhere is never shorter than one that enters by a labelled
 * column. The distance of a pixel between forks follows from the labels at the ends of its lane, or
 * the goal, and the passages from there.
 *
 * A search for one start is A*, with the Manhattan distance to the start as its lower bound. The
 * search ends when it has all labels that a shortest path can pass: distances are then exact for
 * every pixel on any shortest path, and never too small elsewhere. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_WAVE_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_WAVE_H

#include "algorithms/grid/run_ends.h"
#include "algorithms/pathfinder.h"

struct wave_label {
    uint64_t key;     /* upper half: distance plus lower bound to the start; lower half: distance */
    int32_t distance; /* steps to the goal */
    uint32_t fork;
    uint32_t next;   /* the next label of that fork, or RUN_NONE */
    uint32_t queued; /* the next label in its bucket of the open list, or RUN_NONE */
    uint32_t back;   /* the lane back to where the label came from, or RUN_NONE */
    int32_t x;
};

/* The labels of a fork; outdated unless `search` is the current search. */
struct wave_fork {
    uint32_t search; /* the last search that labelled the fork */
    uint32_t label;  /* its first label */
};

#define WAVE_BUCKETS 65

struct run_wave {
    const struct core_graph *core;
    struct run_ends ends;
    struct wave_fork *forks;
    size_t fork_capacity;
    uint32_t search; /* number of the current search */
    struct wave_label *labels;
    size_t label_count, label_capacity;
    /* Open list, a radix heap (Ahuja et al. 1990): bucket b > 0 holds keys that differ from the
     * last key taken in bit b - 1 and in no higher bit. */
    uint32_t bucket[WAVE_BUCKETS];
    uint64_t filled;  /* a bit for each bucket but 0 that is not empty */
    uint64_t key;     /* the last key taken */
    int32_t distance; /* from start to goal, or INT32_MAX */
    int64_t expanded;
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. The core is borrowed. */
FR_MUST_USE enum fr_status run_wave_init(struct run_wave *wave, const struct core_graph *core);

/* Adapts to a refreshed core. FR_OK; or FR_NO_MEMORY, after which the wave can only be released. */
FR_MUST_USE enum fr_status run_wave_refresh(struct run_wave *wave);

/* Labels from the goal as far as the start requires. FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY.
 * Both ends are walkable. */
FR_MUST_USE enum fr_outcome run_wave_search(struct run_wave *wave, struct fr_pixel start,
                                            struct fr_pixel goal);

/* The first label of a fork, or RUN_NONE. */
static inline uint32_t run_wave_label(const struct run_wave *wave, uint32_t fork)
{
    return wave->forks[fork].search == wave->search ? wave->forks[fork].label : RUN_NONE;
}

void run_wave_release(struct run_wave *wave);

#endif
