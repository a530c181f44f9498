/* Scenarios of version 2 and the patches that they put on a map. */
#include "tests/maps/formats/refused.h"

#include "maps/formats/clicks/click_set_file.h"
#include "maps/map.h"
#include "tests/ascii_map.h"

static struct fr_click_set load_clicks(const char *path, int32_t width, int32_t height)
{
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    const enum fr_status status =
        fr_click_set_load(path, width, height, &fr_default_allocator, &set, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, FR_OK);
    return set;
}

static const char patch_text[] = "type patch\n"
                                 "patches 2\n"
                                 "patch 0\n"
                                 "height 2\n"
                                 "width 3\n"
                                 "map\n"
                                 ".@.\n"
                                 "GTS\n"
                                 "patch 1\r\n"
                                 "height 1\r\n"
                                 "width 1\r\n"
                                 "map\r\n"
                                 "W";

static const char scen_text[] = "version 2\n"
                                "height 3\n"
                                "width 4\n"
                                "cost 2 manhattan octile\n"
                                "patch two.patch\n"
                                "commands\n"
                                "Q 7 0 0 3 2 5 3.8284271247\n"
                                "P 0 0 1 1\n"
                                "Q 1 0 1 3 1 -1 -1\n"
                                "\n"
                                "P 2 1 3 0\r\n"
                                "P 2 0 0 0\n"
                                "Q 0 2 2 2 2 0 0";

static void assert_drawn(const struct fr_map *map, const char *drawn)
{
    struct fr_map *expected = ascii_map(drawn);
    if (fr_map_hash(map) != fr_map_hash(expected))
        print_map(map);
    assert_int_equal(fr_map_hash(map), fr_map_hash(expected));
    fr_map_release(expected);
}

static void assert_rect(struct fr_rect rect, int32_t x, int32_t y, int32_t width, int32_t height)
{
    assert_int_equal(rect.x, x);
    assert_int_equal(rect.y, y);
    assert_int_equal(rect.width, width);
    assert_int_equal(rect.height, height);
}

static void commands_become_clicks_and_patches(void **state)
{
    struct fr_rect changed;
    (void)state;
    put_text("two.patch", patch_text);
    struct fr_click_set set = load_clicks(put_text("two.scen", scen_text), 4, 3);
    static const enum fr_click_kind kinds[] = {FR_CLICK, FR_PATCH, FR_CLICK,
                                               FR_PATCH, FR_PATCH, FR_CLICK};
    assert_int_equal(set.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(set.clicks[i].kind, kinds[i]);
    assert_true(set.clicks[0].expect_grid8 == 3.8284271247);
    assert_int_equal(set.clicks[0].expect_digits, 10);
    assert_string_equal(set.clicks[0].tag, "bucket-7");
    assert_true(set.clicks[2].expect_grid8 == -1);
    assert_true(set.clicks[5].expect_grid8 == 0);
    assert_ptr_equal(set.clicks[1].patch, set.clicks[4].patch);

    struct fr_map *map = ascii_map("....|....|....");
    assert_int_equal(fr_click_apply(&set.clicks[0], map, &changed), FR_OK);
    assert_rect(changed, 0, 0, 0, 0);
    assert_int_equal(fr_click_apply(&set.clicks[1], map, &changed), FR_OK);
    assert_drawn(map, "....|..#.|..#.");
    assert_rect(changed, 2, 1, 1, 2);
    assert_int_equal(fr_click_apply(&set.clicks[3], map, &changed), FR_OK);
    assert_drawn(map, "...#|..#.|..#.");
    assert_rect(changed, 3, 0, 1, 1);
    assert_int_equal(fr_click_apply(&set.clicks[4], map, &changed), FR_OK);
    assert_drawn(map, ".#.#|.#..|..#.");
    assert_rect(changed, 1, 0, 2, 2);
    fr_map_release(map);
    fr_click_set_release(&set);
}

static void patches_are_kept_as_json(void **state)
{
    struct fr_error error;
    size_t size;
    (void)state;
    const char *path =
        put_text("patches.json", "{\"format\": \"footrace-clicks/1\", \"clicks\": [\n"
                                 "{\"rows\": [\"..@\", \"#1z\"], \"patch\": [-1, 2], "
                                 "\"tag\": \"door\"}]}");
    struct fr_click_set set = load_clicks(path, 4, 3);
    static const uint8_t areas[] = {1, 1, 0, 0, 1, 35};
    assert_int_equal(set.clicks[0].kind, FR_PATCH);
    assert_rect(set.clicks[0].rect, -1, 2, 3, 2);
    assert_memory_equal(set.clicks[0].patch, areas, sizeof areas);
    path = in_folder("again.json");
    assert_int_equal(fr_click_set_save(path, &set, &error), FR_OK);
    char *text = get_bytes(path, &size);
    assert_non_null(
        strstr(text, "{\"patch\": [-1, 2], \"rows\": [\"..@\", \"@.z\"], \"tag\": \"door\"}"));
    free(text);
    struct fr_click_set again = load_clicks(path, 4, 3);
    assert_rect(again.clicks[0].rect, -1, 2, 3, 2);
    assert_memory_equal(again.clicks[0].patch, areas, sizeof areas);
    fr_click_set_release(&again);
    struct fr_patch *patch;
    assert_int_equal(fr_click_set_add_patch(&set, 1, 1, &patch), FR_OK);
    patch->areas[0] = 62;
    set.clicks[0].rect = (struct fr_rect){0, 0, 1, 1};
    set.clicks[0].patch = patch->areas;
    assert_int_equal(fr_click_set_save(path, &set, &error), FR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "clicks[0].rows: area 62 found, expected at most 61"));
    fr_click_set_release(&set);
}

