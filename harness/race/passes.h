/* The queries of one round between two events: the timed passes, and additional queries. */
#ifndef FOOTRACE_HARNESS_RACE_PASSES_H
#define FOOTRACE_HARNESS_RACE_PASSES_H

#include "harness/race/race_state.h"

/* Runs the queries of a stretch for all racers of the current group in this round. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_stretch(struct fr_race *race,
                                               const struct fr_stretch *stretch);

#endif
