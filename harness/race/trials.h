/* Whether the racers answer by heart: questions beside the clicks of a stretch, after its passes. */
#ifndef FOOTRACE_HARNESS_RACE_TRIALS_H
#define FOOTRACE_HARNESS_RACE_TRIALS_H

#include "harness/race/race_state.h"

/* After the passes of a stretch: tries whether racers cache answers. */
void fr_race_try_caching(struct fr_race *race, const struct fr_stretch *stretch);

#endif
