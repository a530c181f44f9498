/* What each kind of generated map promises: one corridor, no cycle, one floor, its formations. */
#include "tests/maps/generators/generated.h"

static void open_is_open(void **state)
{
    (void)state;
    struct fr_map *map = generate("open", 70, 50, 1);
    assert_int_equal(fr_map_walkable_count(map), 70 * 50);
    fr_map_release(map);
}

/* From the left along the middle row: free to the back of the U, through it, free to the right; and
 * from the middle up and down an arm on either side. */
static void utrap_stands_between_left_and_right(void **state)
{
    (void)state;
    struct fr_map *map = generate("utrap", 192, 108, 1);
    assert_connected(map, "utrap", 1);
    int changes = 0;
    for (int32_t x = 1; x < map->width; x++)
        changes += fr_map_walkable(map, x, 54) != fr_map_walkable(map, x - 1, 54);
    assert_int_equal(changes, 2);
    assert_true(fr_map_walkable(map, 0, 54));
    assert_true(fr_map_walkable(map, 150, 54));
    assert_true(fr_map_walkable(map, 191, 54));
    changes = 0;
    for (int32_t y = 1; y < map->height; y++)
        changes += fr_map_walkable(map, 96, y) != fr_map_walkable(map, 96, y - 1);
    assert_int_equal(changes, 4);
    fr_map_release(map);
}

static bool walkable_near(const struct fr_map *map, int32_t x, int32_t y, int32_t reach)
{
    for (int32_t ny = y - reach; ny <= y + reach; ny++)
        for (int32_t nx = x - reach; nx <= x + reach; nx++)
            if (fr_map_inside(map, nx, ny) && fr_map_walkable(map, nx, ny))
                return true;
    return false;
}

static void the_thin_spiral_is_one_line_into_the_middle(void **state)
{
    (void)state;
    for (int32_t width = 2; width < 40; width++)
        for (int32_t height = 2; height < 40; height++) {
            struct fr_map *map = generate("spiral", width, height, 1);
            assert_one_line(map, "spiral");
            assert_true(fr_map_walkable(map, 0, 0));
            assert_true(walkable_near(map, width / 2, height / 2, 1));
            /* Nothing left out: no 3 x 3 pixels are wall. */
            for (int32_t y = 1; y < height - 1; y++)
                for (int32_t x = 1; x < width - 1; x++)
                    assert_true(walkable_near(map, x, y, 1));
            fr_map_release(map);
        }
}

static void wide_spirals_wind_as_far_as_their_ground_goes(void **state)
{
    (void)state;
    for (int32_t corridor = 1; corridor <= 9; corridor++)
        for (int32_t wall = 1; wall <= 4; wall++) {
            char spec[64];
            snprintf(spec, sizeof spec, "spiral:corridor=%d,wall=%d", (int)corridor, (int)wall);
            struct fr_map *map = generate(spec, 203, 150, 1);
            assert_connected(map, spec, 1);
            const double ground = (double)fr_map_walkable_count(map) / corridor;
            const int32_t way = farthest(map, 0, 0);
            if (way < 0.8 * ground || way > 1.1 * ground)
                fail_msg("%s: %d steps for %.0f pixels of corridor", spec, way, ground);
            fr_map_release(map);
        }
}

static void the_serpentine_visits_row_after_row(void **state)
{
    (void)state;
    struct fr_map *map = generate("serpentine:corridor=1", 31, 23, 1);
    assert_one_line(map, "serpentine:corridor=1");
    assert_int_equal(fr_map_walkable_count(map), 12 * 31 + 11);
    assert_int_equal(farthest(map, 0, 0), 12 * 31 + 11 - 1);
    fr_map_release(map);
    map = generate("serpentine:corridor=4,wall=2", 50, 40, 1);
    assert_connected(map, "serpentine:corridor=4,wall=2", 1);
    assert_int_equal(fr_map_walkable_count(map), 7 * 4 * 50 + 6 * 4 * 2);
    fr_map_release(map);
}

/* A connected graph of cells with one opening fewer than cells has no cycle. */
static void assert_perfect_maze(int32_t corridor, int32_t wall, uint64_t seed)
{
    char spec[96];
    snprintf(spec, sizeof spec, "maze:corridor=%d,wall=%d", (int)corridor, (int)wall);
    struct fr_map *map = generate(spec, 120, 90, seed);
    const int32_t pitch = corridor + wall;
    const int32_t columns = (120 + wall) / pitch, rows = (90 + wall) / pitch;
    int64_t openings = 0;
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++) {
            const int32_t x = column * pitch, y = row * pitch;
            assert_true(fr_map_walkable(map, x, y));
            openings += column + 1 < columns && fr_map_walkable(map, x + corridor, y);
            openings += row + 1 < rows && fr_map_walkable(map, x, y + corridor);
        }
    const int64_t cells = (int64_t)columns * rows;
    assert_connected(map, spec, seed);
    assert_int_equal(openings, cells - 1);
    assert_int_equal(fr_map_walkable_count(map),
                     cells * corridor * corridor + openings * corridor * wall);
    fr_map_release(map);
}

