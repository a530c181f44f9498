/* Changed regions: of rectangles, pixel by pixel; and which segments touch them, by points of the
 * segments and crossed borders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/geometry/region.h"
#include "tests/maps/map_families.h"

enum { ROUNDS = 20000 };

static bool in_region(struct fr_region region, int32_t x, int32_t y)
{
    return region.left <= x && x <= region.right && region.top <= y && y <= region.bottom;
}

/* A region holds the corners of the rectangle's pixels on the map, and no lattice point else. */
static void a_region_holds_what_is_at_its_pixels(void **state)
{
    enum { WIDTH = 9, HEIGHT = 6 };
    struct fr_random random = {91};
    (void)state;
    struct fr_map *map = plain_map(WIDTH, HEIGHT, 1);
    for (int round = 0; round < ROUNDS; round++) {
        const struct fr_rect rect = {
            fr_random_between(&random, -4, WIDTH + 2), fr_random_between(&random, -4, HEIGHT + 2),
            fr_random_between(&random, 0, 8), fr_random_between(&random, 0, 8)};
        struct fr_region region;
        bool holds[HEIGHT + 1][WIDTH + 1] = {{false}}, any = false;
        for (int32_t y = 0; y < HEIGHT; y++)
            for (int32_t x = 0; x < WIDTH; x++)
                if (x >= rect.x && x < rect.x + rect.width && y >= rect.y &&
                    y < rect.y + rect.height)
                    any = holds[y][x] = holds[y][x + 1] = holds[y + 1][x] = holds[y + 1][x + 1] =
                        true;
        assert_int_equal(fr_region_of(map, rect, &region), any);
        for (int32_t y = -2; any && y <= HEIGHT + 2; y++)
            for (int32_t x = -2; x <= WIDTH + 2; x++) {
                const bool on_map = x >= 0 && y >= 0 && x <= WIDTH && y <= HEIGHT;
                assert_int_equal(in_region(region, 2 * x, 2 * y), on_map && holds[y][x]);
                assert_int_equal(fr_region_code(region, (struct fr_point){2 * x, 2 * y}) == 0,
                                 in_region(region, 2 * x, 2 * y));
            }
    }
    fr_map_release(map);
}

static int side(struct fr_point a, struct fr_point b, int32_t x, int32_t y)
{
    const int64_t turn = fr_orient(a, b, (struct fr_point){x, y});
    return (turn > 0) - (turn < 0);
}

/* Whether the segment crosses the straight border between two corners of a region, or ends on it. */
static bool crosses(struct fr_point a, struct fr_point b, struct fr_point c, struct fr_point d)
{
    const int c_side = side(a, b, c.x, c.y), d_side = side(a, b, d.x, d.y);
    const int a_side = side(c, d, a.x, a.y), b_side = side(c, d, b.x, b.y);
    return c_side * d_side <= 0 && a_side * b_side <= 0 && (c_side | d_side | a_side | b_side);
}

static bool touches(struct fr_region region, struct fr_point a, struct fr_point b)
{
    const struct fr_point corners[5] = {{region.left, region.top},
                                        {region.right, region.top},
                                        {region.right, region.bottom},
                                        {region.left, region.bottom},
                                        {region.left, region.top}};
    bool does = in_region(region, a.x, a.y) || in_region(region, b.x, b.y);
    for (int i = 0; i < 4; i++)
        does = does || crosses(a, b, corners[i], corners[i + 1]);
    return does;
}

static void a_segment_touches_what_it_has_a_point_in(void **state)
{
    struct fr_random random = {92};
    int touched = 0, missed = 0;
    (void)state;
    for (int round = 0; round < 10 * ROUNDS; round++) {
        const int32_t left = fr_random_between(&random, 0, 9);
        const int32_t top = fr_random_between(&random, 0, 9);
        const struct fr_region region = {left, top, left + fr_random_between(&random, 1, 6),
                                         top + fr_random_between(&random, 1, 6)};
        const struct fr_point a = {fr_random_between(&random, -4, 19),
                                   fr_random_between(&random, -4, 19)};
        const struct fr_point b = {fr_random_between(&random, -4, 19),
                                   fr_random_between(&random, -4, 19)};
        if (fr_point_equal(a, b))
            continue;
        const bool expected = touches(region, a, b);
        assert_int_equal(fr_region_touches(region, a, b), expected);
        touched += expected;
        missed += !expected;
    }
    assert_true(touched > ROUNDS && missed > ROUNDS);
}

static void a_region_around_two_is_the_smallest(void **state)
{
    const struct fr_region one = {2, 4, 6, 8}, other = {0, 6, 4, 12}, inner = {3, 5, 4, 6};
    const struct fr_region around = fr_region_around(one, other);
    const struct fr_region same = fr_region_around(one, inner);
    (void)state;
    assert_true(around.left == 0 && around.top == 4 && around.right == 6 && around.bottom == 12);
    assert_true(same.left == 2 && same.top == 4 && same.right == 6 && same.bottom == 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_region_holds_what_is_at_its_pixels),
        cmocka_unit_test(a_segment_touches_what_it_has_a_point_in),
        cmocka_unit_test(a_region_around_two_is_the_smallest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
