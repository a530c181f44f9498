/* Click sets in JSON: every kind of entry read and written, and round trips. */
#include "tests/maps/files.h"

#include <math.h>

#include "maps/formats/clicks/click_set_file.h"

static struct fr_click_set load_clicks(const char *path)
{
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    const enum fr_status status =
        fr_click_set_load(path, 100, 100, &fr_default_allocator, &set, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, FR_OK);
    return set;
}

static void save_clicks(const char *path, const struct fr_click_set *set)
{
    struct fr_error error = {"", FR_OK};
    assert_int_equal(fr_click_set_save(path, set, &error), FR_OK);
    assert_string_equal(error.text, "");
}

static const char every_kind[] =
    "{\"format\": \"footrace-clicks/1\", \"map\": \"room \\\"7\\\"\\\\\\u0001\", \"clicks\": [\n"
    "{\"start\": [1, -2], \"goal\": [-2147483648, 2147483647]},\n"
    "{\"start\": [0, 0], \"goal\": [3, 4], \"tag\": \"bucket-3\", \"expect\": {\"grid8\": "
    "5.82842712474619}},\n"
    "{\"goal\": [5, 6], \"tag\": \"31 bytes are what fits in a tag\"},\n"
    "{\"goal\": [5, 7], \"expect\": {\"grid8\": 4.83, \"digits\": 2}},\n"
    "{\"start\": [9, 9], \"goal\": [8, 8], \"expect\": {\"grid8\": -1}},\n"
    "{\"enable\": [1, 2, 255]},\n"
    "{\"disable\": [7], \"tag\": \"gate\"},\n"
    "{\"block\": [-5, 6, 10, 20]},\n"
    "{\"unblock\": [0, 0, 2147483647, 1]},\n"
    "{\"wall\": [3, 4, \"e\", true]},\n"
    "{\"wall\": [5, 6, \"s\", false], \"tag\": \"hatch\"}\n"
    "]}\n";

static void every_kind_of_entry_is_read(void **state)
{
    (void)state;
    struct fr_click_set set = load_clicks(put_text("kinds.json", every_kind));
    const struct fr_click *clicks = set.clicks;
    static const enum fr_click_kind kinds[] = {FR_CLICK,   FR_CLICK,  FR_WALK,    FR_WALK,
                                               FR_CLICK,   FR_ENABLE, FR_DISABLE, FR_BLOCK,
                                               FR_UNBLOCK, FR_WALL,   FR_WALL};
    assert_int_equal(set.count, 11);
    assert_string_equal(set.map, "room \"7\"\\\x01");
    for (size_t i = 0; i < 11; i++)
        assert_int_equal(clicks[i].kind, kinds[i]);
    assert_true(fr_pixel_equal(clicks[0].start, (struct fr_pixel){1, -2}));
    assert_true(fr_pixel_equal(clicks[0].goal, (struct fr_pixel){INT32_MIN, INT32_MAX}));
    assert_string_equal(clicks[0].tag, "");
    assert_true(isnan(clicks[0].expect_grid8) && isnan(clicks[7].expect_grid8));
    assert_string_equal(clicks[1].tag, "bucket-3");
    assert_true(clicks[1].expect_grid8 == 5.82842712474619 && clicks[1].expect_digits == 0);
    assert_string_equal(clicks[2].tag, "31 bytes are what fits in a tag");
    assert_true(clicks[3].expect_grid8 == 4.83 && clicks[3].expect_digits == 2);
    assert_true(clicks[4].expect_grid8 == -1);
    for (int area = 0; area < FR_AREAS; area++) {
        assert_int_equal(clicks[5].areas[area], area == 1 || area == 2 || area == 255);
        assert_int_equal(clicks[6].areas[area], area == 7);
    }
    assert_int_equal(clicks[7].rect.x, -5);
    assert_int_equal(clicks[7].rect.height, 20);
    assert_int_equal(clicks[8].rect.width, INT32_MAX);
    assert_true(clicks[9].rect.y == 4 && clicks[9].side == FR_EAST && clicks[9].closed);
    assert_true(clicks[10].rect.x == 5 && clicks[10].side == FR_SOUTH && !clicks[10].closed);
    fr_click_set_release(&set);
}

static void what_is_written_is_what_was_read(void **state)
{
    size_t size;
    (void)state;
    struct fr_click_set set = load_clicks(put_text("kinds.json", every_kind));
    save_clicks(in_folder("again.json"), &set);
    char *text = get_bytes(in_folder("again.json"), &size);
    assert_string_equal(text, every_kind);
    free(text);
    fr_click_set_release(&set);
}

static void white_space_and_order_of_keys_are_free(void **state)
{
    (void)state;
    struct fr_click_set set = load_clicks(put_text(
        "loose.json", "\n\t{ \"clicks\" : [ { \"goal\":[ 3 , 4e0 ],\"start\":[1,2.0]} ]\r\n,"
                      "\"format\":\"footrace-clicks/1\" }  \n"));
    assert_int_equal(set.count, 1);
    assert_string_equal(set.map, "");
    assert_int_equal(set.clicks[0].goal.y, 4);
    fr_click_set_release(&set);
    set = load_clicks(put_text("empty.json", "{\"format\":\"footrace-clicks/1\",\"clicks\":[]}"));
    assert_int_equal(set.count, 0);
    save_clicks(in_folder("empty.json"), &set);
    fr_click_set_release(&set);
    set = load_clicks(in_folder("empty.json"));
    assert_int_equal(set.count, 0);
    fr_click_set_release(&set);
}

