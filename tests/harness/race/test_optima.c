/* The yardstick: what it measures, what it leaves unknown, and what a race makes of it. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "harness/clicks/resolve.h"
#include "harness/judge/optimum.h"
#include "harness/machine/machine.h"
#include "harness/race/optima.h"
#include "harness/race/standings.h"
#include "harness/results/rows.h"
#include "maps/random.h"
#include "tests/harness/race/race_fixture.h"
#include "tests/harness/sandbox/doubles.h"

static const volatile sig_atomic_t never_stopped;
static const volatile sig_atomic_t stopped = 2;

static bool sanitized(void)
{
    struct fr_machine machine;
    fr_machine_read(&machine);
    return machine.sanitized;
}

static struct fr_optimum_rules usual_rules(void)
{
    struct fr_optimum_rules rules;
    fr_optimum_rules_init(&rules);
    rules.unlimited_addresses = sanitized();
    rules.stop = &never_stopped;
    return rules;
}

/* A random map with two areas, and a click set of clicks and events of every kind. */
struct setting {
    struct fr_map *map;
    struct fr_click_set set;
    struct fr_resolved_click *resolved;
};

enum { SIZE = 24, ENTRIES = 60 };

static struct fr_click random_entry(struct fr_random *random, size_t index)
{
    struct fr_click entry = {.kind = FR_CLICK};
    entry.start.x = (int32_t)fr_random_below(random, SIZE);
    entry.start.y = (int32_t)fr_random_below(random, SIZE);
    entry.goal.x = (int32_t)fr_random_below(random, SIZE);
    entry.goal.y = (int32_t)fr_random_below(random, SIZE);
    if (index % 7 == 3)
        entry.goal = entry.start;
    if (index % 9 == 8)
        entry.kind = index % 2 ? FR_BLOCK : FR_DISABLE;
    if (index % 18 == 13)
        entry.kind = index % 4 < 2 ? FR_UNBLOCK : FR_ENABLE;
    entry.rect = (struct fr_rect){entry.start.x, entry.start.y, 5, 4};
    entry.areas[2] = true;
    return entry;
}

static struct setting make_setting(uint64_t seed)
{
    struct setting setting;
    struct fr_random random = {seed};
    assert_int_equal(fr_map_create(SIZE, SIZE, &fr_default_allocator, &setting.map), FR_OK);
    for (int32_t y = 0; y < SIZE; y++)
        for (int32_t x = 0; x < SIZE; x++)
            if (fr_random_below(&random, 4) > 0)
                fr_map_set_area(setting.map, x, y, x > SIZE / 2 ? 2 : 1);
    fr_click_set_init(&setting.set, &fr_default_allocator);
    for (size_t i = 0; i < ENTRIES; i++) {
        const struct fr_click entry = random_entry(&random, i);
        assert_int_equal(fr_click_set_append(&setting.set, &entry), FR_OK);
    }
    assert_int_equal(fr_resolve(&setting.set, setting.map, FR_CLAMP_NEAREST, &fr_default_allocator,
                                &setting.resolved),
                     FR_OK);
    return setting;
}

static void release_setting(struct setting *setting)
{
    fr_deallocate(&fr_default_allocator, setting->resolved, setting->set.count,
                  sizeof *setting->resolved);
    fr_click_set_release(&setting->set);
    fr_map_release(setting->map);
}

static struct fr_optima find_optima(const struct fr_optimum_rules *rules,
                                    const struct setting *setting)
{
    struct fr_optima optima;
    assert_int_equal(fr_optima_create(rules, setting->map, &setting->set, setting->resolved,
                                      &fr_default_allocator, &optima),
                     FR_OK);
    assert_int_equal(optima.count, ENTRIES);
    return optima;
}

/* The length that visgraph answers when prepared for this query alone; NAN: unreachable. */
static double asked_alone(const struct fr_map *map, const struct fr_resolved_click *click)
{
    const struct fr_pathfinder *visgraph = fr_pathfinder_find("visgraph");
    struct fr_option_values options;
    struct fr_state *state;
    struct fr_path path;
    double length = 0;
    fr_options_default(visgraph->options, visgraph->option_count, &options);
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(fr_prepare(visgraph, map, &options, &fr_default_allocator, &state), FR_OK);
    if (fr_find(visgraph, state, fr_pixel_centre(click->start), fr_pixel_centre(click->goal), NULL,
                &path) != FR_FOUND)
        length = (double)NAN;
    for (size_t i = 1; i < path.count; i++)
        length += hypot(path.points[i].x - path.points[i - 1].x,
                        path.points[i].y - path.points[i - 1].y) /
                  2;
    fr_release(visgraph, state);
    fr_path_release(&path);
    return length;
}

