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

/* Compares every cell; returns how many are walkable. */
static int64_t compare_map(const char *path)
{
    int64_t cells = 0;
    int width, height;
    char *terrain = read_terrain(path, &width, &height);
    struct fr_map *map = load_with(path, "", NULL);
    assert_int_equal(map->width, width);
    assert_int_equal(map->height, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const bool walkable = strchr(".GS", terrain[y * width + x]);
            if (fr_map_walkable(map, x, y) != walkable)
                fail_msg("%s: pixel %d,%d", path, x, y);
            cells += walkable;
        }
    assert_int_equal(fr_map_walkable_count(map), cells);
    assert_int_equal(map->wall_count, 0);
    fr_map_release(map);
    free(terrain);
    return cells;
}

static void all_maps_of_the_data_folder(void **state)
{
    (void)state;
    for (size_t i = 0; i < MOVINGAI_MAPS; i++) {
        char path[512];
        format_text(path, sizeof path, "%s/%s.map", movingai_folder(), movingai_maps[i]);
        assert_true(compare_map(path) > 0);
    }
}

static void all_letters(void **state)
{
    static const char letters[] = "..GS@OTW";
    struct fr_random random = {3};
    char text[40 * 61 + 64];
    (void)state;
    format_text(text, sizeof text, "type octile\nheight 40\nwidth 60\nmap\n");
    for (char *at = text + strlen(text), *row = at; row < at + 40 * 61; row += 61) {
        for (int x = 0; x < 60; x++)
            row[x] = letters[fr_random_below(&random, 8)];
        row[60] = '\n';
        row[61] = '\0';
    }
    assert_true(compare_map(put_text("letters.map", text)) > 0);
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
        cmocka_unit_test(all_letters),
        cmocka_unit_test(nothing_is_lost_without_memory),
        cmocka_unit_test(all_scenarios_of_the_data_folder),
        cmocka_unit_test(versions_of_scenarios),
        cmocka_unit_test(lengths_of_scenarios),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
