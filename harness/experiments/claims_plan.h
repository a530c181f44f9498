/* The experiments as JSON, for whoever judges their rows: what is raced, exactly. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_CLAIMS_PLAN_H
#define FOOTRACE_HARNESS_EXPERIMENTS_CLAIMS_PLAN_H

#include "algorithms/pathfinder.h"
#include "harness/experiments/experiments.h"

/* An object with an experiment under each name: its maps with their clicks, racers, flags and
 * seconds at that scale, and under "needs" the back end that is still to come, or null. The caller
 * frees it; NULL without memory. */
char *fr_claims_plan(enum fr_scale scale, const struct fr_pathfinder *const *pathfinders);

/* Whether what an experiment is about is among the back ends. */
bool fr_experiment_ready(const struct fr_experiment *experiment,
                         const struct fr_pathfinder *const *pathfinders);

#endif
