/* Sight across open tiles against line of sight, on maps of many sizes, before and after edits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/open_tiles.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define MAPS 150 /* times the soak scale */
#define LINES 2000

/* Blocks on open ground, or noise so thin that most tiles are open. */
static struct fr_map *drawn_map(struct fr_random *random)
{
    const int32_t width = fr_random_between(random, 1, 300);
    const int32_t height = fr_random_between(random, 1, 300);
    struct fr_map *map = random_map(random, width, height, 0);
    const bool noise = fr_random_below(random, 2);
    for (int i = fr_random_between(random, 0, noise ? 150 : 20); i > 0; i--) {
        const struct fr_rect rect = {fr_random_between(random, 0, width),
                                     fr_random_between(random, 0, height),
                                     noise ? 1 : fr_random_between(random, 1, 40),
                                     noise ? 1 : fr_random_between(random, 1, 40)};
        assert_int_equal(fr_map_block(map, rect, true), FR_OK);
    }
    return map;
}

static struct fr_point random_centre(const struct fr_map *map, struct fr_random *random)
{
    const struct fr_pixel pixel = {fr_random_between(random, 0, map->width - 1),
                                   fr_random_between(random, 0, map->height - 1)};
    return fr_pixel_centre(pixel);
}

/* A slope along which corners are met, now and then. */
static struct fr_point diagonal_from(const struct fr_map *map, struct fr_random *random,
                                     struct fr_point from)
{
    const int32_t steps = fr_random_between(random, 1, 200);
    const struct fr_point to = {from.x + 2 * steps * fr_random_between(random, -3, 3),
                                from.y + 2 * steps * (fr_random_below(random, 2) ? 1 : -1)};
    const struct fr_pixel pixel = fr_point_pixel(to);
    return fr_map_inside(map, pixel.x, pixel.y) ? to : random_centre(map, random);
}

static void check_lines(uint64_t seed, const struct fr_map *map, const struct fr_open_tiles *tiles,
                        struct fr_random *random)
{
    for (int i = 0; i < LINES; i++) {
        const struct fr_point a = random_centre(map, random);
        const struct fr_point b =
            i % 2 ? random_centre(map, random) : diagonal_from(map, random, a);
        if (!fr_map_walkable_centre(map, a) || !fr_map_walkable_centre(map, b))
            continue;
        if (fr_open_tiles_sight(tiles, a, b) != fr_line_of_sight(map, a, b))
            fail_msg("FOOTRACE_SEED=%llu: (%d, %d) to (%d, %d), in half pixels",
                     (unsigned long long)seed, a.x, a.y, b.x, b.y);
    }
}

static void it_sees_what_line_of_sight_sees(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    for (uint64_t i = seed; i < seed + MAPS * (uint64_t)soak_scale(); i++) {
        struct fr_random random = {i};
        struct fr_map *map = drawn_map(&random);
        struct fr_open_tiles tiles;
        assert_int_equal(fr_open_tiles_init(&tiles, map, &fr_default_allocator), FR_OK);
        check_lines(i, map, &tiles, &random);
        for (int edit = 0; edit < 3; edit++) {
            const int32_t y = fr_random_between(&random, 0, map->height - 1);
            const struct fr_rect rect = {fr_random_between(&random, 0, map->width - 1), y, 30,
                                         fr_random_between(&random, 1, map->height - y)};
            assert_int_equal(fr_map_block(map, rect, fr_random_below(&random, 2)), FR_OK);
            fr_open_tiles_refresh(&tiles, y, y + rect.height - 1);
        }
        check_lines(i, map, &tiles, &random);
        fr_open_tiles_release(&tiles);
        fr_map_release(map);
    }
}

/* The longest lines, on which rounded slopes would drift furthest: a pixel beside each place where
 * one crosses a border blocks it, or not. */
static void long_lines_do_not_drift(void **unused)
{
    (void)unused;
    struct fr_random random = {soak_seed(1)};
    struct fr_map *map;
    struct fr_open_tiles tiles;
    uint8_t floor[400];
    memset(floor, 1, sizeof floor);
    assert_int_equal(fr_map_create(400, FR_MAP_MAX_SIZE, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < map->height; y++)
        fr_map_set_row(map, y, floor);
    assert_int_equal(fr_open_tiles_init(&tiles, map, &fr_default_allocator), FR_OK);
    for (int i = 0; i < 60; i++) {
        const struct fr_pixel a = {fr_random_between(&random, 0, 399), 0};
        const struct fr_pixel b = {fr_random_between(&random, 0, 399), map->height - 1};
        assert_true(fr_open_tiles_sight(&tiles, fr_pixel_centre(a), fr_pixel_centre(b)));
        const int32_t y = fr_random_between(&random, 1, map->height - 2);
        const int32_t column = a.x + (int32_t)((int64_t)(b.x - a.x) * y / (map->height - 1));
        for (int32_t x = column - 2; x <= column + 2; x++) {
            if (!fr_map_inside(map, x, y))
                continue;
            const struct fr_rect pixel = {x, y, 1, 1};
            assert_int_equal(fr_map_block(map, pixel, true), FR_OK);
            fr_open_tiles_refresh(&tiles, y, y);
            assert_int_equal(fr_open_tiles_sight(&tiles, fr_pixel_centre(a), fr_pixel_centre(b)),
                             fr_line_of_sight(map, fr_pixel_centre(a), fr_pixel_centre(b)));
            assert_int_equal(fr_map_block(map, pixel, false), FR_OK);
            fr_open_tiles_refresh(&tiles, y, y);
        }
    }
    fr_open_tiles_release(&tiles);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_sees_what_line_of_sight_sees),
        cmocka_unit_test(long_lines_do_not_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
