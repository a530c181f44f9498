/* Names that are too long or hold what no terminal should be shown, sizes and options that do not
 * fit: each refused in one line, and nothing written. */
#include "tests/maps/formats/refused.h"

#include "maps/formats/base/file.h"
#include "maps/formats/clicks/click_set_file.h"
#include "maps/generators/generate.h"

#define LONG 6000 /* letters, more than any system takes in a path */

static const char *long_name(const char *ending)
{
    static char name[LONG + 32];
    memset(name, 'n', LONG);
    strcpy(name + LONG, ending);
    return name;
}

static void assert_refused(enum fr_status status, const struct fr_error *error,
                           const char *expected)
{
    assert_int_equal(status, FR_BAD_INPUT);
    assert_one_line(error->text);
    if (!strstr(error->text, expected))
        fail_msg("'%s' is not in: %s", expected, error->text);
}

static void long_names_are_refused(void **state)
{
    struct fr_error error = {"", FR_OK};
    struct fr_map *map;
    (void)state;
    assert_refused(fr_map_load(long_name(".png"), "", &fr_default_allocator, &map, NULL, &error),
                   &error, "expected");
    assert_refused(fr_map_load("maze", long_name(""), &fr_default_allocator, &map, NULL, &error),
                   &error, "expected");
    assert_refused(fr_file_write(long_name(".txt"), "x", 1, &error), &error,
                   "the name is too long");
}

static void long_names_in_files_are_refused(void **state)
{
    static char text[LONG + 256];
    struct fr_error error = {"", FR_OK};
    struct fr_click_set set;
    (void)state;
    format_text(text, sizeof text,
                "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch %s\ncommands\n",
                long_name(".patch"));
    assert_refused(
        fr_click_set_load(put_text("long.scen", text), 4, 3, &fr_default_allocator, &set, &error),
        &error, "a shorter name");
    format_text(text, sizeof text, "version 1\n0 %s 4 3 0 0 1 0 1\n", long_name(".map"));
    assert_refused(
        fr_click_set_load(put_text("name.scen", text), 4, 3, &fr_default_allocator, &set, &error),
        &error, "1 to 255 bytes");
}

static void control_characters_are_not_shown(void **state)
{
    struct fr_error error = {"", FR_OK};
    struct fr_map *map;
    (void)state;
    assert_refused(
        fr_map_load("no\nsuch\033file.png", "", &fr_default_allocator, &map, NULL, &error), &error,
        "no?such?file.png");
}

static void maps_wider_than_any_are_refused(void **state)
{
    static char text[FR_MAP_MAX_SIZE + 3];
    (void)state;
    memset(text, '.', FR_MAP_MAX_SIZE + 1);
    strcpy(text + FR_MAP_MAX_SIZE + 1, "\n");
    refuse_map(put_text("wide.txt", text), "wide.txt", "1 rows of 32768 columns", "at most 32767",
               false);
}

static void rows_name_sizes_that_maps_have(void **state)
{
    static const struct {
        const char *row, *expected;
    } cases[] = {{"0 a.map x 3 0 0 1 0 1", "map width 'x'"},
                 {"0 a.map 4 0 0 0 1 0 1", "map height '0'"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        struct fr_error error = {"", FR_OK};
        struct fr_click_set set;
        format_text(text, sizeof text, "version 1\n%s\n", cases[i].row);
        assert_refused(fr_click_set_load(put_text("rows.scen", text), 4, 3, &fr_default_allocator,
                                         &set, &error),
                       &error, cases[i].expected);
    }
}

static void walled_maps_take_no_agent_and_no_scale(void **state)
{
    char spec[256];
    const char *path = put_text("walled.txt", "footrace-ascii/1 3 1 walls\n.|. .\n");
    (void)state;
    format_text(spec, sizeof spec, "%s:radius=1,shape=square", path);
    refuse_map(spec, "walled.txt", "option 'radius'", "without edge walls", true);
    format_text(spec, sizeof spec, "%s:scale=2", path);
    refuse_map(spec, "walled.txt", "option 'scale'", "without edge walls", true);
}

static void walls_are_written_where_they_fit(void **state)
{
    uint8_t pixels[] = {255, 255}, walls[] = {1, 0};
    const struct fr_canvas canvas = {.width = 2, .height = 1, .pixels = pixels, .walls = walls};
    struct fr_error error = {"", FR_OK};
    (void)state;
    assert_refused(fr_canvas_save(in_folder("walls.png"), &canvas, &error), &error,
                   "a PNG holds no edge walls");
    assert_refused(fr_canvas_save(in_folder("walls.json"), &canvas, &error), &error,
                   "expected a name ending in .txt");
}

static void options_are_told_one_by_one(void **state)
{
    size_t count = 0;
    (void)state;
    while (fr_map_option_at(count))
        count++;
    assert_true(count > 5);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(fr_map_option_at(i)->name, fr_map_option_at(j)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_names_are_refused),
        cmocka_unit_test(long_names_in_files_are_refused),
        cmocka_unit_test(control_characters_are_not_shown),
        cmocka_unit_test(maps_wider_than_any_are_refused),
        cmocka_unit_test(rows_name_sizes_that_maps_have),
        cmocka_unit_test(walled_maps_take_no_agent_and_no_scale),
        cmocka_unit_test(walls_are_written_where_they_fit),
        cmocka_unit_test(options_are_told_one_by_one),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