static void optima_are_what_visgraph_answers(void **state)
{
    const struct fr_optimum_rules rules = usual_rules();
    int events = 0, unreachable = 0, same = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct setting setting = make_setting(seed);
        struct fr_optima optima = find_optima(&rules, &setting);
        assert_string_equal(optima.reason, "");
        assert_int_equal(optima.known_until, ENTRIES);
        for (size_t i = 0; i < ENTRIES; i++) {
            const struct fr_resolved_click *click = &setting.resolved[i];
            struct fr_rect changed;
            assert_int_equal(fr_click_apply(&setting.set.clicks[i], setting.map, &changed), FR_OK);
            const double expected = click->event ? (double)NAN : asked_alone(setting.map, click);
            events += click->event;
            unreachable += !click->event && isnan(expected);
            same += expected == 0;
            if (isnan(expected))
                assert_true(isnan(optima.lengths[i]));
            else
                assert_true(fabs(optima.lengths[i] - expected) <= 1e-12 * expected);
        }
        fr_optima_release(&optima);
        release_setting(&setting);
    }
    assert_true(events >= 20 && unreachable >= 5 && same >= 20);
}

static void assert_unknown_from(const struct fr_optima *optima, size_t from, const char *reason)
{
    if (!strstr(optima->reason, reason) || (!*reason && *optima->reason))
        fail_msg("reason '%s', expected '%s'", optima->reason, reason);
    assert_int_equal(optima->known_until, from);
    for (size_t i = from; i < optima->count; i++)
        assert_true(isnan(optima->lengths[i]));
}

static void beyond_the_budget_nothing_is_known(void **state)
{
    struct setting setting = make_setting(1);
    struct fr_optimum_rules cases[5];
    static const char *const reasons[] = {"longer than 1e-09 s", "", "corners, more than 3",
                                          "ran out of memory", ""};
    (void)state;
    for (int i = 0; i < 5; i++)
        cases[i] = usual_rules();
    cases[0].seconds = 1e-9;
    cases[1].seconds = 0;
    cases[2].corners = 3;
    cases[3].pathfinder = &fr_double;
    cases[3].options = "does=hog";
    cases[3].memory_mb = 16;
    cases[4].stop = &stopped;
    for (int i = 0; i < 5; i++) {
        struct fr_optima optima = find_optima(&cases[i], &setting);
        assert_unknown_from(&optima, 0, reasons[i]);
        fr_optima_release(&optima);
    }
    release_setting(&setting);
}

/* A yardstick that fails ends the survey and nothing else; what it answered before stands. */
static void a_bad_yardstick_is_told(void **state)
{
    static const struct {
        const char *options, *reason;
    } cases[] = {
        {"does=crash", "killed by signal"},
        {"does=crash-prepare", "killed by signal"},
        {"does=hang", "longer than 0.2 s"},
        {"does=hang-prepare", "longer than 0.2 s"},
        {"does=liar", "although there is a path"},
        {"does=limit", "although there is a path"},
        {"does=short", "is not legal"},
        {"does=refuse", "does not support this map"},
        {"does=wonders", "does"},
    };
    struct setting setting = make_setting(2);
    struct fr_optimum_rules rules = usual_rules();
    size_t first = 0;
    (void)state;
    while (!setting.resolved[first].reachable)
        first++;
    rules.pathfinder = &fr_double;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rules.options = cases[i].options;
        rules.seconds = strstr(cases[i].options, "hang") ? 0.2 : 10;
        struct fr_optima optima = find_optima(&rules, &setting);
        assert_unknown_from(&optima, strcmp(cases[i].options, "does=wonders") ? first : 0,
                            cases[i].reason);
        fr_optima_release(&optima);
    }
    rules.pathfinder = NULL;
    struct fr_optima optima = find_optima(&rules, &setting);
    assert_unknown_from(&optima, 0, "no exact back end");
    fr_optima_release(&optima);
    release_setting(&setting);
}

/* A click on the start's own pixel is answered without the back end. */
static bool asks_the_back_end(const struct fr_resolved_click *click)
{
    return click->reachable && (click->start.x != click->goal.x || click->start.y != click->goal.y);
}

