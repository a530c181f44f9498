#include "harness/answer/successive_halving.h"

#include <math.h>
#include <stdio.h>

#include "harness/racers/object_code.h"
#include "harness/statistics/quantiles.h"

#define PREPARING 0.5     /* fraction of the time for all preparations together */
#define PREPARING_ONE 0.3 /* fraction of the time for each preparation */
#define SLOW_SHARE 0.05   /* a slow racer's clicks take more than this fraction of the time */
#define SLOW_FACTOR 10.0  /* a slow racer's median is this many times that of the fastest */
#define SHORTEST_S 0.25   /* shortest time limit of a query, seconds */
#define SURELY 2.0        /* multiple of a limit: a single time may be disturbed */

enum {
    FIRST_COMPARISON = 12, /* clicks */
    LEAST_PACE = 8,        /* clicks needed to estimate a pace */
    LEAST_CHANGES = 3,     /* changes needed to judge the time after a change */
    ENOUGH = 96            /* clicks that show which racers deserve a full race */
};

/* Margins for a race with one sample per click, where one sample of a dozen may be disturbed. */
static const struct fr_margins wide = {2, 1.5, 90};

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

/* Accounts for the last admitted query or event, which is over. */
static void charge(struct fr_halving *halving)
{
    if (halving->running >= 0)
        halving->turn[halving->running] += seconds_since(halving, halving->turn_ns);
    halving->running = -1;
}

/* Whether there is time for a preparation; if so, sets its time limit. */
static bool may_prepare(struct fr_halving *halving, double elapsed)
{
    const double share = PREPARING * halving->seconds - elapsed;
    if (share > 0)
        *halving->timeout_s = fmin(share, PREPARING_ONE * halving->seconds);
    return share > 0;
}

/* Whether a racer is not needed because its back end's defaults, which are prepared first, support
 * the map. */
static bool is_spare(const struct fr_halving *halving, int racer)
{
    const struct fr_racer *racers = halving->view.racers.at;
    for (int i = 0; i < racer; i++)
        if (racers[i].pathfinder == racers[racer].pathfinder)
            return !halving->standings->at[i].unsupported;
    return false;
}

/* Whether a racer may be prepared. */
static bool admits_first(struct fr_halving *halving, int racer, double elapsed)
{
    halving->tried[racer] = is_spare(halving, racer);
    if (halving->tried[racer]) {
        halving->stopping.out[racer] = true;
        halving->left[racer] = FR_PLACE_HEAVIER;
        snprintf(halving->reasons[racer], FR_ANSWER_TEXT,
                 "not tried, as the default options support this map");
        return false;
    }
    halving->tried[racer] = may_prepare(halving, elapsed);
    halving->given_s[racer] = *halving->timeout_s;
    halving->stopping.out[racer] = !halving->tried[racer];
    return halving->tried[racer];
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
    if (!halving->tried[racer])
        return admits_first(halving, racer, elapsed);
    *halving->timeout_s = FR_SLOWEST_CLICK;
    if (!halving->changed) /* a query after a change may include deferred work */
        *halving->timeout_s =
            fmin(FR_SLOWEST_CLICK, fmax(SHORTEST_S, SLOW_SHARE * halving->seconds));
    halving->running = racer;
    halving->turn_ns = halving->now_ns();
    return true;
}

/* Whether each remaining racer was updated often enough to be judged by its updates. */
static bool knows_changes(const struct fr_halving *halving, const struct fr_standings *standings)
{
    for (int i = 0; i < standings->racers; i++)
        if (!halving->stopping.out[i] && standings->at[i].updates.count < LEAST_CHANGES)
            return false;
    return true;
}

static void ignore(enum fr_quantity quantity, struct fr_situation *situation)
{
    int kept = 0;
    situation->limits[quantity] = situation->thresholds[quantity] = (double)INFINITY;
    for (int i = 0; i < situation->count; i++)
        if (situation->preferences[i] != quantity)
            situation->preferences[kept++] = situation->preferences[i];
    situation->count = kept;
}

static void weigh(struct fr_halving *halving, const struct fr_standings *standings)
{
    halving->view.standings = *standings;
    halving->seen = halving->situation;
    if (!knows_changes(halving, standings))
        ignore(FR_CHANGE, &halving->seen);
    for (int i = 0; i < standings->racers; i++) {
        const struct fr_standing *standing = &standings->at[i];
        halving->costs[i] = (struct fr_evidence_cost){
            &standing->prepare_ns, &standing->load_ns,   !isnan(standing->prepare_ns),
            standing->held_bytes,  standing->peak_bytes, standing->saved_bytes};
    }
    fr_answer_release(&halving->answer);
    halving->status = fr_answer_weigh(&halving->view, &halving->seen, &wide, &halving->answer);
}

/* The median of a racer's first queries, in ns, without the time in which the system ran other
 * programs; NAN for too few. */
static double pace_of(const struct fr_standings *standings, int racer)
{
    const double *ns = standings->at[racer].ns;
    double paces[ENOUGH];
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks && count < ENOUGH; i++) {
        if (!isnan(ns[i]))
            paces[count++] = ns[i] - fmax(*fr_standings_waited(standings, racer, i), 0);
    }
    return count >= LEAST_PACE ? fr_median_of(paces, count) : (double)NAN;
}

