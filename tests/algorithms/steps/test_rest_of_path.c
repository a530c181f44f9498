/* What is left of a path after a change, against a map and a path sixteen times as large, on which a
 * sixteenth of a segment ends at a point: there, the judge decides. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/steps/rest_of_path.h"
#include "harness/judge/validator.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

enum { MAPS = 400, PATHS = 5, EDITS = 4, SPLITS = 6, SCALE = 16 };

static struct fr_map *magnified(const struct fr_map *map)
{
    struct fr_map *large;
    assert_int_equal(
        fr_map_create(SCALE * map->width, SCALE * map->height, &fr_default_allocator, &large),
        FR_OK);
    for (int32_t y = 0; y < large->height; y++)
        for (int32_t x = 0; x < large->width; x++)
            fr_map_set_area(large, x, y, fr_map_walkable(map, x / SCALE, y / SCALE));
    return large;
}

/* Whether a coordinate on the large map is on a border of a small pixel, or its neighbour in
 * rounding. */
static bool on_border(int32_t at)
{
    return at % (2 * SCALE) == 0;
}

/* The point after some sixteenths of a segment, or false if it lies on a border that the segment
 * crosses, where rounding decides what is behind it. */
static bool split(struct fr_point a, struct fr_point b, int sixteenths, struct fr_point *at)
{
    *at = (struct fr_point){SCALE * a.x + sixteenths * (b.x - a.x),
                            SCALE * a.y + sixteenths * (b.y - a.y)};
    return !(a.x != b.x && on_border(at->x)) && !(a.y != b.y && on_border(at->y));
}

static void check_split(const struct fr_map *map, const struct fr_map *large,
                        const struct fr_path *path, struct fr_random *random, int counts[2])
{
    struct fr_path rest;
    struct fr_point at;
    struct fr_judgement judgement;
    double walked = 0;
    if (path->count < 2)
        return;
    const size_t segment = 1 + fr_random_below(random, (uint32_t)path->count - 1);
    const int sixteenths = fr_random_between(random, 0, SCALE - 1);
    if (!split(path->points[segment - 1], path->points[segment], sixteenths, &at))
        return;
    fr_path_init(&rest, &fr_default_allocator);
    assert_int_equal(fr_path_append(&rest, at), FR_OK);
    for (size_t i = segment; i < path->count; i++)
        assert_int_equal(fr_path_append(&rest, (struct fr_point){SCALE * path->points[i].x,
                                                                 SCALE * path->points[i].y}),
                         FR_OK);
    for (size_t i = 1; i <= segment; i++) {
        const struct fr_point a = path->points[i - 1], b = path->points[i];
        walked += hypot(b.x - a.x, b.y - a.y) / 2 * (i == segment ? sixteenths / (double)SCALE : 1);
    }
    struct fr_validator *validator;
    assert_int_equal(fr_validator_create(large, &fr_default_allocator, &validator), FR_OK);
    fr_validator_judge(validator, FR_ANY_ANGLE, rest.points[0], rest.points[rest.count - 1],
                       FR_FOUND, &rest, &judgement);
    const bool holds = fr_rest_in_free_space(map, path, walked);
    if (holds != (judgement.verdict == FR_VERDICT_OK)) {
        print_error("after %g pixels, segment %zu, %d sixteenths: %s, the judge: %s\n", walked,
                    segment, sixteenths, holds ? "holds" : "does not hold", judgement.reason);
        print_map(map);
        fail();
    }
    counts[holds]++;
    fr_validator_release(validator);
    fr_path_release(&rest);
}

static void agrees_with_the_judge_on_a_large_map(void **unused)
{
    (void)unused;
    static const char *const finders[] = {"polyanya", "theta", "astar", "navmesh"};
    const uint64_t seed = soak_seed(1);
    const int64_t maps = soak_fewer((int64_t)MAPS * soak_scale() / 4, 8);
    int counts[2] = {0, 0};
    for (int64_t i = 0; i < maps; i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct instance finder = instance_named(finders[i % 4], "", map);
        for (int path = 0; path < PATHS; path++) {
            struct fr_pixel start, goal;
            if (!random_walkable(map, &random, &start) || !random_walkable(map, &random, &goal) ||
                instance_find(&finder, start, goal) != FR_FOUND)
                continue;
            struct fr_map *changed;
            assert_int_equal(fr_map_clone(map, &fr_default_allocator, &changed), FR_OK);
            for (int edit = 0; edit < EDITS; edit++)
                fr_conformance_edit(changed, &random, false);
            struct fr_map *large = magnified(changed);
            for (int j = 0; j < SPLITS; j++)
                check_split(changed, large, &finder.path, &random, counts);
            fr_map_release(large);
            fr_map_release(changed);
        }
        instance_release(&finder);
        fr_map_release(map);
    }
    print_message("from seed %llu: %d hold, %d do not\n", (unsigned long long)seed, counts[1],
                  counts[0]);
    assert_true(counts[0] > 10 && counts[1] > 10);
}

/* A figure is not held up by what is behind it. */
static void looks_ahead_only(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("........|........|");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(fr_path_straight(&path, (struct fr_point){1, 1}, (struct fr_point){15, 1}),
                     FR_OK);
    assert_true(fr_rest_in_free_space(map, &path, 0));
    assert_int_equal(fr_map_block(map, (struct fr_rect){3, 0, 1, 2}, true), FR_OK);
    assert_false(fr_rest_in_free_space(map, &path, 0));
    assert_false(fr_rest_in_free_space(map, &path, 2.4));
    assert_false(fr_rest_in_free_space(map, &path, 3.4)); /* it is in the blocked pixel */
    assert_true(fr_rest_in_free_space(map, &path, 3.5));
    assert_true(fr_rest_in_free_space(map, &path, 7));
    assert_int_equal(fr_map_block(map, (struct fr_rect){7, 0, 1, 1}, true), FR_OK);
    assert_false(fr_rest_in_free_space(map, &path, 7)); /* it stands there */
    fr_path_release(&path);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_ahead_only),
        cmocka_unit_test(agrees_with_the_judge_on_a_large_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
