/* Counting the instructions of every click, before any clock runs: each racer in a process of its
 * own, under callgrind or beside the processor's counter. A stretch's clicks are asked once
 * uncounted, so that buffers have grown, and then once each for the count. */
#ifndef FOOTRACE_HARNESS_RACE_COUNTING_H
#define FOOTRACE_HARNESS_RACE_COUNTING_H

#include "harness/race/race_state.h"

/* Counts the instructions of all clicks with all racers, if the settings say so. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_count(struct fr_race *race);

#endif
