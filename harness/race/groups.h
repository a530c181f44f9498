/* The group of racers that are prepared at the same time: as many as fit into the race's memory. */
#ifndef FOOTRACE_HARNESS_RACE_GROUPS_H
#define FOOTRACE_HARNESS_RACE_GROUPS_H

#include "harness/race/race_state.h"

/* Prepares a racer for the current group if it fits and is admitted. */
void fr_race_prepare(struct fr_race *race, struct fr_race_racer *racer);

/* Whether any racers remain for another group. */
bool fr_race_has_more(const struct fr_race *race);

/* Forms the current group: prepares racers while they fit. */
void fr_race_form_group(struct fr_race *race);

/* Prepares the racers of the current group again, for a round after the first. */
void fr_race_renew_group(struct fr_race *race);

/* Closes the sandboxes of the current group. */
void fr_race_dismiss_group(struct fr_race *race);

#endif
