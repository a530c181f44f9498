/* Edge walls from end to end: races on maps that have some or get some, clicks resolved and sampled
 * around them, the optimum that there is none of, what a mask's health says; and patches, the other
 * change that no rectangle describes. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "build_paths.h"
#include "harness/clicks/resolve.h"
#include "harness/clicks/sample_field.h"
#include "harness/inspect/health.h"
#include "harness/machine/machine.h"
#include "harness/pictures/overlay.h"
#include "harness/race/optima.h"
#include "maps/formats/load.h"
#include "tests/ascii_map.h"
#include "tests/harness/race/race_fixture.h"

#define CLICKS(entries) "{\"format\": \"footrace-clicks/1\", \"clicks\": [\n" entries "]}\n"

static const char opening_and_closing[] = CLICKS("{\"start\": [0, 0], \"goal\": [3, 0]},\n"
                                                 "{\"wall\": [1, 0, \"e\", true]},\n"
                                                 "{\"start\": [0, 0], \"goal\": [3, 0]},\n"
                                                 "{\"start\": [0, 0], \"goal\": [3, 0]},\n"
                                                 "{\"block\": [9, 0, 1, 1]},\n"
                                                 "{\"wall\": [1, 0, \"e\", false]},\n"
                                                 "{\"start\": [0, 0], \"goal\": [3, 0]}\n");

static const cJSON *field(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    assert_non_null(value);
    return value;
}

static const char *text(const cJSON *row, const char *key)
{
    return cJSON_GetStringValue(field(row, key));
}

/* The row of a kind, of a racer, about an entry of the click set. */
static const cJSON *row_of(const cJSON *rows, const char *kind, const char *algo, int click)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(text(row, "kind"), kind) == 0 && strcmp(text(row, "algo"), algo) == 0 &&
            (click < 0 || field(row, "click")->valueint == click))
            return row;
    }
    return NULL;
}

