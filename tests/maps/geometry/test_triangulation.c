/* Triangulations checked for what makes them right: they fill free space exactly, hold every
 * contour edge, and are Delaunay across all other edges; on random maps, random polygons, and an
 * adventure room at full HD. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "maps/geometry/contours.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/triangulation.h"
#include "tests/maps/generators/generated.h"
#include "tests/maps/geometry/triangulation_checks.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

static struct fr_triangulation *triangulation_of(const struct fr_map *map)
{
    struct fr_triangulation *triangulation;
    assert_int_equal(fr_triangulation_of_map(map, &fr_default_allocator, &triangulation), FR_OK);
    return triangulation;
}

static void random_maps_are_filled(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(43);
    struct fr_random random = {seed};
    for (int round = 0; round < 3000 * soak_scale(); round++) {
        struct fr_map *map = family_map(&random, round % 100 ? 40 : 120);
        struct fr_triangulation *t = triangulation_of(map);
        struct fr_contours *contours;
        assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_OK);
        if (!is_sound(t) || doubled_area(t) != 8 * fr_map_walkable_count(map) ||
            !leaves_along_contours(t) || !finds_points(t, map) ||
            (round % 10 == 0 && !holds_contours(t, contours)) ||
            obstacle_edges(t) != contours->vertex_count) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            print_map(map);
            fail();
        }
        fr_contours_release(contours);
        fr_triangulation_release(t);
        fr_map_release(map);
    }
}

static void nothing_is_no_triangle(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("##|##");
    struct fr_triangulation *t = triangulation_of(map);
    assert_int_equal(t->triangle_count, 0);
    assert_int_equal(t->vertex_count, 0);
    assert_int_equal(fr_triangulation_find(t, (struct fr_point){0, 0}), FR_NO_TRIANGLE);
    assert_int_equal(fr_triangulation_find(t, (struct fr_point){99, 1}), FR_NO_TRIANGLE);
    fr_triangulation_release(t);
    fr_map_release(map);
}

static void a_pixel_is_two_triangles(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("###|#.#|###");
    struct fr_triangulation *t = triangulation_of(map);
    assert_int_equal(t->triangle_count, 2);
    assert_int_equal(t->vertex_count, 4);
    assert_true(fr_triangulation_find(t, (struct fr_point){3, 3}) >= 0);
    assert_true(fr_triangulation_find(t, (struct fr_point){2, 2}) >= 0);
    assert_true(fr_triangulation_find(t, (struct fr_point){3, 4}) >= 0);
    assert_int_equal(fr_triangulation_find(t, (struct fr_point){1, 1}), FR_NO_TRIANGLE);
    fr_triangulation_release(t);
    fr_map_release(map);
}

static void a_pinch_is_one_vertex(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#|#.");
    struct fr_triangulation *t = triangulation_of(map);
    assert_int_equal(t->vertex_count, 7);
    assert_int_equal(t->triangle_count, 4);
    assert_int_equal(obstacle_edges(t), 8);
    fr_triangulation_release(t);
    fr_map_release(map);
}

static int by_rows(const void *left, const void *right)
{
    const struct fr_point *a = left, *b = right;
    return fr_point_before(*b, *a) - fr_point_before(*a, *b);
}

/* A rectangle full of points, then half of it: its diagonal crosses edges all the way. */
static void half_a_rectangle_is_filled(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(44);
    struct fr_random random = {seed};
    for (int round = 0; round < 300 * soak_scale(); round++) {
        enum { MOST = 200 };
        struct fr_point points[MOST + 4];
        const int32_t side = fr_random_between(&random, 20, 60000);
        const int32_t height = fr_random_between(&random, 12, side);
        points[0] = (struct fr_point){0, 0};
        points[1] = (struct fr_point){side, 0};
        uint32_t count = 2;
        for (uint32_t i = fr_random_below(&random, MOST); i; i--) {
            const struct fr_point point = {fr_random_between(&random, 1, side - 1),
                                           fr_random_between(&random, 1, height - 1)};
            bool fresh = true;
            for (uint32_t j = 0; j < count; j++)
                fresh &= !fr_point_equal(points[j], point);
            if (fresh)
                points[count++] = point;
        }
        qsort(points, count, sizeof *points, by_rows);
        points[count++] = (struct fr_point){0, height};
        points[count++] = (struct fr_point){side, height};
        const uint32_t rectangle[4][2] = {
            {0, 1}, {1, count - 1}, {count - 1, count - 2}, {count - 2, 0}};
        const uint32_t triangle[3][2] = {{0, 1}, {1, count - 1}, {count - 1, 0}};
        struct fr_triangulation *t;
        assert_int_equal(
            fr_triangulation_create(points, count, rectangle, 4, &fr_default_allocator, &t), FR_OK);
        bool right = is_sound(t) && doubled_area(t) == 2 * (int64_t)side * height &&
                     t->triangle_count == 2 * (int32_t)count - 6;
        fr_triangulation_release(t);
        assert_int_equal(
            fr_triangulation_create(points, count, triangle, 3, &fr_default_allocator, &t), FR_OK);
        right = right && is_sound(t) && doubled_area(t) == (int64_t)side * height;
        if (!right) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            fail();
        }
        fr_triangulation_release(t);
    }
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    const struct fr_point points[] = {{0, 0}, {10, 0}, {0, 10}, {10, 10}, {10, 0}};
    const uint32_t crossing[][2] = {{0, 3}, {1, 2}};
    struct fr_triangulation *t;
    assert_int_equal(fr_triangulation_create(points, 4, crossing, 2, &fr_default_allocator, &t),
                     FR_BAD_INPUT);
    assert_int_equal(fr_triangulation_create(points, 5, NULL, 0, &fr_default_allocator, &t),
                     FR_BAD_INPUT);
}

