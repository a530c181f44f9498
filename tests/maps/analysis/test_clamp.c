/* Clamping against a look at every pixel, far clicks included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/clamp.h"
#include "tests/ascii_map.h"

static void assert_clamps(const struct fr_map *map, int64_t x, int64_t y, int32_t to_x,
                          int32_t to_y)
{
    struct fr_pixel nearest;
    assert_true(fr_clamp(map, x, y, &nearest));
    assert_int_equal(nearest.x, to_x);
    assert_int_equal(nearest.y, to_y);
}

static void ties_go_to_the_smaller_row_then_column(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("#.#|"
                                   ".#.|"
                                   "#.#");
    assert_clamps(map, 1, 1, 1, 0);
    fr_map_set_area(map, 1, 0, 0);
    assert_clamps(map, 1, 1, 0, 1);
    fr_map_set_area(map, 0, 1, 0);
    assert_clamps(map, 1, 1, 2, 1);
    fr_map_set_area(map, 2, 1, 0);
    assert_clamps(map, 1, 1, 1, 2);
    fr_map_set_area(map, 1, 2, 0);
    struct fr_pixel untouched = {-7, -7};
    assert_false(fr_clamp(map, 1, 1, &untouched));
    assert_int_equal(untouched.x, -7);
    fr_map_release(map);
}

static void a_walkable_pixel_is_its_own(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|...");
    for (int32_t y = 0; y < 2; y++)
        for (int32_t x = 0; x < 3; x++)
            assert_clamps(map, x, y, x, y);
    fr_map_release(map);
}

static void clicks_outside_go_to_the_border(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....|....|....");
    assert_clamps(map, -5, -9, 0, 0);
    assert_clamps(map, 2, -1, 2, 0);
    assert_clamps(map, 400, 1, 3, 1);
    assert_clamps(map, 1, 99, 1, 2);
    fr_map_release(map);
}

/* Distances that no square in 64 bits holds. Far to the right, the column decides and then the
 * distance in rows; far along the diagonal, the sum of both, then the distance across. */
static void clicks_at_the_end_of_the_number_range_are_exact(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#.#|"
                                   "....#|"
                                   "#...#|"
                                   "..#..|"
                                   ".#.#.");
    const int64_t far = INT64_MAX;
    assert_clamps(map, far, 0, 4, 3);
    assert_clamps(map, far, 4, 4, 4);
    assert_clamps(map, far, far, 4, 4);
    assert_clamps(map, INT64_MIN, INT64_MIN, 0, 0);
    assert_clamps(map, INT64_MIN, 2, 0, 1);
    assert_clamps(map, INT64_MIN, far, 0, 4);
    assert_clamps(map, 1, INT64_MIN, 1, 0);
    assert_clamps(map, 2, INT64_MIN, 1, 0);
    fr_map_set_area(map, 4, 4, 0);
    assert_clamps(map, far, far, 4, 3);
    fr_map_set_area(map, 4, 3, 0);
    assert_clamps(map, far, far, 3, 3);
    fr_map_set_area(map, 3, 3, 0);
    assert_clamps(map, far, far, 2, 4);
    fr_map_set_area(map, 2, 4, 0);
    assert_clamps(map, far, far, 3, 2);
    assert_clamps(map, far - 1, far, 3, 2);
    fr_map_release(map);
}

static struct fr_clamp_index *index_of(const struct fr_map *map,
                                       const struct fr_components *components)
{
    struct fr_clamp_index *index;
    assert_int_equal(fr_clamp_index_create(map, components, &fr_default_allocator, &index), FR_OK);
    return index;
}

/* The nearest pixel of a component (or of all, FR_NO_COMPONENT) by looking at each; rows and
 * columns come in the order of ties. */
static bool clamp_by_looking(const struct fr_map *map, const struct fr_components *components,
                             uint32_t component, int64_t x, int64_t y, struct fr_pixel *nearest)
{
    int64_t best = INT64_MAX;
    for (int32_t py = 0; py < map->height; py++) {
        for (int32_t px = 0; px < map->width; px++) {
            if (!fr_map_walkable(map, px, py) ||
                (component != FR_NO_COMPONENT && fr_components_at(components, px, py) != component))
                continue;
            const int64_t distance = (px - x) * (px - x) + (py - y) * (py - y);
            if (distance >= best)
                continue;
            best = distance;
            *nearest = (struct fr_pixel){px, py};
        }
    }
    return best != INT64_MAX;
}

static int64_t random_coordinate(struct fr_random *random, int32_t size)
{
    switch (fr_random_below(random, 8)) {
    case 0:
        return fr_random_between(random, -3 * size, 4 * size);
    case 1:
        return fr_random_between(random, -1000000000, 1000000000);
    default:
        return fr_random_between(random, -2, size + 1);
    }
}

