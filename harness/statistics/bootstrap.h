/* How far a median over several maps can be trusted: its interval by a hierarchical bootstrap.
 *
 * A sample belongs to a click, a pass, and the round of fresh processes that the pass was part of.
 * Each draw takes rounds, then passes of these rounds, then clicks of each map, all with replacement
 * (T. Kalibera and R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013). */
#ifndef FOOTRACE_HARNESS_STATISTICS_BOOTSTRAP_H
#define FOOTRACE_HARNESS_STATISTICS_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

/* The samples of one racer. Those of a click are rounds * passes, the first round's first; NAN: not
 * taken. */
struct fr_map_samples {
    const double *const *clicks; /* the samples of each click, the clicks of a map together */
    const size_t *first;         /* of each map: its first click; and behind the last map the end */
    int maps, rounds, passes;
};

struct fr_interval {
    double low, high;
};

/* Draws for an interval. */
#define FR_BOOTSTRAP_DRAWS 300

/* The 95 % interval of the geometric mean, over the maps, of the medians of clicks, where a click's
 * time is its median over passes. A draw without any sample counts as median. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_bootstrap_median(const struct fr_map_samples *samples, double median,
                                               uint64_t seed, struct fr_interval *interval);

#endif
