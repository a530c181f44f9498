#include "harness/answer/successive_halving.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/clock.h"

#define PREPARING 0.5      /* the share of the time that preparing may take, all together */
#define PREPARING_ONE 0.15 /* and for one */
#define SLOW_SHARE 0.05    /* of the time: who took more for his clicks, and ... */
#define SLOW_FACTOR 10.0   /* ... so many times as long as the quickest, leaves */
#define SHORTEST_S 0.25    /* seconds that a call is granted in any case */
#define LEVEL 0.05         /* of all tests of the last look together */
#define EARLY_LEVEL 0.01   /* of those of a look before: a good one must not be sent home */

enum {
    FIRST_LOOK = 12, /* clicks: on fewer no difference is significant among a dozen */
    TWIN_FROM = 24,  /* clicks until a leader has shown itself */
    TWIN_PAIRS = 12, /* clicks of the twins that tell of noise */
    ENOUGH = 240     /* clicks for the figures to stand on */
};

static double seconds_since(uint64_t begin_ns)
{
    return (double)(fr_clock_ns() - begin_ns) / 1e9;
}

static void begin(struct fr_heats *heats)
{
    const uint64_t now = fr_clock_ns();
    const double left = now < heats->due_ns ? (double)(heats->due_ns - now) / 1e9 : 0;
    heats->begin_ns = now;
    heats->seconds = fmax(left, heats->least);
}

/* The turn that was admitted last is over. */
static void charge(struct fr_heats *heats)
{
    if (heats->running >= 0)
        heats->spent[heats->running] += seconds_since(heats->turn_ns);
    heats->running = -1;
}

/* Whether there is time for a preparation, which limits it. */
static bool may_prepare(struct fr_heats *heats, double elapsed)
{
    const double share = PREPARING * heats->seconds - elapsed;
    heats->rules->timeout_s = fmin(share, PREPARING_ONE * heats->seconds);
    return share > 0;
}

static bool admits(void *context, int racer)
{
    struct fr_heats *heats = context;
    if (heats->begin_ns == 0)
        begin(heats);
    charge(heats);
    const double elapsed = seconds_since(heats->begin_ns);
    if (elapsed > heats->seconds) {
        heats->referee.over = true;
        return false;
    }
    if (!heats->tried[racer] && racer < heats->choice.candidates) {
        heats->tried[racer] = may_prepare(heats, elapsed);
        heats->referee.out[racer] = !heats->tried[racer];
        return heats->tried[racer];
    }
    heats->rules->timeout_s = fmin(FR_SLOWEST_CLICK, fmax(SHORTEST_S, SLOW_SHARE * heats->seconds));
    heats->running = racer;
    heats->turn_ns = fr_clock_ns();
    return true;
}

/* Seconds that clicks, their repetitions included, and events have taken so far. */
static double spent(const struct fr_heats *heats, int racer)
{
    const struct fr_samples *updates = &heats->standings->at[racer].updates;
    double seconds = heats->spent[racer];
    for (size_t i = 0; i < updates->count; i++)
        seconds += updates->ns[i] / 1e9;
    return seconds;
}

/* Seconds a click; INFINITY before the first. */
static double pace(const struct fr_heats *heats, int racer)
{
    const size_t clicks = heats->standings->at[racer].clicks;
    return clicks > 0 ? spent(heats, racer) / (double)clicks : (double)INFINITY;
}

static double best_pace(const struct fr_heats *heats)
{
    double best = (double)INFINITY;
    for (int i = 0; i < heats->choice.candidates; i++)
        if (fr_is_contender(&heats->choice, i))
            best = fmin(best, pace(heats, i));
    return best;
}

static size_t count_failures(const struct fr_standing *standing)
{
    size_t count = 0;
    for (int i = 0; i < FR_FAILURES; i++)
        count += standing->failures[i];
    return count;
}

/* The place of a racer that needs no comparison. */
static enum fr_place place_of(const struct fr_heats *heats, int racer)
{
    const struct fr_standing *standing = &heats->standings->at[racer];
    if (standing->unsupported)
        return FR_PLACE_UNSUPPORTED;
    if (!heats->tried[racer])
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
    return standing->clicks > 0 ? FR_PLACE_OPEN : FR_PLACE_UNTRIED;
}

