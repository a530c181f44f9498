/* The narrowest passage against hand-worked maps, and its definition on random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/components.h"
#include "maps/analysis/erode.h"
#include "maps/analysis/narrowest.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static struct fr_narrowest narrowest_of(const struct fr_map *map)
{
    struct fr_narrowest narrowest;
    assert_int_equal(fr_narrowest_find(map, 64, &fr_default_allocator, &narrowest), FR_OK);
    return narrowest;
}

static void assert_narrowest(const char *text, bool vanishes, int32_t radius, int32_t width,
                             int32_t x, int32_t y)
{
    struct fr_map *map = ascii_map(text);
    const struct fr_narrowest narrowest = narrowest_of(map);
    assert_true(narrowest.found);
    assert_int_equal(narrowest.vanishes, vanishes);
    assert_int_equal(narrowest.radius, radius);
    assert_int_equal(narrowest.width, width);
    assert_int_equal(narrowest.at.x, x);
    assert_int_equal(narrowest.at.y, y);
    fr_map_release(map);
}

static void the_gap_between_two_halls(void **state)
{
    (void)state;
    assert_narrowest("#################|"
                     "#.......#.......#|"
                     "#.......#.......#|"
                     "#...............#|"
                     "#.......#.......#|"
                     "#.......#.......#|"
                     "#################",
                     false, 1, 1, 8, 3);
    assert_narrowest("#################|"
                     "#......##.......#|"
                     "#...............#|"
                     "#...............#|"
                     "#...............#|"
                     "#.......#.......#|"
                     "#.......#.......#|"
                     "#################",
                     false, 3, 3, 8, 3);
}

/* An even passage has two middles, and a disc that covers a pixel less fits around them. */
static void an_even_gap(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("##################|"
                                   "#......#..#......#|"
                                   "#................#|"
                                   "#................#|"
                                   "#................#|"
                                   "#................#|"
                                   "#......####......#|"
                                   "#......####......#|"
                                   "##################");
    const struct fr_narrowest narrowest = narrowest_of(map);
    assert_true(narrowest.found && !narrowest.vanishes);
    assert_int_equal(narrowest.radius, 3);
    assert_int_equal(narrowest.width, 4);
    assert_in_range(narrowest.at.x, 7, 10);
    assert_in_range(narrowest.at.y, 3, 4);
    fr_map_release(map);
}

static void a_corridor_vanishes_as_a_whole(void **state)
{
    (void)state;
    assert_narrowest("###########|"
                     "#.........#|"
                     "#.........#|"
                     "#.........#|"
                     "###########",
                     true, 3, 3, 5, 2);
    assert_narrowest(".", true, 1, 1, 0, 0);
}

static void open_ground_has_none_up_to_a_radius(void **state)
{
    (void)state;
    struct fr_random random = {3};
    struct fr_map *map = random_map(&random, 100, 90, 0);
    struct fr_narrowest narrowest;
    assert_int_equal(fr_narrowest_find(map, 40, &fr_default_allocator, &narrowest), FR_OK);
    assert_false(narrowest.found);
    assert_int_equal(narrowest.radius, 40);
    assert_int_equal(fr_narrowest_find(map, 200, &fr_default_allocator, &narrowest), FR_OK);
    assert_true(narrowest.found && narrowest.vanishes);
    assert_int_equal(narrowest.radius, 89);
    assert_int_equal(narrowest.width, 90);
    for (int32_t y = 0; y < 90; y++)
        for (int32_t x = 0; x < 100; x++)
            fr_map_set_area(map, x, y, 0);
    assert_false(narrowest_of(map).found);
    assert_int_equal(fr_map_set_wall(map, 1, 1, FR_EAST, true), FR_OK);
    assert_int_equal(fr_narrowest_find(map, 40, &fr_default_allocator, &narrowest), FR_UNSUPPORTED);
    fr_map_release(map);
}

