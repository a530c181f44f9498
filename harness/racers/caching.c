#include "harness/racers/caching.h"

#include <math.h>
#include <sys/random.h>

#include "harness/base/clock.h"
#include "harness/statistics/quantiles.h"

/* Time ratios of a median trial that raise suspicion, after a frame and without one. Back ends that
 * cache reach 2.2 and 8.9 or more; a few others exceed the limits on a busy core, which only means
 * that instructions are counted. */
#define SUSPICIOUS 2.0
#define SUSPICIOUS_STEADY 4.0

/* Smaller differences cannot be distinguished from the clock's jitter. */
#define LEAST_SAVED_NS 50.0

/* Instruction counts that prove caching: the ratio of a new query to its repeat, the instructions
 * saved, and the number of such trials. */
#define GAIN 1.5
enum { LEAST_SAVED = 300, ENOUGH = 4 };
enum { LEAST_TRIALS = 5, COUNTED_TRIALS = 4, GUILTY_TRIALS = 3 };

/* A different click may take half or twice the instructions of its neighbour, but not in most
 * trials. */
#define KNOWN_GAIN 2.0

enum {
    REACH = 6,
    DRAWS = 60
}; /* largest distance to a neighbour, in steps; attempts to find
                                 * one */

/* A JSON number holds this many bits exactly. */
enum { SEED_BITS = 48 };

uint64_t fr_caching_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = fr_clock_ns() * 0x9E3779B97F4A7C15u;
    return seed >> (64 - SEED_BITS);
}

/* Draws `wanted` different walkable pixels around a pixel; false if there are too few. */
static bool gather(const struct fr_map *map, struct fr_pixel centre, int step,
                   struct fr_random *random, struct fr_pixel *around, int wanted)
{
    int count = 0;
    for (int draw = 0; draw < DRAWS && count < wanted; draw++) {
        const struct fr_pixel at = {centre.x + fr_random_between(random, -REACH, REACH) * step,
                                    centre.y + fr_random_between(random, -REACH, REACH) * step};
        bool is_new = at.x != centre.x || at.y != centre.y;
        for (int i = 0; i < count; i++)
            is_new = is_new && (around[i].x != at.x || around[i].y != at.y);
        if (is_new && fr_map_inside(map, at.x, at.y) && fr_map_walkable(map, at.x, at.y))
            around[count++] = at;
    }
    return count == wanted;
}

bool fr_caching_queries(const struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                        int step, struct fr_random *random, struct fr_query queries[FR_TRIAL_CALLS])
{
    enum { WANTED = FR_TRIAL_NEIGHBOURS + 1 };
    struct fr_pixel starts[WANTED], goals[WANTED];
    if (!gather(map, start, step, random, starts, WANTED) ||
        !gather(map, goal, step, random, goals, WANTED))
        return false;
    for (int i = 0; i < FR_TRIAL_CALLS; i++) {
        const int which = i < WANTED ? i : WANTED - 1;
        queries[i] =
            (struct fr_query){fr_pixel_centre(starts[which]), fr_pixel_centre(goals[which])};
    }
    return true;
}

static void note(struct fr_gains *gains, double fresh, double other)
{
    if (gains->count < FR_MOST_TRIALS && !isnan(other))
        gains->at[gains->count++] = fresh - other >= LEAST_SAVED_NS ? fresh / fmax(other, 1) : 1;
}

void fr_caching_note(struct fr_caching_trials *trials, enum fr_timing timing, const double ns[3],
                     double ns_click)
{
    note(timing == FR_PLAYED ? &trials->played : &trials->steady, ns[0], fmin(ns[1], ns[2]));
    if (timing == FR_PLAYED)
        note(&trials->known, ns[0], ns_click);
}

static bool is_suspicious(const struct fr_gains *gains, double least)
{
    struct fr_gains sorted = *gains;
    fr_sort(sorted.at, (size_t)sorted.count);
    return fr_median(sorted.at, (size_t)sorted.count) >= least;
}

static bool are_enough(const struct fr_caching_trials *trials)
{
    return trials->played.count + trials->steady.count >= LEAST_TRIALS;
}

bool fr_caching_suspects_repeats(const struct fr_caching_trials *trials)
{
    return are_enough(trials) && (is_suspicious(&trials->played, SUSPICIOUS) ||
                                  is_suspicious(&trials->steady, SUSPICIOUS_STEADY));
}

bool fr_caching_suspects_clicks(const struct fr_caching_trials *trials)
{
    return are_enough(trials) && is_suspicious(&trials->known, SUSPICIOUS);
}

bool fr_caching_suspects_any(const struct fr_caching_trials *trials)
{
    return fr_caching_suspects_repeats(trials) || fr_caching_suspects_clicks(trials);
}

int64_t fr_caching_enough(int64_t instructions)
{
    return ENOUGH * (instructions + LEAST_SAVED);
}

void fr_caching_count(struct fr_caching_trials *trials, int64_t click, int64_t fresh, int64_t again)
{
    trials->counted++;
    trials->caches += again < FR_MOST_REPEAT && fresh - again >= LEAST_SAVED &&
                      (double)fresh >= GAIN * (double)again;
    trials->knows += click < FR_MOST_REPEAT && fresh - click >= LEAST_SAVED &&
                     (double)fresh >= KNOWN_GAIN * (double)click;
}

bool fr_caching_is_clear(const struct fr_caching_trials *trials)
{
    const int left = COUNTED_TRIALS - trials->counted;
    const int most = trials->caches > trials->knows ? trials->caches : trials->knows;
    return most >= GUILTY_TRIALS || most + left < GUILTY_TRIALS;
}

enum fr_caching fr_caching_judge(const struct fr_caching_trials *trials)
{
    if (trials->caches >= GUILTY_TRIALS)
        return FR_CACHING_FOUND;
    if (trials->knows >= GUILTY_TRIALS)
        return FR_CACHING_KNOWN;
    if (!are_enough(trials) || (fr_caching_suspects_any(trials) && !fr_caching_is_clear(trials)))
        return FR_CACHING_UNKNOWN;
    return FR_CACHING_NONE;
}
