/* Moving AI maps and scenarios: the quirks of real files, and all files of the data folder against
 * small readers of the test's own. */
#include "tests/maps/formats/refused.h"

#include "maps/formats/clicks/click_set_file.h"
#include "tests/ascii_map.h"

static void assert_rows(const struct fr_map *map, const char *rows)
{
    assert_int_equal((size_t)map->width * (size_t)map->height, strlen(rows));
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            assert_int_equal(fr_map_area(map, x, y), rows[y * map->width + x] == '.');
            assert_int_equal(fr_map_walkable(map, x, y), rows[y * map->width + x] == '.');
        }
}

static void headers_as_they_are_met(void **state)
{
    static const char *const files_met[] = {
        "type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n",
        "type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.",
        "type octile\r\nheight 2\r\nwidth 4\r\nmap\r\n.GS@\r\nOTW.\r\n",
        "width 4\nheight 2\ntype octile\nmap\n.GS@\nOTW.\n\n\n",
        "height\t2\ntype octile\n\nwidth  4 \nmap \n.gs@\notw.\r\n \n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof files_met / sizeof *files_met; i++) {
        struct fr_load_report report;
        struct fr_map *map = load_with(put_text("met.map", files_met[i]), "", &report);
        assert_rows(map, "...####.");
        assert_string_equal(report.format, "movingai");
        fr_map_release(map);
    }
    struct fr_map *map = load_with(put_text("met.map", files_met[0]), "dialect=gppc", NULL);
    fr_map_release(map);
}

static const char *const dialects[] = {"gppc", "warthog", "hog2"};

/* Each string of letters is one class; all other letters are blocked. */
static const char *const classes[][3] = {{".GS", "", ""}, {".G", "", ""}, {".GS", "W", "T"}};

static int class_of(int dialect, char letter)
{
    for (int i = 0; i < 3; i++)
        if (strchr(classes[dialect][i], letter))
            return i + 1;
    return 0;
}

/* The rows behind the line "map", without line ends, for the caller to free. */
static char *read_terrain(const char *path, int *width, int *height)
{
    size_t size, used = 0;
    char *text = get_bytes(path, &size);
    assert_int_equal(sscanf(text, "type octile height %d width %d", height, width), 2);
    for (const char *letter = strstr(text, "map") + 3; *letter; letter++)
        if (*letter != '\n' && *letter != '\r')
            text[used++] = *letter;
    assert_int_equal(used, *width * *height);
    return text;
}

/* Every cell and every border; yields what was walkable and walled. */
static void compare_map(const char *path, int dialect, int64_t *cells, int64_t *walls)
{
    char options[32];
    int width, height;
    char *terrain = read_terrain(path, &width, &height);
    format_text(options, sizeof options, "dialect=%s", dialects[dialect]);
    struct fr_map *map = load_with(path, options, NULL);
    assert_int_equal(map->width, width);
    assert_int_equal(map->height, height);
    *cells = *walls = 0;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const int here = class_of(dialect, terrain[y * width + x]);
            const int east = x + 1 < width ? class_of(dialect, terrain[y * width + x + 1]) : 0;
            const int south = y + 1 < height ? class_of(dialect, terrain[(y + 1) * width + x]) : 0;
            if (fr_map_walkable(map, x, y) != (here > 0) ||
                fr_map_wall(map, x, y, FR_EAST) != (here && east && here != east) ||
                fr_map_wall(map, x, y, FR_SOUTH) != (here && south && here != south))
                fail_msg("%s, %s: pixel %d,%d", path, dialects[dialect], x, y);
            *cells += here > 0;
            *walls += (here && east && here != east) + (here && south && here != south);
        }
    assert_int_equal(fr_map_walkable_count(map), *cells);
    assert_int_equal(map->wall_count, *walls);
    fr_map_release(map);
    free(terrain);
}

static void all_maps_of_the_data_folder(void **state)
{
    int64_t trees = 0, all_walls = 0;
    (void)state;
    for (size_t i = 0; i < MOVINGAI_MAPS; i++) {
        char path[512];
        int64_t cells[3], walls[3];
        format_text(path, sizeof path, "%s/%s.map", movingai_folder(), movingai_maps[i]);
        for (int dialect = 0; dialect < 3; dialect++)
            compare_map(path, dialect, &cells[dialect], &walls[dialect]);
        assert_int_equal(walls[0] + walls[1], 0);
        trees += cells[2] - cells[0];
        all_walls += walls[2];
    }
    /* else this showed nothing; of swamp and water the folder has none */
    assert_true(trees > 0);
    assert_true(all_walls > 0);
}

