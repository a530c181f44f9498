/* The oracle itself: hand-worked maps, and all pairs of tiny ones by Floyd and Warshall. */
#include <math.h>
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

/* Checks the length from the top left to the bottom right pixel in one model; straight NO_WAY:
 * unreachable. */
static void assert_corner_to_corner(const char *text, enum fr_movement movement, int64_t straight,
                                    int64_t diagonal)
{
    struct fr_map *map = ascii_map(text);
    char options[64];
    snprintf(options, sizeof options, "model=%s", fr_movement_name(movement));
    struct instance dijkstra = instance_named("dijkstra", options, map);
    const struct fr_pixel start = {0, 0}, goal = {map->width - 1, map->height - 1};
    const enum fr_outcome outcome = instance_find(&dijkstra, start, goal);
    if (straight == NO_WAY) {
        assert_int_equal(outcome, FR_UNREACHABLE);
        assert_int_equal(dijkstra.path.count, 0);
    } else {
        struct grid_length length;
        assert_int_equal(outcome, FR_FOUND);
        assert_true(replay(map, movement, &dijkstra.path, start, goal, &length));
        assert_int_equal(length.straight, straight);
        assert_int_equal(length.diagonal, diagonal);
        assert_int_equal(dijkstra.path.count, straight + diagonal + 1);
    }
    instance_release(&dijkstra);
    fr_map_release(map);
}

static void an_open_map_is_crossed_diagonally(void **state)
{
    (void)state;
    const char *map = "....|"
                      "....|"
                      "....";
    assert_corner_to_corner(map, FR_GRID4, 5, 0);
    assert_corner_to_corner(map, FR_GRID8, 1, 2);
    assert_corner_to_corner(map, FR_GRID8_ONE, 1, 2);
    assert_corner_to_corner(map, FR_GRID8_CUT, 1, 2);
}

/* One blocked pixel beside the diagonal. */
static void a_corner_is_cut_where_one_side_is_enough(void **state)
{
    (void)state;
    const char *map = "..|"
                      "#.";
    assert_corner_to_corner(map, FR_GRID4, 2, 0);
    assert_corner_to_corner(map, FR_GRID8, 2, 0);
    assert_corner_to_corner(map, FR_GRID8_ONE, 0, 1);
    assert_corner_to_corner(map, FR_GRID8_CUT, 0, 1);
}

/* Two blocked pixels: only grid8-cut passes between them. */
static void a_pinch_is_passed_by_cutting_only(void **state)
{
    (void)state;
    const char *map = ".#|"
                      "#.";
    assert_corner_to_corner(map, FR_GRID4, NO_WAY, 0);
    assert_corner_to_corner(map, FR_GRID8, NO_WAY, 0);
    assert_corner_to_corner(map, FR_GRID8_ONE, NO_WAY, 0);
    assert_corner_to_corner(map, FR_GRID8_CUT, 0, 1);
}

static void a_wall_is_walked_around(void **state)
{
    (void)state;
    const char *map = ".....|"
                      ".###.|"
                      "...#.";
    assert_corner_to_corner(map, FR_GRID4, 6, 0);
    assert_corner_to_corner(map, FR_GRID8, 6, 0);
    assert_corner_to_corner(map, FR_GRID8_ONE, 4, 1);
    assert_corner_to_corner(map, FR_GRID8_CUT, 4, 1);
}

/* Below, 8 diagonal steps through pinches, 11.3 long; above, 8 straight and 2 diagonal, 10.8. */
static void fewest_steps_and_least_length_differ(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".........|"
                                   ".#######.|"
                                   ".#.#.#.#.|"
                                   "#.#.#.#.#");
    const struct fr_pixel start = {0, 2}, goal = {8, 2};
    struct instance by_length = instance_named("dijkstra", "model=grid8-cut", map);
    struct instance by_steps = instance_named("dijkstra", "model=grid8-cut,costs=steps", map);
    struct grid_length length, steps;
    assert_int_equal(instance_find(&by_length, start, goal), FR_FOUND);
    assert_int_equal(instance_find(&by_steps, start, goal), FR_FOUND);
    assert_true(replay(map, FR_GRID8_CUT, &by_length.path, start, goal, &length));
    assert_true(replay(map, FR_GRID8_CUT, &by_steps.path, start, goal, &steps));
    assert_int_equal(length.straight, 8);
    assert_int_equal(length.diagonal, 2);
    assert_int_equal(steps.straight, 0);
    assert_int_equal(steps.diagonal, 8);
    instance_release(&by_length);
    instance_release(&by_steps);
    fr_map_release(map);
}

