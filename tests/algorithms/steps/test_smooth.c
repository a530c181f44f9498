/* Smoothing as a stage: whatever finds the grid path, the walk is a legal any-angle one, no shorter
 * than the optimum. It slides waypoints to whole pixels, which may make it a little longer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/steps/beautify.h"
#include "harness/judge/validator.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define MAPS 50 /* times the soak scale */
#define CLICKS 20
/* Two sums of the lengths of the same segments differ by far less. */
#define TOLERANCE 1e-9

static const char *const finders[] = {"dijkstra:model=grid8-one",
                                      "astar",
                                      "astar:model=grid4",
                                      "bfs:model=grid8-one",
                                      "jps",
                                      "jpsplus",
                                      "contracted",
                                      "octile",
                                      "runwave",
                                      "flood",
                                      "flood:precheck=off,forward=off,reverse=off"};
#define FINDERS (sizeof finders / sizeof *finders)

struct course {
    struct fr_map *map;
    struct fr_validator *validator;
    struct instance shortest;
    uint64_t seed;
};

static void fail_click(const struct course *course, const char *address, struct fr_pixel start,
                       struct fr_pixel goal, const char *what)
{
    print_error("FOOTRACE_SEED=%llu: %s from %d,%d to %d,%d: %s\n",
                (unsigned long long)course->seed, address, start.x, start.y, goal.x, goal.y, what);
    print_map(course->map);
    fail();
}

static void open_course(struct course *course, struct fr_map *map, uint64_t seed)
{
    course->map = map;
    course->seed = seed;
    course->shortest = instance_at("visgraph", map);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &course->validator), FR_OK);
}

static void close_course(struct course *course)
{
    instance_release(&course->shortest);
    fr_validator_release(course->validator);
    fr_map_release(course->map);
}

/* The length of a legal answer. */
static double judged_length(const struct course *course, const struct instance *instance,
                            const char *address, struct fr_pixel start, struct fr_pixel goal)
{
    struct fr_judgement judgement;
    fr_validator_judge(course->validator, instance->traits.movement, fr_pixel_centre(start),
                       fr_pixel_centre(goal), FR_FOUND, &instance->path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK)
        fail_click(course, address, start, goal, judgement.reason);
    return judgement.length;
}

static void check_smoothing(struct course *course, const char *finder, int clicks,
                            struct fr_random *random)
{
    char address[128];
    snprintf(address, sizeof address, "%s%ssmooth=beautify", finder,
             strchr(finder, ':') ? "," : ":");
    struct instance plain = instance_at(finder, course->map);
    struct instance smooth = instance_at(address, course->map);
    struct fr_pixel start, goal;
    assert_int_equal(smooth.traits.movement, FR_ANY_ANGLE);
    for (int i = 0; i < clicks && random_walkable(course->map, random, &start) &&
                    random_walkable(course->map, random, &goal);
         i++) {
        const enum fr_outcome outcome = instance_find(&plain, start, goal);
        if (instance_find(&smooth, start, goal) != outcome ||
            instance_find(&course->shortest, start, goal) != outcome)
            fail_click(course, address, start, goal, "another outcome");
        if (outcome != FR_FOUND)
            continue;
        const double length = judged_length(course, &smooth, address, start, goal);
        if (length < path_length(&course->shortest.path) - TOLERANCE)
            fail_click(course, address, start, goal, "shorter than the shortest walk");
    }
    instance_release(&plain);
    instance_release(&smooth);
}

/* Each map sees one of the ways to find a path. */
static void walks_are_legal(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct course course;
        open_course(&course, mixed_map(&random), seed + (uint64_t)i);
        check_smoothing(&course, finders[course.seed % FINDERS], CLICKS, &random);
        close_course(&course);
    }
}

/* Diagonally from pixel to pixel, a path passes a pinch: no straight line does. */
static void a_smoothed_walk_passes_no_pinch(void **state)
{
    struct fr_map *map = ascii_map("..#.|"
                                   "..#.|"
                                   "##..");
    struct instance cut = instance_at("astar:model=grid8-cut", map);
    struct instance smooth = instance_at("astar:model=grid8-cut,smooth=beautify", map);
    const struct fr_pixel start = {0, 0}, goal = {3, 0};
    (void)state;
    assert_int_equal(instance_find(&cut, start, goal), FR_FOUND);
    assert_int_equal(instance_find(&smooth, start, goal), FR_UNREACHABLE);
    instance_release(&cut);
    instance_release(&smooth);
    fr_map_release(map);
}

static void a_map_that_gets_a_wall_is_refused(void **state)
{
    struct fr_map *map = ascii_map("...|...|...");
    struct instance jps = instance_at("jps:smooth=beautify", map);
    const struct fr_rect all = {0, 0, 3, 3};
    (void)state;
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
    assert_int_equal(fr_update(jps.pathfinder, jps.state, &all, 1), FR_UNSUPPORTED);
    instance_release(&jps);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smoothed_walk_passes_no_pinch),
        cmocka_unit_test(a_map_that_gets_a_wall_is_refused),
        cmocka_unit_test(walks_are_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
