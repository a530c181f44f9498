/* Events: changes of the map that the racers follow, with timed updates. */
#ifndef FOOTRACE_HARNESS_RACE_EVENTS_H
#define FOOTRACE_HARNESS_RACE_EVENTS_H

#include "harness/race/race_state.h"

/* Applies an event to the map and to open sandboxes; others are opened later, on the changed map.
 * measured: the event belongs to this shard, so every racer is opened before it. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_event(struct fr_race *race, size_t event, bool measured);

#endif
