/* Estimates of how two racers differ: worked by hand, and on made-up races whose truth is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/statistics/contrast.h"
#include "harness/statistics/student.h"
#include "maps/random.h"
#include "tests/soak.h"

/* What libc has handed out; 0 where it does not say. */
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
#include <malloc.h>
static size_t bytes_in_use(void)
{
    return mallinfo2().uordblks;
}
#else
static size_t bytes_in_use(void)
{
    return 0;
}
#endif

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * fmax(fabs(b), 1e-300);
}

/* From tables of the distribution. */
static void student_is_as_in_tables(void **state)
{
    (void)state;
    const double table[][3] = {{0.05, 1, 12.7062047362}, {0.05, 2, 4.3026527297},
                               {0.05, 8, 2.3060041350},  {0.01, 30, 2.7499956536},
                               {0.5, 4, 0.7406970841},   {0.001, 1e9, 3.2905267315}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_true(near(fr_student_bound(table[i][0], table[i][1]), table[i][2], 1e-8));
        assert_true(near(fr_student_tails(-table[i][2], table[i][1]), table[i][0], 1e-8));
    }
    assert_true(fr_student_tails(0, 3) == 1);
}

static void compare(const struct fr_click_samples *base, const struct fr_click_samples *fresh,
                    const struct fr_contrast_rules *rules,
                    struct fr_estimate estimates[FR_STATISTICS])
{
    struct fr_profile profiles[2];
    assert_int_equal(fr_profile_create(base, &profiles[0]), FR_OK);
    assert_int_equal(fr_profile_create(fresh, &profiles[1]), FR_OK);
    assert_int_equal(fr_contrast(&profiles[0], &profiles[1], rules, estimates), FR_OK);
    fr_profile_release(&profiles[0]);
    fr_profile_release(&profiles[1]);
}

/* Two clicks, two rounds of one pass. The clicks' medians are 15 and 30 against 30 and 60: twice as
 * long; the new racer's rounds are off by log(20/30) and log(40/30), the base's by nothing. */
static void a_case_by_hand(void **state)
{
    (void)state;
    const double base_ns[] = {15, 15, 30, 30}, fresh_ns[] = {20, 40, 40, 80};
    const struct fr_click_samples base = {base_ns, 2, 2, 1}, fresh = {fresh_ns, 2, 2, 1};
    const struct fr_contrast_rules rules = {.in_turns = true, .round_sd = 0, .worth = 0};
    struct fr_estimate estimates[FR_STATISTICS];
    compare(&base, &fresh, &rules, estimates);
    const double off = log(2) / 2;                /* either round from their middle */
    const double error = off * sqrt(2) / sqrt(2); /* sd of two, over the root of two rounds */
    for (int i = FR_TYPICAL; i <= FR_MEAN; i++) {
        assert_true(near(estimates[i].ratio, 2, 1e-12));
        assert_true(near(estimates[i].error, error, 1e-12));
        assert_true(near(estimates[i].freedom, 1, 1e-12));
        assert_true(near(estimates[i].high, 2 * exp(error * 12.7062047362), 1e-8));
        assert_true(near(estimates[i].p, fr_student_tails(log(2) / error, 1), 1e-9));
    }
    assert_true(isnan(estimates[FR_P95].ratio) && isnan(estimates[FR_P99].ratio));
}

/* All samples of a click are the same, of either racer: nothing is uncertain but the clock. */
static void no_spread_leaves_the_precision_of_clocks(void **state)
{
    (void)state;
    const double ns[] = {15, 15, 30, 30};
    const struct fr_click_samples samples = {ns, 2, 2, 1};
    const struct fr_contrast_rules rules = {.in_turns = true, .round_sd = 0, .worth = 0};
    struct fr_estimate estimates[FR_STATISTICS];
    compare(&samples, &samples, &rules, estimates);
    for (int i = FR_TYPICAL; i <= FR_MEAN; i++) {
        assert_true(estimates[i].ratio == 1 && estimates[i].error == 0 && estimates[i].p == 1);
        assert_true(estimates[i].freedom == 2); /* one of the rounds, one of the clicks */
        assert_true(near(log(estimates[i].high), 1e-9 * 4.3026527297, 1e-6));
        assert_true(near(log(estimates[i].low), -log(estimates[i].high), 1e-6));
    }
}

