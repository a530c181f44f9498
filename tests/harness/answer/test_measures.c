/* The figures of the answer, from random standings, against their definitions written down again; and what a
 * resample draws: rounds, passes and clicks with equal chances, the same for all racers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/figures.h"
#include "harness/answer/measures.h"
#include "tests/soak.h"

enum { RACERS = 2, MOST_MAPS = 3, MOST_ROUNDS = 3, MOST_CLICKS = 60, MOST_DRAWN = 600 };

struct field {
    struct fr_evidence evidence;
    struct fr_evidence_cost costs[MOST_MAPS * RACERS];
    double loads[MOST_MAPS * RACERS][MOST_ROUNDS], saved[MOST_MAPS * RACERS][MOST_ROUNDS];
};

static void create(struct field *field, int maps, size_t clicks, int rounds, int passes)
{
    struct fr_standings *standings = &field->evidence.standings;
    memset(field, 0, sizeof *field);
    field->evidence.racers.count = RACERS;
    field->evidence.costs = field->costs;
    assert_int_equal(fr_standings_create(RACERS, clicks, rounds, &fr_default_allocator, standings),
                     FR_OK);
    assert_int_equal(fr_standings_keep_samples(standings, passes), FR_OK);
    standings->course_count = maps;
    standings->courses = fr_allocate_zeroed(&fr_default_allocator, clicks, sizeof(int));
    assert_non_null(standings->courses);
    for (int i = 0; i < maps * RACERS; i++)
        field->costs[i] =
            (struct fr_evidence_cost){field->loads[i], field->saved[i], rounds, -1, -1, -1};
}

static double chance_of(struct fr_random *random, double known, double value)
{
    return fr_random_unit(random) < known ? value : (double)NAN;
}

/* From a microsecond to three frames. */
static double draw_time(struct fr_random *random)
{
    return exp(11 * fr_random_unit(random)) * 1000;
}

static void draw_entry(struct fr_random *random, struct fr_standings *standings, int racer,
                       size_t click, bool optimal)
{
    struct fr_standing *standing = &standings->at[racer];
    const double ratio = 1 + fr_random_below(random, 4) * 0.01 - 1e-12;
    const double optimum = click % 2 ? 100 : 1;
    standing->ns[click] = chance_of(random, 0.8, draw_time(random));
    standing->steady_ns[click] = chance_of(random, 0.7, draw_time(random));
    standing->looks[click] = chance_of(random, 0.7, fr_random_below(random, 2));
    standing->lengths[click] = chance_of(random, 0.8, optimum * ratio);
    standings->optima[click] = optimal ? chance_of(random, 0.8, optimum) : (double)NAN;
    for (int i = 0; i < standings->rounds * standings->passes; i++) {
        const double ns = draw_time(random);
        fr_standings_samples(standings, racer, click)[i] = chance_of(random, 0.8, ns);
        fr_standings_waited(standings, racer, click)[i] =
            chance_of(random, 0.5, ns * fr_random_unit(random));
    }
}

/* Every fourth entry is a change; the last of each map is none, as where rows are read. */
static void draw_change(struct fr_random *random, struct fr_standing *standing, size_t click)
{
    standing->ns[click] = standing->lengths[click] = (double)NAN;
    standing->update_ns[click] = chance_of(random, 0.9, draw_time(random));
    standing->first_ns[click + 1] = chance_of(random, 0.9, draw_time(random));
}

static void draw_field(struct fr_random *random, struct field *field)
{
    const int maps = fr_random_between(random, 1, MOST_MAPS);
    const size_t each = (size_t)fr_random_between(random, 2, MOST_CLICKS / MOST_MAPS);
    const int passes = fr_random_between(random, 1, 3);
    const bool optimal = fr_random_below(random, 2), detours = fr_random_below(random, 4);
    create(field, maps, each * (size_t)maps, fr_random_between(random, 1, MOST_ROUNDS), passes);
    struct fr_standings *standings = &field->evidence.standings;
    for (size_t i = 0; i < standings->clicks; i++) {
        standings->courses[i] = (int)(i / each);
        standings->classes[i] = fr_random_below(random, 3) == 0 ? FR_CLASS_UNREACHABLE
                                : detours                       ? FR_CLASS_DETOUR
                                                                : FR_CLASS_DIRECT;
        for (int j = 0; j < RACERS; j++)
            draw_entry(random, standings, j, i, optimal);
    }
    for (size_t i = 0; i < standings->clicks; i++)
        for (int j = 0; j < RACERS; j++)
            if (i % each % 4 == 0 && i % each + 1 < each)
                draw_change(random, &standings->at[j], i);
    for (int i = 0; i < maps * RACERS; i++) {
        field->costs[i].held_bytes = fr_random_between(random, -1, 1) * 5000;
        field->costs[i].saved_bytes = fr_random_between(random, -1, 1) * 700;
        for (int round = 0; round < standings->rounds; round++) {
            field->loads[i][round] = draw_time(random);
            field->saved[i][round] = chance_of(random, 0.7, draw_time(random));
        }
    }
}

