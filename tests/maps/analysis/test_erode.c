/* Erosion against hand-worked maps and a look at every pixel of every disc. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/erode.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static const char *shape_of(struct fr_agent agent)
{
    return fr_agent_shape_name(agent.shape);
}

static void assert_erodes(const char *before, enum fr_agent_shape shape, int32_t radius,
                          const char *after)
{
    struct fr_map *map = ascii_map(before), *expected = ascii_map(after);
    assert_int_equal(fr_erode(map, (struct fr_agent){radius, shape}), FR_OK);
    if (fr_map_hash(map) != fr_map_hash(expected))
        print_map(map);
    assert_true(fr_map_hash(map) == fr_map_hash(expected));
    fr_map_release(map);
    fr_map_release(expected);
}

static void a_disc_leaves_what_its_radius_clears(void **state)
{
    static const char before[] = ".......|"
                                 ".......|"
                                 ".......|"
                                 "...#...|"
                                 ".......|"
                                 ".......|"
                                 ".......";
    (void)state;
    assert_erodes(before, FR_DISC, 0, before);
    assert_erodes(before, FR_DISC, 1, before);
    assert_erodes(before, FR_DISC, 2,
                  "#######|"
                  "#.....#|"
                  "#..#..#|"
                  "#.###.#|"
                  "#..#..#|"
                  "#.....#|"
                  "#######");
    /* 1.5 pixels reach the diagonal neighbours, sqrt(2) away, and 2 the pixels straight ahead. */
    assert_erodes(before, FR_DISC, 3,
                  "#######|"
                  "#.....#|"
                  "#.###.#|"
                  "#.###.#|"
                  "#.###.#|"
                  "#.....#|"
                  "#######");
    assert_erodes(before, FR_DISC, 4,
                  "#######|"
                  "#######|"
                  "#######|"
                  "#######|"
                  "#######|"
                  "#######|"
                  "#######");
}

static void a_square_reaches_as_far_along_both_axes(void **state)
{
    (void)state;
    assert_erodes(".......|"
                  ".......|"
                  ".......|"
                  ".......|"
                  "......#|",
                  FR_SQUARE, 2,
                  "#######|"
                  "#.....#|"
                  "#.....#|"
                  "#....##|"
                  "#######");
    assert_erodes(".......|"
                  ".......|"
                  ".......|"
                  ".......|"
                  "......#|",
                  FR_SQUARE, 5,
                  "#######|"
                  "#######|"
                  "##..###|"
                  "#######|"
                  "#######");
}

static void narrow_corridors_vanish_and_areas_stay(void **state)
{
    (void)state;
    assert_erodes("1111122222|"
                  "11111##222|"
                  "1111132222|"
                  "11111##222",
                  FR_DISC, 2,
                  "##########|"
                  "#111####2#|"
                  "#1111##22#|"
                  "##########");
}

static void closed_areas_count_as_floor_and_stay_closed(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("11211|"
                                   "11211|"
                                   "11211");
    fr_map_enable(map, 2, false);
    assert_int_equal(fr_map_block(map, (struct fr_rect){1, 1, 1, 1}, true), FR_OK);
    assert_int_equal(fr_erode(map, (struct fr_agent){2, FR_DISC}), FR_OK);
    assert_int_equal(fr_map_area(map, 1, 1), 1);
    assert_int_equal(fr_map_area(map, 2, 1), 2);
    assert_int_equal(fr_map_walkable_count(map), 1);
    assert_true(fr_map_walkable(map, 3, 1));
    fr_map_enable(map, 2, true);
    assert_int_equal(fr_map_walkable_count(map), 2);
    assert_int_equal(fr_map_block(map, (struct fr_rect){1, 1, 1, 1}, false), FR_OK);
    assert_int_equal(fr_map_walkable_count(map), 3);
    fr_map_release(map);
}

static void other_shapes_and_edge_walls_are_refused(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|...|...");
    const uint64_t hash = fr_map_hash(map);
    assert_int_equal(fr_erode(map, (struct fr_agent){2, FR_HEXAGON}), FR_UNSUPPORTED);
    assert_int_equal(fr_erode(map, (struct fr_agent){2, FR_PENTAGON}), FR_UNSUPPORTED);
    assert_true(fr_map_hash(map) == hash);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
    assert_int_equal(fr_erode(map, (struct fr_agent){2, FR_DISC}), FR_UNSUPPORTED);
    fr_map_release(map);
}

static bool fits(const struct fr_map *map, struct fr_agent agent, int32_t x, int32_t y)
{
    const int32_t reach = agent.radius / 2;
    for (int32_t dy = -reach; dy <= reach; dy++)
        for (int32_t dx = -reach; dx <= reach; dx++) {
            const bool covered =
                agent.shape == FR_SQUARE || 4 * (dx * dx + dy * dy) <= agent.radius * agent.radius;
            if (covered &&
                (!fr_map_inside(map, x + dx, y + dy) || fr_map_area(map, x + dx, y + dy) == 0))
                return false;
        }
    return true;
}

static struct fr_map *clone(const struct fr_map *map)
{
    struct fr_map *copy;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &copy), FR_OK);
    return copy;
}

