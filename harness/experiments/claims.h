/* Runs the experiments of `footrace claims` one after the other, each as a `footrace run` of its
 * own: a stop loses at most one click, and the next call resumes.
 *
 * A folder holds their inputs and results: maps/NAME.png or .json, clicks/NAME.clicks.json or .scen, and
 * results/SCALE/EXPERIMENT.jsonl. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_CLAIMS_H
#define FOOTRACE_HARNESS_EXPERIMENTS_CLAIMS_H

#include <signal.h>

#include "harness/experiments/experiments.h"
#include "maps/formats/base/error.h"

#define FR_CLAIMS_PATH 4096

struct fr_claims {
    const char *folder;
    enum fr_scale scale;
    bool allow_debug;                  /* race though the build is not fit for timing */
    const volatile sig_atomic_t *stop; /* not 0: end the race and start no other */
};

enum fr_experiment_end {
    FR_EXPERIMENT_DONE,
    FR_EXPERIMENT_FAULT,   /* done, but a back end failed that should not */
    FR_EXPERIMENT_MISSING, /* not available here: the reason is filled in */
    FR_EXPERIMENT_FAILED,  /* could not be run: the reason is filled in */
    FR_EXPERIMENT_STOPPED  /* by a signal or a full disk: no other will do better */
};

/* "quick" or "full". */
const char *fr_scale_name(enum fr_scale scale);

/* Where the rows of an experiment are. */
void fr_claims_result(const struct fr_claims *claims, const struct fr_experiment *experiment,
                      char *path, size_t size);

/* Makes the folder and those in it. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_claims_make_folders(const struct fr_claims *claims,
                                                  struct fr_error *error);

/* Races one experiment, or what is left of it; reason, of size bytes, is one line. */
enum fr_experiment_end fr_claims_race(const struct fr_claims *claims,
                                      const struct fr_experiment *experiment, char *reason,
                                      size_t size);

#endif
