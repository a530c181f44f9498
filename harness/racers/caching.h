/* Whether a back end caches answers: the last one, what was computed for the last goal, a table of
 * all; or knows the answers to the race's clicks before it is asked, as from a file of an earlier
 * race.
 *
 * Times only say whom to look at: a trial asks a new question after some neighbours of it, whose ends
 * are some pixels off, and then the same question again. A back end whose repeats take as long as
 * new questions gains nothing by caching. For the others instructions decide, which a busy core does
 * not change: of back ends that search, a repeat takes 0.99 to 1.06 of what the new question took; of
 * those that cache, a sixth and less. Questions of trials are drawn by a seed that is new in each
 * race, so that no earlier race has met them. */
#ifndef FOOTRACE_HARNESS_RACERS_CACHING_H
#define FOOTRACE_HARNESS_RACERS_CACHING_H

#include "harness/sandbox/sandbox.h"
#include "maps/random.h"

/* Trials that are kept at the most. */
#define FR_MOST_TRIALS 64

/* Instructions that a repeat may take and still be of a cache. */
#define FR_MOST_REPEAT 200000

enum fr_caching {
    FR_CACHING_UNKNOWN, /* too few trials, or nothing counts instructions here */
    FR_CACHING_NONE,
    FR_CACHING_FOUND, /* caches answers */
    FR_CACHING_KNOWN  /* knew answers before it was asked */
};

struct fr_gains {
    double at[FR_MOST_TRIALS];
    int count;
};

struct fr_caching_trials {
    struct fr_gains played, steady; /* time of a new question by that of its repeat */
    struct fr_gains known;      /* of a new one by that of the race's click beside it, as played */
    int counted, caches, knows; /* trials by instructions: in all, and by what they came to */
};

/* The questions of a trial, in their order. */
enum { FR_TRIAL_NEIGHBOURS = 3, FR_TRIAL_CALLS = FR_TRIAL_NEIGHBOURS + 3 };

/* A seed of trials that no earlier race had. */
uint64_t fr_caching_seed(void);

/* Draws the questions of a trial beside a click; pixels of a reduced map are of step pixels. False
 * where too few of the pixels around the ends are walkable. */
bool fr_caching_questions(const struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                          int step, struct fr_random *random,
                          struct fr_question questions[FR_TRIAL_CALLS]);

/* Notes the times of the last three calls of a trial, the new question and twice the same; and the
 * median of the click's own in the race, NAN where it is unknown. */
void fr_caching_note(struct fr_caching_trials *trials, enum fr_timing timing, const double ns[3],
                     double ns_click);

/* Whether instructions are to be counted, of repeats or of the race's clicks. */
bool fr_caching_suspects_repeats(const struct fr_caching_trials *trials);
bool fr_caching_suspects_clicks(const struct fr_caching_trials *trials);

/* How many instructions of a new question need be counted, where a click or a repeat took so many. */
int64_t fr_caching_enough(int64_t instructions);

/* Notes instructions: of the race's click, of a new question beside it, and of that again; what is not
 * suspected counts FR_MOST_REPEAT. */
void fr_caching_count(struct fr_caching_trials *trials, int64_t click, int64_t fresh,
                      int64_t again);

/* Whether further counts cannot change what the counts say. */
bool fr_caching_is_clear(const struct fr_caching_trials *trials);

enum fr_caching fr_caching_judge(const struct fr_caching_trials *trials);

#endif
