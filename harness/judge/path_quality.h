/* How a valid walk looks, beside its length and turns: as the rows of a race tell it. */
#ifndef FOOTRACE_HARNESS_JUDGE_PATH_QUALITY_H
#define FOOTRACE_HARNESS_JUDGE_PATH_QUALITY_H

#include <stdbool.h>

struct fr_path_quality {
    double clearance_min, clearance_mean; /* pixels (clearance.h); NAN on a map with edge walls */
    double taut;              /* pixels (rubber_band.h); NAN unless legal at any angle */
    const char *outcome_back; /* of asking from goal to start: "ok", or how it failed */
    double length_back;       /* pixels; NAN unless that is ok */
    double apart_back;        /* between the two walks, pixels (hausdorff.h); the same */
};

/* Whether the way back is a failure. Looks may be NULL: nobody asked for it. */
bool fr_looks_fail(const struct fr_path_quality *looks);

#endif
