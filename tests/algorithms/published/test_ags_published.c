/* Adventure Game Studio's search, as shipped: paths are legal and found wherever they exist; on long
 * spirals it stops short. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/judge/validator.h"
#include "maps/generators/generate.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 50 /* times the soak scale */
#define CLICKS 20

struct course {
    struct fr_map *map;
    struct fr_validator *validator;
    struct instance oracle, published;
    uint64_t seed;
};

static void open_course(struct course *course, struct fr_map *map, uint64_t seed)
{
    *course = (struct course){.map = map, .seed = seed};
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &course->validator), FR_OK);
    course->oracle = instance_at("dijkstra:model=grid8-one", map);
    course->published = instance_at("ags-published", map);
}

static void close_course(struct course *course)
{
    instance_release(&course->oracle);
    instance_release(&course->published);
    fr_validator_release(course->validator);
    fr_map_release(course->map);
}

static void fail_click(const struct course *course, const struct instance *instance,
                       struct fr_pixel start, struct fr_pixel goal, const char *what)
{
    char address[256];
    print_error("FOOTRACE_SEED=%llu: %s from %d,%d to %d,%d: %s\n",
                (unsigned long long)course->seed,
                instance_address(instance, address, sizeof address), start.x, start.y, goal.x,
                goal.y, what);
    print_map(course->map);
    fail();
}

static struct fr_judgement judge(const struct course *course, const struct instance *instance,
                                 struct fr_pixel start, struct fr_pixel goal,
                                 enum fr_outcome outcome)
{
    struct fr_judgement judgement;
    fr_validator_judge(course->validator, instance->traits.movement, fr_pixel_centre(start),
                       fr_pixel_centre(goal), outcome, &instance->path, &judgement);
    return judgement;
}

static double square_distance(struct fr_point a, struct fr_point b)
{
    return pow(a.x - b.x, 2) + pow(a.y - b.y, 2);
}

/* As shipped: if the goal is unreachable, a legal path to a place no further from it. */
static void check_published(struct course *course, struct fr_pixel start, struct fr_pixel goal,
                            bool reachable)
{
    struct instance *published = &course->published;
    if (instance_find(published, start, goal) != FR_FOUND)
        fail_click(course, published, start, goal, "does not walk");
    const struct fr_point end = published->path.points[published->path.count - 1];
    if (reachable != fr_point_equal(end, fr_pixel_centre(goal)))
        fail_click(course, published, start, goal, "ends elsewhere");
    if (square_distance(end, fr_pixel_centre(goal)) >
        square_distance(fr_pixel_centre(start), fr_pixel_centre(goal)))
        fail_click(course, published, start, goal, "walks away");
    const struct fr_judgement whole = judge(course, published, start, goal, FR_FOUND);
    if (whole.verdict != (reachable ? FR_VERDICT_OK : FR_VERDICT_SHORT))
        fail_click(course, published, start, goal, whole.reason);
    const struct fr_judgement walked =
        judge(course, published, start, fr_point_pixel(end), FR_FOUND);
    if (walked.verdict != FR_VERDICT_OK)
        fail_click(course, published, start, goal, walked.reason);
}

static void check_clicks(struct course *course, struct fr_random *random)
{
    struct fr_pixel start, goal;
    for (int i = 0; i < CLICKS && random_walkable(course->map, random, &start) &&
                    random_walkable(course->map, random, &goal);
         i++) {
        const enum fr_outcome expected = instance_find(&course->oracle, start, goal);
        check_published(course, start, goal, expected == FR_FOUND);
    }
}

static void walks_are_those_of_the_oracle(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct course course;
        open_course(&course, mixed_map(&random), seed + (uint64_t)i);
        check_clicks(&course, &random);
        close_course(&course);
    }
}

static struct fr_map *generated(const char *spec, int32_t width, int32_t height)
{
    struct fr_canvas canvas;
    struct fr_map *map;
    assert_int_equal(fr_generate(spec, width, height, 1, &fr_default_allocator, &canvas, NULL),
                     FR_OK);
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
    fr_canvas_release(&canvas, &fr_default_allocator);
    return map;
}

/* The pixel at the end of a spiral's corridor, the furthest by steps. */
static struct fr_pixel innermost(const struct fr_map *map)
{
    struct fr_pixel end = {map->width / 2, map->height / 2};
    while (!fr_map_walkable(map, end.x, end.y))
        end.x++;
    return end;
}

/* From the outer end of a spiral to its middle and back. */
static void walk_spiral(const char *spec, int32_t width, int32_t height, bool counted)
{
    struct fr_map *map = generated(spec, width, height);
    struct fr_validator *validator;
    struct instance published = instance_at("ags-published", map);
    const struct fr_pixel start = {0, 0}, goal = innermost(map);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    for (int back = 0; back < 2; back++) {
        const struct fr_pixel from = back ? goal : start, to = back ? start : goal;
        const struct fr_point first = fr_pixel_centre(from), last = fr_pixel_centre(to);
        struct fr_judgement judgement;
        assert_int_equal(instance_find(&published, from, to), FR_FOUND);
        fr_validator_judge(validator, FR_BEELINE, first, last, FR_FOUND, &published.path,
                           &judgement);
        assert_int_equal(judgement.verdict, counted ? FR_VERDICT_OK : FR_VERDICT_SHORT);
        if (!counted)
            assert_true(path_length(&published.path) <= UINT16_MAX / 2.0);
    }
    instance_release(&published);
    fr_validator_release(validator);
    fr_map_release(map);
}

static void long_walks_stop_short_as_shipped(void **state)
{
    (void)state;
    walk_spiral("spiral:corridor=3,wall=3", 300, 300, true);
    walk_spiral("spiral:corridor=1,wall=1", 300, 300, false);
    if (soak_scale() < 20)
        return;
    walk_spiral("spiral:corridor=40,wall=20", 1920, 1080, false);
    walk_spiral("spiral:corridor=20,wall=10", 1920, 1080, false);
    walk_spiral("spiral:corridor=40,wall=20", 3840, 2160, false);
    walk_spiral("spiral:corridor=20,wall=10", 3840, 2160, false);
}

/* 65,536 clicks wrap the 16-bit numbers that assign nodes to clicks. */
static void numbers_of_clicks_start_again(void **state)
{
    struct fr_map *map = ascii_map("...|.#.|...");
    struct instance published = instance_at("ags-published", map);
    const struct fr_pixel corner[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    bool cleared = false;
    (void)state;
    for (int i = 0; i < 66000; i++) {
        const struct fr_pixel goal = corner[(i + 1 + i / 4 % 2) % 4];
        const struct fr_pixel start = corner[(i + 3 + i / 4 % 2) % 4];
        assert_int_equal(instance_find(&published, start, goal), FR_FOUND);
        assert_true(
            fr_point_equal(published.path.points[published.path.count - 1], fr_pixel_centre(goal)));
        cleared |= instance_stats(&published).cleared > 0;
    }
    assert_true(cleared);
    instance_release(&published);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_those_of_the_oracle),
        cmocka_unit_test(long_walks_stop_short_as_shipped),
        cmocka_unit_test(numbers_of_clicks_start_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
