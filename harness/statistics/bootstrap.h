/* The interval of a median over several maps, by a hierarchical bootstrap.
 *
 * A sample belongs to a click, a pass, and the round of fresh processes that contains the pass.
 * Each resample draws maps, then for each of them rounds, passes of these rounds, and clicks, all
 * with replacement (T. Kalibera and R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM
 * 2013). So with several maps the interval applies to further maps; with one map, only to it. */
#ifndef FOOTRACE_HARNESS_STATISTICS_BOOTSTRAP_H
#define FOOTRACE_HARNESS_STATISTICS_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

/* The samples of one racer. Each click has rounds * passes samples, the first round first; NAN: not
 * taken. */
struct fr_map_samples {
    const double *const *clicks; /* the samples of each click; the clicks of a map are adjacent */
    const size_t *first;         /* the first click of each map, none empty; then the end */
    int maps, rounds, passes;    /* at least one of each */
};

struct fr_interval {
    double low, high;
};

/* The 95 % interval of the geometric mean, over maps, of the medians of clicks; a click's time is
 * its median over passes. A resample without samples counts as `median`. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_bootstrap_median(const struct fr_map_samples *samples, double median,
                                               uint64_t seed, struct fr_interval *interval);

#endif