/* Against a map painted pixel by pixel, with closed areas and blocked rectangles about. */
static void patches_change_what_they_say(void **state)
{
    struct fr_random random = {11};
    (void)state;
    for (int round = 0; round < 2000; round++) {
        const int32_t width = fr_random_between(&random, 1, 140);
        const int32_t height = fr_random_between(&random, 1, 6);
        struct fr_map *map = random_map(&random, width, height, 40), *other, *before;
        const struct fr_rect solid = {fr_random_between(&random, -3, width), 0,
                                      fr_random_between(&random, 1, 40), 3};
        uint8_t areas[64 * 4];
        assert_int_equal(fr_map_block(map, solid, true), FR_OK);
        fr_map_enable(map, 2, false);
        struct fr_click event = {.kind = FR_PATCH, .patch = areas};
        event.rect = (struct fr_rect){
            fr_random_between(&random, -5, width), fr_random_between(&random, -3, height),
            fr_random_between(&random, 1, 64), fr_random_between(&random, 1, 4)};
        for (size_t i = 0; i < sizeof areas; i++)
            areas[i] = (uint8_t)fr_random_below(&random, 4);
        assert_int_equal(fr_map_clone(map, &fr_default_allocator, &other), FR_OK);
        assert_int_equal(fr_map_clone(map, &fr_default_allocator, &before), FR_OK);
        for (int32_t y = 0; y < event.rect.height; y++)
            for (int32_t x = 0; x < event.rect.width; x++)
                if (fr_map_inside(map, event.rect.x + x, event.rect.y + y))
                    fr_map_set_area(other, event.rect.x + x, event.rect.y + y,
                                    areas[y * event.rect.width + x]);
        struct fr_rect changed;
        assert_int_equal(fr_click_apply(&event, map, &changed), FR_OK);
        assert_int_equal(fr_map_hash(map), fr_map_hash(other));
        for (int32_t y = 0; y < height; y++)
            for (int32_t x = 0; x < width; x++) {
                const bool within = x >= changed.x && x < changed.x + changed.width &&
                                    y >= changed.y && y < changed.y + changed.height;
                assert_int_equal(fr_map_walkable(map, x, y), fr_map_walkable(other, x, y));
                assert_true(within || fr_map_walkable(map, x, y) == fr_map_walkable(before, x, y));
            }
        fr_map_release(map);
        fr_map_release(other);
        fr_map_release(before);
    }
}

static void nothing_is_lost_without_memory(void **state)
{
    struct fr_counting_allocator counting;
    struct fr_error error;
    enum fr_status status = FR_NO_MEMORY;
    (void)state;
    put_text("two.patch", patch_text);
    const char *path = put_text("two.scen", scen_text);
    for (uint64_t n = 1; status == FR_NO_MEMORY; n++) {
        struct fr_click_set set = {.clicks = NULL};
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = fr_click_set_load(path, 4, 3, &counting.allocator, &set, &error);
        assert_true(status == FR_OK || status == FR_NO_MEMORY);
        if (status == FR_NO_MEMORY)
            assert_non_null(strstr(error.text, "not enough memory"));
        else
            fr_click_set_release(&set);
        assert_int_equal(counting.live_bytes, 0);
    }
}

static void a_scenario_without_a_map_begins_without_walls(void **state)
{
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(put_text("alone.scen", scen_text), "", &report);
    assert_drawn(map, "....\n....\n....\n");
    assert_string_equal(report.format, "scenario");
    fr_map_release(map);
}

static void a_scenario_that_is_no_map_is_refused(void **state)
{
    static const struct {
        const char *text, *place, *expected;
    } cases[] = {
        {"version 1\n0 a.map 4 3 0 0 1 0 1\n", "line 1: a scenario of version '1'",
         "expected version 2, or a map"},
        {"version 2\nheight 0\n", "line 2: size '0' found", "1 to 32767"},
        {"version 2\nheight 3\nwidth x\n", "line 3: size 'x' found", "1 to 32767"},
        {"version 2\nheight 3\n", "the file ends here", "'height' and 'width'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refuse_map(put_text("odd.scen", cases[i].text), "odd.scen", cases[i].place,
                   cases[i].expected, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_become_clicks_and_patches),
        cmocka_unit_test(patches_are_kept_as_json),
        cmocka_unit_test(patches_change_what_they_say),
        cmocka_unit_test(nothing_is_lost_without_memory),
        cmocka_unit_test(a_scenario_without_a_map_begins_without_walls),
        cmocka_unit_test(a_scenario_that_is_no_map_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
