/* Rooms of Adventure Game Studio: each version of the format, cut anywhere, lying and damaged. */
#include "tests/maps/formats/refused.h"
#include "tests/maps/formats/scene/ags_bytes.h"

#define WIDTH 4
#define HEIGHT 3

/* A run, two bytes as they are over the end of a row, a run, a lead byte that stands for one byte
 * like 0 does, a run and a byte. */
static const uint8_t runs[] = {0xFE, 1, 1, 2, 0, 0xFE, 0, 0x80, 5, 0xFF, 0, 0, 0};
static const uint8_t areas[] = {1, 1, 1, 2, 0, 0, 0, 0, 5, 0, 0, 0};

static const struct ags_room sound = {33, WIDTH, HEIGHT, runs, sizeof runs, AGS_NO_LIES};

static const char *put_room(const char *name, const struct ags_room *room)
{
    static uint8_t bytes[AGS_MOST_BYTES];
    const size_t size = make_ags_room(bytes, room);
    assert_true(size <= sizeof bytes);
    return put_bytes(name, bytes, size);
}

static void each_version_is_read(void **state)
{
    static const int versions[] = {17, 18, 19, 20, 21, 22, 23, 24, 25,
                                   26, 27, 28, 29, 30, 31, 32, 33, 36306};
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct ags_room room = sound;
        struct fr_load_report report;
        room.version = versions[i];
        struct fr_map *map = load_with(put_room("room.crm", &room), "", &report);
        assert_int_equal(map->width, WIDTH);
        assert_int_equal(map->height, HEIGHT);
        assert_areas(map, areas);
        assert_string_equal(report.format, "crm");
        assert_string_equal(report.reading,
                            "walkable areas of a room of 8 x 6, 4 indices in use, each pixel of "
                            "the mask is 2 x 2 pixels of the room");
        fr_map_release(map);
    }
}

/* The bytes say what a file is. */
static void a_room_needs_no_ending(void **state)
{
    (void)state;
    struct fr_map *map = load_with(put_room("room.backup", &sound), "", NULL);
    assert_areas(map, areas);
    fr_map_release(map);
}

static void a_walker_has_a_size(void **state)
{
    static const uint8_t all[] = {0xF5, 1}, inner[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};
    struct ags_room room = sound;
    (void)state;
    room.runs = all;
    room.run_bytes = sizeof all;
    struct fr_map *map = load_with(put_room("room.crm", &room), "radius=1", NULL);
    assert_areas(map, inner);
    fr_map_release(map);
}

/* A number that is wrong, by its place in struct ags_lies. */
static const struct {
    const char *place, *expected;
    size_t field;
    int64_t lie;
    int version;
} malformed[] = {
#define LIE(field, number) offsetof(struct ags_lies, field), number
    {"byte 0: version 16", "17 to 33 or 36306", LIE(version, 16), 33},
    {"byte 0: version 40", "17 to 33 or 36306", LIE(version, 40), 33},
    {"byte 0: version 0", "17 to 33 or 36306", LIE(version, 0), 33},
    {"byte 32: an unknown block", "main block", LIE(kind, 10), 33},
    {"byte 32: the end of the blocks", "main block", LIE(kind, 255), 33},
    {"the end of the blocks", "main block", LIE(kind, 2), 33},
    {"blocks: the end at byte", "more bytes", LIE(block_size, INT64_MAX), 33},
    {"start of the main block: the end", "more bytes", LIE(block_size, 3), 33},
    {"walk-behind areas: 17", "at most 16", LIE(walk_behinds, 17), 33},
    {"hotspots: 51", "at most 50", LIE(hotspots, 51), 33},
    {"polygons of walls: 1", "at most 0", LIE(polygons, 1), 33},
    {"objects: 257", "at most 256", LIE(objects, 257), 33},
    {"local variables: the end", "more bytes", LIE(variables, UINT32_MAX), 33},
    {"event functions: the end", "more bytes", LIE(events, UINT32_MAX), 33},
    {"interactions: 2", "version 1", LIE(interaction, 2), 25},
    {"interactions: 31", "at most 30", LIE(events, 31), 25},
    {"regions: 17", "at most 16", LIE(regions, 17), 33},
    {"walkable areas: 17", "at most 16", LIE(areas, 17), 33},
    {"messages: 101", "at most 100", LIE(messages, 101), 33},
    {"animations: the end", "more bytes", LIE(animations, 9999), 33},
    {"background: the end", "more bytes", LIE(background, UINT32_MAX), 33},
    {"0 x 3 pixels", "1 to 32767", LIE(width, 0), 33},
    {"4 x 32768 pixels", "1 to 32767", LIE(height, 32768), 33},
    {"4 x 32767 pixels", "more than", LIE(height, 32767), 33},
    {"mask of walkable areas: 2", "ends with the mask", LIE(height, 1), 33},
    {"mask of walkable areas: the end", "more bytes", LIE(height, 3000), 33},
#undef LIE
};