/* Sorted values, and what is asked of them. */
struct list {
    double at[MOST_DRAWN];
    size_t count;
};

static void append(struct list *list, double value)
{
    size_t place = list->count++;
    assert_true(list->count <= MOST_DRAWN && !isnan(value));
    for (; place > 0 && list->at[place - 1] > value; place--)
        list->at[place] = list->at[place - 1];
    list->at[place] = value;
}

static double median(const struct list *list)
{
    const size_t half = list->count / 2;
    return list->count == 0       ? (double)NAN
           : list->count % 2 == 1 ? list->at[half]
                                  : (list->at[half - 1] + list->at[half]) / 2;
}

static double mean(const struct list *list)
{
    double sum = 0;
    for (size_t i = 0; i < list->count; i++)
        sum += list->at[i];
    return list->count > 0 ? sum / (double)list->count : (double)NAN;
}

/* The least value that percent of all do not exceed. */
static double percentile(const struct list *list, int percent)
{
    for (size_t i = 0; i < list->count; i++)
        if (100 * (i + 1) >= (size_t)percent * list->count)
            return list->at[i];
    return (double)NAN;
}

static void assert_same(double mine, double theirs)
{
    if (isnan(mine) && isnan(theirs))
        return;
    if (!(fabs(mine - theirs) <= 1e-9 * fabs(theirs)))
        fail_msg("%.17g found, %.17g by definition", mine, theirs);
}

static void check_times(const struct field *field, int map, int racer, const double *figures)
{
    const struct fr_standings *standings = &field->evidence.standings;
    const struct fr_standing *standing = &standings->at[racer];
    struct list samples = {{0}, 0}, medians = {{0}, 0}, steady = {{0}, 0}, changes = {{0}, 0};
    for (size_t i = 0; i < standings->clicks; i++) {
        struct list mine = {{0}, 0};
        if (standings->courses[i] != map)
            continue;
        if (i > 0 && !isnan(standing->update_ns[i - 1] + standing->first_ns[i]))
            append(&changes, standing->update_ns[i - 1] + standing->first_ns[i]);
        if (!fr_standings_ranked(standings, i))
            continue;
        if (!isnan(standing->steady_ns[i]))
            append(&steady, standing->steady_ns[i]);
        if (isnan(standing->ns[i]))
            continue;
        for (int j = 0; j < standings->rounds * standings->passes; j++) {
            const double ns = fr_standings_samples(standings, racer, i)[j];
            const double waited = fr_standings_waited(standings, racer, i)[j];
            if (isnan(ns))
                continue;
            append(&mine, ns);
            append(&samples, isnan(waited) ? ns : ns - waited);
        }
        if (mine.count > 0)
            append(&medians, median(&mine));
    }
    assert_same(figures[FR_SLOW], percentile(&samples, 90));
    assert_same(figures[FR_SPEED], median(&medians));
    assert_same(figures[FR_STEADY_QUERY], median(&steady));
    assert_same(figures[FR_CHANGE], median(&changes));
}

static void check_paths(const struct field *field, int map, int racer, const double *figures)
{
    const struct fr_standings *standings = &field->evidence.standings;
    const struct fr_standing *standing = &standings->at[racer];
    const bool optimal = fr_standings_known_optima(standings) > 0;
    struct list extra = {{0}, 0}, looks = {{0}, 0};
    for (size_t i = 0; i < standings->clicks; i++) {
        if (standings->courses[i] != map || !fr_standings_ranked(standings, i))
            continue;
        const double ratio = standing->lengths[i] / fr_standings_yardstick(standings, i, optimal);
        if (!isnan(ratio))
            append(&extra, ratio > 1 ? ratio - 1 : 0);
        if (!isnan(standing->looks[i]))
            append(&looks, 100 * standing->looks[i]);
    }
    assert_same(figures[FR_LENGTH], mean(&extra));
    assert_same(figures[FR_LENGTH_P99], percentile(&extra, 99));
    assert_same(figures[FR_LOOKS], mean(&looks));
}

