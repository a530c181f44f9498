/* The figures of a result file that need no race: statistics, and what is told of a map. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/clock.h"
#include "harness/base/statistics.h"
#include "harness/inspect/map_facts.h"
#include "maps/random.h"

static void order_statistics(void **state)
{
    double samples[] = {5, 1, 4, 2, 3};
    (void)state;
    fr_sort(samples, 5);
    assert_true(samples[0] == 1 && samples[4] == 5);
    assert_true(fr_median(samples, 5) == 3);
    assert_true(fr_median(samples, 4) == 2.5);
    assert_true(fr_median(samples, 1) == 1);
    assert_true(fr_percentile(samples, 5, 95) == 5);
    assert_true(fr_percentile(samples, 5, 80) == 4);
    assert_true(fr_percentile(samples, 5, 0) == 1);
    assert_true(fr_percentile(samples, 1, 50) == 1);
    double hundred[100], many[10000];
    for (int i = 0; i < 100; i++)
        hundred[i] = i + 1;
    assert_true(fr_percentile(hundred, 100, 95) == 95);
    assert_true(fr_percentile(hundred, 100, 100) == 100);
    assert_true(fr_tail_percentile(hundred, 100, 90) == 90);
    for (int i = 0; i < 10000; i++)
        many[i] = i + 1;
    assert_true(fr_percentile(many, 10000, 99.9) == 9990);
    assert_true(fr_tail_percentile(many, 10000, 99.9) == 9990);
    assert_true(isnan(fr_tail_percentile(many, 9999, 99.9)));
    assert_true(fr_percentile(many, 1000, 99.9) == 999);
    assert_true(fr_percentile(many, 1001, 99.9) == 1000);
    assert_true(isnan(fr_tail_percentile(hundred, 99, 90)));
    assert_true(isnan(fr_tail_percentile(hundred, 100, 95)));
}

/* Of few values, many of them equal, and of some that are infinite: as a sorted copy tells it. */
static void the_median_of_unsorted_samples(void **state)
{
    struct fr_random random = {1};
    (void)state;
    for (size_t count = 1; count <= 200; count++)
        for (uint32_t values = 1; values <= 64; values *= 4) {
            double samples[200], sorted[200];
            for (size_t i = 0; i < count; i++) {
                const uint32_t value = fr_random_below(&random, values + 1);
                samples[i] = sorted[i] = value == values ? INFINITY : (double)value / 7;
            }
            fr_sort(sorted, count);
            assert_true(fr_median_of(samples, count) == fr_median(sorted, count));
            fr_sort(samples, count);
            assert_memory_equal(samples, sorted, count * sizeof *samples);
        }
}

static struct fr_map *draw(int width, int height, const char *const *rows)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (rows[y][x] != '#')
                fr_map_set_area(map, x, y, (uint8_t)(rows[y][x] == '.' ? 1 : rows[y][x] - '0'));
    return map;
}

/* The single block has four corners, the pair that meets at a pinch six and two for the pinch, the
 * one in the map's corner one, the one on the edge two. */
static void corners_by_hand(void **state)
{
    static const char *const rows[] = {
        "#........", //
        "...#.....", //
        "......#..", //
        ".......#.", //
        "..#......", //
    };
    struct fr_map_facts facts;
    struct fr_map *map = draw(9, 5, rows);
    (void)state;
    assert_int_equal(fr_map_facts_create(map, &fr_default_allocator, &facts), FR_OK);
    assert_int_equal(facts.corners, 1 + 4 + (6 + 2) + 2);
    assert_int_equal(facts.walkable, 45 - 5);
    assert_int_equal(facts.components, 1);
    assert_int_equal(facts.reachable, 45 - 5);
    assert_int_equal(facts.area_count, 1);
    fr_map_facts_release(&facts, &fr_default_allocator);
    fr_map_release(map);
}

static void small_thumbnails_show_each_pixel(void **state)
{
    static const char *const rows[] = {"#.#.....#", "..2......"};
    struct fr_map_facts facts;
    struct fr_map *map = draw(9, 2, rows);
    (void)state;
    assert_int_equal(fr_map_facts_create(map, &fr_default_allocator, &facts), FR_OK);
    assert_int_equal(facts.thumbnail_width, 9);
    assert_int_equal(facts.thumbnail_height, 2);
    /* 01011111 0(0000000) 11111111 1(0000000) */
    assert_string_equal(facts.thumbnail, "XwD/gA==");
    assert_int_equal(facts.area_count, 2);
    assert_true(facts.areas[1] && facts.areas[2] && !facts.areas[0]);
    fr_map_facts_release(&facts, &fr_default_allocator);
    fr_map_release(map);
}

/* 1920 columns become 480; a wall a quarter of a cell wide shows. */
static void large_thumbnails_shrink(void **state)
{
    struct fr_map_facts facts;
    struct fr_map *map;
    (void)state;
    assert_int_equal(fr_map_create(1920, 8, &fr_default_allocator, &map), FR_OK);
    for (int x = 0; x < 1920; x++)
        for (int y = 0; y < 4; y++)
            fr_map_set_area(map, x, y, x % 8 == 5 || (x % 8 == 1 && y > 0) ? 0 : 1);
    assert_int_equal(fr_map_facts_create(map, &fr_default_allocator, &facts), FR_OK);
    assert_int_equal(facts.thumbnail_width, 480);
    assert_int_equal(facts.thumbnail_height, 2);
    /* 13 of 16 pixels count as walkable, 12 of 16 do not: 10101010 is 0xAA. */
    assert_memory_equal(facts.thumbnail, "qqqqqqqq", 8);
    assert_int_equal(strlen(facts.thumbnail), 160);
    assert_memory_equal(facts.thumbnail + 80, "AAAAAAAA", 8);
    fr_map_facts_release(&facts, &fr_default_allocator);
    fr_map_release(map);
}

static void facts_survive_lack_of_memory(void **state)
{
    static const char *const rows[] = {"..", ".#"};
    struct fr_map *map = draw(2, 2, rows);
    enum fr_status status = FR_NO_MEMORY;
    int failures = 0;
    (void)state;
    for (uint64_t n = 1; status != FR_OK; n++) {
        struct fr_counting_allocator counting;
        struct fr_map_facts facts;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = fr_map_facts_create(map, &counting.allocator, &facts);
        failures += status == FR_NO_MEMORY;
        if (status == FR_OK)
            fr_map_facts_release(&facts, &counting.allocator);
        assert_int_equal(counting.live_bytes, 0);
    }
    assert_true(failures >= 3);
    fr_map_release(map);
}

static void the_clock_goes_forward(void **state)
{
    struct fr_clock clock;
    (void)state;
    fr_clock_measure(&clock);
    assert_true(clock.resolution_ns >= 1);
    assert_true(clock.cost_ns >= 0 && clock.cost_ns < 1e5);
    const uint64_t before = fr_clock_ns();
    assert_true(fr_clock_ns() >= before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_statistics),
        cmocka_unit_test(the_median_of_unsorted_samples),
        cmocka_unit_test(corners_by_hand),
        cmocka_unit_test(small_thumbnails_show_each_pixel),
        cmocka_unit_test(large_thumbnails_shrink),
        cmocka_unit_test(facts_survive_lack_of_memory),
        cmocka_unit_test(the_clock_goes_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
