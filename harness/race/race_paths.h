/* The paths of the slowest queries, which are queried again and written at the end. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_PATHS_H
#define FOOTRACE_HARNESS_RACE_RACE_PATHS_H

#include "harness/race/race_state.h"

/* Keeps a copy of the path if its query is among the slowest so far. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_slowest_paths_offer(struct fr_slowest_paths *worst, double ns,
                                                  size_t click, const struct fr_path *path);

void fr_slowest_paths_release(struct fr_slowest_paths *worst);

/* Queries clicks of the stretch again if they are among the slowest so far and their paths are
 * missing. */
void fr_race_fetch_slowest_paths(struct fr_race *race, struct fr_race_racer *racer,
                                 const struct fr_stretch *stretch);

/* Writes the paths of the slowest queries after the last stretch. */
void fr_race_write_slowest_paths(struct fr_race *race);

#endif