static void check_costs(const struct field *field, int map, int racer, const double *figures)
{
    const struct fr_evidence_cost *cost = &field->costs[map * RACERS + racer];
    struct list loads = {{0}, 0}, saved = {{0}, 0};
    for (int i = 0; i < field->evidence.standings.rounds; i++) {
        append(&loads, cost->ns[i]);
        if (!isnan(cost->saved_ns[i]))
            append(&saved, cost->saved_ns[i]);
    }
    const bool all = saved.count == loads.count;
    assert_same(figures[FR_LOAD], median(&loads));
    assert_same(figures[FR_LOAD_SAVED], all ? median(&saved) : (double)NAN);
    assert_same(figures[FR_MEMORY], cost->held_bytes < 0 ? (double)NAN : (double)cost->held_bytes);
    assert_same(figures[FR_SAVED], cost->saved_bytes < 0 ? (double)NAN : (double)cost->saved_bytes);
}

/* What a situation makes of the figures. */
static void check_situations(const struct fr_measures *measures, int map, int racer)
{
    const double *figures = measures->at[map * RACERS + racer];
    struct fr_situation situation;
    for (int i = 0; i < FR_QUANTITIES; i++)
        for (int setting = 0; setting < 8; setting++) {
            const bool time = fr_quantities[i].unit == FR_OF_TIME;
            fr_situation_init(&situation);
            situation.saved = setting & 1;
            situation.queries_per_frame = setting & 2 ? 4 : 1;
            situation.slower = setting & 4 ? 3 : 1;
            double expected = figures[i];
            if (i == FR_SAVED && !situation.saved)
                expected = (double)NAN;
            if (i == FR_LOAD && situation.saved)
                expected = figures[FR_LOAD_SAVED];
            if (i == FR_SLOW && situation.queries_per_frame > 1)
                expected += 3 * figures[FR_STEADY_QUERY];
            assert_same(fr_measured(measures, &situation, map, racer, i),
                        expected * (time ? situation.slower : 1));
        }
}

static void release(struct field *field, struct fr_gauge *gauge, struct fr_measures *measures)
{
    fr_gauge_release(gauge);
    fr_measures_release(measures);
    fr_standings_release(&field->evidence.standings);
}

static void figures_are_what_they_are_defined_as(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(3)};
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(3));
    for (int64_t i = 0; i < soak_fewer(400, 10) * soak_scale(); i++) {
        static struct field field;
        struct fr_gauge *gauge;
        struct fr_measures measures;
        const bool every[FR_MAX_RACERS] = {true, true}, second[FR_MAX_RACERS] = {false, true};
        draw_field(&random, &field);
        const struct fr_standings *standings = &field.evidence.standings;
        assert_int_equal(fr_gauge_create(&field.evidence, 90, &gauge), FR_OK);
        assert_int_equal(fr_measures_create(&field.evidence, &measures), FR_OK);
        size_t ranked = 0;
        for (size_t click = 0; click < standings->clicks; click++)
            ranked += fr_standings_ranked(standings, click);
        assert_int_equal(fr_gauge_samples(gauge),
                         ranked * (size_t)(standings->rounds * standings->passes));
        for (int map = 0; map < measures.maps; map++) {
            fr_gauge_read(gauge, map, second, NULL, &measures);
            for (int j = 0; j < FR_MEASURES; j++) /* who is not asked for is left alone */
                assert_true(isnan(measures.at[map * RACERS][j]));
            fr_gauge_read(gauge, map, every, NULL, &measures);
            for (int racer = 0; racer < RACERS; racer++) {
                check_times(&field, map, racer, measures.at[map * RACERS + racer]);
                check_paths(&field, map, racer, measures.at[map * RACERS + racer]);
                check_costs(&field, map, racer, measures.at[map * RACERS + racer]);
                check_situations(&measures, map, racer);
            }
        }
        release(&field, gauge, &measures);
    }
}

