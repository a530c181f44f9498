/* The quality of a valid path beyond its length and turns, as result rows state it. */
#ifndef FOOTRACE_HARNESS_JUDGE_PATH_QUALITY_H
#define FOOTRACE_HARNESS_JUDGE_PATH_QUALITY_H

#include <stdbool.h>

struct fr_path_quality {
    double clearance_min, clearance_mean; /* pixels (clearance.h); NAN on a map with edge walls */
    double taut;              /* pixels (taut_length.h); NAN unless a legal any-angle path */
    const char *outcome_back; /* of the path from goal to start: "ok", or how it failed */
    double length_back;       /* pixels; NAN unless that is "ok" */
    double apart_back; /* Hausdorff distance of the two paths, pixels; NAN unless that is "ok" */
};

/* Whether the path back is a failure. NULL: nobody asked for it. */
bool fr_looks_fail(const struct fr_path_quality *looks);

#endif
