/* The visibility graph, in every exact configuration, against the slow reference. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/pathfinder.h"
#include "harness/validator.h"
#include "tests/algorithms/any_angle_reference.h"
#include "tests/ascii_map.h"

static const struct fr_pathfinder *visgraph(void)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find("visgraph");
    assert_non_null(pathfinder);
    return pathfinder;
}

static struct fr_state *prepared(const struct fr_map *map, const char *options)
{
    struct fr_option_values values;
    char message[256];
    struct fr_state *state;
    assert_int_equal(fr_options_parse(visgraph()->options, visgraph()->option_count, options,
                                      &values, message, sizeof message),
                     FR_OK);
    assert_int_equal(visgraph()->prepare(map, &values, &fr_default_allocator, &state), FR_OK);
    return state;
}

static const char *const configurations[] = {"", "edges=taut", "build=pairs",
                                             "build=pairs,edges=taut", "edges=all"};
enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

struct ask {
    const struct fr_map *map;
    const struct fr_validator *validator;
    struct reference *reference;
    struct fr_state *states[CONFIGURATIONS];
    uint64_t seed;
};

static double answer(const struct ask *ask, int configuration, struct fr_point start,
                     struct fr_point goal, struct fr_path *path)
{
    const enum fr_outcome outcome =
        visgraph()->find(ask->states[configuration], start, goal, NULL, path);
    struct fr_judgement judgement;
    fr_validator_judge(ask->validator, FR_ANY_ANGLE, start, goal, outcome, path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK)
        fprintf(stderr, "%s\n", judgement.reason);
    if (judgement.verdict != FR_VERDICT_OK)
        return NAN;
    return outcome == FR_FOUND ? judgement.length : INFINITY;
}

static bool agree(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-12 * fabs(a);
}

static void check_click(const struct ask *ask, struct fr_point start, struct fr_point goal)
{
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    const double expected = reference_length(ask->validator, ask->reference, start, goal);
    for (int i = 0; i < CONFIGURATIONS; i++) {
        const double there = answer(ask, i, start, goal, &path);
        const double back = answer(ask, i, goal, start, &path);
        if (agree(expected, there) && agree(expected, back))
            continue;
        fprintf(stderr, "visgraph:%s from %d,%d to %d,%d: %.17g, back %.17g, expected %.17g\n",
                configurations[i], start.x / 2, start.y / 2, goal.x / 2, goal.y / 2, there, back,
                expected);
        fprintf(stderr, "seed %llu, map:\n", (unsigned long long)ask->seed);
        print_map(ask->map);
        fail();
    }
    fr_path_release(&path);
}

static void check_map(const struct fr_map *map, int clicks, struct fr_random *random)
{
    struct fr_validator *validator;
    struct ask ask = {.map = map, .seed = random->state};
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    ask.validator = validator;
    ask.reference = malloc(sizeof *ask.reference);
    assert_non_null(ask.reference);
    find_corners(map, ask.reference);
    for (int i = 0; i < CONFIGURATIONS; i++)
        ask.states[i] = prepared(map, configurations[i]);
    for (int i = 0; i < clicks; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(map, random, &start) || !random_walkable(map, random, &goal))
            break;
        check_click(&ask, fr_pixel_centre(start), fr_pixel_centre(goal));
    }
    for (int i = 0; i < CONFIGURATIONS; i++)
        visgraph()->release(ask.states[i]);
    free(ask.reference);
    fr_validator_release(validator);
}

static void equals_the_reference(void **state)
{
    (void)state;
    const char *scale = getenv("FOOTRACE_SOAK_SCALE");
    const int maps = 100 * (scale ? atoi(scale) : 1);
    struct fr_random random = {20260101};
    for (int i = 0; i < maps; i++) {
        struct fr_map *map = mixed_map(&random);
        check_map(map, 25, &random);
        fr_map_release(map);
    }
}

static void turns_at_corners(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".....|"
                                   ".###.|"
                                   ".....");
    struct fr_state *walker = prepared(map, "");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(
        visgraph()->find(walker, (struct fr_point){5, 1}, (struct fr_point){5, 5}, NULL, &path),
        FR_FOUND);
    /* Around either end of the wall: two corners between the ends. */
    assert_int_equal(path.count, 4);
    assert_int_equal(path.points[1].y, 2);
    assert_int_equal(path.points[2].y, 4);
    assert_int_equal(path.points[1].x, path.points[2].x);
    fr_path_release(&path);
    visgraph()->release(walker);
    fr_map_release(map);
}

static void no_way_through_a_pinch(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#|#.");
    struct fr_state *walker = prepared(map, "");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(
        visgraph()->find(walker, (struct fr_point){1, 1}, (struct fr_point){3, 3}, NULL, &path),
        FR_UNREACHABLE);
    fr_path_release(&path);
    visgraph()->release(walker);
    fr_map_release(map);
}

static void edge_walls_are_refused(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|...");
    const struct fr_rect beside = {0, 0, 2, 1};
    for (int i = 0; i < CONFIGURATIONS; i++) {
        struct fr_state *walker = prepared(map, configurations[i]);
        assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
        assert_int_equal(visgraph()->update(walker, &beside, 1), FR_UNSUPPORTED);
        visgraph()->release(walker);
        struct fr_option_values values;
        fr_options_default(visgraph()->options, visgraph()->option_count, &values);
        assert_int_equal(visgraph()->prepare(map, &values, &fr_default_allocator, &walker),
                         FR_UNSUPPORTED);
        assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, false), FR_OK);
        walker = prepared(map, configurations[i]);
        visgraph()->release(walker);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_at_corners),
        cmocka_unit_test(no_way_through_a_pinch),
        cmocka_unit_test(edge_walls_are_refused),
        cmocka_unit_test(equals_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
