/* The settings of a back end: all combinations of its choices and switches, numbered, or a sample
 * if there are too many. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_SETTINGS_H
#define FOOTRACE_HARNESS_CONFORMANCE_SETTINGS_H

#include <stdint.h>

#include "algorithms/pathfinder.h"

/* The number of combinations. */
uint64_t fr_conformance_setting_count(const struct fr_pathfinder *pathfinder);

/* Combination number index; 0 is the default. Integers keep their defaults, except the cap of
 * published variants, which is lowered to keep searches short. */
void fr_conformance_setting(const struct fr_pathfinder *pathfinder, uint64_t index,
                            struct fr_option_values *values);

/* Number index of a sample spread evenly over count combinations: first the default, then
 * combinations in which every option takes each of its values. */
uint64_t fr_conformance_spread(uint64_t count, uint64_t index);

/* The address on the command line, e.g. "astar-published:cap=2000"; returns text. */
const char *fr_conformance_address(const struct fr_pathfinder *pathfinder,
                                   const struct fr_option_values *values, char *text, size_t size);

#endif
