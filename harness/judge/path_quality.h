/* The quality of a valid path apart from its length and turns, as reported in result rows. */
#ifndef FOOTRACE_HARNESS_JUDGE_PATH_QUALITY_H
#define FOOTRACE_HARNESS_JUDGE_PATH_QUALITY_H

#include <stdbool.h>

struct fr_path_quality {
    double clearance_min, clearance_mean; /* pixels (clearance.h); NAN on a map with edge walls */
    double taut;              /* pixels (taut_length.h); NAN unless a legal any-angle path */
    const char *outcome_back; /* of the query from goal to start: "ok", or how it failed */
    double length_back;       /* pixels; NAN unless outcome_back is "ok" */
    double apart_back; /* Hausdorff distance of the two paths, in pixels; NAN unless outcome_back is
                        * "ok" */
};

/* Whether the path back is a failure; false for NULL, if it was not queried. */
bool fr_path_quality_fails(const struct fr_path_quality *quality);

#endif
