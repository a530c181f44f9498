/* The path buffer: order, growth, and what a refused allocation leaves behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/path.h"

static void fill(struct fr_path *path, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(fr_path_append(path, (struct fr_point){i, -i}), FR_OK);
}

static void waypoints_keep_their_order_while_it_grows(void **state)
{
    (void)state;
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(path.count, 0);
    fill(&path, 1000);
    assert_int_equal(path.count, 1000);
    for (int32_t i = 0; i < 1000; i++) {
        assert_int_equal(path.points[i].x, i);
        assert_int_equal(path.points[i].y, -i);
    }
    fr_path_release(&path);
}

static void straight_walks_have_two_ends(void **state)
{
    const struct fr_point here = {1, 3}, there = {7, 5};
    struct fr_counting_allocator counting;
    struct fr_path path;
    (void)state;
    fr_counting_allocator_init(&counting);
    counting.fail_at = 1;
    fr_path_init(&path, &counting.allocator);
    assert_int_equal(fr_path_straight(&path, here, there), FR_NO_MEMORY);
    assert_int_equal(path.count, 0);
    assert_int_equal(fr_path_straight(&path, here, there), FR_OK);
    assert_int_equal(path.count, 2);
    assert_true(fr_point_equal(path.points[0], here) && fr_point_equal(path.points[1], there));
    assert_int_equal(fr_path_straight(&path, there, there), FR_OK);
    assert_int_equal(path.count, 1);
    assert_true(fr_point_equal(path.points[0], there));
    fr_path_release(&path);
}

static void reversing_swaps_the_ends(void **state)
{
    (void)state;
    for (int32_t count = 0; count <= 5; count++) {
        struct fr_path path;
        fr_path_init(&path, &fr_default_allocator);
        fill(&path, count);
        fr_path_reverse(&path);
        assert_int_equal(path.count, count);
        for (int32_t i = 0; i < count; i++)
            assert_int_equal(path.points[i].x, count - 1 - i);
        fr_path_release(&path);
    }
}

static void length_is_in_pixels(void **state)
{
    (void)state;
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_true(fr_path_length(&path) == 0);
    assert_int_equal(fr_path_append(&path, (struct fr_point){1, 1}), FR_OK);
    assert_true(fr_path_length(&path) == 0);
    assert_int_equal(fr_path_append(&path, (struct fr_point){7, 9}), FR_OK);
    assert_int_equal(fr_path_append(&path, (struct fr_point){7, 6}), FR_OK);
    assert_true(fr_path_length(&path) == 6.5);
    fr_path_release(&path);
}

static void a_used_path_allocates_no_more(void **state)
{
    (void)state;
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    struct fr_path path;
    fr_path_init(&path, &counting.allocator);
    fill(&path, 500);
    const uint64_t before = counting.allocations;
    path.count = 0;
    fill(&path, 500);
    assert_int_equal(fr_path_reserve(&path, 500), FR_OK);
    assert_int_equal(counting.allocations, before);
    fr_path_release(&path);
    assert_int_equal(counting.live_bytes, 0);
    assert_int_equal(path.capacity, 0);
    fill(&path, 3);
    assert_int_equal(path.points[2].x, 2);
    fr_path_release(&path);
    assert_int_equal(counting.live_bytes, 0);
}

static void reserving_keeps_the_waypoints(void **state)
{
    (void)state;
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    fill(&path, 7);
    assert_int_equal(fr_path_reserve(&path, 10000), FR_OK);
    assert_true(path.capacity >= 10000);
    assert_int_equal(path.count, 7);
    assert_int_equal(path.points[6].x, 6);
    fr_path_release(&path);
}

static void a_refused_allocation_leaves_the_path_as_it_was(void **state)
{
    (void)state;
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    struct fr_path path;
    fr_path_init(&path, &counting.allocator);
    counting.fail_at = 1;
    assert_int_equal(fr_path_append(&path, (struct fr_point){1, 1}), FR_NO_MEMORY);
    assert_int_equal(path.count, 0);
    fill(&path, 1);
    while (path.count < path.capacity)
        fill(&path, 1);
    const size_t full = path.count;
    counting.fail_at = counting.allocations + 1;
    assert_int_equal(fr_path_append(&path, (struct fr_point){1, 1}), FR_NO_MEMORY);
    assert_int_equal(path.count, full);
    counting.fail_at = counting.allocations + 1;
    assert_int_equal(fr_path_reserve(&path, full + 1), FR_NO_MEMORY);
    assert_int_equal(path.count, full);
    assert_int_equal(path.points[0].x, 0);
    fr_path_release(&path);
    assert_int_equal(counting.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waypoints_keep_their_order_while_it_grows),
        cmocka_unit_test(straight_walks_have_two_ends),
        cmocka_unit_test(reversing_swaps_the_ends),
        cmocka_unit_test(length_is_in_pixels),
        cmocka_unit_test(a_used_path_allocates_no_more),
        cmocka_unit_test(reserving_keeps_the_waypoints),
        cmocka_unit_test(a_refused_allocation_leaves_the_path_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