static void mazes_are_perfect(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        assert_perfect_maze(1, 1, seed);
        assert_perfect_maze(4, 1, seed);
        assert_perfect_maze(3, 2, seed);
        assert_perfect_maze(100 - 11, 5, seed);
    }
}

static void noise_blocks_its_percentage(void **state)
{
    (void)state;
    for (int percent = 0; percent <= 100; percent += 10) {
        char spec[64];
        snprintf(spec, sizeof spec, "random:blocked=%d", percent);
        struct fr_map *map = generate(spec, 300, 300, 11);
        const double blocked = 100 - 100.0 * (double)fr_map_walkable_count(map) / (300 * 300);
        if (blocked < percent - 1 || blocked > percent + 1 ||
            (percent % 100 == 0 && blocked != percent))
            fail_msg("%s blocks %.2f percent", spec, blocked);
        fr_map_release(map);
    }
    struct fr_map *map = generate("random:blocked=50,cell=5", 99, 52, 11);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            assert_int_equal(fr_map_walkable(map, x, y),
                             fr_map_walkable(map, x / 5 * 5, y / 5 * 5));
    fr_map_release(map);
}

static void every_office_room_can_be_reached(void **state)
{
    (void)state;
    static const char *const specs[] = {"office", "office:room=20,corridor=6,door=3,desks=3",
                                        "office:room=40,corridor=1,door=1,wall=5,desks=0",
                                        "office:room=60,corridor=20,door=30,wall=3,desks=9"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            const int32_t more = (int32_t)seed * 37;
            struct fr_map *map = generate(specs[i], 300 + more, 260 + more / 2, seed);
            assert_connected(map, specs[i], seed);
            for (int32_t x = 0; x < map->width; x++) {
                assert_false(fr_map_walkable(map, x, 0));
                assert_false(fr_map_walkable(map, x, map->height - 1));
            }
            for (int32_t y = 0; y < map->height; y++) {
                assert_false(fr_map_walkable(map, 0, y));
                assert_false(fr_map_walkable(map, map->width - 1, y));
            }
            fr_map_release(map);
        }
}

static void adventure_rooms_are_mostly_one_floor(void **state)
{
    (void)state;
    static const int formations[] = {20, 60, 150, 300};
    for (int i = 0; i < 4; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            char spec[64];
            int64_t largest;
            snprintf(spec, sizeof spec, "adventure:formations=%d", formations[i]);
            struct fr_map *map = generate(spec, 1920, 1080, seed);
            const double percent = walkable_percent(map);
            if (percent < 45 || percent > 70)
                fail_msg("%s, seed %d: %.1f percent walkable", spec, (int)seed, percent);
            assert_in_range(count_components(map, FR_CONNECTED_4, &largest), 2, 60);
            assert_true((double)largest > 0.999 * (double)fr_map_walkable_count(map));
            fr_map_release(map);
        }
}

/* Counted as what stands free on a clean floor; some lean on a wall. */
static void adventure_rooms_hold_their_formations(void **state)
{
    (void)state;
    static const int formations[] = {0, 20, 60, 150, 300};
    for (int i = 0; i < 5; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            char spec[64];
            int64_t largest;
            snprintf(spec, sizeof spec, "adventure:formations=%d,dirt=0", formations[i]);
            struct fr_map *map = generate(spec, 1920, 1080, seed);
            assert_connected(map, spec, seed);
            struct fr_map *walls = negative(map);
            const int blocked = (int)count_components(walls, FR_CONNECTED_8, &largest);
            if (blocked < formations[i] * 8 / 10 || blocked > formations[i] * 11 / 10 + 4)
                fail_msg("%s, seed %d: %d separate obstacles", spec, (int)seed, blocked);
            fr_map_release(walls);
            fr_map_release(map);
        }
}

static void shades_soften_edges_and_nothing_else(void **state)
{
    (void)state;
    struct fr_map *two_valued = generate("adventure:bits=1", 640, 360, 4);
    for (int bits = 1; bits <= 8; bits++) {
        char spec[64];
        snprintf(spec, sizeof spec, "adventure:bits=%d", bits);
        struct fr_canvas canvas = paint(spec, 640, 360, 4);
        bool seen[256] = {false};
        int levels = 0;
        for (size_t i = 0; i < 640 * 360; i++)
            seen[canvas.pixels[i]] = true;
        for (int level = 0; level < 256; level++)
            levels += seen[level];
        assert_true(levels <= 1 << bits && levels > (1 << bits) * 8 / 10);
        for (int level = 0; level < 256 && bits == 4; level++)
            assert_true(!seen[level] || level % 17 == 0);
        struct fr_map *map;
        assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
        assert_int_equal(fr_map_hash(map), fr_map_hash(two_valued));
        fr_map_release(map);
        fr_canvas_release(&canvas, &fr_default_allocator);
    }
    fr_map_release(two_valued);
}

