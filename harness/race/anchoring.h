/* The anchor of a race: called at intervals between the racers' queries, in its own process, which
 * is fresh in each round. */
#ifndef FOOTRACE_HARNESS_RACE_ANCHORING_H
#define FOOTRACE_HARNESS_RACE_ANCHORING_H

#include "harness/race/race_state.h"

/* Creates the anchor for the whole race on this course. FR_OK or FR_NO_MEMORY; release the anchor
 * in either case. */
FR_MUST_USE enum fr_status fr_race_anchor_create(struct fr_race *race);
void fr_race_anchor_release(struct fr_race *race);

/* Start and end the anchor's process, once per round. */
void fr_race_anchor_begin(struct fr_race *race);
void fr_race_anchor_end(struct fr_race *race);

/* Calls the anchor if a call is due after this query of a pass of `queries` queries. */
void fr_race_anchor_pass(struct fr_race *race, int pass, size_t query, size_t queries);

/* Writes its row. */
void fr_race_anchor_write(struct fr_race *race);

#endif
