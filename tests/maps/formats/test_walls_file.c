/* "footrace-walls/1": the walls of one file on the map of another. */
#include "tests/maps/formats/refused.h"

#include "build_paths.h"
#include "tests/ascii_map.h"

#define WALLS(map, walls)                                                                          \
    "{\"format\": \"footrace-walls/1\", \"map\": \"" map "\", \"walls\": [" walls "]}"

static void assert_drawn(const struct fr_map *map, const char *drawn)
{
    struct fr_map *expected = walled_map(drawn);
    if (fr_map_hash(map) != fr_map_hash(expected))
        print_map(map);
    assert_int_equal(fr_map_hash(map), fr_map_hash(expected));
    assert_int_equal(map->wall_count, expected->wall_count);
    fr_map_release(expected);
}

static void walls_stand_on_the_map_beside(void **state)
{
    struct fr_load_report report;
    (void)state;
    put_text("room.txt", "..#\n.2.\n");
    const char *path =
        put_text("walls.json", WALLS("room.txt", "[0, 0, \"e\"], [1, 0, \"s\"], [0, 0, \"e\"]"));
    struct fr_map *map = load_with(path, "", &report);
    assert_drawn(map, ".|. #\n"
                      "  -  \n"
                      ". 2 .\n");
    assert_string_equal(report.format, "walls");
    assert_string_equal(report.reading, "2 edge walls on ascii, one letter for each pixel");
    fr_map_release(map);
}

static void walls_stand_on_every_kind_of_map(void **state)
{
    char text[512];
    struct fr_load_report report;
    (void)state;
    put_text("lake.map", "type octile\nheight 1\nwidth 3\nmap\n..W\n");
    struct fr_map *map = load_with(
        put_text("lake.json", WALLS("lake.map:dialect=hog2", "[0, 0, \"e\"]")), "", &report);
    assert_drawn(map, ".|.|2\n");
    fr_map_release(map);
    put_text("hall.poly.json", "{\"format\": \"footrace-polygon/1\", \"size\": [6, 6]}");
    map = load_with(
        put_text("hall.json", WALLS("hall.poly.json:radius=1,shape=square", "[2, 2, \"s\"]")), "",
        &report);
    assert_int_equal(fr_map_walkable_count(map), 16);
    assert_true(fr_map_wall(map, 2, 2, FR_SOUTH));
    assert_int_equal(report.agent.radius, 2);
    fr_map_release(map);
    format_text(text, sizeof text, WALLS("%s/lake.map", ""), folder);
    map = load_with(put_text("far.json", text), "", &report);
    assert_int_equal(map->wall_count, 0);
    fr_map_release(map);
}

static void bundled_maps_take_walls_by_name(void **state)
{
    struct fr_map *map;
    struct fr_error error = {"", FR_OK};
    (void)state;
    const char *path = put_text("bundled.json", WALLS("open", "[3, 4, \"s\"]"));
    assert_int_equal(fr_map_load(path, FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, &error),
                     FR_OK);
    assert_true(fr_map_wall(map, 3, 4, FR_SOUTH));
    assert_int_equal(map->wall_count, 1);
    fr_map_release(map);
}

static void nothing_is_lost_without_memory(void **state)
{
    (void)state;
    put_text("room.txt", "..#\n.2.\n");
    refuse_each_allocation(put_text("memory.json", WALLS("room.txt", "[0, 0, \"e\"]")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_stand_on_the_map_beside),
        cmocka_unit_test(walls_stand_on_every_kind_of_map),
        cmocka_unit_test(bundled_maps_take_walls_by_name),
        cmocka_unit_test(nothing_is_lost_without_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
