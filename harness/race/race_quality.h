/* The quality of paths. A second, untimed sandbox answers the way back, so that these queries
 * cannot change what a back end keeps between timed ones, in its state or in caches. It is opened
 * on the current map and closed by every event. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_QUALITY_H
#define FOOTRACE_HARNESS_RACE_RACE_QUALITY_H

#include "harness/race/race_state.h"

/* Measures the quality of race->path, a valid answer, and queries the way back. If the race is
 * stopped meanwhile, do not use the result. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_measure_quality(struct fr_race *race,
                                                   struct fr_race_racer *racer, size_t click,
                                                   const struct fr_judgement *judgement,
                                                   struct fr_path_quality *quality);

/* Releases what quality is measured with, as the map changes or the race ends. */
void fr_race_forget_ground(struct fr_race *race);

#endif
