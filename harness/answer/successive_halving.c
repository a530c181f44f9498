#include "harness/answer/successive_halving.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PREPARING 0.5     /* share of the time for all preparations together */
#define PREPARING_ONE 0.3 /* and for each one */
#define SLOW_SHARE 0.05   /* of the time: a racer that spends more on its clicks, and ... */
#define SLOW_FACTOR 10.0  /* ... this many times as long per click as the fastest, leaves */
#define SHORTEST_S 0.25   /* seconds: the shortest time limit of a call */
#define SURELY 1.25       /* times the budget for preparing: a single time may be the machine's */
#define LEVEL 0.05        /* of all tests of the last comparison together */
#define EARLY_LEVEL 0.01  /* of an earlier comparison: a good candidate must not be dropped */

enum {
    FIRST_COMPARISON =
        12,          /* clicks: with fewer, no difference among a dozen candidates is significant */
    COPY_FROM = 24,  /* clicks after which a leader is known */
    LEAST_SLOW = 3,  /* clicks over the budget */
    COPY_PAIRS = 12, /* clicks needed to estimate the noise */
    ENOUGH = 96      /* clicks that tell who is worth a race in full */
};

static double seconds_since(const struct fr_halving *halving, uint64_t begin_ns)
{
    return (double)(halving->now_ns() - begin_ns) / 1e9;
}

static void begin(struct fr_halving *halving)
{
    const uint64_t now = halving->now_ns();
    const double left = now < halving->due_ns ? (double)(halving->due_ns - now) / 1e9 : 0;
    halving->begin_ns = now;
    halving->seconds = fmax(left, halving->least);
}

/* The turn admitted last is over. */
static void charge(struct fr_halving *halving)
{
    if (halving->running >= 0)
        halving->spent[halving->running] += seconds_since(halving, halving->turn_ns);
    halving->running = -1;
}

/* Whether there is time for a preparation; then sets its time limit. */
static bool may_prepare(struct fr_halving *halving, double elapsed)
{
    const double share = PREPARING * halving->seconds - elapsed;
    if (share > 0)
        *halving->timeout_s = fmin(share, PREPARING_ONE * halving->seconds);
    return share > 0;
}

static bool admits(void *context, int racer)
{
    struct fr_halving *halving = context;
    if (halving->begin_ns == 0)
        begin(halving);
    charge(halving);
    const double elapsed = seconds_since(halving, halving->begin_ns);
    if (elapsed > halving->seconds) {
        halving->stopping.over = true;
        return false;
    }
    if (!halving->tried[racer] && racer < halving->choice.candidates) {
        halving->tried[racer] = may_prepare(halving, elapsed);
        halving->given_s[racer] = *halving->timeout_s;
        halving->stopping.out[racer] = !halving->tried[racer];
        return halving->tried[racer];
    }
    *halving->timeout_s = fmin(FR_SLOWEST_CLICK, fmax(SHORTEST_S, SLOW_SHARE * halving->seconds));
    halving->running = racer;
    halving->turns[racer]++;
    halving->turn_ns = halving->now_ns();
    return true;
}

/* Seconds a click; INFINITY before the first. */
static double pace(const struct fr_halving *halving, int racer)
{
    const size_t clicks = halving->standings->at[racer].clicks;
    return clicks > 0 ? halving->spent[racer] / (double)clicks : (double)INFINITY;
}

static double best_pace(const struct fr_halving *halving)
{
    double best = (double)INFINITY;
    for (int i = 0; i < halving->choice.candidates; i++)
        if (fr_is_contender(&halving->choice, i))
            best = fmin(best, pace(halving, i));
    return best;
}

static size_t count_failures(const struct fr_standing *standing)
{
    size_t count = 0;
    for (int i = 0; i < FR_FAILURES; i++)
        count += standing->failures[i];
    return count;
}

/* Whether a budget is exceeded without doubt: a few slow clicks may be the machine's fault. */
static bool is_over_budget(const struct fr_halving *halving, const struct fr_standing *standing)
{
    const struct fr_situation *situation = halving->situation;
    int slow = 0;
    for (size_t i = 0; i < halving->standings->clicks; i++)
        slow +=
            fr_standings_ranked(halving->standings, i) && standing->ns[i] > situation->max_click_ns;
    return slow >= LEAST_SLOW || standing->held_bytes > situation->max_bytes ||
           standing->prepare_ns > SURELY * situation->max_load_ns;
}

/* The place of a racer that needs no comparison. */
static enum fr_place place_of(const struct fr_halving *halving, int racer)
{
    const struct fr_standing *standing = &halving->standings->at[racer];
    if (standing->unsupported)
        return FR_PLACE_UNSUPPORTED;
    if (!halving->tried[racer])
        return FR_PLACE_UNTRIED;
    if (standing->failures[FR_FAILURE_CRASH] > 0)
        return FR_PLACE_FAULTY;
    if (isnan(standing->prepare_ns))
        return FR_PLACE_UNREADY;
    const size_t failures = count_failures(standing);
    if (failures > 0 && failures == standing->failures[FR_FAILURE_TIMEOUT])
        return FR_PLACE_TOO_SLOW;
    if (failures > 0)
        return FR_PLACE_FAULTY;
    if (standing->remembers)
        return FR_PLACE_REMEMBERS;
    if (is_over_budget(halving, standing))
        return FR_PLACE_OVER_BUDGET;
    return standing->clicks > 0 ? FR_PLACE_OPEN : FR_PLACE_UNTRIED;
}

