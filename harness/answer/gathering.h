/* Gathers evidence from races in memory, whether their rows come from result files or from a
 * program that takes times itself. */
#ifndef FOOTRACE_HARNESS_ANSWER_GATHERING_H
#define FOOTRACE_HARNESS_ANSWER_GATHERING_H

#include "harness/answer/evidence.h"
#include "harness/results/race_rows.h"
#include "maps/formats/base/error.h"

/* pathfinders ends with NULL. FR_OK and evidence that the caller releases before the races; or
 * FR_NO_MEMORY, or FR_BAD_INPUT, with error filled: two races disagree about a click or a racer, or
 * the same clicks were raced twice. */
FR_MUST_USE enum fr_status fr_evidence_gather(const struct fr_race_rows *races, int count,
                                              const struct fr_pathfinder *const *pathfinders,
                                              struct fr_evidence *evidence, struct fr_error *error);

#endif