/* A yardstick that dies in the middle: known before, unknown behind. */
static void what_was_known_before_a_crash_stands(void **state)
{
    struct setting setting = make_setting(3);
    struct fr_optimum_rules rules = usual_rules();
    size_t last = ENTRIES - 1;
    char options[64];
    (void)state;
    while (!asks_the_back_end(&setting.resolved[last]))
        last--;
    size_t fatal = 0;
    while (!asks_the_back_end(&setting.resolved[fatal]) ||
           setting.resolved[fatal].goal.x != setting.resolved[last].goal.x)
        fatal++;
    snprintf(options, sizeof options, "does=crash,when=%d", (int)setting.resolved[last].goal.x);
    rules.pathfinder = &fr_double;
    rules.options = options;
    struct fr_optima optima = find_optima(&rules, &setting);
    assert_unknown_from(&optima, fatal, "killed by signal");
    for (size_t i = 0; i < fatal; i++)
        assert_true(isnan(optima.lengths[i]) != setting.resolved[i].reachable);
    fr_optima_release(&optima);
    release_setting(&setting);
}

static void memory_may_run_out_anywhere(void **state)
{
    struct setting setting = make_setting(1);
    struct fr_optimum_rules rules = usual_rules();
    bool whole = false;
    (void)state;
    for (uint64_t n = 1; !whole; n++) {
        struct fr_counting_allocator counting;
        struct fr_optima optima;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status = fr_optima_create(
            &rules, setting.map, &setting.set, setting.resolved, &counting.allocator, &optima);
        whole = counting.refused == 0;
        if (status == FR_OK) {
            assert_true(whole == (*optima.reason == '\0'));
            fr_optima_release(&optima);
        }
        assert_int_equal(counting.live_bytes, 0);
        n += n / 4; /* later allocations are many and alike */
    }
    release_setting(&setting);
}

static void ratios_and_impossible_lengths(void **state)
{
    (void)state;
    assert_true(fr_optimum_ratio(3, 2) == 1.5);
    assert_true(fr_optimum_ratio(0, 0) == 1);
    assert_true(isnan(fr_optimum_ratio((double)NAN, 2)));
    assert_true(isnan(fr_optimum_ratio(2, (double)NAN)));
    assert_true(isnan(fr_optimum_ratio((double)NAN, 0)));
    assert_true(fr_optimum_beaten(true, 99.9999, 100));
    assert_true(fr_optimum_beaten(true, 100 * (1 - 2e-9), 100));
    assert_false(fr_optimum_beaten(true, 100 * (1 - 5e-10), 100));
    assert_false(fr_optimum_beaten(true, 100, 100));
    assert_false(fr_optimum_beaten(true, 101, 100));
    assert_false(fr_optimum_beaten(true, 0, 0));
    assert_false(fr_optimum_beaten(false, 50, 100));
    assert_false(fr_optimum_beaten(true, (double)NAN, 100));
    assert_false(fr_optimum_beaten(true, 50, (double)NAN));
}

static double number(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

static const cJSON *click_row(const cJSON *rows, const char *algo, int click)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        const char *kind = cJSON_GetStringValue(cJSON_GetObjectItem(row, "kind"));
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(row, "algo"));
        if (strcmp(kind, "click") == 0 && strcmp(name, algo) == 0 &&
            (int)number(row, "click") == click)
            return row;
    }
    fail();
    return NULL;
}

/* By hand, from centre to centre: over the block (click 0) or under it (1), straight (2, and 4 with
 * its goal clamped to the pixel above), over block and event (6); the one that walks through walls
 * is shorter where there is one. */
static void rows_carry_the_optimum(void **state)
{
    static const char *const arguments[] = {"--algo", "double", "--algo",
                                            "wall=double:does=wall,expected", NULL};
    const double expected[8] = {hypot(3.5, 0.5) + 2 + hypot(2.5, 0.5),
                                hypot(3.5, 1.5) + 2 + hypot(0.5, 0.5),
                                3,
                                (double)NAN,
                                hypot(5, 1),
                                (double)NAN,
                                hypot(4.5, 2.5) + 2 + hypot(2.5, 2.5),
                                0};
    const double steps[8] = {10, 9, 3, (double)NAN, 6, (double)NAN, 15, 0};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    cJSON *rows = fr_fixture_rows(&fixture);
    for (int i = 0; i < 8; i++) {
        if (i == 5)
            continue;
        const cJSON *honest = click_row(rows, "double", i), *wall = click_row(rows, "wall", i);
        if (isnan(expected[i])) {
            assert_true(cJSON_IsNull(cJSON_GetObjectItem(honest, "optimum")));
            assert_true(cJSON_IsNull(cJSON_GetObjectItem(honest, "ratio")));
            assert_true(cJSON_IsNull(cJSON_GetObjectItem(wall, "ratio")));
            continue;
        }
        assert_true(fabs(number(honest, "optimum") - expected[i]) <= 1e-12 * expected[i]);
        assert_true(number(wall, "optimum") == number(honest, "optimum"));
        const double ratio = expected[i] > 0 ? steps[i] / expected[i] : 1;
        assert_true(fabs(number(honest, "ratio") - ratio) <= 1e-12 * ratio);
        assert_true((number(wall, "ratio") < 1) == (i == 0 || i == 1 || i == 6));
    }
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* Without optima a race is as good as ever, and says null. */
static void rows_go_without_the_optimum(void **state)
{
    static const char *const budgets[] = {"0", "1e-9"};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    for (int i = 0; i < 2; i++) {
        const char *const arguments[] = {"--algo", "double", "--optimum", budgets[i], NULL};
        assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
        cJSON *rows = fr_fixture_rows(&fixture);
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(click_row(rows, "double", 0), "optimum")));
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(click_row(rows, "double", 0), "ratio")));
        cJSON_Delete(rows);
    }
    static const char *const negative[] = {"--algo", "double", "--optimum", "-1", NULL};
    assert_int_equal(fr_fixture_run(&fixture, negative), FR_EXIT_USAGE);
    fr_fixture_remove(&fixture);
}