static void ends_in_walls_or_between_centres_are_unreachable(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#");
    struct instance dijkstra = instance_named("dijkstra", "", map);
    assert_int_equal(instance_find(&dijkstra, (struct fr_pixel){0, 0}, (struct fr_pixel){2, 0}),
                     FR_UNREACHABLE);
    assert_int_equal(instance_find(&dijkstra, (struct fr_pixel){2, 0}, (struct fr_pixel){2, 0}),
                     FR_UNREACHABLE);
    assert_int_equal(instance_find(&dijkstra, (struct fr_pixel){-1, 0}, (struct fr_pixel){0, 0}),
                     FR_UNREACHABLE);
    assert_int_equal(instance_find(&dijkstra, (struct fr_pixel){0, 0}, (struct fr_pixel){0, 1}),
                     FR_UNREACHABLE);
    const struct fr_point corner = {2, 2}, centre = {1, 1};
    assert_int_equal(
        fr_find(dijkstra.pathfinder, dijkstra.state, corner, centre, NULL, &dijkstra.path),
        FR_UNREACHABLE);
    assert_int_equal(instance_find(&dijkstra, (struct fr_pixel){1, 0}, (struct fr_pixel){1, 0}),
                     FR_FOUND);
    assert_int_equal(dijkstra.path.count, 1);
    instance_release(&dijkstra);
    fr_map_release(map);
}

static void it_stops_at_the_goal(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 100, 100, 0);
    struct instance dijkstra = instance_named("dijkstra", "model=grid4", map);
    assert_int_equal(instance_find(&dijkstra, (struct fr_pixel){50, 50}, (struct fr_pixel){50, 55}),
                     FR_FOUND);
    /* The diamond of radius 5 holds 61 pixels. */
    assert_in_range(instance_stats(&dijkstra).expanded, 41, 61);
    instance_release(&dijkstra);
    fr_map_release(map);
}

#define TINY 6
#define TINY_PIXELS (TINY * TINY)

struct all_pairs {
    int32_t width;
    double at[TINY_PIXELS][TINY_PIXELS]; /* HUGE_VAL: no path */
};

/* Sums of up to 36 steps that differ do so by more than 1e-4, so doubles distinguish them. */
static void floyd_warshall(const struct fr_map *map, enum fr_movement movement, bool count_steps,
                           struct all_pairs *pairs)
{
    const int32_t count = map->width * map->height;
    pairs->width = map->width;
    for (int32_t a = 0; a < count; a++) {
        for (int32_t b = 0; b < count; b++) {
            const int32_t x = a % map->width, y = a / map->width;
            const int32_t dx = b % map->width - x, dy = b / map->width - y;
            const bool beside = abs(dx) <= 1 && abs(dy) <= 1 && a != b;
            pairs->at[a][b] = HUGE_VAL;
            if (a == b)
                pairs->at[a][b] = 0;
            else if (beside && step_is_legal(map, movement, x, y, dx, dy))
                pairs->at[a][b] = dx != 0 && dy != 0 && !count_steps ? sqrt(2) : 1;
        }
    }
    for (int32_t via = 0; via < count; via++)
        for (int32_t a = 0; a < count; a++)
            for (int32_t b = 0; b < count; b++)
                if (pairs->at[a][via] + pairs->at[via][b] < pairs->at[a][b])
                    pairs->at[a][b] = pairs->at[a][via] + pairs->at[via][b];
}

