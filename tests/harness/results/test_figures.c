/* The figures of a result file that need no race: the clock's own, and facts about a map. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "harness/base/clock.h"
#include "harness/inspect/map_facts.h"

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
        cmocka_unit_test(corners_by_hand),
        cmocka_unit_test(small_thumbnails_show_each_pixel),
        cmocka_unit_test(large_thumbnails_shrink),
        cmocka_unit_test(facts_survive_lack_of_memory),
        cmocka_unit_test(the_clock_goes_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
