/* The looks of paths during a race. The margin of a map is computed once between changes, and the
 * roomy path of a click once for all racers, when the first path needs them. If the roomy paths of
 * a course exceed the time budget of its optima, the hugging of later clicks is unknown. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_LOOKS_H
#define FOOTRACE_HARNESS_RACE_RACE_LOOKS_H

#include "harness/race/race_state.h"

/* Measures race->path, a legal any-angle answer. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_measure_looks(struct fr_race *race, size_t click,
                                                 struct fr_looks *looks);

/* Releases the margin, before the map changes or the race ends. */
void fr_race_forget_margin(struct fr_race *race);

#endif
