#include "harness/answer/measures.h"

#include <math.h>
#include <stdlib.h>

#include "harness/answer/figures.h"
#include "harness/statistics/quantiles.h"

struct fr_gauge {
    const struct fr_evidence *evidence;
    double slow_percent;
    size_t *clicks;     /* ranked clicks, grouped by map */
    size_t *first;      /* index of each map's first click; after the last map, the end */
    size_t *drawn;      /* clicks of the current map */
    int *rounds;        /* the drawn passes of each drawn round, as indices of a click's samples */
    double *yardsticks; /* by entry: the length that paths are compared with */
    double *scratch;
};

static size_t each_of(const struct fr_standings *standings)
{
    return (size_t)standings->rounds * (size_t)standings->passes;
}

static void list_clicks(struct fr_gauge *gauge)
{
    const struct fr_standings *standings = &gauge->evidence->standings;
    const bool optimal = fr_standings_known_optima(standings) > 0;
    size_t count = 0;
    for (int map = 0; map < standings->course_count; map++) {
        gauge->first[map] = count;
        for (size_t i = 0; i < standings->clicks; i++)
            if ((!standings->courses || standings->courses[i] == map) &&
                fr_standings_ranked(standings, i))
                gauge->clicks[count++] = i;
    }
    gauge->first[standings->course_count] = count;
    for (size_t i = 0; i < count; i++)
        gauge->yardsticks[gauge->clicks[i]] =
            fr_standings_yardstick(standings, gauge->clicks[i], optimal);
}

enum fr_status fr_gauge_create(const struct fr_evidence *evidence, double slow_percent,
                               struct fr_gauge **gauge)
{
    const struct fr_standings *standings = &evidence->standings;
    const size_t clicks = standings->clicks + 1, each = each_of(standings);
    struct fr_gauge *made = calloc(1, sizeof *made);
    if (!made)
        return FR_NO_MEMORY;
    *made = (struct fr_gauge){
        .evidence = evidence,
        .slow_percent = slow_percent,
        .clicks = malloc(clicks * sizeof *made->clicks),
        .first = malloc(((size_t)standings->course_count + 1) * sizeof *made->first),
        .drawn = malloc(clicks * sizeof *made->drawn),
        .rounds = malloc(each * sizeof *made->rounds),
        .yardsticks = malloc(clicks * sizeof *made->yardsticks),
        .scratch = malloc((clicks * each + (size_t)standings->rounds) * sizeof *made->scratch)};
    if (!made->clicks || !made->first || !made->drawn || !made->rounds || !made->yardsticks ||
        !made->scratch) {
        fr_gauge_release(made);
        return FR_NO_MEMORY;
    }
    list_clicks(made);
    *gauge = made;
    return FR_OK;
}

enum fr_status fr_measures_create(const struct fr_evidence *evidence, struct fr_measures *measures)
{
    const int maps = evidence->standings.course_count, racers = evidence->racers.count;
    *measures = (struct fr_measures){
        maps, racers, malloc(((size_t)maps * (size_t)racers + 1) * sizeof *measures->at)};
    for (int i = 0; measures->at && i < maps * racers; i++)
        for (int j = 0; j < FR_MEASURES; j++)
            measures->at[i][j] = (double)NAN;
    return measures->at ? FR_OK : FR_NO_MEMORY;
}

/* Draws rounds, passes and clicks with replacement, or takes each once if `random` is NULL. */
static size_t draw(const struct fr_gauge *gauge, int map, struct fr_random *random)
{
    const struct fr_standings *standings = &gauge->evidence->standings;
    const size_t *clicks = gauge->clicks + gauge->first[map];
    const size_t count = gauge->first[map + 1] - gauge->first[map];
    const int passes = standings->passes, rounds = standings->rounds;
    for (int i = 0; i < rounds; i++) {
        const int round = random ? (int)fr_random_below(random, (uint32_t)rounds) : i;
        for (int j = 0; j < passes; j++)
            gauge->rounds[i * passes + j] =
                round * passes + (random ? (int)fr_random_below(random, (uint32_t)passes) : j);
    }
    for (size_t i = 0; i < count; i++)
        gauge->drawn[i] = clicks[random ? fr_random_below(random, (uint32_t)count) : i];
    return count;
}

/* Appends the drawn samples of a click; returns the new count. `without` subtracts the time in
 * which the system ran other programs. */
static size_t add_samples(const struct fr_gauge *gauge, int racer, size_t click, bool without,
                          size_t count)
{
    const struct fr_standings *standings = &gauge->evidence->standings;
    const double *samples = fr_standings_samples(standings, racer, click);
    const double *waited = fr_standings_waited(standings, racer, click);
    if (isnan(standings->at[racer].ns[click]))
        return count;
    for (size_t i = 0; i < each_of(standings); i++) {
        const int place = gauge->rounds[i];
        const double others = without ? fmax(waited[place], 0) : 0;
        if (!isnan(samples[place]))
            gauge->scratch[count++] = samples[place] - others;
    }
    return count;
}

static double slow_query(const struct fr_gauge *gauge, int racer, size_t clicks)
{
    size_t count = 0;
    for (size_t i = 0; i < clicks; i++)
        count = add_samples(gauge, racer, gauge->drawn[i], true, count);
    return fr_percentile_of(gauge->scratch, count, gauge->slow_percent);
}

static double median_query(const struct fr_gauge *gauge, int racer, size_t clicks)
{
    size_t medians = 0;
    for (size_t i = 0; i < clicks; i++) {
        const size_t end = add_samples(gauge, racer, gauge->drawn[i], false, medians);
        if (end == medians)
            continue;
        gauge->scratch[medians] = fr_median_of(gauge->scratch + medians, end - medians);
        medians++;
    }
    return fr_median_of(gauge->scratch, medians);
}

