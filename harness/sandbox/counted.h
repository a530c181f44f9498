/* Counts the instructions of a call: callgrind does so by this function's name, or else the
 * processor's own counter. */
#ifndef FOOTRACE_HARNESS_SANDBOX_COUNTED_H
#define FOOTRACE_HARNESS_SANDBOX_COUNTED_H

#include <stdbool.h>

#include "algorithms/pathfinder.h"

/* Calls find, without a probe, in a function of its own that no compiler inlines or merges. */
enum fr_outcome fr_counted_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                                struct fr_point start, struct fr_point goal, struct fr_path *path);

/* Whether this machine counts instructions and lets us read the counter. */
bool fr_instructions_are_counted(void);

/* The same call, with the instructions that it took by the processor's counter, minus those of
 * reading the counter; *instructions is -1 if there is no counter. */
enum fr_outcome fr_count_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                              struct fr_point start, struct fr_point goal, struct fr_path *path,
                              int64_t *instructions);

#endif
