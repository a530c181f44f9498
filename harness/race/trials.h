/* Detects racers that win unfairly: trials beside the clicks of a stretch, after its passes, show
 * whether a racer caches answers or knew them; the threads and processes that it keeps are
 * counted. */
#ifndef FOOTRACE_HARNESS_RACE_TRIALS_H
#define FOOTRACE_HARNESS_RACE_TRIALS_H

#include "harness/race/race_racer.h"

/* Runs after the passes of a stretch. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_try_racers(struct fr_race *race,
                                              const struct fr_stretch *stretch);

#endif