static void malformed_rooms_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct ags_room room = sound;
        room.version = malformed[i].version;
        memcpy((char *)&room.lies + malformed[i].field, &malformed[i].lie, sizeof(int64_t));
        const char *path = put_room("bad.crm", &room);
        refuse_map(path, path, malformed[i].place, malformed[i].expected,
                   malformed[i].field == offsetof(struct ags_lies, version));
    }
}

static void areas_are_below_16(void **state)
{
    static const uint8_t many[] = {0xF6, 0, 0, 16};
    struct ags_room room = sound;
    (void)state;
    room.runs = many;
    room.run_bytes = sizeof many;
    const char *path = put_room("bad.crm", &room);
    refuse_map(path, path, "row 2, column 3: palette index 16", "one below 16", false);
}

static void options_have_nothing_to_choose(void **state)
{
    static const char *const options[][2] = {{"threshold=9", "images"},
                                             {"dialect=hog2", "Moving AI"},
                                             {"floor=hotspots", "name their floors"}};
    (void)state;
    const char *path = put_room("room.crm", &sound);
    for (size_t i = 0; i < 3; i++) {
        char spec[256];
        format_text(spec, sizeof spec, "%s:%s", path, options[i][0]);
        refuse_map(spec, path, "option", options[i][1], false);
    }
}

/* Up to the end of the mask of walkable areas all is needed. */
static void each_cut_is_refused(void **state)
{
    static uint8_t bytes[AGS_MOST_BYTES];
    static const int versions[] = {17, 25, 33};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct ags_room room = sound;
        room.version = versions[i];
        const size_t size = make_ags_room(bytes, &room) - 1;
        for (size_t cut = 1; cut < size; cut += cut < 600 ? 1 : 7)
            refuse_map(put_bytes("cut.crm", bytes, cut), "cut.crm", "", "expected", false);
    }
}

static void damaged_rooms_are_refused_or_read(void **state)
{
    static uint8_t bytes[AGS_MOST_BYTES];
    struct fr_random random = {7};
    int refused = 0, read = 0;
    (void)state;
    for (int i = 0; i < 900; i++) {
        struct ags_room room = sound;
        struct fr_error error;
        struct fr_map *map;
        room.version = i % 2 ? 33 : 25;
        const uint32_t size = (uint32_t)make_ags_room(bytes, &room);
        for (int j = 0; j < 3; j++)
            bytes[fr_random_below(&random, j ? size : 700)] = (uint8_t)fr_random_next(&random);
        if (fr_map_load(put_bytes("damaged.crm", bytes, size), folder, &fr_default_allocator, &map,
                        NULL, &error) == FR_OK) {
            fr_map_release(map);
            read++;
            continue;
        }
        assert_one_line(error.text);
        assert_non_null(strstr(error.text, "expected"));
        refused++;
    }
    assert_true(refused > 50 && read > 50);
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_room("room.crm", &sound));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_version_is_read),
        cmocka_unit_test(a_room_needs_no_ending),
        cmocka_unit_test(a_walker_has_a_size),
        cmocka_unit_test(malformed_rooms_are_refused),
        cmocka_unit_test(areas_are_below_16),
        cmocka_unit_test(options_have_nothing_to_choose),
        cmocka_unit_test(each_cut_is_refused),
        cmocka_unit_test(damaged_rooms_are_refused_or_read),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