static void a_released_profile_holds_nothing(void **state)
{
    (void)state;
    const double ns[] = {15, 15, 30, 30};
    const struct fr_click_samples samples = {ns, 2, 2, 1};
    size_t before = 0; /* after the first round, when libc keeps blocks for the next ones */
    for (int i = 0; i < 50; i++) {
        struct fr_profile profile;
        assert_int_equal(fr_profile_create(&samples, &profile), FR_OK);
        fr_profile_release(&profile);
        before = i == 0 ? bytes_in_use() : before;
    }
    assert_int_equal(bytes_in_use(), before);
}

/* One click says nothing of the spread of clicks, and the same one again says no more: what is left is that of
 * rounds. */
static void a_click_alone_has_no_spread(void **state)
{
    (void)state;
    const double base_ns[] = {15, 16, 15, 16}, fresh_ns[] = {20, 40, 20, 40};
    const struct fr_contrast_rules rules = {.in_turns = true, .round_sd = 0.1, .worth = 3};
    struct fr_estimate one[FR_STATISTICS], twice[FR_STATISTICS];
    for (size_t count = 1; count <= 2; count++) {
        const struct fr_click_samples base = {base_ns, count, 2, 1},
                                      fresh = {fresh_ns, count, 2, 1};
        compare(&base, &fresh, &rules, count == 1 ? one : twice);
    }
    assert_true(near(one[FR_TYPICAL].ratio, twice[FR_TYPICAL].ratio, 1e-12));
    assert_true(near(one[FR_TYPICAL].error, twice[FR_TYPICAL].error, 1e-12));
}

/* What is stated of rounds counts as some: (1 * 2 off^2 + 3 * sd^2) / 4. */
static void a_stated_spread_moderates(void **state)
{
    (void)state;
    const double base_ns[] = {15, 15, 30, 30}, fresh_ns[] = {20, 40, 40, 80};
    const struct fr_click_samples base = {base_ns, 2, 2, 1}, fresh = {fresh_ns, 2, 2, 1};
    const struct fr_contrast_rules rules = {.in_turns = true, .round_sd = 0.1, .worth = 3};
    struct fr_estimate estimates[FR_STATISTICS];
    compare(&base, &fresh, &rules, estimates);
    const double off = log(2) / 2, variance = (2 * off * off + 3 * 0.01) / 4 / 2;
    assert_true(near(estimates[FR_TYPICAL].error, sqrt(variance), 1e-12));
    assert_true(near(estimates[FR_TYPICAL].freedom, 4, 1e-12));
}

/* Three maps of four clicks with ratios 2, 4 and 8, one click of two maps each, and two of the last:
 * the mean of maps is 4, and their variance that of three values, moderated. */
static void maps_count_equally(void **state)
{
    (void)state;
    const int maps[] = {0, 1, 2, 2};
    const double base_ns[] = {1, 1, 1, 1}, fresh_ns[] = {2, 4, 4, 16};
    const struct fr_click_samples base = {base_ns, 4, 1, 1}, fresh = {fresh_ns, 4, 1, 1};
    const struct fr_contrast_rules rules = {
        .in_turns = true, .round_sd = 0, .worth = 0, .maps = maps};
    struct fr_estimate estimates[FR_STATISTICS];
    compare(&base, &fresh, &rules, estimates);
    const double freedom = 2 + FR_MAP_WORTH, prior = FR_MAP_WORTH * FR_MAP_SD * FR_MAP_SD;
    const double variance = (2 * log(2) * log(2) + prior) / freedom / 3;
    assert_true(near(estimates[FR_TYPICAL].ratio, 4, 1e-12));
    assert_true(near(estimates[FR_TYPICAL].error, sqrt(variance), 1e-12));
    assert_true(near(estimates[FR_TYPICAL].freedom, freedom, 1e-12));
}

