/* The candidates: racers that a game could ship. Candidates are all back ends with default options,
 * and other settings that may accept a map which the defaults refuse, but neither the null back end
 * nor published algorithms with known faults. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_CANDIDATES_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_CANDIDATES_H

#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

/* Fills `racers`, which is all zero, from a list of back ends that ends with NULL. A short race may
 * not reach the last candidates, so the strongest back ends, last in the list, come first; if the
 * map changes during play, those with the least preparation, first in the list, come first. Other
 * settings come after all defaults. Keeps a place free for a control. FR_OK, or FR_BAD_INPUT with
 * `error` filled. */
FR_MUST_USE enum fr_status fr_candidates_list(const struct fr_pathfinder *const *pathfinders,
                                              bool map_changes, struct fr_racers *racers,
                                              struct fr_error *error);

#endif