static bool answers_like_floyd(struct instance *dijkstra, const struct fr_map *map,
                               bool count_steps, const struct all_pairs *pairs, int32_t a,
                               int32_t b)
{
    const struct fr_pixel start = {a % map->width, a / map->width};
    const struct fr_pixel goal = {b % map->width, b / map->width};
    const double expected = pairs->at[a][b];
    struct grid_length length;
    const enum fr_outcome outcome = instance_find(dijkstra, start, goal);
    const bool walkable =
        fr_map_walkable(map, start.x, start.y) && fr_map_walkable(map, goal.x, goal.y);
    if (outcome != FR_FOUND)
        return outcome == FR_UNREACHABLE && (expected == HUGE_VAL || !walkable);
    if (!replay(map, dijkstra->traits.movement, &dijkstra->path, start, goal, &length))
        return false;
    const double diagonal = count_steps ? 1 : sqrt(2);
    return fabs((double)length.straight + (double)length.diagonal * diagonal - expected) < 1e-9;
}

static void all_pairs_of_tiny_maps_match(void **state)
{
    (void)state;
    static struct all_pairs pairs;
    struct fr_random random = {42};
    for (int round = 0; round < 80; round++) {
        struct fr_map *map =
            random_map(&random, fr_random_between(&random, 1, TINY),
                       fr_random_between(&random, 1, TINY), fr_random_between(&random, 0, 60));
        for (int model = 0; model < 2 * FR_GRID_MOVEMENTS; model++) {
            const bool count_steps = model % 2;
            char options[64];
            snprintf(options, sizeof options, "model=%s,costs=%s",
                     fr_movement_name((enum fr_movement)(model / 2)),
                     count_steps ? "steps" : "length");
            struct instance dijkstra = instance_named("dijkstra", options, map);
            floyd_warshall(map, (enum fr_movement)(model / 2), count_steps, &pairs);
            const int32_t count = map->width * map->height;
            for (int32_t pair = 0; pair < count * count; pair++) {
                if (answers_like_floyd(&dijkstra, map, count_steps, &pairs, pair / count,
                                       pair % count))
                    continue;
                print_map(map);
                fail_msg("%s: pixel %d to %d", options, pair / count, pair % count);
            }
            instance_release(&dijkstra);
        }
        fr_map_release(map);
    }
}

/* Noise has many paths of nearly equal length; the counts must not depend on the end where the
 * search starts. */
static void lengths_are_the_same_both_ways(void **state)
{
    (void)state;
    struct fr_random random = {3};
    struct fr_map *map = random_map(&random, 120, 80, 35);
    struct instance dijkstra = instance_named("dijkstra", "model=grid8-cut", map);
    for (int round = 0; round < 50; round++) {
        struct fr_pixel start, goal;
        struct grid_length there, back;
        assert_true(random_walkable(map, &random, &start));
        assert_true(random_walkable(map, &random, &goal));
        if (instance_find(&dijkstra, start, goal) != FR_FOUND)
            continue;
        assert_true(replay(map, FR_GRID8_CUT, &dijkstra.path, start, goal, &there));
        assert_int_equal(instance_find(&dijkstra, goal, start), FR_FOUND);
        assert_true(replay(map, FR_GRID8_CUT, &dijkstra.path, goal, start, &back));
        assert_true(same_length(there, back));
    }
    instance_release(&dijkstra);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_map_is_crossed_diagonally),
        cmocka_unit_test(a_corner_is_cut_where_one_side_is_enough),
        cmocka_unit_test(a_pinch_is_passed_by_cutting_only),
        cmocka_unit_test(a_wall_is_walked_around),
        cmocka_unit_test(fewest_steps_and_least_length_differ),
        cmocka_unit_test(ends_in_walls_or_between_centres_are_unreachable),
        cmocka_unit_test(it_stops_at_the_goal),
        cmocka_unit_test(all_pairs_of_tiny_maps_match),
        cmocka_unit_test(lengths_are_the_same_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