static void a_wall_that_comes_and_goes_is_raced_around(void **state)
{
    static const char *const arguments[] = {"--algo", "updating", NULL};
    static const int clicks[] = {0, 2, 3, 6};
    static const double lengths[] = {3, 5, 5, 3};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    fr_fixture_write(fixture.clicks, opening_and_closing);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    for (int i = 0; i < 4; i++) {
        const cJSON *row = row_of(rows, "click", "updating", clicks[i]);
        const bool walled = clicks[i] == 2 || clicks[i] == 3;
        assert_string_equal(text(row, "verdict"), "ok");
        assert_true(field(row, "length")->valuedouble == lengths[i]);
        assert_int_equal(cJSON_IsTrue(field(row, "after_event")), clicks[i] == 2 || clicks[i] == 6);
        assert_int_equal(cJSON_IsNull(field(row, "optimum")), clicks[i] > 0);
        assert_int_equal(cJSON_IsNull(field(row, "ratio")), clicks[i] > 0);
        assert_int_equal(cJSON_IsNull(field(row, "valid_any_angle")), walled);
    }
    static const int changes[] = {1, 5}; /* each at its last event */
    for (int i = 0; i < 2; i++) {
        const cJSON *row = row_of(rows, "update", "updating", changes[i]);
        assert_string_equal(text(row, "event"), i == 0 ? "wall" : "several");
        assert_int_equal(field(row, "events")->valueint, i + 1);
        assert_string_equal(text(row, "outcome"), "ok");
        assert_true(field(row, "ns")->valuedouble >= 0);
    }
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* Children race on copies of the map and read the bitmaps loaded before they were made. */
static void a_patch_that_comes_and_goes_is_raced_around(void **state)
{
    static const char *const arguments[] = {"--algo", "updating", "--algo", "double", NULL};
    static const double lengths[] = {3, 5, 3};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    fr_fixture_write(fixture.clicks, CLICKS("{\"start\": [0, 0], \"goal\": [3, 0]},\n"
                                            "{\"patch\": [1, -1], \"rows\": [\"@@\", \"@.\"]},\n"
                                            "{\"start\": [0, 0], \"goal\": [3, 0]},\n"
                                            "{\"patch\": [1, 0], \"rows\": [\".\"]},\n"
                                            "{\"start\": [0, 0], \"goal\": [3, 0]}\n"));
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    for (int i = 0; i < 6; i++) {
        const char *algo = arguments[1 + 2 * (i % 2)];
        const cJSON *row = row_of(rows, "click", algo, i / 2 * 2);
        assert_string_equal(text(row, "verdict"), "ok");
        assert_true(field(row, "length")->valuedouble == lengths[i / 2]);
        row = i < 4 ? row_of(rows, "update", algo, i / 2 * 2 + 1) : NULL;
        if (row) {
            assert_string_equal(text(row, "event"), "patch");
            assert_string_equal(text(row, "outcome"), "ok");
        }
    }
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void who_takes_no_walls_is_told_before_the_race(void **state)
{
    static const char *const arguments[] = {"--algo", "double", "--algo", "updating", NULL};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    fr_fixture_write(fixture.clicks, opening_and_closing);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    assert_string_equal(text(row_of(rows, "prepare", "double", -1), "outcome"), "unsupported");
    assert_string_equal(text(row_of(rows, "prepare", "updating", -1), "outcome"), "ok");
    const cJSON *click = row_of(rows, "click", "double", 0);
    assert_string_equal(text(click, "outcome"), "unsupported");
    assert_non_null(strstr(text(click, "reason"), "edge walls"));
    assert_null(row_of(rows, "update", "double", -1));
    cJSON_Delete(rows);

    fr_fixture_write(fixture.clicks, CLICKS("{\"start\": [0, 0], \"goal\": [1, 0]}\n"));
    fr_fixture_write(fixture.map, "footrace-ascii/1 3 2 walls\n. .|.\n\n. . .\n");
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    rows = fr_fixture_rows(&fixture);
    assert_string_equal(text(row_of(rows, "prepare", "double", -1), "outcome"), "unsupported");
    assert_string_equal(text(row_of(rows, "click", "updating", 0), "verdict"), "ok");
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void a_wall_where_there_is_no_border_is_refused(void **state)
{
    static const char *const arguments[] = {"--algo", "updating", NULL};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    fr_fixture_write(fixture.clicks, CLICKS("{\"wall\": [11, 0, \"e\", true]},\n"
                                            "{\"start\": [0, 0], \"goal\": [3, 0]}\n"));
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_USAGE);
    assert_null(fr_fixture_read(fixture.result));
    fr_fixture_remove(&fixture);
}

static const volatile sig_atomic_t never_stopped;

static void assert_no_optimum(const struct fr_map *map, const struct fr_click *clicks, size_t count,
                              size_t known_until)
{
    struct fr_click_set set;
    struct fr_resolved_click *resolved;
    struct fr_optimum_rules rules;
    struct fr_optima optima;
    struct fr_machine machine;
    fr_click_set_init(&set, &fr_default_allocator);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fr_click_set_append(&set, &clicks[i]), FR_OK);
    fr_machine_read(&machine);
    fr_optimum_rules_init(&rules);
    rules.unlimited_addresses = machine.sanitized;
    rules.stop = &never_stopped;
    assert_int_equal(fr_resolve(&set, map, FR_CLAMP_NEAREST, &fr_default_allocator, &resolved),
                     FR_OK);
    assert_int_equal(fr_optima_create(&rules, map, &set, resolved, &fr_default_allocator, &optima),
                     FR_OK);
    assert_string_equal(optima.reason, "the map has edge walls");
    assert_int_equal(optima.known_until, known_until);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(isnan(optima.lengths[i]), i >= known_until || clicks[i].kind != FR_CLICK);
    fr_optima_release(&optima);
    fr_deallocate(&fr_default_allocator, resolved, count, sizeof *resolved);
    fr_click_set_release(&set);
}

static void walls_have_no_optimum(void **state)
{
    const struct fr_click clicks[] = {
        {.kind = FR_CLICK, .start = {0, 0}, .goal = {3, 1}, .expect_grid8 = NAN},
        {.kind = FR_BLOCK, .rect = {1, 0, 1, 1}},
        {.kind = FR_CLICK, .start = {0, 0}, .goal = {3, 1}, .expect_grid8 = NAN},
        {.kind = FR_WALL, .rect = {2, 0, 0, 0}, .side = FR_EAST, .closed = true},
        {.kind = FR_CLICK, .start = {0, 0}, .goal = {3, 1}, .expect_grid8 = NAN},
        {.kind = FR_WALL, .rect = {2, 0, 0, 0}, .side = FR_EAST, .closed = false},
        {.kind = FR_CLICK, .start = {0, 0}, .goal = {3, 1}, .expect_grid8 = NAN},
    };
    struct fr_map *map = ascii_map("....|....");
    (void)state;
    assert_no_optimum(map, clicks, sizeof clicks / sizeof *clicks, 4);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_SOUTH, true), FR_OK);
    assert_no_optimum(map, clicks, 1, 0);
    fr_map_release(map);
}

/* A wall closes the right half off until it opens: goals there are out of reach, blocked ones are
 * clamped to this side, and a walk goes on from where the last one could go. */
