/* Estimates how long a race will take: each racer prepares a map once and is queried with a few of
 * the clicks. */
#ifndef FOOTRACE_HARNESS_RACE_ESTIMATE_H
#define FOOTRACE_HARNESS_RACE_ESTIMATE_H

#include "harness/race/race.h"
#include "harness/race/shard.h"

/* Seconds on one course, for all racers and rounds together. */
struct fr_course_seconds {
    double prepare_s; /* before the first click */
    double click_s;   /* per click: queries, judging and writing rows */
};

/* Measures with the settings' racers, rules and schedule. The queries are spread over the share;
 * events are not applied. A racer that cannot be queried costs only its preparation. Ends early if
 * rules->stop is set. */
struct fr_course_seconds fr_estimate_course(const struct fr_race_settings *settings,
                                            const struct fr_course *course, struct fr_share share,
                                            struct fr_progress *progress);

#endif