static void settle_places(struct fr_halving *halving)
{
    enum fr_place *places = halving->choice.places;
    for (int i = 0; i < halving->choice.candidates; i++)
        if (places[i] == FR_PLACE_UNTRIED || fr_is_contender(&halving->choice, i))
            places[i] = place_of(halving, i);
    const double limit = SLOW_FACTOR * best_pace(halving);
    for (int i = 0; i < halving->choice.candidates; i++)
        if (fr_is_contender(&halving->choice, i) && i != halving->choice.best &&
            pace(halving, i) > limit && halving->spent[i] > SLOW_SHARE * halving->seconds)
            places[i] = FR_PLACE_TOO_SLOW;
}

static void measure_noise(struct fr_halving *halving)
{
    static const enum fr_criterion criteria[] = {FR_ON_TIMES, FR_ON_CHANGES};
    const int copy = halving->choice.candidates;
    halving->noise = FR_LEAST_NOISE;
    for (int i = 0; i < 2 && halving->copy_of >= 0 && halving->status == FR_OK; i++) {
        struct fr_paired paired;
        halving->status =
            fr_pairwise_clicks(criteria[i], halving->standings, halving->copy_of, copy, &paired);
        if (halving->status == FR_OK && paired.count >= COPY_PAIRS &&
            (criteria[i] == FR_ON_TIMES ||
             fr_situation_prefers(halving->situation, FR_PREFER_DYNAMIC)))
            halving->noise = fmax(halving->noise, fmax(paired.high, 1 / paired.low) - 1);
    }
}

static void choose(struct fr_halving *halving, double level)
{
    settle_places(halving);
    measure_noise(halving);
    const struct fr_pairwise_rules rules = {halving->criteria, halving->noise,
                                            level / halving->choice.candidates};
    if (halving->status == FR_OK)
        halving->status = fr_choose(halving->standings, halving->racers, &rules, &halving->choice);
}

/* Adds a copy of the leader to the race. */
static void add_copy(struct fr_halving *halving)
{
    const int copy = halving->choice.candidates;
    if (halving->choice.best < 0)
        return;
    halving->copy_of = halving->choice.best;
    struct fr_racer *racer = &halving->racers->at[copy];
    *racer = halving->racers->at[halving->copy_of];
    snprintf(racer->algo, sizeof racer->algo, "twin");
    snprintf(racer->label, sizeof racer->label, "twin");
    racer->candidate = false;
    halving->stopping.out[copy] = false;
}

/* Whether more clicks could still change the choice. */
static bool is_open(const struct fr_halving *halving)
{
    int contenders = 0;
    for (int i = 0; i < halving->choice.candidates; i++) {
        contenders += fr_is_contender(&halving->choice, i);
        if (halving->choice.places[i] == FR_PLACE_OPEN)
            return true;
    }
    return contenders > 0 && halving->clicks < ENOUGH;
}

/* Drops who follows events so slowly that the others would not get to their clicks. */
static void drop_slow_followers(struct fr_halving *halving)
{
    double best = (double)INFINITY;
    const int candidates = halving->choice.candidates;
    if (halving->situation->preferences[0] != FR_PREFER_DYNAMIC)
        return;
    for (int i = 0; i < candidates; i++)
        if (halving->turns[i] > 0 && !halving->stopping.out[i])
            best = fmin(best, halving->spent[i] / (double)halving->turns[i]);
    for (int i = 0; i < candidates; i++) {
        if (halving->stopping.out[i] || halving->spent[i] <= SLOW_SHARE * halving->seconds ||
            halving->spent[i] <= SLOW_FACTOR * best * (double)halving->turns[i])
            continue;
        halving->choice.places[i] = FR_PLACE_TOO_SLOW;
        halving->stopping.out[i] = true;
    }
}

static void compare(void *context, const struct fr_standings *standings, bool event)
{
    struct fr_halving *halving = context;
    (void)standings;
    charge(halving);
    if (event) {
        drop_slow_followers(halving);
        return;
    }
    halving->clicks++;
    settle_places(halving);
    if (halving->clicks >= halving->next_comparison && halving->status == FR_OK) {
        halving->next_comparison *= 2;
        choose(halving, EARLY_LEVEL);
        if (halving->clicks >= COPY_FROM && halving->copy_of < 0)
            add_copy(halving);
        halving->settled = !is_open(halving);
    }
    for (int i = 0; i < halving->choice.candidates; i++)
        halving->stopping.out[i] = !fr_is_contender(&halving->choice, i);
    halving->stopping.over = halving->stopping.over || halving->status != FR_OK || halving->settled;
}

void fr_halving_init(struct fr_halving *halving, struct fr_racers *racers,
                     const struct fr_situation *situation, double *timeout_s,
                     const struct fr_standings *standings)
{
    const int copy = racers->count;
    *halving = (struct fr_halving){
        .stopping = {.admits = admits, .after_entry = compare, .context = halving},
        .timeout_s = timeout_s,
        .racers = racers,
        .standings = standings,
        .situation = situation,
        .choice = {.candidates = copy, .chosen = -1, .best = -1},
        .noise = FR_LEAST_NOISE,
        .running = -1,
        .copy_of = -1,
        .next_comparison = FIRST_COMPARISON};
    fr_situation_criteria(situation, halving->criteria);
    racers->at[copy] = racers->at[0];
    racers->count++;
    halving->stopping.out[copy] = true;
}

enum fr_status fr_halving_finish(struct fr_halving *halving)
{
    charge(halving);
    if (halving->status == FR_OK && !halving->settled)
        choose(halving, LEVEL);
    return halving->status;
}