static double steady_query(const struct fr_gauge *gauge, int racer, size_t clicks)
{
    const double *ns = gauge->evidence->standings.at[racer].steady_ns;
    size_t count = 0;
    for (size_t i = 0; i < clicks; i++)
        if (!isnan(ns[gauge->drawn[i]]))
            gauge->scratch[count++] = ns[gauge->drawn[i]];
    return fr_median_of(gauge->scratch, count);
}

/* Computes how much longer paths are than the shortest. */
static void read_lengths(const struct fr_gauge *gauge, int racer, size_t clicks,
                         double figures[FR_MEASURES])
{
    const double *lengths = gauge->evidence->standings.at[racer].lengths;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < clicks; i++) {
        const double extra = lengths[gauge->drawn[i]] / gauge->yardsticks[gauge->drawn[i]] - 1;
        if (isnan(extra) || isinf(extra))
            continue;
        gauge->scratch[count++] = fmax(extra, 0);
        sum += fmax(extra, 0);
    }
    figures[FR_LENGTH] = count > 0 ? sum / (double)count : (double)NAN;
    figures[FR_LENGTH_P99] = fr_percentile_of(gauge->scratch, count, 99);
}

/* How many in 100 paths look bad. */
static double bad_looks(const struct fr_gauge *gauge, int racer, size_t clicks)
{
    const double *faults = gauge->evidence->standings.at[racer].looks;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < clicks; i++) {
        if (isnan(faults[gauge->drawn[i]]))
            continue;
        sum += faults[gauge->drawn[i]];
        count++;
    }
    return count > 0 ? 100 * sum / (double)count : (double)NAN;
}

static double time_after_change(const struct fr_gauge *gauge, int map, int racer,
                                struct fr_random *random)
{
    const struct fr_standings *standings = &gauge->evidence->standings;
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++) {
        const double cost = !standings->courses || standings->courses[i] == map
                                ? fr_change_cost(&standings->at[racer], i)
                                : (double)NAN;
        if (!isnan(cost))
            gauge->scratch[count++] = cost;
    }
    double *drawn = gauge->scratch + count; /* has space: a change and its click are two entries */
    if (!random)
        return fr_median_of(gauge->scratch, count);
    for (size_t i = 0; i < count; i++)
        drawn[i] = gauge->scratch[fr_random_below(random, (uint32_t)count)];
    return fr_median_of(drawn, count);
}

/* The median over rounds; NAN if a round's time is unknown. */
static double load_time(const struct fr_gauge *gauge, const double *ns, int rounds,
                        struct fr_random *random)
{
    for (int i = 0; i < rounds; i++) {
        gauge->scratch[i] = ns[random ? (int)fr_random_below(random, (uint32_t)rounds) : i];
        if (isnan(ns[i]))
            return (double)NAN;
    }
    return fr_median_of(gauge->scratch, (size_t)rounds);
}

void fr_gauge_read(struct fr_gauge *gauge, int map, const bool racers[FR_MAX_RACERS],
                   struct fr_random *random, struct fr_measures *measures)
{
    const size_t clicks = draw(gauge, map, random);
    for (int i = 0; i < measures->racers; i++) {
        const struct fr_evidence_cost *cost = fr_evidence_cost_of(gauge->evidence, map, i);
        double *figures = measures->at[map * measures->racers + i];
        if (!racers[i])
            continue;
        figures[FR_SLOW] = slow_query(gauge, i, clicks);
        figures[FR_STEADY_QUERY] = steady_query(gauge, i, clicks);
        figures[FR_SPEED] = median_query(gauge, i, clicks);
        read_lengths(gauge, i, clicks, figures);
        figures[FR_LOOKS] = bad_looks(gauge, i, clicks);
        figures[FR_CHANGE] = time_after_change(gauge, map, i, random);
        figures[FR_LOAD] = load_time(gauge, cost->ns, cost->rounds, random);
        figures[FR_LOAD_SAVED] = load_time(gauge, cost->saved_ns, cost->rounds, random);
        figures[FR_MEMORY] = cost->held_bytes < 0 ? (double)NAN : (double)cost->held_bytes;
        figures[FR_SAVED] = cost->saved_bytes < 0 ? (double)NAN : (double)cost->saved_bytes;
    }
}

double fr_measured(const struct fr_measures *measures, const struct fr_situation *situation,
                   int map, int racer, int quantity)
{
    const double *figures = measures->at[(size_t)map * (size_t)measures->racers + (size_t)racer];
    double value = figures[quantity == FR_LOAD && situation->saved ? FR_LOAD_SAVED : quantity];
    if (quantity == FR_SAVED && !situation->saved)
        return (double)NAN;
    if (quantity == FR_SLOW && situation->queries_per_frame > 1)
        value += (situation->queries_per_frame - 1) * figures[FR_STEADY_QUERY];
    return value * (fr_quantities[quantity].unit == FR_OF_TIME ? situation->slower : 1);
}

size_t fr_gauge_samples(const struct fr_gauge *gauge)
{
    const struct fr_standings *standings = &gauge->evidence->standings;
    return gauge->first[standings->course_count] * each_of(standings);
}

void fr_gauge_release(struct fr_gauge *gauge)
{
    if (!gauge)
        return;
    free(gauge->clicks);
    free(gauge->first);
    free(gauge->drawn);
    free(gauge->rounds);
    free(gauge->yardsticks);
    free(gauge->scratch);
    free(gauge);
}

void fr_measures_release(struct fr_measures *measures)
{
    free(measures->at);
    *measures = (struct fr_measures){.maps = 0};
}