/* What a racer's samples of all maps add up to; a click without samples counts by its time. */
static void check_samples(const struct fr_standings *standings, int racer,
                          const struct fr_figures *figures)
{
    struct list all = {{0}, 0}, medians = {{0}, 0};
    size_t timed = 0, interrupted = 0, over_frame = 0;
    double slowest_waited = 0;
    for (int map = 0; map < standings->course_count; map++) {
        struct list mine = {{0}, 0};
        for (size_t i = 0; i < standings->clicks; i++) {
            const double ns = standings->at[racer].ns[i];
            if (standings->courses[i] != map || !fr_standings_ranked(standings, i) || isnan(ns))
                continue;
            timed++;
            append(&mine, ns);
            for (int j = 0; j < standings->rounds * standings->passes; j++) {
                const double sample = fr_standings_samples(standings, racer, i)[j];
                const double waited = fr_standings_waited(standings, racer, i)[j];
                if (isnan(sample))
                    continue;
                if (all.count == 0 || sample > all.at[all.count - 1])
                    slowest_waited = isnan(waited) ? 0 : waited;
                append(&all, sample);
                interrupted += (size_t)(waited > 0);
                over_frame += (size_t)(sample > FR_FRAME_NS);
            }
        }
        if (mine.count > 0)
            append(&medians, log(median(&mine)));
    }
    assert_int_equal(figures->timed, timed);
    assert_int_equal(figures->samples, all.count);
    assert_int_equal(figures->interrupted, interrupted);
    assert_int_equal(figures->over_frame, over_frame);
    assert_same(figures->slowest_ns, all.count > 0 ? all.at[all.count - 1] : (double)NAN);
    assert_same(figures->slowest_waited_ns, slowest_waited);
    assert_same(figures->median_ns, exp(mean(&medians)));
}

static void check_sums(const struct fr_standings *standings, int racer,
                       const struct fr_figures *figures)
{
    const struct fr_standing *standing = &standings->at[racer];
    const bool optimal = fr_standings_known_optima(standings) > 0;
    struct list ratios = {{0}, 0}, updates = {{0}, 0}, changes = {{0}, 0};
    for (size_t i = 0; i < standings->clicks; i++) {
        const double ratio = standing->lengths[i] / fr_standings_yardstick(standings, i, optimal);
        if (!isnan(ratio) && fr_standings_ranked(standings, i))
            append(&ratios, ratio);
        if (!isnan(standing->update_ns[i]))
            append(&updates, standing->update_ns[i]);
        if (i > 0 && !isnan(standing->update_ns[i - 1] + standing->first_ns[i]))
            append(&changes, standing->update_ns[i - 1] + standing->first_ns[i]);
    }
    assert_int_equal(figures->paths, ratios.count);
    assert_same(figures->mean_ratio, mean(&ratios));
    assert_same(figures->worst_ratio, ratios.count > 0 ? ratios.at[ratios.count - 1] : (double)NAN);
    assert_same(figures->update_ns, median(&updates));
    assert_int_equal(figures->changes, changes.count);
    assert_same(figures->change_ns, median(&changes));
}

static void sums_over_all_maps_are_what_they_are_defined_as(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(7)};
    for (int64_t i = 0; i < soak_fewer(400, 10) * soak_scale(); i++) {
        static struct field field;
        draw_field(&random, &field);
        struct fr_standings *standings = &field.evidence.standings;
        for (int racer = 0; racer < RACERS; racer++) {
            struct fr_figures figures;
            size_t failures = 0;
            for (int j = 0; j < FR_FAILURES; j++)
                failures += standings->at[racer].failures[j] = fr_random_below(&random, 3);
            const size_t *each = standings->at[racer].failures;
            assert_int_equal(fr_figures_take(standings, racer, &figures), FR_OK);
            check_samples(standings, racer, &figures);
            check_sums(standings, racer, &figures);
            assert_int_equal(figures.failures, failures);
            assert_int_equal(figures.wrong, failures - each[FR_FAILURE_TIMEOUT] -
                                                each[FR_FAILURE_MEMORY] - each[FR_FAILURE_LIMIT]);
        }
        fr_standings_release(standings);
    }
}

/* Of as many racers as there can be, on many maps: each has its own place. */
static void figures_of_many_racers_have_room(void **state)
{
    (void)state;
    static struct fr_evidence evidence;
    struct fr_measures one, other;
    evidence.standings.course_count = 60;
    evidence.racers.count = FR_MAX_RACERS;
    assert_int_equal(fr_measures_create(&evidence, &one), FR_OK);
    assert_int_equal(fr_measures_create(&evidence, &other), FR_OK);
    for (int i = 0; i < 60 * FR_MAX_RACERS; i++)
        for (int j = 0; j < FR_MEASURES; j++) {
            assert_true(isnan(one.at[i][j]));
            one.at[i][j] = i * FR_MEASURES + j;
        }
    for (int i = 0; i < 60 * FR_MAX_RACERS; i++)
        for (int j = 0; j < FR_MEASURES; j++)
            assert_true(one.at[i][j] == i * FR_MEASURES + j && isnan(other.at[i][j]));
    fr_measures_release(&one);
    fr_measures_release(&other);
}

