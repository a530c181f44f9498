/* The candidates: what a game could ship. These are all back ends with their defaults, and the
 * settings that may pay off on some map; not the null back end, nor published algorithms with known
 * faults. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_CANDIDATES_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_CANDIDATES_H

#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

/* Fills racers, zeroed, from a list of back ends that ends with NULL. A short race may not get
 * to the last candidates: so the strongest back ends, which stand last in the list, come first,
 * or where the ground changes during play those that prepare least, which stand first in it;
 * settings follow all defaults. Leaves room for an A/A copy. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_candidates_list(const struct fr_pathfinder *const *pathfinders,
                                              bool ground_changes, struct fr_racers *racers,
                                              struct fr_error *error);

#endif