static void clicks_are_resolved_behind_walls(void **state)
{
    const struct fr_click clicks[] = {
        {.kind = FR_CLICK, .start = {0, 0}, .goal = {2, 0}, .expect_grid8 = NAN},
        {.kind = FR_CLICK, .start = {0, 0}, .goal = {3, 1}, .expect_grid8 = NAN},
        {.kind = FR_WALL, .rect = {1, 0, 0, 0}, .side = FR_EAST, .closed = false},
        {.kind = FR_WALK, .goal = {2, 0}, .expect_grid8 = NAN},
        {.kind = FR_WALL, .rect = {1, 0, 0, 0}, .side = FR_EAST, .closed = true},
        {.kind = FR_WALK, .goal = {0, 0}, .expect_grid8 = NAN},
    };
    const size_t count = sizeof clicks / sizeof *clicks;
    struct fr_map *map = walled_map(". .|. .\n"
                                    "       \n"
                                    ". .|. #\n");
    struct fr_click_set set;
    struct fr_resolved_click *resolved;
    (void)state;
    fr_click_set_init(&set, &fr_default_allocator);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fr_click_set_append(&set, &clicks[i]), FR_OK);
    assert_int_equal(fr_resolve(&set, map, FR_CLAMP_COMPONENT, &fr_default_allocator, &resolved),
                     FR_OK);
    assert_false(resolved[0].reachable || resolved[5].reachable);
    assert_true(resolved[1].goal_clamped && resolved[1].reachable);
    assert_true(fr_pixel_equal(resolved[1].goal, (struct fr_pixel){1, 1}));
    assert_true(resolved[3].reachable);
    assert_true(fr_pixel_equal(resolved[5].start, (struct fr_pixel){2, 0}));
    fr_deallocate(&fr_default_allocator, resolved, count, sizeof *resolved);

    set.clicks[0].kind = FR_WALL;
    set.clicks[0].rect = (struct fr_rect){3, 0, 0, 0};
    assert_int_equal(fr_resolve(&set, map, FR_CLAMP_COMPONENT, &fr_default_allocator, &resolved),
                     FR_BAD_INPUT);
    fr_click_set_release(&set);
    fr_map_release(map);
}

/* In fifths of a pixel, around the wall: only straight steps pass its end. */
static void sampling_measures_around_walls(void **state)
{
    static const struct {
        struct fr_pixel pixel;
        uint32_t distance;
    } expected[] = {{{0, 0}, 0}, {{1, 0}, 5}, {{2, 1}, 15}, {{2, 0}, 20}, {{1, 1}, 10}};
    struct fr_map *map = walled_map(". .|.\n"
                                    "-    \n"
                                    ". . .\n");
    struct fr_field *field;
    (void)state;
    assert_int_equal(fr_field_create(map, &fr_default_allocator, &field), FR_OK);
    assert_int_equal(fr_field_spread(field, (struct fr_pixel){0, 0}, UINT32_MAX), FR_OK);
    assert_int_equal(fr_field_count(field), 6);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        size_t index = 0;
        while (!fr_pixel_equal(fr_field_pixel(field, index), expected[i].pixel))
            index++;
        assert_true(index >= fr_field_first(field, expected[i].distance) &&
                    index < fr_field_first(field, expected[i].distance + 1));
    }
    fr_field_release(field);
    fr_map_release(map);
}

static void health_counts_walls(void **state)
{
    struct fr_map *map = walled_map(". .|.\n"
                                    "    -\n"
                                    ". .|.\n");
    struct fr_health health;
    (void)state;
    assert_int_equal(fr_health_examine(map, &fr_default_allocator, &health), FR_OK);
    assert_int_equal(health.walls, 3);
    assert_int_equal(health.components_4, 3);
    assert_int_equal(health.runs, 4);
    fr_map_release(map);
}

/* A wall is a dark line where its two pixels meet, and as long as they are; read back as a mask,
 * all else of the picture's map is light. */
static void overlays_show_walls(void **state)
{
    struct fr_map *map = walled_map(". .|. .\n"
                                    "       \n"
                                    ". . . .\n");
    const struct fr_overlay overlay = {.map = map, .title = "", .start = {0, 1}, .goal = {3, 1}};
    struct fr_race_fixture fixture;
    struct fr_error error;
    struct fr_map *picture;
    (void)state;
    fr_fixture_create(&fixture);
    snprintf(fixture.result, sizeof fixture.result, "%s/overlay.png", fixture.folder);
    assert_int_equal(fr_overlay_save(fixture.result, &overlay, &error), FR_OK);
    assert_int_equal(fr_map_load(fixture.result, FOOTRACE_BUNDLED, &fr_default_allocator, &picture,
                                 NULL, &error),
                     FR_OK);
    const int32_t scale = picture->width / 4;
    assert_false(fr_map_walkable(picture, 2 * scale, scale / 2));
    assert_true(fr_map_walkable(picture, 2 * scale, scale + scale / 2));
    assert_true(fr_map_walkable(picture, scale + scale / 2, scale / 2));
    assert_true(fr_map_walkable(picture, 2 * scale + scale / 4, scale / 2));
    assert_true(fr_map_walkable(picture, scale, scale / 2));
    fr_map_release(picture);
    fr_map_release(map);
    fr_fixture_remove(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_that_comes_and_goes_is_raced_around),
        cmocka_unit_test(a_patch_that_comes_and_goes_is_raced_around),
        cmocka_unit_test(who_takes_no_walls_is_told_before_the_race),
        cmocka_unit_test(a_wall_where_there_is_no_border_is_refused),
        cmocka_unit_test(walls_have_no_optimum),
        cmocka_unit_test(clicks_are_resolved_behind_walls),
        cmocka_unit_test(sampling_measures_around_walls),
        cmocka_unit_test(health_counts_walls),
        cmocka_unit_test(overlays_show_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
