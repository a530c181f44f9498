/* The quality of a valid path besides its length and turns, as in result rows. */
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

/* Whether the path back is a failure; false for NULL, which means that none was asked for. */
bool fr_path_quality_fails(const struct fr_path_quality *quality);

#endif
