/* Figures under way: whether the rest of a path holds after a change, and one search for all who walk
 * to the same goal. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "library/footrace.h"
#include "maps/random.h"
#include "tests/soak.h"

enum { WIDTH = 60, HEIGHT = 40, GATE = 2 };

/* Two halls, joined by a passage with a gate, and by another one further down. */
static struct fr_walker *walker_in_halls(const char *pathfinder)
{
    static uint8_t pixels[WIDTH * HEIGHT];
    memset(pixels, 1, sizeof pixels);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 28; x < 32; x++)
            pixels[y * WIDTH + x] = y >= 8 && y < 12 ? GATE : y >= 30 && y < 34;
    const struct fr_mask mask = {pixels, WIDTH, HEIGHT, 0, FR_MASK_BYTES};
    struct fr_walker *walker;
    assert_int_equal(fr_walker_from_mask(&mask, pathfinder, NULL, NULL, &walker), FR_WALKER_OK);
    return walker;
}

static struct fr_position walked(double pixels)
{
    return (struct fr_position){.walked = pixels};
}

static void check_walk(struct fr_walker *walker)
{
    const struct fr_spot from = {5, 10}, to = {55, 10};
    const struct fr_position start = walked(0), past = walked(40), end = walked(1e9);
    struct fr_walk walk;
    assert_false(fr_walker_still_walkable(walker, &start)); /* there is no path yet */
    assert_int_equal(fr_walker_find(walker, from, to, NULL, 0, &walk), FR_WALKER_LONG_PATH);
    assert_true(fr_walker_still_walkable(walker, &start));
    assert_int_equal(fr_walker_block(walker, 40, 34, 5, 5, true), FR_WALKER_OK);
    assert_true(fr_walker_still_walkable(walker, &start));
    assert_int_equal(fr_walker_open(walker, GATE, false), FR_WALKER_OK);
    assert_false(fr_walker_still_walkable(walker, &start));
    assert_true(fr_walker_still_walkable(walker, &past));
    assert_int_equal(fr_walker_open(walker, GATE, true), FR_WALKER_OK);
    assert_true(fr_walker_still_walkable(walker, &start));
    assert_int_equal(fr_walker_block(walker, 55, 10, 1, 1, true), FR_WALKER_OK);
    assert_false(fr_walker_still_walkable(walker, &past));
    assert_false(fr_walker_still_walkable(walker, &end));
    const struct fr_position nowhere = walked((double)NAN);
    assert_false(fr_walker_still_walkable(walker, &nowhere));
}

static void every_pathfinder_knows_whether_its_path_holds(void **unused)
{
    (void)unused;
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        struct fr_option_values usual;
        struct fr_traits traits;
        fr_options_default((*each)->options, (*each)->option_count, &usual);
        fr_traits_of(*each, &usual, &traits);
        if (traits.expected_faults || strcmp((*each)->name, "null") == 0 ||
            traits.movement == FR_BEELINE || traits.movement == FR_GRID8_CUT ||
            traits.movement == FR_POLYGON)
            continue;
        struct fr_walker *walker = walker_in_halls((*each)->name);
        check_walk(walker);
        fr_walker_release(walker);
    }
}

/* Where the rules of the path are not those of free space, any change counts. */
static void a_path_over_wall_corners_is_lost_by_any_change(void **unused)
{
    (void)unused;
    struct fr_walker *walker = walker_in_halls("astar:model=grid8-cut");
    const struct fr_spot from = {5, 10}, to = {55, 10};
    const struct fr_position start = walked(0);
    struct fr_walk walk;
    assert_int_equal(fr_walker_find(walker, from, to, NULL, 0, &walk), FR_WALKER_LONG_PATH);
    assert_true(fr_walker_still_walkable(walker, &start));
    assert_int_equal(fr_walker_block(walker, 40, 34, 5, 5, true), FR_WALKER_OK);
    assert_false(fr_walker_still_walkable(walker, &start));
    assert_int_equal(fr_walker_find(walker, from, to, NULL, 0, &walk), FR_WALKER_LONG_PATH);
    assert_true(fr_walker_still_walkable(walker, &start));
    fr_walker_release(walker);
}

enum { ROOMS = 40, ROOM = 40, GOALS = 4, FIGURES = 20 };

static struct fr_spot any_spot(struct fr_random *random)
{
    return (struct fr_spot){(float)fr_random_between(random, -2, ROOM + 1),
                            (float)fr_random_between(random, -2, ROOM + 1)};
}

/* All find the lengths that another back end finds one by one. */
static void check_figures(struct fr_walker *walker, struct fr_walker *exact, struct fr_spot goal,
                          struct fr_random *random)
{
    for (int i = 0; i < FIGURES; i++) {
        const struct fr_spot from = any_spot(random);
        struct fr_walk walk = {.count = 0}, truth = {.count = 0};
        const enum fr_walker_status status = fr_walker_find(exact, from, goal, NULL, 0, &truth);
        assert_int_equal(fr_walker_find(walker, from, goal, NULL, 0, &walk), status);
        assert_true(fabs(walk.length - truth.length) <= 1e-9 * truth.length);
        assert_int_equal(walk.start_moved, truth.start_moved);
    }
}

