/* Counts the instructions of a call: with callgrind, which recognizes fr_counted_find by its name,
 * or with the processor's own counter. */
#ifndef FOOTRACE_HARNESS_SANDBOX_COUNTED_H
#define FOOTRACE_HARNESS_SANDBOX_COUNTED_H

#include <stdbool.h>

#include "algorithms/pathfinder.h"

/* Calls find without a probe. A separate function that no compiler inlines or merges. */
enum fr_outcome fr_counted_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                                struct fr_point start, struct fr_point goal, struct fr_path *path);

/* Whether this machine has an instruction counter that we may read. */
bool fr_instructions_are_counted(void);

/* Calls find without a probe; *instructions is the processor's count, minus that of reading the
 * counter, or -1 if there is no counter. */
enum fr_outcome fr_count_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                              struct fr_point start, struct fr_point goal, struct fr_path *path,
                              int64_t *instructions);

#endif
