/* The settings of a back end: all the ways to set its choices and switches, numbered, and which of
 * them to look at where there are too many. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_SETTINGS_H
#define FOOTRACE_HARNESS_CONFORMANCE_SETTINGS_H

#include <stdint.h>

#include "algorithms/pathfinder.h"

/* How many ways there are. */
uint64_t fr_conformance_setting_count(const struct fr_pathfinder *pathfinder);

/* The index-th of them; 0 is the default. Integers keep their default, but for a cap of published
 * variants, which is lowered so that their explosions stay short. */
void fr_conformance_setting(const struct fr_pathfinder *pathfinder, uint64_t index,
                            struct fr_option_values *values);

/* The index-th of a few that lie evenly among count: the default first, then others in which every
 * option takes all its values. */
uint64_t fr_conformance_spread(uint64_t count, uint64_t index);

/* As it would be typed: "bfs:model=grid8,published=off,cap=2000"; returns text. */
const char *fr_conformance_address(const struct fr_pathfinder *pathfinder,
                                   const struct fr_option_values *values, char *text, size_t size);

#endif
