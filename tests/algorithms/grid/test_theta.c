/* Theta*: paths are legal, reach whatever is reachable, and follow the paper's rules on maps small
 * enough to trace by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/algorithms/any_angle_course.h"

static const char *const addresses[] = {"theta"};

static void check_path(const struct fr_map *map, const struct fr_pixel *pixels, size_t count)
{
    struct instance theta = instance_at("theta", map);
    assert_int_equal(instance_find(&theta, pixels[0], pixels[count - 1]), FR_FOUND);
    assert_int_equal(theta.path.count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(fr_point_equal(theta.path.points[i], fr_pixel_centre(pixels[i])));
    instance_release(&theta);
}

/* No pixel of the path sees further than its neighbours. */
static void around_a_wall_by_hand(void **state)
{
    struct fr_map *map = ascii_map("..#..|"
                                   "..#..|"
                                   ".....");
    const struct fr_pixel way[] = {{1, 0}, {1, 1}, {2, 2}, {3, 1}, {3, 0}};
    (void)state;
    check_path(map, way, sizeof way / sizeof *way);
    fr_map_release(map);
}

/* The pixel in the door sees both ends; neighbours alone would turn more often. */
static void a_parent_is_kept_as_far_as_it_sees(void **state)
{
    struct fr_map *map = ascii_map(".....#....|"
                                   ".....#....|"
                                   "..........|"
                                   ".....#....|"
                                   ".....#....");
    const struct fr_pixel way[] = {{0, 0}, {5, 2}, {9, 0}};
    (void)state;
    check_path(map, way, sizeof way / sizeof *way);
    fr_map_release(map);
}

static void paths_are_legal_and_reach_what_can_be_reached(void **state)
{
    (void)state;
    any_angle_check_random(addresses, 1, 50, 20);
}

static void nothing_leads_through_a_pinch(void **state)
{
    struct fr_map *map = ascii_map(".#|"
                                   "#.");
    (void)state;
    struct instance theta = instance_at("theta", map);
    assert_int_equal(instance_find(&theta, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1}),
                     FR_UNREACHABLE);
    instance_release(&theta);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(around_a_wall_by_hand),
        cmocka_unit_test(a_parent_is_kept_as_far_as_it_sees),
        cmocka_unit_test(nothing_leads_through_a_pinch),
        cmocka_unit_test(paths_are_legal_and_reach_what_can_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