static void one_field_serves_all_who_walk_to_a_goal(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    for (uint64_t i = 0; i < (uint64_t)ROOMS * (uint64_t)soak_scale(); i++) {
        struct fr_random random = {seed + i};
        uint8_t pixels[ROOM * ROOM];
        struct fr_walker *walker, *exact;
        const uint32_t walls = fr_random_below(&random, 40);
        for (int j = 0; j < ROOM * ROOM; j++)
            pixels[j] = fr_random_below(&random, 100) >= walls;
        const struct fr_mask mask = {pixels, ROOM, ROOM, 0, FR_MASK_BYTES};
        assert_int_equal(fr_walker_from_mask(&mask, "polyanya", NULL, NULL, &walker), FR_WALKER_OK);
        assert_int_equal(fr_walker_from_mask(&mask, "visgraph", NULL, NULL, &exact), FR_WALKER_OK);
        for (int j = 0; j < GOALS; j++) {
            const struct fr_spot goal = any_spot(&random);
            assert_int_equal(fr_walker_field(walker, goal), FR_WALKER_OK);
            check_figures(walker, exact, goal, &random);
            const struct fr_spot at = any_spot(&random);
            const bool blocked = fr_random_below(&random, 3) > 0;
            assert_int_equal(fr_walker_block(walker, (int)at.x, (int)at.y, 7, 5, blocked),
                             FR_WALKER_OK);
            assert_int_equal(fr_walker_block(exact, (int)at.x, (int)at.y, 7, 5, blocked),
                             FR_WALKER_OK);
        }
        fr_walker_release(walker);
        fr_walker_release(exact);
    }
}

/* After a change, no path of before it is read. */
static void a_change_ends_a_field(void **unused)
{
    (void)unused;
    struct fr_walker *walker = walker_in_halls("polyanya");
    const struct fr_spot from = {5, 10}, to = {55, 10};
    struct fr_walk before, after;
    assert_int_equal(fr_walker_field(walker, to), FR_WALKER_OK);
    assert_int_equal(fr_walker_find(walker, from, to, NULL, 0, &before), FR_WALKER_LONG_PATH);
    assert_int_equal(fr_walker_open(walker, GATE, false), FR_WALKER_OK);
    assert_int_equal(fr_walker_find(walker, from, to, NULL, 0, &after), FR_WALKER_LONG_PATH);
    assert_true(after.length > before.length);
    fr_walker_release(walker);
}

static void fields_are_refused_where_there_are_none(void **unused)
{
    (void)unused;
    struct fr_walker *walker = walker_in_halls("jps");
    const struct fr_spot to = {55, 10}, nowhere = {(float)NAN, 0};
    assert_int_equal(fr_walker_field(walker, to), FR_WALKER_UNSUPPORTED);
    assert_int_equal(fr_walker_field(walker, nowhere), FR_WALKER_BAD_ARGUMENT);
    fr_walker_release(walker);
    walker = walker_in_halls("polyanya");
    assert_int_equal(fr_walker_block(walker, 0, 0, WIDTH, HEIGHT, true), FR_WALKER_OK);
    assert_int_equal(fr_walker_field(walker, to), FR_WALKER_UNREACHABLE);
    fr_walker_release(walker);
}

struct purse {
    int64_t left; /* allocations that are granted; below 0: all */
};

static void *grant(void *context, size_t bytes)
{
    struct purse *purse = context;
    if (purse->left == 0)
        return NULL;
    purse->left -= purse->left > 0;
    return malloc(bytes);
}

static void take_back(void *context, void *block, size_t bytes)
{
    (void)context;
    (void)bytes;
    free(block);
}

static void a_field_without_memory_can_be_asked_for_again(void **unused)
{
    (void)unused;
    const struct fr_spot from = {5, 10}, to = {55, 10};
    enum fr_walker_status status = FR_WALKER_NO_MEMORY;
    for (int64_t granted = 0; status == FR_WALKER_NO_MEMORY; granted++) {
        struct purse purse = {-1};
        const struct fr_walker_memory memory = {grant, take_back, &purse};
        const uint8_t pixels[] = {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1};
        const struct fr_mask mask = {pixels, 4, 3, 0, FR_MASK_BYTES};
        struct fr_walker *walker;
        struct fr_walk walk;
        assert_int_equal(fr_walker_from_mask(&mask, "polyanya", &memory, NULL, &walker),
                         FR_WALKER_OK);
        assert_int_equal(fr_walker_prepare(walker), FR_WALKER_OK);
        purse.left = granted;
        status = fr_walker_field(walker, to);
        purse.left = -1;
        if (status != FR_WALKER_OK)
            assert_int_equal(status, FR_WALKER_NO_MEMORY);
        assert_true(fr_walker_find(walker, from, to, NULL, 0, &walk) == FR_WALKER_LONG_PATH);
        assert_int_equal(fr_walker_field(walker, to), FR_WALKER_OK);
        assert_true(fr_walker_find(walker, from, to, NULL, 0, &walk) == FR_WALKER_LONG_PATH);
        fr_walker_release(walker);
        assert_true(granted < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pathfinder_knows_whether_its_path_holds),
        cmocka_unit_test(a_path_over_wall_corners_is_lost_by_any_change),
        cmocka_unit_test(one_field_serves_all_who_walk_to_a_goal),
        cmocka_unit_test(a_change_ends_a_field),
        cmocka_unit_test(fields_are_refused_where_there_are_none),
        cmocka_unit_test(a_field_without_memory_can_be_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
