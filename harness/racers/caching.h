/* Detects back ends that cache answers: the last answer, data about the last goal, or a table of
 * all answers; or that know the answers to the race's clicks in advance, e.g. from a file of an
 * earlier race.
 *
 * Times only raise a suspicion: a trial queries a new click after some neighbours of it, whose ends
 * are a few pixels away, and then the same click again. A back end whose repeats take as long as
 * new queries gains nothing by caching. For other back ends, instruction counts decide, as a busy
 * core does not change them: for back ends that search, a repeat takes 0.99 to 1.06 of the
 * instructions of the new query; for those that cache, a sixth or less. A seed that is new in each
 * race draws the trials' clicks, so no earlier race has seen them. */
#ifndef FOOTRACE_HARNESS_RACERS_CACHING_H
#define FOOTRACE_HARNESS_RACERS_CACHING_H

#include "harness/sandbox/sandbox.h"
#include "maps/random.h"

/* Largest number of trials that are kept. */
#define FR_MOST_TRIALS 64

/* Instructions below which a repeat may come from a cache. */
#define FR_MOST_REPEAT 200000

enum fr_caching {
    FR_CACHING_UNKNOWN, /* too few trials, or instructions cannot be counted here */
    FR_CACHING_NONE,
    FR_CACHING_FOUND, /* caches answers */
    FR_CACHING_KNOWN  /* knew answers in advance */
};

struct fr_gains {
    double at[FR_MOST_TRIALS];
    int count;
};

struct fr_caching_trials {
    struct fr_gains played, steady; /* time of a new query / time of its repeat */
    struct fr_gains known;          /* time of a new query / played time of the race's click beside
                                 * it */
    int counted, caches, knows; /* trials with counted instructions: all; those that show caching;
                                 * those that show known answers */
};

/* The queries of a trial, in order. */
enum { FR_TRIAL_NEIGHBOURS = 3, FR_TRIAL_CALLS = FR_TRIAL_NEIGHBOURS + 3 };

/* A seed for trials that no earlier race used. */
uint64_t fr_caching_seed(void);

/* Draws the queries of a trial beside a click. step: pixels of the full map per pixel of a reduced
 * one. False if too few pixels around the ends are walkable. */
bool fr_caching_queries(const struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                        int step, struct fr_random *random,
                        struct fr_query queries[FR_TRIAL_CALLS]);

/* Records the times of the last three queries of a trial, the new click and two repeats; and the
 * click's median in the race, NAN if unknown. */
void fr_caching_note(struct fr_caching_trials *trials, enum fr_timing timing, const double ns[3],
                     double ns_click);

/* Whether the instructions of repeats, of the race's clicks, or of any of them need to be counted. */
bool fr_caching_suspects_repeats(const struct fr_caching_trials *trials);
bool fr_caching_suspects_clicks(const struct fr_caching_trials *trials);
bool fr_caching_suspects_any(const struct fr_caching_trials *trials);

/* How many instructions of a new query need to be counted, after a click or a repeat took this
 * many: a higher count would not change the result. */
int64_t fr_caching_enough(int64_t instructions);

/* Records instruction counts: of the race's click, of a new one beside it, and of its repeat. A
 * query that is not suspected has the count FR_MOST_REPEAT. */
void fr_caching_count(struct fr_caching_trials *trials, int64_t click, int64_t fresh,
                      int64_t again);

/* Whether further counts cannot change the result. */
bool fr_caching_is_clear(const struct fr_caching_trials *trials);

enum fr_caching fr_caching_judge(const struct fr_caching_trials *trials);

#endif