/* Dirt is no passage: a single pixel behind a gap is less than a thousandth of the hall. */
static void small_islands_and_bays_do_not_count(void **state)
{
    (void)state;
    struct fr_random random = {3};
    struct fr_map *map = random_map(&random, 80, 60, 0);
    for (int32_t i = 0; i < 60; i++)
        fr_map_set_area(map, 40, i, i > 25 && i < 37);
    for (int32_t i = 0; i < 5; i++) {
        fr_map_set_area(map, i, 4, 0);
        fr_map_set_area(map, 4, i, 0);
    }
    for (int32_t i = 0; i < 16; i++)
        fr_map_set_area(map, i % 4, i / 4, i == 9);
    const struct fr_narrowest narrowest = narrowest_of(map);
    assert_true(narrowest.found && !narrowest.vanishes);
    assert_int_equal(narrowest.radius, 11);
    assert_int_equal(narrowest.width, 11);
    assert_int_equal(narrowest.at.x, 40);
    assert_int_equal(narrowest.at.y, 31);
    fr_map_release(map);
}

/* What is left for a disc of each part that counts. */
struct tally {
    int64_t left, largest;
};

static bool breaks(const struct fr_map *map, int32_t radius)
{
    static struct tally tallies[RANDOM_MAP_SIZE * RANDOM_MAP_WIDTH];
    struct fr_map *eroded;
    struct fr_components *parts, *pieces;
    const struct fr_allocator *allocator = &fr_default_allocator;
    assert_int_equal(fr_map_clone(map, allocator, &eroded), FR_OK);
    assert_int_equal(fr_erode(eroded, (struct fr_agent){radius, FR_DISC}), FR_OK);
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, allocator, &parts), FR_OK);
    assert_int_equal(fr_components_create(eroded, FR_CONNECTED_4, allocator, &pieces), FR_OK);
    memset(tallies, 0, sizeof tallies);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            if (!fr_map_walkable(eroded, x, y))
                continue;
            struct tally *tally = &tallies[fr_components_at(parts, x, y)];
            const int64_t size = fr_components_size(pieces, fr_components_at(pieces, x, y));
            tally->left++;
            tally->largest = size > tally->largest ? size : tally->largest;
        }
    bool broken = false;
    for (uint32_t i = 0; i < fr_components_count(parts); i++) {
        const int64_t others = tallies[i].left - tallies[i].largest;
        if (fr_components_size(parts, i) * FR_SMALL_PART >= fr_map_walkable_count(map))
            broken |=
                tallies[i].left == 0 || (others > 0 && others * FR_SMALL_PART >= tallies[i].left);
    }
    fr_components_release(parts);
    fr_components_release(pieces);
    fr_map_release(eroded);
    return broken;
}

static int32_t first_break(const struct fr_map *map)
{
    for (int32_t radius = 2;; radius++)
        if (breaks(map, radius))
            return radius;
}

static bool stays(const struct fr_map *map, struct fr_pixel at, int32_t radius)
{
    struct fr_map *eroded;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &eroded), FR_OK);
    assert_int_equal(fr_erode(eroded, (struct fr_agent){radius, FR_DISC}), FR_OK);
    const bool there = fr_map_walkable(eroded, at.x, at.y);
    fr_map_release(eroded);
    return there;
}

/* The disc that passes stands in the middle of the passage, and the next one does not fit. */
static void random_maps_agree_with_the_definition(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(28);
    struct fr_random random = {seed};
    for (int round = 0; round < 2000 * soak_scale(); round++) {
        struct fr_map *map = mixed_map(&random);
        const struct fr_narrowest narrowest = narrowest_of(map);
        const bool any = fr_map_walkable_count(map) > 0;
        const int32_t expected = any ? first_break(map) : 0;
        /* A piece may have come off before the pieces together were enough for a break. */
        if (narrowest.found != any ||
            (any && (narrowest.radius >= expected || !stays(map, narrowest.at, narrowest.radius) ||
                     stays(map, narrowest.at, narrowest.radius + 1)))) {
            print_map(map);
            fail_msg("radius %d, breaks at %d, seed %llu", narrowest.radius, expected,
                     (unsigned long long)seed);
        }
        if (any && narrowest.vanishes)
            assert_int_equal(narrowest.radius, expected - 1);
        fr_map_release(map);
    }
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("#################|"
                                   "#.......#.......#|"
                                   "#...............#|"
                                   "#.......#.......#|"
                                   "#################");
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_narrowest narrowest;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status = fr_narrowest_find(map, 64, &counting.allocator, &narrowest);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gap_between_two_halls),
        cmocka_unit_test(an_even_gap),
        cmocka_unit_test(a_corridor_vanishes_as_a_whole),
        cmocka_unit_test(open_ground_has_none_up_to_a_radius),
        cmocka_unit_test(small_islands_and_bays_do_not_count),
        cmocka_unit_test(random_maps_agree_with_the_definition),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
