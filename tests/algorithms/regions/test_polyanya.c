/* Polyanya against the slow reference, on random maps, as they are and as edits leave them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "tests/algorithms/judged.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/replay.h"
#include "tests/algorithms/visibility/any_angle_reference.h"
#include "tests/soak.h"

#define MAPS 50 /* times the soak scale */
#define CLICKS 20
#define EDITED_MAPS 50 /* times the soak scale */
#define EDITS 10
#define CLICKS_AFTER 3

struct course {
    struct fr_map *map;
    struct fr_validator *validator;
    struct reference *reference;
    struct instance polyanya;
    uint64_t seed;
};

static void begin(struct course *course, struct fr_map *map, uint64_t seed)
{
    *course =
        (struct course){.map = map, .seed = seed, .reference = malloc(sizeof(struct reference))};
    assert_non_null(course->reference);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &course->validator), FR_OK);
    find_corners(map, course->reference);
    course->polyanya = instance_named("polyanya", "", map);
}

static void end(struct course *course)
{
    instance_release(&course->polyanya);
    free(course->reference);
    fr_validator_release(course->validator);
    fr_map_release(course->map);
}

static void check_click(struct course *course, struct fr_pixel start, struct fr_pixel goal)
{
    const double expected = reference_length(course->validator, course->reference,
                                             fr_pixel_centre(start), fr_pixel_centre(goal));
    const double there = judged_length(course->validator, &course->polyanya, start, goal);
    const double back = judged_length(course->validator, &course->polyanya, goal, start);
    if (judged_alike(expected, there) && judged_alike(expected, back))
        return;
    print_error("FOOTRACE_SEED=%llu: polyanya from %d,%d to %d,%d: %.17g, back %.17g, expected "
                "%.17g\n",
                (unsigned long long)course->seed, start.x, start.y, goal.x, goal.y, there, back,
                expected);
    print_map(course->map);
    fail();
}

static void check_clicks(struct course *course, int clicks, struct fr_random *random)
{
    struct fr_pixel start, goal;
    for (int i = 0; i < clicks; i++)
        if (random_click(course->map, random, &start, &goal))
            check_click(course, start, goal);
}

static void paths_are_as_short_as_the_reference_s(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct course course;
        struct fr_random random = {seed + (uint64_t)i};
        begin(&course, mixed_map(&random), random.state);
        check_clicks(&course, CLICKS, &random);
        end(&course);
    }
}

static void they_stay_so_after_edits(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < EDITED_MAPS * soak_scale(); i++) {
        struct course course;
        struct fr_random random = {seed + (uint64_t)i};
        begin(&course, mixed_map(&random), seed + (uint64_t)i);
        for (int edit = 0; edit < EDITS; edit++) {
            const struct fr_rect changed = fr_conformance_edit(course.map, &random, false);
            const struct instance *polyanya = &course.polyanya;
            assert_int_equal(
                fr_update(polyanya->pathfinder, polyanya->state, &changed, changed.width > 0),
                FR_OK);
            assert_int_equal(fr_validator_refresh(course.validator, course.map, changed), FR_OK);
            find_corners(course.map, course.reference);
            check_clicks(&course, CLICKS_AFTER, &random);
        }
        end(&course);
    }
}

/* Whether a repaired mesh gives, of several shortest paths, the one that a fresh one gives. */
static bool chooses_as_a_fresh_one(struct instance *polyanya, struct instance *fresh,
                                   struct fr_pixel start, struct fr_pixel goal)
{
    const enum fr_outcome outcome = instance_find(polyanya, start, goal);
    if (instance_find(fresh, start, goal) != outcome || fresh->path.count != polyanya->path.count)
        return false;
    for (size_t i = 0; i < fresh->path.count; i++)
        if (!fr_point_equal(fresh->path.points[i], polyanya->path.points[i]))
            return false;
    return true;
}

static void of_equally_long_paths_one_is_chosen_after_edits_too(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < EDITED_MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct instance polyanya = instance_named("polyanya", "", map);
        for (int edit = 0; edit < EDITS; edit++) {
            const struct fr_rect changed = fr_conformance_edit(map, &random, false);
            assert_int_equal(
                fr_update(polyanya.pathfinder, polyanya.state, &changed, changed.width > 0), FR_OK);
            struct instance fresh = instance_named("polyanya", "", map);
            struct fr_pixel start, goal;
            for (int click = 0; click < CLICKS; click++)
                if (random_click(map, &random, &start, &goal) &&
                    !chooses_as_a_fresh_one(&polyanya, &fresh, start, goal)) {
                    print_error("FOOTRACE_SEED=%llu: from %d,%d to %d,%d\n",
                                (unsigned long long)(seed + (uint64_t)i), start.x, start.y, goal.x,
                                goal.y);
                    print_map(map);
                    fail();
                }
            instance_release(&fresh);
        }
        instance_release(&polyanya);
        fr_map_release(map);
    }
}

static void nothing_leads_through_a_pinch(void **state)
{
    struct fr_map *map = ascii_map(".#|"
                                   "#.");
    struct instance polyanya = instance_named("polyanya", "", map);
    (void)state;
    assert_int_equal(instance_find(&polyanya, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1}),
                     FR_UNREACHABLE);
    instance_release(&polyanya);
    fr_map_release(map);
}

/* The tips of two walls, one from above and one from below, touch one line: the way goes along it
 * between them, through a gap of no width. */
static void a_gap_of_no_width_is_seen_through(void **state)
{
    struct fr_map *map = ascii_map("......#.........|"
                                   "......#.........|"
                                   "..........#.....|"
                                   "..........#.....");
    struct instance polyanya = instance_named("polyanya", "", map);
    (void)state;
    assert_int_equal(instance_find(&polyanya, (struct fr_pixel){0, 0}, (struct fr_pixel){15, 3}),
                     FR_FOUND);
    const double expected = (hypot(11, 3) + 10 + hypot(9, 3)) / 2;
    assert_true(fabs(path_length(&polyanya.path) - expected) <= JUDGED_TOLERANCE);
    instance_release(&polyanya);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_leads_through_a_pinch),
        cmocka_unit_test(a_gap_of_no_width_is_seen_through),
        cmocka_unit_test(paths_are_as_short_as_the_reference_s),
        cmocka_unit_test(they_stay_so_after_edits),
        cmocka_unit_test(of_equally_long_paths_one_is_chosen_after_edits_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