static void assert_same_click(const struct fr_click *a, const struct fr_click *b)
{
    assert_int_equal(a->kind, b->kind);
    if (a->kind == FR_CLICK)
        assert_true(fr_pixel_equal(a->start, b->start));
    assert_true(fr_pixel_equal(a->goal, b->goal));
    assert_string_equal(a->tag, b->tag);
    assert_memory_equal(&a->rect, &b->rect, sizeof a->rect);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->closed, b->closed);
    assert_memory_equal(a->areas, b->areas, sizeof a->areas);
    assert_true(a->expect_grid8 == b->expect_grid8 ||
                (isnan(a->expect_grid8) && isnan(b->expect_grid8)));
    assert_int_equal(a->expect_digits, b->expect_digits);
}

static struct fr_click random_click(struct fr_random *random)
{
    struct fr_click click = {.kind = (enum fr_click_kind)fr_random_below(random, 7),
                             .expect_grid8 = NAN};
    if (click.kind == FR_CLICK)
        click.start = (struct fr_pixel){fr_random_between(random, -9, 3999), INT32_MIN};
    if (click.kind == FR_CLICK || click.kind == FR_WALK) {
        click.goal = (struct fr_pixel){INT32_MAX, fr_random_between(random, -9, 3999)};
        if (fr_random_below(random, 2)) {
            click.expect_grid8 =
                fr_random_below(random, 5000) + fr_random_below(random, 5000) * sqrt(2);
            click.expect_digits = (int)fr_random_below(random, 9);
        }
    }
    if (click.kind == FR_ENABLE || click.kind == FR_DISABLE)
        for (int i = 0; i < 200; i++)
            click.areas[1 + fr_random_below(random, 255)] = true;
    if (click.kind == FR_BLOCK || click.kind == FR_UNBLOCK)
        click.rect = (struct fr_rect){INT32_MIN, 5, 1 + (int32_t)fr_random_below(random, 99), 7};
    if (click.kind == FR_WALL) {
        click.rect = (struct fr_rect){fr_random_between(random, 0, 98),
                                      fr_random_between(random, 0, 98), 0, 0};
        click.side = fr_random_below(random, 2) ? FR_SOUTH : FR_EAST;
        click.closed = fr_random_below(random, 2);
    }
    for (uint32_t i = 0; i < fr_random_below(random, FR_TAG_SIZE); i++)
        click.tag[i] = (char)(1 + fr_random_below(random, 126));
    return click;
}

static void random_sets_survive_a_round_trip(void **state)
{
    struct fr_random random = {2};
    (void)state;
    for (int round = 0; round < 50; round++) {
        struct fr_click_set set;
        fr_click_set_init(&set, &fr_default_allocator);
        const struct fr_click first = {.kind = FR_CLICK, .expect_grid8 = NAN};
        assert_int_equal(fr_click_set_append(&set, &first), FR_OK);
        for (int i = 0; i < 100; i++) {
            const struct fr_click click = random_click(&random);
            assert_int_equal(fr_click_set_append(&set, &click), FR_OK);
        }
        save_clicks(in_folder("round.json"), &set);
        struct fr_click_set again = load_clicks(in_folder("round.json"));
        assert_int_equal(again.count, set.count);
        for (size_t i = 0; i < set.count; i++)
            assert_same_click(&set.clicks[i], &again.clicks[i]);
        fr_click_set_release(&set);
        fr_click_set_release(&again);
    }
}

static void a_scenario_keeps_its_digits_as_json(void **state)
{
    struct fr_click_set set = load_clicks(put_text("rows.scen", "0 a.map 1 2 3 4 2.83\n"
                                                                "1 a.map 1 2 3 4 2306\n"
                                                                "2 a.map 1 2 3 4 0\n"));
    (void)state;
    save_clicks(in_folder("rows.json"), &set);
    struct fr_click_set again = load_clicks(in_folder("rows.json"));
    assert_string_equal(again.map, "a.map");
    assert_int_equal(again.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_same_click(&set.clicks[i], &again.clicks[i]);
    fr_click_set_release(&set);
    fr_click_set_release(&again);
}

static void every_failed_allocation_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    put_text("kinds.json", every_kind);
    put_text("rows.scen", "0 a.map 1 2 3 4 2.83\n");
    for (int i = 0; i < 2; i++)
        for (uint64_t fail_at = 1; fail_at <= 3; fail_at++) {
            struct fr_counting_allocator counting;
            struct fr_click_set set;
            struct fr_error error = {"", FR_OK};
            fr_counting_allocator_init(&counting);
            counting.fail_at = fail_at;
            const enum fr_status status =
                fr_click_set_load(in_folder(i ? "rows.scen" : "kinds.json"), 100, 100,
                                  &counting.allocator, &set, &error);
            assert_int_equal(status, fail_at < 3 ? FR_NO_MEMORY : FR_OK);
            if (status == FR_OK)
                fr_click_set_release(&set);
            else
                assert_non_null(strstr(error.text, "memory"));
            assert_int_equal(counting.live_bytes, 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_entry_is_read),
        cmocka_unit_test(what_is_written_is_what_was_read),
        cmocka_unit_test(white_space_and_order_of_keys_are_free),
        cmocka_unit_test(random_sets_survive_a_round_trip),
        cmocka_unit_test(a_scenario_keeps_its_digits_as_json),
        cmocka_unit_test(every_failed_allocation_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
