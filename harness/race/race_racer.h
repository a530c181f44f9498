/* The process of a racer on this course: opening it, querying it, and repeating a query that the
 * system disturbed. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_RACER_H
#define FOOTRACE_HARNESS_RACE_RACE_RACER_H

#include "harness/race/race_state.h"

/* Opens a racer's sandbox and prepares the racer on the current map, or records a failure. */
void fr_race_open(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply);

/* Opens the racer's sandbox if the last answer closed it; false if the racer cannot be queried, as
 * `reply` then explains, or if the race is stopped. */
bool fr_race_make_ready(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply);

struct fr_query fr_race_ends(const struct fr_race *race, size_t click);

/* Queries a click, and once more if the system ended the process or disturbed the time; opens the
 * sandbox as needed. `path` may be NULL. */
void fr_race_query(struct fr_race *race, struct fr_race_racer *racer, enum fr_timing timing,
                   size_t click, struct fr_reply *reply, struct fr_path *path);

/* Adds an answer's time to the total time of all racers. */
void fr_race_count_time(struct fr_race *race, const struct fr_answer *answer);

/* Removes the racer from the course, with a message; its remaining clicks stay untried. */
void fr_race_give_up(struct fr_race *race, struct fr_race_racer *racer, const char *why);

/* Closes the racer's sandbox; `later`: the sandbox will be opened again for the next query. */
void fr_race_close(struct fr_race_racer *racer, bool later);

#endif
