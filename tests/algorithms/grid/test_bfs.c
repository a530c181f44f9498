/* Breadth-first search, fixed: hand-worked maps, ends of words, and clicks that leave no state
 * behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"

#define NO_WAY (-1)

static void assert_steps(const char *text, enum fr_movement movement, int64_t steps)
{
    struct fr_map *map = ascii_map(text);
    char options[64];
    snprintf(options, sizeof options, "model=%s", fr_movement_name(movement));
    struct instance bfs = instance_named("bfs", options, map);
    const struct fr_pixel start = {0, 0}, goal = {map->width - 1, map->height - 1};
    const enum fr_outcome outcome = instance_find(&bfs, start, goal);
    assert_int_equal(outcome, steps == NO_WAY ? FR_UNREACHABLE : FR_FOUND);
    if (outcome == FR_FOUND) {
        struct grid_length length;
        assert_true(replay(map, movement, &bfs.path, start, goal, &length));
        assert_int_equal(length.straight + length.diagonal, steps);
    }
    if (outcome != FR_FOUND)
        assert_int_equal(bfs.path.count, 0);
    instance_release(&bfs);
    fr_map_release(map);
}

static void models_differ_as_they_should(void **state)
{
    (void)state;
    const char *map = "..#....|"
                      "#.#.#..|"
                      "#...#..|"
                      "##.#...";
    assert_steps(map, FR_GRID4, 13);
    assert_steps(map, FR_GRID8, 12);
    assert_steps(map, FR_GRID8_ONE, 7);
    assert_steps(map, FR_GRID8_CUT, 6);
}

static void a_pinch_stops_all_models_but_one(void **state)
{
    (void)state;
    const char *map = "..#|"
                      "..#|"
                      "##.";
    assert_steps(map, FR_GRID4, NO_WAY);
    assert_steps(map, FR_GRID8, NO_WAY);
    assert_steps(map, FR_GRID8_ONE, NO_WAY);
    assert_steps(map, FR_GRID8_CUT, 2);
}

static void every_pixel_is_expanded_at_most_once(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 40, 30, 0);
    struct instance bfs = instance_named("bfs", "model=grid8-cut", map);
    assert_int_equal(instance_find(&bfs, (struct fr_pixel){0, 0}, (struct fr_pixel){39, 29}),
                     FR_FOUND);
    const struct fr_stats stats = instance_stats(&bfs);
    assert_in_range(stats.expanded, 39, 40 * 30);
    assert_in_range(stats.generated, 39, 40 * 30);
    assert_int_equal(stats.cleared, 0);
    instance_release(&bfs);
    fr_map_release(map);
}

static void ends_in_walls_or_outside_are_unreachable(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#");
    struct instance bfs = instance_named("bfs", "", map);
    static const struct fr_pixel ends[][2] = {
        {{0, 0}, {2, 0}}, {{2, 0}, {0, 0}}, {{2, 0}, {2, 0}},  {{-1, 0}, {0, 0}},
        {{0, 0}, {0, 1}}, {{0, 0}, {3, 0}}, {{0, -1}, {0, 0}}, {{500, 500}, {0, 0}}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        assert_int_equal(instance_find(&bfs, ends[i][0], ends[i][1]), FR_UNREACHABLE);
        assert_int_equal(bfs.path.count, 0);
    }
    assert_int_equal(instance_find(&bfs, (struct fr_pixel){1, 0}, (struct fr_pixel){1, 0}),
                     FR_FOUND);
    assert_int_equal(bfs.path.count, 1);
    instance_release(&bfs);
    fr_map_release(map);
}

/* Steps by the oracle on maps around a word's width, click after click on one state: what a click
 * leaves behind, or a mark at a word's end, would show. */
static void many_clicks_agree_with_the_oracle(void **state)
{
    (void)state;
    struct fr_random random = {99};
    for (int round = 0; round < 120; round++) {
        const enum fr_movement movement = (enum fr_movement)(round % FR_GRID_MOVEMENTS);
        struct fr_map *map =
            random_map(&random, fr_random_between(&random, 60, 132),
                       fr_random_between(&random, 1, 8), fr_random_between(&random, 0, 40));
        char options[64];
        snprintf(options, sizeof options, "model=%s", fr_movement_name(movement));
        struct instance bfs = instance_named("bfs", options, map);
        strcat(options, ",costs=steps");
        struct instance dijkstra = instance_named("dijkstra", options, map);
        for (int click = 0; click < 30; click++) {
            const struct fr_pixel start = {fr_random_between(&random, 0, map->width - 1),
                                           fr_random_between(&random, 0, map->height - 1)};
            const struct fr_pixel goal = {fr_random_between(&random, 0, map->width - 1),
                                          fr_random_between(&random, 0, map->height - 1)};
            struct grid_length length, least;
            const enum fr_outcome outcome = instance_find(&bfs, start, goal);
            bool right = outcome == instance_find(&dijkstra, start, goal);
            if (outcome == FR_FOUND)
                right = right && replay(map, movement, &bfs.path, start, goal, &length) &&
                        replay(map, movement, &dijkstra.path, start, goal, &least) &&
                        length.straight + length.diagonal == least.straight + least.diagonal;
            if (!right) {
                print_map(map);
                fail_msg("%s: (%d, %d) to (%d, %d)", options, start.x, start.y, goal.x, goal.y);
            }
        }
        instance_release(&bfs);
        instance_release(&dijkstra);
        fr_map_release(map);
    }
}

static void a_changed_map_is_seen_at_once(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("1.....|"
                                   "######|"
                                   "......");
    struct instance bfs = instance_named("bfs", "model=grid4", map);
    const struct fr_pixel start = {0, 0}, goal = {0, 2};
    assert_int_equal(instance_find(&bfs, start, goal), FR_UNREACHABLE);
    fr_map_set_area(map, 5, 1, 3);
    const struct fr_rect changed = {5, 1, 1, 1};
    assert_int_equal(fr_update(bfs.pathfinder, bfs.state, &changed, 1), FR_OK);
    assert_int_equal(instance_find(&bfs, start, goal), FR_FOUND);
    /* East along the corridor, down through the gate, and back west: its turning points. */
    assert_int_equal(bfs.path.count, 4);
    fr_map_enable(map, 3, false);
    const struct fr_rect all = {0, 0, 6, 3};
    assert_int_equal(fr_update(bfs.pathfinder, bfs.state, &all, 1), FR_OK);
    assert_int_equal(instance_find(&bfs, start, goal), FR_UNREACHABLE);
    instance_release(&bfs);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_differ_as_they_should),
        cmocka_unit_test(a_pinch_stops_all_models_but_one),
        cmocka_unit_test(every_pixel_is_expanded_at_most_once),
        cmocka_unit_test(ends_in_walls_or_outside_are_unreachable),
        cmocka_unit_test(many_clicks_agree_with_the_oracle),
        cmocka_unit_test(a_changed_map_is_seen_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