static void assert_same_answer(const struct fr_map *map, const struct fr_components *components,
                               const struct fr_clamp_index *index, uint32_t component, int64_t x,
                               int64_t y)
{
    struct fr_pixel expected = {-1, -1}, nearest = {-1, -1};
    const bool any = clamp_by_looking(map, components, component, x, y, &expected);
    const bool found = component == FR_NO_COMPONENT
                           ? fr_clamp(map, x, y, &nearest)
                           : fr_clamp_to_component(index, component, x, y, &nearest);
    if (any != found || !fr_pixel_equal(expected, nearest)) {
        print_map(map);
        fail_msg("(%lld, %lld) in component %u: (%d, %d), expected (%d, %d)", (long long)x,
                 (long long)y, component, nearest.x, nearest.y, expected.x, expected.y);
    }
}

static void random_clicks_match_a_look_at_every_pixel(void **state)
{
    (void)state;
    struct fr_random random = {11};
    for (int round = 0; round < 300; round++) {
        const int32_t width = fr_random_between(&random, 1, 140);
        const int32_t height = fr_random_between(&random, 1, 30);
        struct fr_map *map =
            random_map(&random, width, height, fr_random_between(&random, 40, 100));
        if (round % 2 == 1)
            random_walls(map, &random, fr_random_between(&random, 1, 70));
        struct fr_components *components;
        assert_int_equal(
            fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components), FR_OK);
        const uint32_t count = fr_components_count(components);
        struct fr_clamp_index *index = index_of(map, components);
        for (int click = 0; click < 40; click++) {
            const int64_t x = random_coordinate(&random, width);
            const int64_t y = random_coordinate(&random, height);
            assert_same_answer(map, components, index, FR_NO_COMPONENT, x, y);
            assert_same_answer(map, components, index, fr_random_below(&random, count + 1), x, y);
        }
        fr_clamp_index_release(index);
        fr_components_release(components);
        fr_map_release(map);
    }
}

static void the_component_of_a_pixel_keeps_its_pixels(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...#..|"
                                   "...#..");
    struct fr_components *components;
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    struct fr_clamp_index *index = index_of(map, components);
    struct fr_pixel nearest;
    assert_true(fr_clamp_to_component(index, 0, 5, 1, &nearest));
    assert_int_equal(nearest.x, 2);
    assert_int_equal(nearest.y, 1);
    assert_true(fr_clamp_to_component(index, 1, 5, 1, &nearest));
    assert_int_equal(nearest.x, 5);
    assert_false(fr_clamp_to_component(index, 2, 5, 1, &nearest));
    assert_false(fr_clamp_to_component(index, FR_NO_COMPONENT, 5, 1, &nearest));
    fr_clamp_index_release(index);
    fr_components_release(components);
    fr_map_release(map);
}

static void the_component_behind_a_wall_keeps_its_pixels(void **state)
{
    (void)state;
    struct fr_map *map = walled_map(". .|. .\n"
                                    "  -    \n"
                                    ". .|. .\n");
    struct fr_components *components;
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    struct fr_clamp_index *index = index_of(map, components);
    struct fr_pixel nearest;
    assert_true(fr_clamp_to_component(index, 0, 3, 1, &nearest));
    assert_true(fr_pixel_equal(nearest, (struct fr_pixel){1, 1}));
    assert_true(fr_clamp_to_component(index, 1, 0, 0, &nearest));
    assert_true(fr_pixel_equal(nearest, (struct fr_pixel){2, 0}));
    fr_clamp_index_release(index);
    fr_components_release(components);
    fr_map_release(map);
}

/* One component of many long rows, so that the search steps far, and none near the click. */
static void the_ends_of_a_large_component_are_found(void **state)
{
    (void)state;
    struct fr_random random = {12};
    struct fr_map *map = random_map(&random, 300, 200, 45);
    struct fr_components *components;
    for (int32_t y = 0; y < 200; y++)
        fr_map_set_area(map, 0, y, 1);
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    struct fr_clamp_index *index = index_of(map, components);
    for (int click = 0; click < 200; click++)
        assert_same_answer(map, components, index, fr_components_at(components, 0, 0),
                           fr_random_between(&random, -20, 320),
                           fr_random_between(&random, -20, 220));
    fr_clamp_index_release(index);
    fr_components_release(components);
    fr_map_release(map);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#|#.#|#..");
    struct fr_components *components;
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        struct fr_clamp_index *index = NULL;
        const enum fr_status status =
            fr_clamp_index_create(map, components, &counting.allocator, &index);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(index != NULL, status == FR_OK);
        fr_clamp_index_release(index);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_components_release(components);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_go_to_the_smaller_row_then_column),
        cmocka_unit_test(a_walkable_pixel_is_its_own),
        cmocka_unit_test(clicks_outside_go_to_the_border),
        cmocka_unit_test(clicks_at_the_end_of_the_number_range_are_exact),
        cmocka_unit_test(random_clicks_match_a_look_at_every_pixel),
        cmocka_unit_test(the_component_of_a_pixel_keeps_its_pixels),
        cmocka_unit_test(the_component_behind_a_wall_keeps_its_pixels),
        cmocka_unit_test(the_ends_of_a_large_component_are_found),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