static void settle_places(struct fr_heats *heats)
{
    enum fr_place *places = heats->choice.places;
    for (int i = 0; i < heats->choice.candidates; i++)
        if (places[i] == FR_PLACE_UNTRIED || fr_is_contender(&heats->choice, i))
            places[i] = place_of(heats, i);
    const double limit = SLOW_FACTOR * best_pace(heats);
    for (int i = 0; i < heats->choice.candidates; i++)
        if (fr_is_contender(&heats->choice, i) && i != heats->choice.best &&
            pace(heats, i) > limit && spent(heats, i) > SLOW_SHARE * heats->seconds)
            places[i] = FR_PLACE_TOO_SLOW;
}

static void measure_noise(struct fr_heats *heats)
{
    static const enum fr_criterion criteria[] = {FR_ON_TIMES, FR_ON_CHANGES};
    const int twin = heats->choice.candidates;
    heats->noise = FR_LEAST_NOISE;
    for (int i = 0; i < 2 && heats->twin_of >= 0 && heats->status == FR_OK; i++) {
        struct fr_paired paired;
        heats->status = fr_duel_pairs(criteria[i], heats->standings, heats->twin_of, twin, &paired);
        if (heats->status == FR_OK && paired.count >= TWIN_PAIRS &&
            (criteria[i] == FR_ON_TIMES || heats->preference == FR_PREFER_DYNAMIC))
            heats->noise = fmax(heats->noise, fmax(paired.high, 1 / paired.low) - 1);
    }
}

static void choose(struct fr_heats *heats, double level)
{
    settle_places(heats);
    measure_noise(heats);
    const struct fr_duel_rules rules = {heats->preference, heats->noise,
                                        level / heats->choice.candidates};
    if (heats->status == FR_OK)
        heats->status = fr_choose(heats->standings, heats->racers, &rules, &heats->choice);
}

/* Has the leader race against itself. */
static void send_twin(struct fr_heats *heats)
{
    const int twin = heats->choice.candidates;
    if (heats->choice.best < 0)
        return;
    heats->twin_of = heats->choice.best;
    struct fr_racer *racer = &heats->racers->at[twin];
    *racer = heats->racers->at[heats->twin_of];
    snprintf(racer->algo, sizeof racer->algo, "twin");
    snprintf(racer->label, sizeof racer->label, "twin");
    heats->referee.out[twin] = false;
}

/* Whether more clicks could still change the choice. */
static bool is_open(const struct fr_heats *heats)
{
    int contenders = 0;
    for (int i = 0; i < heats->choice.candidates; i++) {
        contenders += fr_is_contender(&heats->choice, i);
        if (heats->choice.places[i] == FR_PLACE_OPEN)
            return true;
    }
    return contenders > 0 && heats->clicks < ENOUGH;
}

static void look(void *context, const struct fr_standings *standings, size_t entry)
{
    struct fr_heats *heats = context;
    (void)standings;
    (void)entry;
    charge(heats);
    heats->clicks++;
    settle_places(heats);
    if (heats->clicks >= heats->next_look && heats->status == FR_OK) {
        heats->next_look *= 2;
        choose(heats, EARLY_LEVEL);
        if (heats->clicks >= TWIN_FROM && heats->twin_of < 0)
            send_twin(heats);
        heats->settled = !is_open(heats);
    }
    for (int i = 0; i < heats->choice.candidates; i++)
        heats->referee.out[i] = !fr_is_contender(&heats->choice, i);
    heats->referee.over = heats->referee.over || heats->status != FR_OK || heats->settled;
}

void fr_heats_init(struct fr_heats *heats, struct fr_racers *racers, enum fr_preference preference,
                   struct fr_sandbox_rules *rules, const struct fr_standings *standings)
{
    const int twin = racers->count;
    *heats = (struct fr_heats){.referee = {.admits = admits, .look = look, .context = heats},
                               .rules = rules,
                               .racers = racers,
                               .standings = standings,
                               .preference = preference,
                               .choice = {.candidates = twin, .chosen = -1, .best = -1},
                               .noise = FR_LEAST_NOISE,
                               .running = -1,
                               .twin_of = -1,
                               .next_look = FIRST_LOOK};
    racers->at[twin] = racers->at[0];
    racers->count++;
    heats->referee.out[twin] = true;
}

enum fr_status fr_heats_finish(struct fr_heats *heats)
{
    charge(heats);
    if (heats->status == FR_OK && !heats->settled)
        choose(heats, LEVEL);
    return heats->status;
}
