/* Counts the instructions of every click before anything is timed: each racer runs in its own
 * process, under callgrind or with the processor's counter. The clicks of a stretch are first
 * queried uncounted, so that buffers grow, then once each for the count. */
#ifndef FOOTRACE_HARNESS_RACE_COUNTING_H
#define FOOTRACE_HARNESS_RACE_COUNTING_H

#include "harness/race/race_state.h"

/* Counts the instructions of all clicks for all racers, if the settings request it. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_count(struct fr_race *race);

#endif
