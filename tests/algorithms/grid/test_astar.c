/* A*: clearing all nodes between clicks costs a pass over them, and changes no answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/ascii_map.h"

static void check_same_answers(const char *open)
{
    struct fr_map *map = ascii_map("......|"
                                   ".####.|"
                                   ".#..#.|"
                                   ".##.#.|"
                                   "......");
    char stamped[64], wiped[64];
    snprintf(stamped, sizeof stamped, "open=%s", open);
    snprintf(wiped, sizeof wiped, "open=%s,reset=clear", open);
    struct instance a = instance_named("astar", stamped, map);
    struct instance b = instance_named("astar", wiped, map);
    for (int32_t from = 0; from < 30; from++)
        for (int32_t to = 0; to < 30; to++) {
            const struct fr_pixel start = {from % 6, from / 6}, goal = {to % 6, to / 6};
            const enum fr_outcome outcome = instance_find(&a, start, goal);
            assert_int_equal(instance_find(&b, start, goal), outcome);
            assert_int_equal(a.path.count, b.path.count);
            for (size_t i = 0; i < a.path.count; i++)
                assert_true(fr_point_equal(a.path.points[i], b.path.points[i]));
            assert_int_equal(instance_stats(&a).cleared, 0);
            if (outcome == FR_FOUND && from != to)
                assert_int_equal(instance_stats(&b).cleared, 30);
        }
    instance_release(&b);
    instance_release(&a);
    fr_map_release(map);
}

static void wiping_the_nodes_changes_no_answer(void **state)
{
    (void)state;
    check_same_answers("bucket");
    check_same_answers("heap");
    check_same_answers("linear-membership");
}

static int64_t expansions(const char *options, const struct fr_map *map, struct fr_pixel start,
                          struct fr_pixel goal)
{
    struct instance instance = instance_named("astar", options, map);
    instance_find(&instance, start, goal);
    const int64_t count = instance_stats(&instance).expanded;
    instance_release(&instance);
    return count;
}

static void all_lists_break_ties_alike(void **state)
{
    (void)state;
    static const char *const others[] = {"open=sorted,canonical=off", "open=linear,canonical=off",
                                         "open=linear-membership,canonical=off"};
    struct fr_random random = {16};
    int compared = 0;
    for (int i = 0; i < 100; i++) {
        struct fr_map *map = fr_conformance_map(&random, &fr_default_allocator);
        struct fr_pixel start, goal;
        if (fr_conformance_walkable(map, &random, &start) &&
            fr_conformance_walkable(map, &random, &goal)) {
            const int64_t count = expansions("open=heap,canonical=off", map, start, goal);
            for (int other = 0; other < 3; other++)
                assert_int_equal(expansions(others[other], map, start, goal), count);
            compared += count > 0;
        }
        fr_map_release(map);
    }
    assert_true(compared > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lists_break_ties_alike),
        cmocka_unit_test(wiping_the_nodes_changes_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
