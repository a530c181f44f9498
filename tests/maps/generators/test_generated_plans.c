/* What the generators of rooms, caves, stairs, fans and edge walls promise. */
#define _POSIX_C_SOURCE 200809L

#include "tests/maps/generators/generated.h"

#include <unistd.h>

#include "maps/formats/load.h"
#include "maps/generators/generate.h"
#include "maps/geometry/line_of_sight.h"

/* A corridor a pixel wide is one line; what it turns at are its only corners. */
static void the_corridor_turns_as_often_as_asked(void **state)
{
    (void)state;
    for (int turns = 0; turns <= 12; turns++) {
        char spec[64];
        snprintf(spec, sizeof spec, "corridor:width=1,turns=%d", turns);
        struct fr_map *map = generate(spec, 97, 61, 1);
        assert_one_line(map, spec);
        int corners = 0;
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++)
                corners += fr_map_walkable(map, x, y) && walkable_neighbours(map, x, y) == 2 &&
                           fr_map_walkable(map, x - 1, y) != fr_map_walkable(map, x + 1, y);
        assert_int_equal(corners, turns);
        fr_map_release(map);
    }
    struct fr_map *map = generate("corridor:width=6", 97, 61, 1);
    assert_int_equal(fr_map_walkable_count(map), 6 * 97);
    fr_map_release(map);
}

static void the_comb_has_teeth(void **state)
{
    (void)state;
    struct fr_map *map = generate("comb:tooth=2,wall=3,spine=4", 52, 40, 1);
    assert_connected(map, "comb", 1);
    assert_int_equal(fr_map_walkable_count(map), 4 * 52 + 11 * 2 * 36);
    assert_int_equal(farthest(map, 0, 0), 36 + 51 + 36);
    fr_map_release(map);
}

/* Pixels of an area. */
static int64_t count_area(const struct fr_map *map, uint8_t area)
{
    int64_t count = 0;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            count += fr_map_area(map, x, y) == area;
    return count;
}

/* With no loops as many doors as a tree of rooms has edges; with all of them one in every wall. */
static void rooms_have_the_doors_that_they_need(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++)
        for (int loops = 0; loops <= 100; loops += 50) {
            char spec[96];
            snprintf(spec, sizeof spec, "rooms:columns=7,rows=5,door=6,wall=3,loops=%d", loops);
            struct fr_map *map = generate(spec, 3 + 7 * 20, 3 + 5 * 17, seed);
            const int64_t doors = (fr_map_walkable_count(map) - 7 * 5 * 17 * 14) / (6 * 3);
            assert_connected(map, spec, seed);
            assert_int_equal((fr_map_walkable_count(map) - 7 * 5 * 17 * 14) % (6 * 3), 0);
            assert_true(loops == 0 ? doors == 34 : loops == 100 ? doors == 58 : doors > 34);
            fr_map_release(map);
        }
}

/* Disables the gates that are not in the set: bit i is area 2 + i. */
static void enable_gates(struct fr_map *map, int gates, unsigned set)
{
    for (int gate = 0; gate < gates; gate++)
        fr_map_enable(map, (uint8_t)(2 + gate), set >> gate & 1);
}

/* Without locked doors every room is reached whatever is enabled, and every gate adds ground. */
static void unlocked_gates_are_further_ways(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const char *spec = "gates:columns=4,rows=3,gates=5,locked=0";
        struct fr_map *map = generate(spec, 200, 120, seed);
        int64_t gate_pixels[5];
        for (int gate = 0; gate < 5; gate++) {
            gate_pixels[gate] = count_area(map, (uint8_t)(2 + gate));
            assert_true(gate_pixels[gate] > 0);
        }
        assert_int_equal(count_area(map, 7), 0);
        const int64_t floor = count_area(map, 1);
        for (unsigned set = 0; set < 1u << 5; set++) {
            int64_t expected = floor;
            enable_gates(map, 5, set);
            for (int gate = 0; gate < 5; gate++)
                expected += set >> gate & 1 ? gate_pixels[gate] : 0;
            assert_connected(map, spec, seed);
            assert_int_equal(fr_map_walkable_count(map), expected);
        }
        fr_map_release(map);
    }
}

/* With all doors locked every room is on its own until gates open; any gate joins two rooms. */
static void locked_gates_join_rooms(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        int64_t largest;
        struct fr_map *map = generate("gates:columns=4,rows=3,gates=6,locked=100", 200, 120, seed);
        enable_gates(map, 6, 0);
        assert_int_equal(count_components(map, FR_CONNECTED_8, &largest), 12);
        for (int gate = 0; gate < 6; gate++) {
            enable_gates(map, 6, 1u << gate);
            assert_true(count_components(map, FR_CONNECTED_4, &largest) < 12);
        }
        enable_gates(map, 6, 63);
        assert_connected(map, "gates", seed);
        fr_map_release(map);
    }
}