static void all_letters_in_all_dialects(void **state)
{
    static const char letters[] = "..GS@OTW";
    struct fr_random random = {3};
    char text[40 * 61 + 64];
    int64_t cells[3], walls[3];
    (void)state;
    format_text(text, sizeof text, "type octile\nheight 40\nwidth 60\nmap\n");
    for (char *at = text + strlen(text), *row = at; row < at + 40 * 61; row += 61) {
        for (int x = 0; x < 60; x++)
            row[x] = letters[fr_random_below(&random, 8)];
        row[60] = '\n';
        row[61] = '\0';
    }
    const char *path = put_text("letters.map", text);
    for (int dialect = 0; dialect < 3; dialect++)
        compare_map(path, dialect, &cells[dialect], &walls[dialect]);
    assert_true(cells[1] < cells[0] && cells[0] < cells[2]);
    assert_true(walls[0] == 0 && walls[1] == 0 && walls[2] > 0);
    struct fr_map *map = load_with(path, "", NULL);
    assert_int_equal(fr_map_walkable_count(map), cells[0]);
    fr_map_release(map);
}

/* Whether a diagonal step is legal in grid8: pixels walkable, no wall on either route. */
static bool grid8_diagonal(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return fr_map_walkable(map, x + dx, y) && fr_map_walkable(map, x, y + dy) &&
           fr_map_walkable(map, x + dx, y + dy) && !fr_map_walled(map, x, y, dx, 0) &&
           !fr_map_walled(map, x, y, 0, dy) && !fr_map_walled(map, x + dx, y, 0, dy) &&
           !fr_map_walled(map, x, y + dy, dx, 0);
}

/* Each of 2 x 2 cells is ground, water, trees or blocked: HOG2 steps where all cells touched are of
 * one class. */
static void classes_of_hog2(void **state)
{
    static const char letters[] = ".WT@";
    (void)state;
    for (int drawn = 0; drawn < 256; drawn++) {
        char text[64];
        int class[4];
        for (int i = 0; i < 4; i++)
            class[i] = drawn >> 2 * i & 3;
        format_text(text, sizeof text, "type octile\nheight 2\nwidth 2\nmap\n%c%c\n%c%c\n",
                    letters[class[0]], letters[class[1]], letters[class[2]], letters[class[3]]);
        struct fr_map *map = load_with(put_text("classes.map", text), "dialect=hog2", NULL);
        const bool across = class[0] < 3 && class[0] == class[1];
        assert_int_equal(across, fr_map_walkable(map, 0, 0) && fr_map_walkable(map, 1, 0) &&
                                     !fr_map_walled(map, 0, 0, 1, 0));
        const bool down = class[0] < 3 && class[0] == class[2];
        assert_int_equal(down, fr_map_walkable(map, 0, 0) && fr_map_walkable(map, 0, 1) &&
                                   !fr_map_walled(map, 0, 0, 0, 1));
        assert_int_equal(fr_map_walkable(map, 0, 0) && grid8_diagonal(map, 0, 0, 1, 1),
                         across && down && class[3] == class[0]);
        fr_map_release(map);
    }
}

