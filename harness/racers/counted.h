/* A call whose instructions are counted, by whoever can: callgrind, which looks for this function's
 * name, or the processor's own counter. */
#ifndef FOOTRACE_HARNESS_RACERS_COUNTED_H
#define FOOTRACE_HARNESS_RACERS_COUNTED_H

#include <stdbool.h>

#include "algorithms/pathfinder.h"

/* find, without a probe, in a function of its own that no compiler merges with another. */
enum fr_outcome fr_counted_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                                struct fr_point start, struct fr_point goal, struct fr_path *path);

/* Whether this machine counts instructions and lets us ask. */
bool fr_instructions_are_counted(void);

/* The same call, and the instructions that it took by the processor's counter, the counting's own
 * taken off; *instructions is -1 where there is no counter. */
enum fr_outcome fr_count_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                              struct fr_point start, struct fr_point goal, struct fr_path *path,
                              int64_t *instructions);

#endif
