/* The looks of paths during a race. What belongs to the map or to a click is computed once, when
 * the first path needs it: the margin until the map changes, a roomy path for all racers. If roomy
 * paths of a course take longer than its optima may, the hugging of later clicks is unknown. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_LOOKS_H
#define FOOTRACE_HARNESS_RACE_RACE_LOOKS_H

#include "harness/race/race_state.h"

/* Measures race->path, a legal any-angle answer. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_measure_looks(struct fr_race *race, size_t click,
                                                 struct fr_looks *looks);

/* Releases the margin, as the map changes or the race ends. */
void fr_race_forget_margin(struct fr_race *race);

#endif
