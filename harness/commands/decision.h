/* An answer with the evidence for it, read from result files in one call. */
#ifndef FOOTRACE_HARNESS_COMMANDS_DECISION_H
#define FOOTRACE_HARNESS_COMMANDS_DECISION_H

#include "harness/answer/answer.h"
#include "harness/results/race_rows.h"

struct fr_decision {
    struct fr_race_rows *races; /* owned; the other fields refer to them; NULL: the caller's */
    int count;
    struct fr_evidence evidence;
    struct fr_situation situation;
    struct fr_final_answer answer;
};

/* Decides from races in memory, which outlive the decision. FR_OK and a decision that the caller
 * releases; or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. `pathfinders` ends with NULL. */
FR_MUST_USE enum fr_status fr_decision_of(const struct fr_race_rows *races, int count,
                                          const struct fr_pathfinder *const *pathfinders,
                                          const struct fr_situation *situation,
                                          struct fr_decision **decision, struct fr_error *error);

/* Decides from result files. */
FR_MUST_USE enum fr_status fr_decision_create(const char *const *files, int count,
                                              const struct fr_pathfinder *const *pathfinders,
                                              const struct fr_situation *situation,
                                              struct fr_decision **decision,
                                              struct fr_error *error);

void fr_decision_release(struct fr_decision *decision); /* accepts NULL */

#endif