/* A race of one map in which a part of the samples takes twice as long as all others. */
enum part { LAST_ROUND, LAST_PASS, LAST_CLICK, PARTS };
enum { CLICKS = 5, ROUNDS = 3, PASSES = 4 };

static bool is_slow(enum part part, size_t click, int sample)
{
    return part == LAST_ROUND  ? sample / PASSES == ROUNDS - 1
           : part == LAST_PASS ? sample % PASSES == PASSES - 1
                               : click == CLICKS - 1;
}

static void fill(struct field *field, enum part part)
{
    create(field, 1, 4 * CLICKS, ROUNDS, PASSES);
    struct fr_standings *standings = &field->evidence.standings;
    for (int racer = 0; racer < RACERS; racer++)
        for (size_t i = 0; i < 4 * CLICKS; i++) {
            struct fr_standing *standing = &standings->at[racer];
            standings->classes[i] = i < CLICKS ? FR_CLASS_DETOUR : FR_CLASS_UNREACHABLE;
            standings->optima[i] = 100;
            standing->ns[i] = standing->steady_ns[i] = 1;
            standing->lengths[i] = is_slow(part, i, 0) ? 200 : 100;
            for (int j = 0; j < ROUNDS * PASSES; j++)
                fr_standings_samples(standings, racer, i)[j] = is_slow(part, i, j) ? 2 : 1;
        }
    for (int racer = 0; racer < RACERS; racer++)
        for (size_t i = 0; i < CLICKS; i++) { /* two of five changes take twice as long */
            standings->at[racer].update_ns[CLICKS + 2 * i] = i < 2 ? 1.5 : 0.5;
            standings->at[racer].first_ns[CLICKS + 2 * i + 1] = 0.5;
        }
    for (int racer = 0; racer < RACERS; racer++)
        for (int i = 0; i < ROUNDS; i++)
            field->loads[racer][i] = field->saved[racer][i] = i == ROUNDS - 1 ? 2 : 1;
}

/* Within five standard deviations. */
static void assert_share(int count, int draws, double expected)
{
    const double share = (double)count / draws, sd = sqrt(expected * (1 - expected) / draws);
    if (!(fabs(share - expected) <= 5 * sd))
        fail_msg("in %.4f of the resamples, expected in %.4f", share, expected);
}

static void a_resample_draws_each_with_equal_chances(void **state)
{
    (void)state;
    const int draws = (int)soak_fewer(4000, 4) * soak_scale();
    const double all_but_one[PARTS] = {pow(2.0 / 3, ROUNDS), pow(3.0 / 4, ROUNDS * PASSES),
                                       pow(4.0 / 5, CLICKS)};
    struct fr_random random = {soak_seed(5)};
    for (int part = 0; part < PARTS; part++) {
        static struct field field;
        struct fr_gauge *gauge;
        struct fr_measures measures;
        const bool every[FR_MAX_RACERS] = {true, true};
        int without = 0, changes = 0, loads = 0, saved = 0;
        double extra = 0;
        fill(&field, (enum part)part);
        assert_int_equal(fr_gauge_create(&field.evidence, 100, &gauge), FR_OK);
        assert_int_equal(fr_measures_create(&field.evidence, &measures), FR_OK);
        for (int i = 0; i < draws; i++) {
            fr_gauge_read(gauge, 0, every, &random, &measures);
            const double *one = measures.at[0], *other = measures.at[1];
            without += one[FR_SLOW] < 1.5;
            changes += one[FR_CHANGE] > 1.5;
            loads += one[FR_LOAD] > 1.5;
            saved += one[FR_LOAD_SAVED] > 1.5;
            extra += one[FR_LENGTH];
            assert_true(one[FR_SLOW] == other[FR_SLOW] && one[FR_SPEED] == other[FR_SPEED]);
            assert_true(one[FR_LENGTH] == other[FR_LENGTH]);
        }
        assert_share(without, draws, all_but_one[part]);
        assert_share(changes, draws, 0.31744); /* three or more of five drawn from two in five */
        assert_share(loads, draws, 7.0 / 27);  /* two or more of three from one in three */
        assert_share(saved, draws, 7.0 / 27);
        if (part == LAST_CLICK) /* the mean of a fifth */
            assert_true(fabs(extra / draws - 0.2) < 5 * sqrt(0.2 * 0.8 / CLICKS / draws));
        release(&field, gauge, &measures);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_what_they_are_defined_as),
        cmocka_unit_test(figures_of_many_racers_have_room),
        cmocka_unit_test(sums_over_all_maps_are_what_they_are_defined_as),
        cmocka_unit_test(a_resample_draws_each_with_equal_chances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