static void write_draft(struct fr_rows *rows, const struct fr_racer *racer,
                        const struct fr_click_facts *facts)
{
    struct fr_row draft;
    fr_click_draft(facts, &draft);
    fr_rows_click(rows, racer, &draft);
}

/* No racer can return a legal path below the optimum, so its row is made up: the fault is ours, and
 * never an expected failure. */
static void an_impossible_path_is_a_fault(void **state)
{
    struct fr_click click = {.kind = FR_CLICK};
    struct fr_resolved_click resolved = {.answerable = true, .reachable = true};
    resolved.from = resolved.to = fr_pixel_centre(resolved.start);
    const struct fr_course course = {.set = {.clicks = &click, .count = 1}, .resolved = &resolved};
    const struct fr_racer racer = {.pathfinder = &fr_double, .traits = {.expected_faults = true}};
    const struct fr_reply reply = {.answer = {.outcome = FR_FOUND}};
    struct fr_judgement judgement = {.verdict = FR_VERDICT_OK,
                                     .length = 5,
                                     .turning = 0,
                                     .any_angle = true,
                                     .valid_any_angle = true};
    struct fr_click_facts facts = {.course = &course,
                                   .racer = &racer,
                                   .class = FR_CLASS_DETOUR,
                                   .reply = &reply,
                                   .judgement = &judgement,
                                   .points = 2,
                                   .optimum = 5};
    struct fr_rows rows;
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    fr_rows_init(&rows, file);
    write_draft(&rows, &racer, &facts);
    assert_int_equal(rows.totals.faults + rows.totals.expected_faults, 0);
    facts.optimum = 5.1;
    write_draft(&rows, &racer, &facts);
    assert_int_equal(rows.totals.faults, 1);
    assert_int_equal(rows.totals.expected_faults, 0);
    judgement.valid_any_angle = false;
    write_draft(&rows, &racer, &facts);
    assert_int_equal(rows.totals.faults, 1);
    fclose(file);
}

/* Two racers, three clicks: both found the first, one the second, none the third. */
static void the_table_compares_to_what_is_known(void **state)
{
    const double none = (double)NAN, optima[] = {8, none, 5};
    struct fr_standings standings;
    (void)state;
    assert_int_equal(fr_standings_create(2, 3, 1, &fr_default_allocator, &standings), FR_OK);
    standings.at[0].lengths[0] = 10;
    standings.at[1].lengths[0] = 12;
    standings.at[1].lengths[1] = 7;
    assert_int_equal(fr_standings_known_optima(&standings), 0);
    assert_true(fr_standings_length_ratio(&standings, 0) == 1);
    assert_true(fr_standings_length_ratio(&standings, 1) == (1.2 + 1) / 2);
    fr_standings_take_optima(&standings, optima);
    assert_int_equal(fr_standings_known_optima(&standings), 2);
    assert_true(fr_standings_length_ratio(&standings, 0) == 1.25);
    assert_true(fr_standings_length_ratio(&standings, 1) == 1.5);
    standings.at[0].lengths[0] = none;
    assert_true(isnan(fr_standings_length_ratio(&standings, 0)));
    fr_standings_release(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optima_are_what_visgraph_answers),
        cmocka_unit_test(beyond_the_budget_nothing_is_known),
        cmocka_unit_test(a_bad_yardstick_is_told),
        cmocka_unit_test(what_was_known_before_a_crash_stands),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(ratios_and_impossible_lengths),
        cmocka_unit_test(rows_carry_the_optimum),
        cmocka_unit_test(rows_go_without_the_optimum),
        cmocka_unit_test(an_impossible_path_is_a_fault),
        cmocka_unit_test(the_table_compares_to_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