/* sscanf reads what the loader splits by hand. */
static void compare_scenarios(const char *path, const char *map)
{
    size_t size, row = 0;
    char *text = get_bytes(path, &size), named[256], printed[64];
    int bucket, width, height, sx, sy, gx, gy, used;
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    const char *at = strchr(text, '\n') + 1;
    assert_int_equal(sscanf(at, "%*d %*s %d %d", &width, &height), 2);
    const enum fr_status status =
        fr_click_set_load(path, width, height, &fr_default_allocator, &set, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, FR_OK);
    format_text(named, sizeof named, "%s.map", map);
    assert_string_equal(set.map, named);
    for (; sscanf(at, "%d %*s %*d %*d %d %d %d %d %63s%n", &bucket, &sx, &sy, &gx, &gy, printed,
                  &used) == 6;
         at += used, row++) {
        assert_true(row < set.count);
        const struct fr_click *click = &set.clicks[row];
        char tag[FR_TAG_SIZE];
        format_text(tag, sizeof tag, "bucket-%d", bucket);
        assert_string_equal(click->tag, tag);
        assert_int_equal(click->kind, FR_CLICK);
        assert_true(fr_pixel_equal(click->start, (struct fr_pixel){sx, sy}));
        assert_true(fr_pixel_equal(click->goal, (struct fr_pixel){gx, gy}));
        assert_true(click->expect_grid8 == atof(printed));
        /* a length with this many decimals must print as it was read */
        char again[64];
        format_text(again, sizeof again, "%.*f", click->expect_digits, click->expect_grid8);
        assert_int_equal(strncmp(again, printed, strlen(printed)), 0);
        assert_true(click->expect_digits > 0);
    }
    assert_int_equal(row, set.count);
    fr_click_set_release(&set);
    free(text);
}

static void all_scenarios_of_the_data_folder(void **state)
{
    (void)state;
    for (size_t i = 0; i < MOVINGAI_MAPS; i++) {
        char path[512];
        format_text(path, sizeof path, "%s/%s.map.scen", movingai_folder(), movingai_maps[i]);
        compare_scenarios(path, movingai_maps[i]);
    }
}

static struct fr_click_set load_rows(const char *text)
{
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    const char *path = put_text("rows.scen", text);
    const enum fr_status status =
        fr_click_set_load(path, 100, 50, &fr_default_allocator, &set, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, FR_OK);
    return set;
}

static void versions_of_scenarios(void **state)
{
    static const char *const versions[] = {
        "version 1\n3\tmaps/dao/a.map\t100\t50\t1\t2\t99\t49\t12.4853\n",
        "version 1.0\r\n3 a.map  100 50 1 2 99 49 12.4853",
        "3 a.map 1 2 99 49 12.4853\n",
        "\nversion 0\n3 /a.map 1 2 99 49 12.4853\n\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct fr_click_set set = load_rows(versions[i]);
        assert_int_equal(set.count, 1);
        assert_string_equal(set.map, "a.map");
        assert_string_equal(set.clicks[0].tag, "bucket-3");
        assert_int_equal(set.clicks[0].start.y, 2);
        assert_int_equal(set.clicks[0].goal.x, 99);
        assert_true(set.clicks[0].expect_grid8 == 12.4853);
        assert_int_equal(set.clicks[0].expect_digits, 4);
        fr_click_set_release(&set);
    }
}

static void lengths_of_scenarios(void **state)
{
    (void)state;
    struct fr_click_set set = load_rows("0 a.map 1 2 3 4 0\n"
                                        "0 a.map 1 2 1 2 0\n"
                                        "0 a.map 1 2 3 4 2.83\n"
                                        "0 a.map 1 2 3 4 2306\n"
                                        "0 a.map 1 2 3 4 2.00000000\n"
                                        "0 a.map 1 2 3 4 1234567\n"
                                        "0 a.map 1 2 3 4 2.828427124746190097603\n");
    static const double lengths[] = {-1, 0, 2.83, 2306, 2, 1234567, 2.828427124746190097603};
    /* without decimals, those of the six digits that the stream left out as zeros */
    static const int digits[] = {0, 5, 2, 2, 8, 0, 15};
    assert_int_equal(set.count, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_true(set.clicks[i].expect_grid8 == lengths[i]);
        assert_int_equal(set.clicks[i].expect_digits, digits[i]);
    }
    fr_click_set_release(&set);
}

static void nothing_is_lost_without_memory(void **state)
{
    (void)state;
    assert_true(refuse_each_allocation(put_text("memory.map", "type octile\nheight 3\n"
                                                              "width 3\nmap\nGGG\nGGG\nGGG\n")) >
                2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_as_they_are_met),
        cmocka_unit_test(all_maps_of_the_data_folder),
        cmocka_unit_test(all_letters_in_all_dialects),
        cmocka_unit_test(classes_of_hog2),
        cmocka_unit_test(nothing_is_lost_without_memory),
        cmocka_unit_test(all_scenarios_of_the_data_folder),
        cmocka_unit_test(versions_of_scenarios),
        cmocka_unit_test(lengths_of_scenarios),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