/* A sample that is missing is not 0, and a round that is missing is none. */
static void missing_samples_are_left_out(void **state)
{
    (void)state;
    const double none = (double)NAN;
    const double base_ns[] = {10, none, 10, none, 20, none, 20, none};
    const double fresh_ns[] = {none, 10, none, none, 20, 20, none, none};
    const struct fr_click_samples base = {base_ns, 2, 2, 2}, fresh = {fresh_ns, 2, 2, 2};
    const struct fr_contrast_rules rules = {.in_turns = true, .round_sd = 0.02, .worth = 6};
    struct fr_estimate estimates[FR_STATISTICS];
    compare(&base, &fresh, &rules, estimates);
    assert_true(near(estimates[FR_TYPICAL].ratio, 1, 1e-12));
    assert_true(near(estimates[FR_TYPICAL].error, 0.02 * 1, 1e-9)); /* of one round, moderated */
}

struct world {
    size_t clicks;
    int rounds, passes;
    double slower;             /* true ratio */
    double every_fourth;       /* what a call in four takes in addition, as a share */
    double round_sd, noise_sd; /* of one racer's round, and of a sample; logarithms */
    double interrupted;        /* share of samples that take five times as long */
};

static double normal(struct fr_random *random)
{
    const double u = 1 - fr_random_unit(random), v = fr_random_unit(random);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static double *imagine(const struct world *world, const double *clicks, bool slower,
                       struct fr_random *random)
{
    const size_t each = (size_t)(world->rounds * world->passes);
    double *ns = malloc(world->clicks * each * sizeof *ns);
    assert_non_null(ns);
    for (int round = 0; round < world->rounds; round++) {
        const double shift = world->round_sd * normal(random);
        for (int pass = 0; pass < world->passes; pass++)
            for (size_t i = 0; i < world->clicks; i++) {
                double log_ns = clicks[i] + shift + world->noise_sd * normal(random);
                if (slower)
                    log_ns += log(world->slower);
                if (slower && fr_random_unit(random) < 0.25)
                    log_ns += log(1 + world->every_fourth);
                if (fr_random_unit(random) < world->interrupted)
                    log_ns += log(5);
                ns[i * each + (size_t)(round * world->passes + pass)] = exp(log_ns);
            }
    }
    return ns;
}

static void race(const struct world *world, bool in_turns, struct fr_random *random,
                 struct fr_estimate estimates[FR_STATISTICS])
{
    double *clicks = malloc(world->clicks * sizeof *clicks);
    assert_non_null(clicks);
    for (size_t i = 0; i < world->clicks; i++)
        clicks[i] = 9 + normal(random);
    double *base_ns = imagine(world, clicks, false, random);
    double *fresh_ns = imagine(world, clicks, true, random);
    const struct fr_click_samples base = {base_ns, world->clicks, world->rounds, world->passes};
    const struct fr_click_samples fresh = {fresh_ns, world->clicks, world->rounds, world->passes};
    const struct fr_contrast_rules rules = {
        .in_turns = in_turns, .round_sd = 0.02, .worth = 6, .seed = 1};
    compare(&base, &fresh, &rules, estimates);
    free(base_ns);
    free(fresh_ns);
    free(clicks);
}

/* Of how many races in a hundred the interval holds the truth. */
static double coverage(const struct world *world, bool in_turns, enum fr_statistic statistic)
{
    const int races = 300 * soak_scale();
    struct fr_random random = {soak_seed(4242)};
    int held = 0;
    for (int i = 0; i < races; i++) {
        struct fr_estimate estimates[FR_STATISTICS];
        race(world, in_turns, &random, estimates);
        held +=
            estimates[statistic].low <= world->slower && world->slower <= estimates[statistic].high;
    }
    return 100.0 * held / races;
}

/* Rounds that are off as much as is stated: 2 % between two racers. */
static const struct world usual = {.clicks = 100,
                                   .rounds = 3,
                                   .passes = 2,
                                   .slower = 1,
                                   .round_sd = 0.0141,
                                   .noise_sd = 0.1,
                                   .interrupted = 0.01};

static void intervals_hold_the_truth(void **state)
{
    (void)state;
    struct world world = usual;
    for (int i = FR_TYPICAL; i <= FR_MEAN; i++)
        for (int in_turns = 0; in_turns < 2; in_turns++) {
            const double held = coverage(&world, in_turns, (enum fr_statistic)i);
            assert_true(held >= 92);
        }
    world.slower = 1.2;
    assert_true(coverage(&world, true, FR_TYPICAL) >= 92);
    world.round_sd = 0; /* less than is stated: held all the more */
    assert_true(coverage(&world, true, FR_TYPICAL) >= 98);
    world.clicks = 300;
    world.round_sd = 0.0141;
    assert_true(coverage(&world, true, FR_P95) >= 90);
}

/* Rounds off by four times what is stated are noticed by themselves, when there are enough of them. */
static void many_rounds_tell_for_themselves(void **state)
{
    (void)state;
    struct world world = usual;
    world.rounds = 20;
    world.round_sd = 0.08;
    assert_true(coverage(&world, true, FR_TYPICAL) >= 91);
}

/* In how many of a hundred races p is below the level. */
static double power(const struct world *world, enum fr_statistic statistic, double level)
{
    const int races = 100 * soak_scale();
    struct fr_random random = {soak_seed(77)};
    int found = 0;
    for (int i = 0; i < races; i++) {
        struct fr_estimate estimates[FR_STATISTICS];
        race(world, true, &random, estimates);
        found += estimates[statistic].p <= level;
    }
    return 100.0 * found / races;
}

static void slowdowns_are_found(void **state)
{
    (void)state;
    struct world world = usual;
    world.round_sd = 0.005;
    assert_true(power(&world, FR_TYPICAL, 0.05) <= 5);
    world.slower = 1.05;
    assert_true(power(&world, FR_TYPICAL, 0.05 / 3) >= 90);
    world.slower = 1.1;
    assert_true(power(&world, FR_TYPICAL, 0.05 / 3) >= 98);
}

/* The median of six hardly sees what a call in four costs; the mean does. */
static void the_mean_sees_what_some_calls_cost(void **state)
{
    (void)state;
    struct world world = usual;
    world.round_sd = 0.005;
    world.every_fourth = 0.4;
    assert_true(power(&world, FR_MEAN, 0.05 / 3) >= 95);
    struct fr_estimate estimates[FR_STATISTICS];
    struct fr_random random = {1};
    race(&world, true, &random, estimates);
    assert_true(estimates[FR_MEAN].ratio > estimates[FR_TYPICAL].ratio + 0.01);
}

static void tails_need_clicks(void **state)
{
    (void)state;
    struct world world = usual;
    struct fr_random random = {3};
    struct fr_estimate estimates[FR_STATISTICS];
    world.slower = 1.5;
    const size_t clicks[] = {199, 200, 999, 1000};
    for (int i = 0; i < 4; i++) {
        world.clicks = clicks[i];
        race(&world, true, &random, estimates);
        assert_int_equal(isnan(estimates[FR_P95].ratio), clicks[i] < 200);
        assert_int_equal(isnan(estimates[FR_P99].ratio), clicks[i] < 1000);
        if (clicks[i] >= 200)
            assert_true(estimates[FR_P95].low < 1.5 && estimates[FR_P95].high > 1.5);
    }
    assert_string_equal(fr_statistic_name(FR_P99), "p99");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student_is_as_in_tables),
        cmocka_unit_test(a_case_by_hand),
        cmocka_unit_test(no_spread_leaves_the_precision_of_clocks),
        cmocka_unit_test(a_released_profile_holds_nothing),
        cmocka_unit_test(a_click_alone_has_no_spread),
        cmocka_unit_test(a_stated_spread_moderates),
        cmocka_unit_test(maps_count_equally),
        cmocka_unit_test(missing_samples_are_left_out),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(many_rounds_tell_for_themselves),
        cmocka_unit_test(slowdowns_are_found),
        cmocka_unit_test(the_mean_sees_what_some_calls_cost),
        cmocka_unit_test(tails_need_clicks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
