/* Changes: all events between two clicks. Each racer has one timed update for all events of a
 * change. */
#ifndef FOOTRACE_HARNESS_RACE_EVENTS_H
#define FOOTRACE_HARNESS_RACE_EVENTS_H

#include "harness/race/race_state.h"

/* Applies `count` events, beginning with the entry `first`, to the map and to open sandboxes; other
 * sandboxes are opened later, on the changed map. A racer that exceeds the rules' limit leaves the
 * map. measured: the change belongs to this shard, and every racer is opened before it. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_change(struct fr_race *race, size_t first, size_t count,
                                              bool measured);

#endif
