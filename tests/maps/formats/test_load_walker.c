/* The options that go for every kind of map: agent and shape, scale and free. */
#include "tests/maps/formats/refused.h"

#include "tests/ascii_map.h"

static const char *put_room(void)
{
    return put_text("room.map", "type octile\nheight 5\nwidth 8\nmap\n"
                                "........\n"
                                "...@@...\n"
                                "........\n"
                                "........\n"
                                "...@@...\n");
}

static void assert_looks(const struct fr_map *map, const char *text)
{
    struct fr_map *expected = ascii_map(text);
    if (fr_map_hash(map) != fr_map_hash(expected))
        print_map(map);
    assert_true(fr_map_hash(map) == fr_map_hash(expected));
    fr_map_release(expected);
}

static void a_mask_is_eroded_by_the_agent(void **state)
{
    static const struct {
        const char *options;
        struct fr_agent agent;
        const char *expected;
    } cases[] = {
        {"", {0, FR_DISC}, "........|...##...|........|........|...##..."},
        {"radius=0.5", {1, FR_DISC}, "........|...##...|........|........|...##..."},
        {"radius=1", {2, FR_DISC}, "########|#.####.#|#..##..#|#..##..#|########"},
        {"radius=1,shape=square", {2, FR_SQUARE}, "########|#.####.#|#.####.#|#.####.#|########"},
        {"radius=1.5", {3, FR_DISC}, "########|#.####.#|#.####.#|#.####.#|########"},
        {"radius=300,shape=square",
         {600, FR_SQUARE},
         "########|########|########|########|########"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_load_report report;
        struct fr_map *map = load_with(put_room(), cases[i].options, &report);
        assert_looks(map, cases[i].expected);
        assert_int_equal(report.agent.radius, cases[i].agent.radius);
        assert_int_equal(report.agent.shape, cases[i].agent.shape);
        fr_map_release(map);
    }
}

static void a_point_sees_the_map_as_it_is(void **state)
{
    static const char *const specs[] = {"", ":radius=3", ":radius=1,shape=square,scale=2"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        char spec[256];
        struct fr_map *map;
        struct fr_error error;
        format_text(spec, sizeof spec, "%s%s", put_room(), specs[i]);
        assert_int_equal(fr_map_load_for_point(spec, folder, &fr_default_allocator, &map, &error),
                         FR_OK);
        assert_looks(map, "........|...##...|........|........|...##...");
        fr_map_release(map);
    }
    struct fr_map *map;
    struct fr_error error;
    const char *drawing =
        put_text("hall.json", "{\"format\": \"footrace-polygon/1\", \"size\": [6, 6], "
                              "\"areas\": [{\"id\": 1, \"outers\": [[[0,0],[6,0],[6,6],[0,6]]]}]}");
    char spec[256];
    format_text(spec, sizeof spec, "%s:radius=1,shape=hexagon", drawing);
    assert_int_equal(fr_map_load_for_point(spec, folder, &fr_default_allocator, &map, &error),
                     FR_OK);
    assert_int_equal(fr_map_walkable_count(map), 36);
    fr_map_release(map);
}

static void the_scale_is_handed_on(void **state)
{
    static const struct {
        const char *options;
        int32_t scale;
    } cases[] = {{"radius=0.5", 0}, {"scale=2", 2}, {"scale=16", 16}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_load_report report;
        struct fr_map *map = load_with(put_room(), cases[i].options, &report);
        assert_looks(map, "........|...##...|........|........|...##...");
        assert_int_equal(report.reduction.scale, cases[i].scale);
        fr_map_release(map);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *options, *place, *expected;
    } cases[] = {
        {"radius=0", "option 'radius': '0' found", "a multiple of 0.5 from 0.5"},
        {"radius=1.25", "option 'radius': '1.25' found", "a multiple of 0.5 from 0.5"},
        {"radius=-1", "option 'radius': '-1' found", "a multiple of 0.5 from 0.5"},
        {"radius=wide", "option 'radius': 'wide' found", "a multiple of 0.5 from 0.5"},
        {"radius=20000", "option 'radius': '20000' found", "a multiple of 0.5 from 0.5"},
        {"radius=1,shape=round", "option 'shape': 'round' found",
         "square, pentagon, hexagon or disc"},
        {"radius=1,shape=hexagon", "option 'shape': 'hexagon' found", "square or disc for a mask"},
        {"shape=disc", "option 'shape' found", "only with radius"},
        {"scale=1", "option 'scale': '1' found", "an integer from 2 to 16"},
        {"scale=17", "option 'scale': '17' found", "an integer from 2 to 16"},
        {"scale=1.5", "option 'scale': '1.5' found", "an integer from 2 to 16"},
        {"scale=2,free=any", "option 'free' found", "radius, shape or scale"},
        {"agent=3", "option 'agent' found", "expected 'radius'"},
        {"raduis=3", "option 'raduis' found", "radius, shape or scale"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_counting_allocator counting;
        struct fr_map *map = NULL;
        struct fr_error error = {"", FR_OK};
        char spec[256];
        format_text(spec, sizeof spec, "%s:%s", put_room(), cases[i].options);
        fr_counting_allocator_init(&counting);
        assert_int_equal(fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error),
                         FR_BAD_INPUT);
        if (strncmp(error.text, in_folder("room.map"), strlen(in_folder("room.map"))) != 0 ||
            !strstr(error.text, cases[i].place) || !strstr(error.text, cases[i].expected))
            fail_msg("%s: %s", cases[i].options, error.text);
        assert_null(map);
        assert_int_equal(counting.live_bytes, 0);
    }
}

static void every_failed_allocation_is_reported_and_nothing_leaks(void **state)
{
    char spec[256];
    (void)state;
    format_text(spec, sizeof spec, "%s:radius=1", put_room());
    assert_true(refuse_each_allocation(spec) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_is_eroded_by_the_agent),
        cmocka_unit_test(a_point_sees_the_map_as_it_is),
        cmocka_unit_test(the_scale_is_handed_on),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(every_failed_allocation_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
