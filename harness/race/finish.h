/* Completes a stretch after its last round: rows, standings, paths to keep. */
#ifndef FOOTRACE_HARNESS_RACE_FINISH_H
#define FOOTRACE_HARNESS_RACE_FINISH_H

#include "harness/race/race_state.h"

/* Runs in the last round: writes the rows of a stretch and updates the standings. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_finish_stretch(struct fr_race *race,
                                                  const struct fr_stretch *stretch);

#endif