static void caves_are_one_piece_with_wide_halls(void **state)
{
    (void)state;
    static const char *const specs[] = {"cave", "cave:blocked=46,grain=9", "cave:grain=1,rounds=8",
                                        "cave:blocked=35,grain=31,rounds=1"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            struct fr_map *map = generate(specs[i], 640, 360, seed);
            assert_connected(map, specs[i], seed);
            const double percent = walkable_percent(map);
            if (percent < 15 || percent > 95)
                fail_msg("%s, seed %d: %.1f percent walkable", specs[i], (int)seed, percent);
            fr_map_release(map);
        }
    struct fr_map *map = generate("cave:blocked=0", 640, 360, 1);
    assert_true(walkable_percent(map) > 99);
    fr_map_release(map);
}

/* From the upper left corner to the lower right one along the stairs, to and fro. */
static void stairs_lead_to_and_fro(void **state)
{
    (void)state;
    for (int step = 1; step <= 5; step++)
        for (int corridor = 2; corridor <= 5; corridor++)
            for (int wall = 1; wall <= 3; wall++) {
                char spec[80];
                snprintf(spec, sizeof spec, "staircase:step=%d,corridor=%d,wall=%d", step, corridor,
                         wall);
                struct fr_map *map = generate(spec, 203, 150, 1);
                assert_connected(map, spec, 1);
                const int32_t straight = 203 + 150;
                if (farthest(map, 0, 0) < 2 * straight)
                    fail_msg("%s: %d steps, expected a long way", spec, farthest(map, 0, 0));
                fr_map_release(map);
            }
}

/* Stairs of a pixel, two wide: no diagonal step has both pixels beside it free. */
static void the_thinnest_stairs_have_no_diagonal(void **state)
{
    (void)state;
    struct fr_map *map = generate("staircase:step=1,corridor=2,wall=1", 90, 70, 1);
    int squares = 0;
    for (int32_t y = 8; y < map->height - 8; y++)
        for (int32_t x = 8; x < map->width - 8; x++)
            squares += fr_map_walkable(map, x, y) && fr_map_walkable(map, x + 1, y) &&
                       fr_map_walkable(map, x, y + 1) && fr_map_walkable(map, x + 1, y + 1);
    assert_int_equal(squares, 0);
    fr_map_release(map);
}

static void pinches_touch_at_corners_only(void **state)
{
    (void)state;
    int64_t largest;
    struct fr_map *map = generate("pinches:block=3,gap=4,chain=3", 4 + 5 * 13, 4 + 3 * 13, 7);
    struct fr_map *blocks = negative(map);
    assert_connected(map, "pinches", 7);
    assert_int_equal(count_components(blocks, FR_CONNECTED_4, &largest), 5 * 3 * 3);
    assert_int_equal(largest, 9);
    assert_int_equal(count_components(blocks, FR_CONNECTED_8, &largest), 5 * 3);
    fr_map_release(blocks);
    fr_map_release(map);
}

/* Whether the focus sees a walkable pixel beside this blocked one. */
static bool in_view(const struct fr_map *map, int32_t x, int32_t y)
{
    const struct fr_point focus = fr_pixel_centre((struct fr_pixel){0, map->height / 2});
    for (int32_t ny = y - 1; ny <= y + 1; ny++)
        for (int32_t nx = x - 1; nx <= x + 1; nx++)
            if (fr_map_inside(map, nx, ny) && fr_map_walkable(map, nx, ny) &&
                fr_line_of_sight(map, focus, fr_pixel_centre((struct fr_pixel){nx, ny})))
                return true;
    return false;
}

/* Every formation of the fan stands alone, and the focus sees it. */
static void the_focus_of_a_fan_sees_all(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct fr_map *map = generate("fan:screen=0", 1920, 1080, seed);
        struct fr_map *formations = negative(map);
        struct fr_components *components;
        assert_int_equal(
            fr_components_create(formations, FR_CONNECTED_8, &fr_default_allocator, &components),
            FR_OK);
        const uint32_t count = fr_components_count(components);
        bool *seen = calloc(count, 1);
        assert_true(seen && count > 100);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                const uint32_t formation = fr_components_at(components, x, y);
                if (formation != FR_NO_COMPONENT && !seen[formation])
                    seen[formation] = in_view(map, x, y);
            }
        for (uint32_t i = 0; i < count; i++)
            if (!seen[i])
                fail_msg("fan, seed %d: formation %u of %u is hidden", (int)seed, i, count);
        free(seen);
        fr_components_release(components);
        fr_map_release(formations);
        fr_map_release(map);
    }
    struct fr_map *map = generate("fan", 960, 540, 1);
    const struct fr_point left = fr_pixel_centre((struct fr_pixel){0, 270});
    const struct fr_point right = fr_pixel_centre((struct fr_pixel){959, 270});
    assert_connected(map, "fan", 1);
    assert_false(fr_line_of_sight(map, left, right));
    fr_map_release(map);
}

