/* ASCII maps: what is drawn is what is loaded, and what is written reads back as the same map. */
#include "tests/maps/formats/refused.h"

#include "maps/formats/text/save_ascii.h"
#include "tests/ascii_map.h"

static void assert_same(const struct fr_map *map, const struct fr_map *other)
{
    if (fr_map_hash(map) != fr_map_hash(other)) {
        print_map(map);
        print_map(other);
    }
    assert_int_equal(fr_map_hash(map), fr_map_hash(other));
    assert_int_equal(map->wall_count, other->wall_count);
}

static void letters_are_areas(void **state)
{
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(
        put_text("areas.txt", "footrace-ascii/1 7 2\n#.129az\r\nAZb....\n\n"), "", &report);
    static const uint8_t areas[] = {0, 1, 1, 2, 9, 10, 35, 36, 61, 11, 1, 1, 1, 1};
    assert_int_equal(map->width, 7);
    assert_int_equal(map->height, 2);
    assert_memory_equal(map->areas, areas, sizeof areas);
    assert_false(fr_map_walkable(map, 0, 0));
    assert_true(fr_map_walkable(map, 1, 1));
    assert_int_equal(map->wall_count, 0);
    assert_string_equal(report.format, "ascii");
    fr_map_release(map);
}

static void rows_may_be_bare(void **state)
{
    static const char *const drawn[] = {"#.2\n.a.\n", "#.2\r\n.a.\r\n\r\n", "#.2\n.a."};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct fr_map *map = load_with(put_text("bare.map", drawn[i]), "", NULL);
        static const uint8_t areas[] = {0, 1, 2, 1, 10, 1};
        assert_int_equal(map->width, 3);
        assert_int_equal(map->height, 2);
        assert_memory_equal(map->areas, areas, sizeof areas);
        fr_map_release(map);
    }
}

static void borders_are_walls(void **state)
{
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(put_text("walls.txt", "footrace-ascii/1 3 3 walls\n"
                                                         ". .|#\n"
                                                         "-+ +-\n"
                                                         ".|2 .\n"
                                                         "\n"
                                                         ". . ."),
                                   "", &report);
    assert_int_equal(map->wall_count, 4);
    assert_true(fr_map_wall(map, 1, 0, FR_EAST));
    assert_true(fr_map_wall(map, 0, 0, FR_SOUTH));
    assert_true(fr_map_wall(map, 2, 0, FR_SOUTH));
    assert_true(fr_map_wall(map, 0, 1, FR_EAST));
    assert_int_equal(fr_map_area(map, 2, 0), 0);
    assert_int_equal(fr_map_area(map, 1, 1), 2);
    assert_int_equal(fr_map_area(map, 2, 2), 1);
    assert_string_equal(report.reading, "one letter for each pixel, 4 edge walls");
    fr_map_release(map);
}

static void maps_are_written_for_people(void **state)
{
    size_t size;
    struct fr_error error;
    (void)state;
    struct fr_map *map = walled_map(". . # 2\n"
                                    "-      \n"
                                    ".|3 3 3\n");
    const char *path = in_folder("written.txt");
    assert_int_equal(fr_save_ascii(path, map, &error), FR_OK);
    char *text = get_bytes(path, &size);
    assert_string_equal(text, "footrace-ascii/1 4 2 walls\n. . # 2\n-\n.|3 3 3\n");
    free(text);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_SOUTH, false), FR_OK);
    assert_int_equal(fr_map_set_wall(map, 0, 1, FR_EAST, false), FR_OK);
    assert_int_equal(fr_save_ascii(path, map, &error), FR_OK);
    text = get_bytes(path, &size);
    assert_string_equal(text, "footrace-ascii/1 4 2\n..#2\n.333\n");
    free(text);
    fr_map_set_area(map, 2, 1, 62);
    assert_int_equal(fr_save_ascii(path, map, &error), FR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "pixel 2,1: area 62 found, expected at most 61"));
    fr_map_release(map);
}

static void what_is_written_reads_back(void **state)
{
    struct fr_random random = {7};
    struct fr_error error;
    const char *path = in_folder("again.txt");
    (void)state;
    for (int round = 0; round < 300; round++) {
        const int32_t width = 1 + (int32_t)fr_random_below(&random, round % 10 == 0 ? 150 : 9);
        const int32_t height = 1 + (int32_t)fr_random_below(&random, 9);
        struct fr_map *map = random_map(&random, width, height, 30);
        for (int32_t i = 0; i < width * height; i++)
            if (fr_random_below(&random, 3) == 0)
                fr_map_set_area(map, i % width, i / width, (uint8_t)fr_random_below(&random, 62));
        random_walls(map, &random, (round % 3) * 20);
        assert_int_equal(fr_save_ascii(path, map, &error), FR_OK);
        struct fr_map *again = load_with(path, "", NULL);
        assert_same(map, again);
        fr_map_release(again);
        fr_map_release(map);
    }
}

static void nothing_is_lost_without_memory(void **state)
{
    struct fr_counting_allocator counting;
    struct fr_error error;
    struct fr_map *map;
    const char *path = put_text("memory.txt", "footrace-ascii/1 2 2 walls\n.|.\n-\n. .\n");
    (void)state;
    refuse_each_allocation(path);
    fr_counting_allocator_init(&counting);
    assert_int_equal(fr_map_load(path, folder, &counting.allocator, &map, NULL, &error), FR_OK);
    counting.fail_at = counting.allocations + 1;
    assert_int_equal(fr_save_ascii(path, map, &error), FR_NO_MEMORY);
    fr_map_release(map);
    fr_map_release(load_with(path, "", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_areas),
        cmocka_unit_test(rows_may_be_bare),
        cmocka_unit_test(borders_are_walls),
        cmocka_unit_test(maps_are_written_for_people),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(nothing_is_lost_without_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
