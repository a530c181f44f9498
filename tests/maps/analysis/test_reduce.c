/* Reduction against hand-worked maps and a count of every cell's pixels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/reduce.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static struct fr_map *reduced(const struct fr_map *map, int32_t scale)
{
    struct fr_map *cells;
    const struct fr_reduction reduction = {scale};
    assert_int_equal(fr_reduce(map, reduction, &fr_default_allocator, &cells), FR_OK);
    return cells;
}

static void assert_reduces(const char *before, int32_t scale, const char *after)
{
    struct fr_map *map = ascii_map(before), *expected = ascii_map(after);
    struct fr_map *cells = reduced(map, scale);
    if (fr_map_hash(cells) != fr_map_hash(expected))
        print_map(cells);
    assert_true(fr_map_hash(cells) == fr_map_hash(expected));
    fr_map_release(map);
    fr_map_release(cells);
    fr_map_release(expected);
}

static void all_pixels_of_a_cell_must_be_walkable(void **state)
{
    static const char map[] = "...#.##."
                              "|"
                              "....##.#"
                              "|"
                              "#.##1#23"
                              "|"
                              "#######1";
    (void)state;
    assert_reduces(map, 2, ".###|####");
}

/* The last cells reach beyond the map: what lies there is wall. */
static void cells_across_the_rim(void **state)
{
    (void)state;
    assert_reduces(".....|.....|.....", 2, "..#|###");
    assert_reduces(".....|.....|.....", 3, ".#");
}

/* A cell whose pixels are in two words of a row, or in the row's last. */
static void cells_across_words(void **state)
{
    (void)state;
    for (int32_t x = 52; x < 127; x += 52) {
        struct fr_map *map, *cells;
        assert_int_equal(fr_map_create(127, 14, &fr_default_allocator, &map), FR_OK);
        for (int32_t y = 0; y < 13; y++)
            for (int32_t i = x; i < x + 13; i++)
                fr_map_set_area(map, i, y, 1);
        cells = reduced(map, 13);
        assert_int_equal(fr_map_walkable_count(cells), 1);
        assert_true(fr_map_walkable(cells, x / 13, 0));
        fr_map_release(map);
        fr_map_release(cells);
    }
}

static void pixels_find_their_cells_and_cells_their_middles(void **state)
{
    const struct fr_reduction two = {2}, three = {3};
    (void)state;
    assert_true(
        fr_pixel_equal(fr_reduction_cell(two, (struct fr_pixel){5, 4}), (struct fr_pixel){2, 2}));
    assert_true(
        fr_pixel_equal(fr_reduction_middle(two, (struct fr_pixel){2, 0}), (struct fr_pixel){5, 1}));
    assert_true(fr_pixel_equal(fr_reduction_middle(three, (struct fr_pixel){2, 0}),
                               (struct fr_pixel){7, 1}));
}

static bool free_by_looking(const struct fr_map *map, struct fr_reduction reduction, int32_t x,
                            int32_t y)
{
    const int32_t scale = reduction.scale;
    int32_t walkable = 0;
    for (int32_t v = y * scale; v < (y + 1) * scale; v++)
        for (int32_t u = x * scale; u < (x + 1) * scale; u++)
            walkable += fr_map_inside(map, u, v) && fr_map_walkable(map, u, v);
    return walkable == scale * scale;
}

static void assert_in_step(const struct fr_map *map, struct fr_reduction reduction,
                           const struct fr_map *cells, uint64_t seed)
{
    for (int32_t y = 0; y < cells->height; y++)
        for (int32_t x = 0; x < cells->width; x++)
            if (fr_map_walkable(cells, x, y) != free_by_looking(map, reduction, x, y)) {
                print_map(map);
                fail_msg("scale %d, cell %d,%d, seed %llu", reduction.scale, x, y,
                         (unsigned long long)seed);
            }
}

/* After each change only the cells of its rectangle are looked at again. */
static void random_maps_stay_in_step(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(25);
    struct fr_random random = {seed};
    for (int round = 0; round < 1000 * soak_scale(); round++) {
        struct fr_map *map = mixed_map(&random);
        const struct fr_reduction reduction = {fr_random_between(&random, 2, FR_MOST_SCALE)};
        struct fr_map *cells = reduced(map, reduction.scale);
        assert_in_step(map, reduction, cells, seed);
        for (int change = 0; change < 4; change++) {
            const int32_t x = fr_random_between(&random, 0, map->width - 1);
            const int32_t y = fr_random_between(&random, 0, map->height - 1);
            struct fr_rect rect = {x, y, fr_random_between(&random, 1, map->width - x),
                                   fr_random_between(&random, 1, map->height - y)};
            if (fr_random_below(&random, 3) == 0)
                rect = fr_map_enable(map, 1, !map->enabled[1]);
            else
                assert_int_equal(fr_map_block(map, rect, fr_random_below(&random, 2)), FR_OK);
            const struct fr_rect touched = fr_reduce_again(map, reduction, rect, cells);
            assert_true(touched.x >= 0 && touched.x + touched.width <= cells->width);
            assert_true(touched.y >= 0 && touched.y + touched.height <= cells->height);
            assert_in_step(map, reduction, cells, seed);
        }
        fr_map_release(cells);
        fr_map_release(map);
    }
}

static void what_cannot_be_reduced_is_refused(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....|...."), *cells = NULL;
    static const int32_t scales[] = {-2, 0, 1, FR_MOST_SCALE + 1};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        assert_int_equal(
            fr_reduce(map, (struct fr_reduction){scales[i]}, &fr_default_allocator, &cells),
            FR_UNSUPPORTED);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
    assert_int_equal(fr_reduce(map, (struct fr_reduction){2}, &fr_default_allocator, &cells),
                     FR_UNSUPPORTED);
    assert_null(cells);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pixels_of_a_cell_must_be_walkable),
        cmocka_unit_test(cells_across_the_rim),
        cmocka_unit_test(cells_across_words),
        cmocka_unit_test(pixels_find_their_cells_and_cells_their_middles),
        cmocka_unit_test(random_maps_stay_in_step),
        cmocka_unit_test(what_cannot_be_reduced_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
