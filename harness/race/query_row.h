/* The row of a query, from its draft to the result file. The first answer is judged and its row
 * drafted; the time of a later answer is added if the answer agrees with the first. The journal
 * keeps the draft and all times until the row is written, after the last round. */
#ifndef FOOTRACE_HARNESS_RACE_QUERY_ROW_H
#define FOOTRACE_HARNESS_RACE_QUERY_ROW_H

#include "harness/race/race_state.h"

/* Takes the first answer to a click, with its waypoints in race->path: judges it and drafts its
 * row. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_draft_query(struct fr_race *race, struct fr_race_racer *racer,
                                               size_t click, const struct fr_reply *reply);

/* Compares a later answer with the judged one. Returns whether the answers agree: only then does
 * the later time count; *status is FR_OK or FR_NO_MEMORY. */
bool fr_race_confirm_query(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                           const struct fr_reply *reply, const struct fr_answer *answer,
                           enum fr_status *status);

/* Records, for this round, the time of an answer that agrees with the judged one. */
void fr_race_note_sample(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                         enum fr_entry_kind kind, int pass, const struct fr_answer *answer);
void fr_race_note_probed(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                         const struct fr_answer *answer);

/* Restores the queries of the current group from the record and the journal. FR_OK or FR_NO_MEMORY.
 */
FR_MUST_USE enum fr_status fr_race_restore_queries(struct fr_race *race);

/* Runs in the last round: writes the rows of a stretch and updates the standings. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_finish_stretch(struct fr_race *race,
                                                  const struct fr_stretch *stretch);

#endif
