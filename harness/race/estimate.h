/* What a race will take: each racer prepares a map once and is asked a few of the clicks. */
#ifndef FOOTRACE_HARNESS_RACE_ESTIMATE_H
#define FOOTRACE_HARNESS_RACE_ESTIMATE_H

#include "harness/race/race.h"
#include "harness/race/shard.h"

/* Seconds on one course, of all racers and rounds together. */
struct fr_course_seconds {
    double prepare_s; /* before the first click */
    double click_s;   /* a click: its calls, its judgement and its rows */
};

/* Measures with the settings' racers, rules and schedule. What the racers are asked is spread
 * over the share; events are not carried out. A racer that cannot be asked costs its preparation
 * only. Ends early when rules->stop is set. */
struct fr_course_seconds fr_estimate_course(const struct fr_race_settings *settings,
                                            const struct fr_course *course, struct fr_share share,
                                            struct fr_progress *progress);

#endif