/* Equal within every pixel of the old screen, and the old screen itself at its own size. */
static void blocky_rooms_are_a_small_screen(void **state)
{
    (void)state;
    const char *spec = "blocky:columns=64,rows=40";
    struct fr_map *screen = generate(spec, 64, 40, 5), *map = generate(spec, 64 * 6, 40 * 5, 5);
    assert_true(walkable_percent(map) > 20);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            assert_int_equal(fr_map_walkable(map, x, y), fr_map_walkable(screen, x / 6, y / 5));
    fr_map_release(screen);
    fr_map_release(map);
}

/* A perfect maze of borders: all pixels connected, by as few openings as possible. */
static void a_closed_maze_of_borders_is_perfect(void **state)
{
    (void)state;
    for (int cell = 1; cell <= 4; cell++) {
        char spec[64];
        snprintf(spec, sizeof spec, "walls:cell=%d,open=0,segments=0", cell);
        struct fr_map *map = generate(spec, 12 * cell, 9 * cell, 3);
        const int64_t between = 12 * 8 + 11 * 9, joined = 12 * 9 - 1;
        assert_int_equal(fr_map_walkable_count(map), 12 * 9 * cell * cell);
        assert_int_equal(map->wall_count, (between - joined) * cell);
        assert_connected(map, spec, 3);
        fr_map_release(map);
    }
}

static void walls_have_their_densities(void **state)
{
    (void)state;
    struct fr_map *map = generate("walls:open=100,segments=0", 300, 200, 1);
    assert_int_equal(map->wall_count, 0);
    fr_map_release(map);
    map = generate("walls:open=100,segments=100,length=1,blocked=30", 300, 200, 1);
    assert_in_range(map->wall_count, 570, 600);
    const double percent = walkable_percent(map);
    assert_true(percent > 69 && percent < 71);
    fr_map_release(map);
    map = generate("walls:open=100,segments=10,length=100", 300, 200, 1);
    assert_in_range(map->wall_count, 1000, 6000);
    fr_map_release(map);
}

/* Saved and loaded, walls are where they were painted. */
static void saved_walls_stand_where_they_were(void **state)
{
    char folder[] = "/tmp/footrace-walls-XXXXXX", file[64];
    struct fr_canvas canvas = paint("walls:cell=3,blocked=9", 70, 50, 4);
    struct fr_map *painted = map_of(&canvas), *map = NULL;
    struct fr_error error = {"", FR_OK};
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/walls.txt", folder);
    if (fr_canvas_save(file, &canvas, &error) != FR_OK ||
        fr_map_load(file, "", &fr_default_allocator, &map, NULL, &error) != FR_OK)
        fail_msg("%s", error.text);
    assert_int_equal(map->wall_count, painted->wall_count);
    assert_int_equal(fr_map_hash(map), fr_map_hash(painted));
    fr_map_release(map);
    remove(file);
    assert_int_equal(rmdir(folder), 0);
    fr_map_release(painted);
    fr_canvas_release(&canvas, &fr_default_allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corridor_turns_as_often_as_asked),
        cmocka_unit_test(the_comb_has_teeth),
        cmocka_unit_test(rooms_have_the_doors_that_they_need),
        cmocka_unit_test(unlocked_gates_are_further_ways),
        cmocka_unit_test(locked_gates_join_rooms),
        cmocka_unit_test(caves_are_one_piece_with_wide_halls),
        cmocka_unit_test(stairs_lead_to_and_fro),
        cmocka_unit_test(the_thinnest_stairs_have_no_diagonal),
        cmocka_unit_test(pinches_touch_at_corners_only),
        cmocka_unit_test(the_focus_of_a_fan_sees_all),
        cmocka_unit_test(blocky_rooms_are_a_small_screen),
        cmocka_unit_test(a_closed_maze_of_borders_is_perfect),
        cmocka_unit_test(walls_have_their_densities),
        cmocka_unit_test(saved_walls_stand_where_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