/* Removes racers whose queries would leave the others no time. */
static void leave_slow(struct fr_halving *halving, const struct fr_standings *standings)
{
    const double floor_ns = halving->situation.thresholds[FR_SLOW] / halving->situation.slower;
    double pace[FR_MAX_RACERS], best = (double)INFINITY;
    for (int i = 0; i < standings->racers; i++) {
        pace[i] = pace_of(standings, i);
        best = fmin(best, pace[i]);
    }
    for (int i = 0; i < standings->racers; i++) {
        char mine[FR_UNIT_SIZE], fastest[FR_UNIT_SIZE];
        if (halving->stopping.out[i] || !(pace[i] > fmax(SLOW_FACTOR * best, floor_ns)) ||
            halving->spent[i] <= SLOW_SHARE * halving->seconds)
            continue;
        halving->stopping.out[i] = true;
        halving->left[i] = FR_PLACE_TOO_SLOW;
        snprintf(halving->reasons[i], FR_ANSWER_TEXT,
                 "dropped after %zu clicks: its median query takes %s, that of the fastest %s",
                 standings->at[i].clicks, fr_format_time(pace[i], mine),
                 fr_format_time(best, fastest));
    }
}

/* Removes racers that are excluded or placed below `least`; returns the number left. Limits count
 * only in comparisons, as a few clicks say little about a time. */
static int leave(struct fr_halving *halving, const struct fr_standings *standings,
                 enum fr_place least)
{
    int kept = 0;
    weigh(halving, standings);
    for (int i = 0; i < standings->racers && halving->status == FR_OK; i++) {
        const enum fr_place place =
            halving->tried[i] ? halving->answer.places[i] : FR_PLACE_UNTRIED;
        const bool excluded =
            place >= FR_PLACE_NO_CANDIDATE &&
            place < (least == FR_PLACE_UNTRIED ? FR_PLACE_OVER_LIMIT : FR_PLACE_NOT_PREFERRED);
        const bool goes = excluded || place < least;
        if (halving->left[i] != FR_PLACE_SHIPPED)
            continue;
        kept += !goes;
        if (!goes)
            continue;
        halving->stopping.out[i] = true;
        halving->left[i] = halving->answer.places[i] = place;
        fr_answer_reason(&halving->answer, i, halving->reasons[i]);
    }
    return kept;
}

static void compare(struct fr_halving *halving, const struct fr_standings *standings)
{
    halving->next_comparison *= 2;
    const int kept = leave(halving, standings, FR_PLACE_LARGER);
    halving->stopping.over =
        halving->stopping.over || halving->status != FR_OK || kept < 2 || halving->clicks >= ENOUGH;
}

/* Whether a racer failed, so that it need not be queried again. */
static bool has_failed(const struct fr_halving *halving, const struct fr_standings *standings)
{
    for (int i = 0; i < standings->racers; i++)
        for (int j = 0; j < FR_FAILURES && !halving->stopping.out[i]; j++)
            if (standings->at[i].failures[j] > 0 || isnan(standings->at[i].prepare_ns))
                return true;
    return false;
}

static void after_entry(void *context, const struct fr_standings *standings, bool event)
{
    struct fr_halving *halving = context;
    charge(halving);
    for (int i = 0; i < standings->racers; i++) {
        const bool counts = !event && !halving->changed && halving->turn[i] > 0;
        halving->spent[i] += counts ? halving->turn[i] : 0;
        halving->charged[i] += counts;
        halving->turn[i] = 0;
    }
    halving->changed = event;
    halving->clicks += !event;
    if (event)
        return;
    leave_slow(halving, standings);
    if (halving->clicks >= halving->next_comparison)
        compare(halving, standings);
    else if (has_failed(halving, standings))
        leave(halving, standings, FR_PLACE_UNTRIED);
}

void fr_halving_init(struct fr_halving *halving, const struct fr_racers *racers,
                     const struct fr_standings *standings, const struct fr_situation *situation,
                     double *timeout_s)
{
    *halving = (struct fr_halving){
        .stopping = {.admits = admits, .after_entry = after_entry, .context = halving},
        .timeout_s = timeout_s,
        .standings = standings,
        .situation = *situation,
        .view = {.racers = *racers, .costs = halving->costs},
        .running = -1,
        .next_comparison = FIRST_COMPARISON};
    for (int i = 0; i < FR_MAX_RACERS; i++) {
        halving->view.copy_of[i] = -1;
        halving->left[i] = FR_PLACE_SHIPPED;
    }
    for (int i = 0; i < racers->count; i++)
        halving->view.object_bytes[i] = fr_object_code_bytes(racers->at[i].pathfinder->name);
    for (int i = 0; i < FR_QUANTITIES; i++)
        halving->situation.limits[i] *= SURELY;
}

enum fr_status fr_halving_finish(struct fr_halving *halving, const struct fr_standings *standings)
{
    charge(halving);
    leave(halving, standings, FR_PLACE_LARGER);
    return halving->status;
}

void fr_halving_release(struct fr_halving *halving)
{
    fr_answer_release(&halving->answer);
}
