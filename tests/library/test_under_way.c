/* Changes of the room while a figure walks: whether the rest of its path still holds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/pathfinder.h"
#include "library/footrace.h"

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
        (*each)->describe(&usual, &traits);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pathfinder_knows_whether_its_path_holds),
        cmocka_unit_test(a_path_over_wall_corners_is_lost_by_any_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
