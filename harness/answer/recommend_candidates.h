/* The candidates: what a game could ship. Every back end with its defaults, and the settings that
 * may pay on some map; not the floor, which answers nothing, nor what shows faults or the past. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_CANDIDATES_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_CANDIDATES_H

#include "harness/racers/racer.h"

/* Fills racers, of zero bytes, from back ends that end with NULL. The last ones, which are the
 * ablest, come first, and settings behind all defaults: they are what a short race goes without.
 * Room for a twin is left. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_candidates_list(const struct fr_pathfinder *const *pathfinders,
                                              struct fr_racers *racers, struct fr_error *error);

#endif
