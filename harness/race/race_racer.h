/* The process of a racer on this course: opened, asked, and asked once more for what the system
 * took away. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_RACER_H
#define FOOTRACE_HARNESS_RACE_RACE_RACER_H

#include "harness/race/race_state.h"

/* Opens its sandbox and prepares it on the map as it is now; a failure is recorded in the racer. */
void fr_race_open(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply);

/* Opens its sandbox if the last answer closed it; false if it cannot be asked, as reply then says,
 * or the race is stopped. */
bool fr_race_make_ready(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply);

struct fr_question fr_race_question(const struct fr_race *race, size_t click);

/* Asks a click, once more if the system took the answer or its time; opens the sandbox as needed.
 * path may be NULL. */
void fr_race_query(struct fr_race *race, struct fr_race_racer *racer, enum fr_timing timing,
                   size_t click, struct fr_reply *reply, struct fr_path *path);

/* The same for the way back, untimed, in the second sandbox. */
void fr_race_query_back(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                        struct fr_reply *reply, struct fr_path *path);

/* Counts what an answer took as time inside the racers. */
void fr_race_count_time(struct fr_race *race, const struct fr_answer *answer);

/* Closes its sandbox; later: to be opened again before it is asked. */
void fr_race_close(struct fr_race_racer *racer, bool later);

#endif
