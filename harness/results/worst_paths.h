/* The paths of a racer's slowest clicks: few enough to store, and the most interesting ones. */
#ifndef FOOTRACE_HARNESS_RESULTS_WORST_PATHS_H
#define FOOTRACE_HARNESS_RESULTS_WORST_PATHS_H

#include "maps/path.h"

#define FR_WORST_PATHS 10

struct fr_worst_path {
    double ns;
    size_t click;
    struct fr_path path;     /* without points: missing */
    struct fr_path expanded; /* a sample of the pixels that its search expanded; without points: not
                              * recorded */
};

struct fr_worst_paths {
    struct fr_worst_path at[FR_WORST_PATHS]; /* slowest first */
    int count;
};

/* Keeps a copy of the path if it is among the worst so far. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_worst_paths_offer(struct fr_worst_paths *worst, double ns,
                                                size_t click, const struct fr_path *path);

void fr_worst_paths_release(struct fr_worst_paths *worst);

#endif