static void dirt_leaves_pixels_that_stand_alone(void **state)
{
    (void)state;
    int64_t largest;
    struct fr_map *clean = generate("adventure:formations=20,dirt=0", 1920, 1080, 8);
    struct fr_map *dirty = generate("adventure:formations=20,dirt=10", 1920, 1080, 8);
    struct fr_map *clean_walls = negative(clean), *dirty_walls = negative(dirty);
    assert_true(count_components(dirty, FR_CONNECTED_4, &largest) > 90);
    assert_true(count_components(dirty_walls, FR_CONNECTED_8, &largest) >
                count_components(clean_walls, FR_CONNECTED_8, &largest) + 300);
    fr_map_release(clean);
    fr_map_release(dirty);
    fr_map_release(clean_walls);
    fr_map_release(dirty_walls);
}

/* Shapes that no room was composed for: nothing may break, whatever it looks like. */
/* A clean brush leaves one floor; pinholes are holes in it; dithering leaves two levels. */
static void painted_rooms_are_as_asked(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        int64_t largest;
        struct fr_map *map = generate("painted", 640, 360, seed);
        struct fr_map *pricked = generate("painted:pinholes=2000", 640, 360, seed);
        struct fr_canvas dithered = paint("painted:brush=3,dither=1", 640, 360, seed);
        assert_connected(map, "painted", seed);
        assert_in_range((uint64_t)walkable_percent(map), 12, 42);
        struct fr_map *walls = negative(map), *more = negative(pricked);
        const uint32_t things = count_components(walls, FR_CONNECTED_8, &largest);
        const uint32_t holes = count_components(more, FR_CONNECTED_8, &largest);
        assert_in_range(holes, things + 380, things + 460); /* 460 pricked; some meet */
        for (size_t i = 0; i < (size_t)640 * 360; i++)
            assert_true(dithered.pixels[i] == 0 || dithered.pixels[i] == 255);
        fr_canvas_release(&dithered, &fr_default_allocator);
        fr_map_release(more);
        fr_map_release(walls);
        fr_map_release(pricked);
        fr_map_release(map);
    }
}

static void coloured_rooms_have_their_areas(void **state)
{
    (void)state;
    static const int areas[] = {1, 4, 15};
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            char spec[64];
            bool seen[FR_AREAS] = {false};
            snprintf(spec, sizeof spec, "coloured:areas=%d", areas[i]);
            struct fr_map *map = generate(spec, 640, 360, seed);
            assert_connected(map, spec, seed);
            for (size_t j = 0; j < (size_t)640 * 360; j++)
                seen[map->areas[j]] = true;
            for (int area = 0; area < FR_AREAS; area++)
                assert_int_equal(seen[area], area <= areas[i]);
            fr_map_release(map);
        }
}

static void any_size_and_options_will_do(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = {{32, 32}, {32, 3000}, {3000, 32}, {97, 1001}, {5000, 300}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fr_map_release(generate("adventure", sizes[i][0], sizes[i][1], 1));
        fr_map_release(generate("painted:share=90,things=500,hand=300,brush=8,dither=1,"
                                "pinholes=10000",
                                sizes[i][0], sizes[i][1], 1));
        fr_map_release(
            generate("coloured:share=10,things=0,areas=15", sizes[i][0], sizes[i][1], 1));
        fr_map_release(generate("adventure:formations=500,dirt=10,doors=8,hand=300,bits=8",
                                sizes[i][0], sizes[i][1], 2));
        fr_map_release(generate("adventure:formations=0,dirt=0,doors=0,hand=0,bits=1", sizes[i][0],
                                sizes[i][1], 3));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_is_open),
        cmocka_unit_test(utrap_stands_between_left_and_right),
        cmocka_unit_test(the_thin_spiral_is_one_line_into_the_middle),
        cmocka_unit_test(wide_spirals_wind_as_far_as_their_ground_goes),
        cmocka_unit_test(the_serpentine_visits_row_after_row),
        cmocka_unit_test(mazes_are_perfect),
        cmocka_unit_test(noise_blocks_its_percentage),
        cmocka_unit_test(every_office_room_can_be_reached),
        cmocka_unit_test(adventure_rooms_are_mostly_one_floor),
        cmocka_unit_test(adventure_rooms_hold_their_formations),
        cmocka_unit_test(shades_soften_edges_and_nothing_else),
        cmocka_unit_test(dirt_leaves_pixels_that_stand_alone),
        cmocka_unit_test(painted_rooms_are_as_asked),
        cmocka_unit_test(coloured_rooms_have_their_areas),
        cmocka_unit_test(any_size_and_options_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