/* Corners of the largest map in half pixels: the determinants pass 2^68. */
static void circles_are_exact_at_any_size(void **state)
{
    (void)state;
    const int32_t most = 65534;
    const struct fr_point a = {0, 0}, b = {most, 0}, c = {most, most};
    assert_false(fr_in_circle(c, a, b, (struct fr_point){0, most}) > 0);
    assert_true(fr_in_circle(c, a, b, (struct fr_point){0, most - 1}) > 0);
    assert_true(fr_in_circle(c, a, b, (struct fr_point){1, most}) > 0);
    assert_false(fr_in_circle(c, a, b, (struct fr_point){-1, most}) > 0);
    assert_false(fr_in_circle(c, a, b, (struct fr_point){0, most + 1}) > 0);
    assert_true(fr_in_circle(c, a, b, (struct fr_point){most / 2, most / 2}) > 0);
    assert_true(fr_in_circle((struct fr_point){most, 1}, (struct fr_point){0, 1}, a,
                             (struct fr_point){1, 1}) > 0);
    assert_false(fr_in_circle(a, (struct fr_point){most, 1}, (struct fr_point){0, 1},
                              (struct fr_point){most, 0}) > 0);
    assert_false(fr_in_circle(a, (struct fr_point){most, 1}, (struct fr_point){0, 1},
                              (struct fr_point){most, -1}) > 0);
}

static void a_room_at_full_hd(void **state)
{
    (void)state;
    struct fr_map *map = generate("adventure:formations=150", 1920, 1080, 1);
    const clock_t before = clock();
    struct fr_triangulation *t = triangulation_of(map);
    const clock_t after = clock();
    print_message("%u vertices, %d triangles in %.1f ms\n", t->vertex_count, t->triangle_count,
                  1e3 * (double)(after - before) / CLOCKS_PER_SEC);
    assert_true(is_sound(t));
    assert_int_equal(doubled_area(t), 8 * fr_map_walkable_count(map));
    assert_true(leaves_along_contours(t));
    for (int32_t y = 0; y < map->height; y += 7)
        for (int32_t x = 0; x < map->width; x += 3)
            assert_int_equal(fr_triangulation_find(t, fr_pixel_centre((struct fr_pixel){x, y})) >=
                                 0,
                             fr_map_walkable(map, x, y));
    fr_triangulation_release(t);
    fr_map_release(map);
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 40, 40, 40);
    struct fr_counting_allocator counting;
    struct fr_triangulation *t;
    for (uint64_t n = 1;; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status = fr_triangulation_of_map(map, &counting.allocator, &t);
        if (status == FR_OK)
            break;
        assert_int_equal(status, FR_NO_MEMORY);
        assert_int_equal(counting.live_bytes, 0);
    }
    fr_triangulation_release(t);
    assert_int_equal(counting.live_bytes, 0);
    fr_triangulation_release(NULL);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_no_triangle),
        cmocka_unit_test(a_pixel_is_two_triangles),
        cmocka_unit_test(a_pinch_is_one_vertex),
        cmocka_unit_test(random_maps_are_filled),
        cmocka_unit_test(half_a_rectangle_is_filled),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(circles_are_exact_at_any_size),
        cmocka_unit_test(a_room_at_full_hd),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