/* Areas, bits, and what else there is to a map must come out as if every pixel were painted by
 * itself. */
static void assert_looks_right(const struct fr_map *map, struct fr_agent agent, uint64_t seed)
{
    struct fr_map *eroded = clone(map), *expected = clone(map);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (!fits(map, agent, x, y))
                fr_map_set_area(expected, x, y, 0);
    assert_int_equal(fr_erode(eroded, agent), FR_OK);
    bool same = fr_map_hash(eroded) == fr_map_hash(expected);
    for (int32_t y = -1; y <= map->height; y++)
        for (int32_t x = -1; x <= map->width; x++)
            same &= fr_map_walkable(eroded, x, y) == fr_map_walkable(expected, x, y);
    if (!same) {
        print_map(map);
        fail_msg("%s of %d half pixels, seed %llu", shape_of(agent), agent.radius,
                 (unsigned long long)seed);
    }
    fr_map_release(eroded);
    fr_map_release(expected);
}

static int32_t random_radius(struct fr_random *random)
{
    return fr_random_below(random, 4) ? fr_random_between(random, 0, 9)
                                      : fr_random_between(random, 0, 40);
}

static void random_maps_match_a_look_at_every_disc(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(23);
    struct fr_random random = {seed};
    for (int round = 0; round < 10000 * soak_scale(); round++) {
        struct fr_map *map = mixed_map(&random);
        const enum fr_agent_shape shape = fr_random_below(&random, 2) ? FR_DISC : FR_SQUARE;
        if (fr_random_below(&random, 4) == 0)
            assert_int_equal(fr_map_block(map, (struct fr_rect){2, 1, 9, 5}, true), FR_OK);
        assert_looks_right(map, (struct fr_agent){random_radius(&random), shape}, seed);
        fr_map_release(map);
    }
}

/* Wide open maps with a few holes, where the widths of a disc grow by more than a word. */
static void wide_discs_match_as_well(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(24);
    struct fr_random random = {seed};
    for (int round = 0; round < 6 * soak_scale(); round++) {
        struct fr_map *map = random_map(&random, 700, 500, 0);
        for (int hole = fr_random_between(&random, 0, 3); hole > 0; hole--)
            fr_map_set_area(map, fr_random_between(&random, 0, 699),
                            fr_random_between(&random, 0, 499), 0);
        for (int32_t x = 0; x < 700; x += 7)
            fr_map_set_area(map, x, 0, 0);
        struct fr_map *eroded = clone(map);
        const struct fr_agent agent = {fr_random_between(&random, 2, 499),
                                       round % 2 ? FR_DISC : FR_SQUARE};
        assert_int_equal(fr_erode(eroded, agent), FR_OK);
        for (int probe = 0; probe < 60; probe++) {
            const int32_t x = fr_random_between(&random, 0, 699);
            const int32_t y = fr_random_between(&random, 0, 499);
            if (fr_map_walkable(eroded, x, y) != fits(map, agent, x, y))
                fail_msg("%s of %d half pixels at %d,%d, seed %llu", shape_of(agent), agent.radius,
                         x, y, (unsigned long long)seed);
        }
        fr_map_release(eroded);
        fr_map_release(map);
    }
}

static void nothing_is_left_to_the_widest(void **state)
{
    static const int32_t radii[] = {40, 41, 1000, FR_MAP_MAX_SIZE};
    (void)state;
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        for (int shape = FR_SQUARE; shape <= FR_DISC; shape += FR_DISC - FR_SQUARE) {
            struct fr_random random = {1};
            struct fr_map *map = random_map(&random, 130, 39, 0);
            const struct fr_agent agent = {radii[i], (enum fr_agent_shape)shape};
            assert_int_equal(fr_erode(map, agent), FR_OK);
            assert_int_equal(fr_map_walkable_count(map), 0);
            fr_map_release(map);
        }
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_map *map;
        fr_counting_allocator_init(&counting);
        assert_int_equal(fr_map_create(9, 9, &counting.allocator, &map), FR_OK);
        for (int32_t i = 0; i < 81; i++)
            fr_map_set_area(map, i % 9, i / 9, 1);
        const size_t before = counting.live_bytes;
        counting.fail_at = counting.allocations + n;
        const enum fr_status status = fr_erode(map, (struct fr_agent){4, FR_DISC});
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(fr_map_walkable_count(map), status == FR_OK ? 25 : 81);
        assert_int_equal(counting.live_bytes, before);
        fr_map_release(map);
        if (status == FR_OK)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_leaves_what_its_radius_clears),
        cmocka_unit_test(a_square_reaches_as_far_along_both_axes),
        cmocka_unit_test(narrow_corridors_vanish_and_areas_stay),
        cmocka_unit_test(closed_areas_count_as_floor_and_stay_closed),
        cmocka_unit_test(other_shapes_and_edge_walls_are_refused),
        cmocka_unit_test(random_maps_match_a_look_at_every_disc),
        cmocka_unit_test(wide_discs_match_as_well),
        cmocka_unit_test(nothing_is_left_to_the_widest),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
