/* Reflex corners against hand-worked maps and a look at each window pixel by pixel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/geometry/corners.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

static struct fr_corners *corners_of(const struct fr_map *map)
{
    struct fr_corners *corners;
    assert_int_equal(fr_corners_create(map, &fr_default_allocator, &corners), FR_OK);
    return corners;
}

static void assert_corner(const struct fr_corners *corners, uint32_t index, int32_t x, int32_t y,
                          int qx, int qy)
{
    assert_true(index < corners->count);
    const struct fr_corner corner = corners->items[index];
    assert_int_equal(corner.x, x);
    assert_int_equal(corner.y, y);
    assert_int_equal(corner.qx, qx);
    assert_int_equal(corner.qy, qy);
}

static void a_block_has_four(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....|"
                                   ".##.|"
                                   "....");
    struct fr_corners *corners = corners_of(map);
    assert_int_equal(corners->count, 4);
    assert_corner(corners, 0, 2, 2, 1, 1);
    assert_corner(corners, 1, 6, 2, -1, 1);
    assert_corner(corners, 2, 2, 4, 1, -1);
    assert_corner(corners, 3, 6, 4, -1, -1);
    assert_int_equal(corners->pinch_count, 0);
    fr_corners_release(corners);
    fr_map_release(map);
}

static void a_pinch_is_counted_apart(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....|"
                                   ".#..|"
                                   "..#.|"
                                   "....");
    struct fr_corners *corners = corners_of(map);
    assert_int_equal(corners->count, 6);
    assert_int_equal(corners->pinch_count, 1);
    assert_corner(corners, 0, 2, 2, 1, 1);
    assert_corner(corners, 1, 4, 2, -1, 1);
    assert_corner(corners, 2, 2, 4, 1, -1);
    assert_corner(corners, 3, 6, 4, -1, 1);
    fr_corners_release(corners);
    fr_map_release(map);
}

static void the_border_has_none(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..|"
                                   "#.|"
                                   "##");
    struct fr_corners *corners = corners_of(map);
    assert_int_equal(corners->count, 1);
    assert_corner(corners, 0, 2, 2, -1, 1);
    fr_corners_release(corners);
    fr_map_release(map);
}

static void taut_is_around_the_obstacle(void **state)
{
    (void)state;
    const struct fr_corner corner = {4, 4, 1, 1};
    const struct fr_point around[] = {{3, -1}, {1, -5}, {-1, 1}, {-7, 2}, {1, 0}, {0, 1}, {-1, 0}};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        assert_true(fr_corner_taut(&corner, around[i]));
    assert_false(fr_corner_taut(&corner, (struct fr_point){1, 1}));
    assert_false(fr_corner_taut(&corner, (struct fr_point){9, 1}));
    assert_false(fr_corner_taut(&corner, (struct fr_point){-1, -9}));
}

/* The corner at a lattice point, by its four pixels; qx is 0 where there is none. */
static struct fr_corner oracle_corner(const struct fr_map *map, int32_t x, int32_t y, bool *pinch)
{
    struct fr_corner corner = {2 * x, 2 * y, 0, 0};
    int blocked = 0;
    for (int32_t dy = -1; dy <= 0; dy++)
        for (int32_t dx = -1; dx <= 0; dx++)
            if (!fr_map_walkable(map, x + dx, y + dy)) {
                blocked++;
                corner.qx = dx ? -1 : 1;
                corner.qy = dy ? -1 : 1;
            }
    *pinch = blocked == 2 && fr_map_walkable(map, x - 1, y - 1) == fr_map_walkable(map, x, y) &&
             fr_map_walkable(map, x - 1, y) == fr_map_walkable(map, x, y - 1);
    if (blocked != 1)
        corner.qx = 0;
    return corner;
}

static bool agrees(const struct fr_map *map, const struct fr_corners *corners)
{
    uint32_t count = 0, pinches = 0;
    for (int32_t y = 0; y <= map->height; y++)
        for (int32_t x = 0; x <= map->width; x++) {
            bool pinch;
            const struct fr_corner expected = oracle_corner(map, x, y, &pinch);
            pinches += pinch;
            if (expected.qx == 0)
                continue;
            if (count == corners->count)
                return false;
            const struct fr_corner found = corners->items[count++];
            if (found.x != expected.x || found.y != expected.y || found.qx != expected.qx ||
                found.qy != expected.qy)
                return false;
        }
    return count == corners->count && pinches == corners->pinch_count;
}

static void agrees_with_the_windows(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(41);
    struct fr_random random = {seed};
    for (int round = 0; round < 4000 * soak_scale(); round++) {
        struct fr_map *map = family_map(&random, round % 10 ? 40 : 200);
        struct fr_corners *corners = corners_of(map);
        if (!agrees(map, corners)) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            print_map(map);
            fail();
        }
        fr_corners_release(corners);
        fr_map_release(map);
    }
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|.#.|...");
    struct fr_counting_allocator counting;
    struct fr_corners *corners;
    for (uint64_t n = 1;; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status = fr_corners_create(map, &counting.allocator, &corners);
        if (status == FR_OK)
            break;
        assert_int_equal(status, FR_NO_MEMORY);
        assert_int_equal(counting.live_bytes, 0);
    }
    fr_corners_release(corners);
    assert_int_equal(counting.live_bytes, 0);
    fr_corners_release(NULL);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_has_four),
        cmocka_unit_test(a_pinch_is_counted_apart),
        cmocka_unit_test(the_border_has_none),
        cmocka_unit_test(taut_is_around_the_obstacle),
        cmocka_unit_test(agrees_with_the_windows),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
