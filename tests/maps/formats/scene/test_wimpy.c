/* Rooms of walk boxes: y is upward, each box is an area. */
#include "tests/maps/formats/scene/room_files.h"

#define ROOM(boxes) "{\"name\": \"Bar\", \"roomsize\": \"{20,10}\", \"walkboxes\": [" boxes "]}"
#define BOX(name, polygon) "{\"name\": \"" name "\", \"polygon\": \"" polygon "\"}"
#define LEFT BOX("left", "{1,1};{5,1};{5,4};{1,4}")
#define RIGHT BOX("right", "{5,2};{9,2};{9,4};{5,4}")

static void walk_boxes_are_the_floor(void **state)
{
    (void)state;
    static const struct readable_room rooms[] = {
        {ROOM(LEFT), "", "1 2,12 10,12 10,18 2,18"},
        {ROOM(LEFT "," RIGHT), "", "1 2,12 10,12 10,16 10,18 2,18 | 2 10,12 18,12 18,16 10,16"},
        {ROOM(LEFT "," RIGHT), "floor=right", "1 10,12 18,12 18,16 10,16"},
        {ROOM("{\"name\": null, \"polygon\": \"{-3,0}; {0,0}; {0,10}\"}"), "", "1 0,20 6,0 6,20"},
    };
    read_rooms("bar.wimpy", rooms, COUNT_OF(rooms));
    assert_told("bar.wimpy", ROOM(LEFT "," RIGHT), "2 walk boxes: 1 'left', 2 'right'",
                "'left', 'right'");
}

/* What the room tool writes: neither brackets around the whole nor commas, keys without quotes. */
#define WRITTEN(size, polygon)                                                                     \
    "background: \"bar\" // by hand\nroom_bounds: ((0,0),(20,10))\n" size "\nlayers: [\n  {\n"     \
    "    name: \"near\"\n    parallax: 1.35\n  }\n]\nwalkboxes: [\n  {\n    name: \"left\"\n"      \
    "    polygon: " polygon "\n  }\n]\n"

static void rooms_of_the_tool_are_read(void **state)
{
    (void)state;
    static const struct readable_room rooms[] = {
        {WRITTEN("room_size: (20,10)", "\"(1,1);(5,1);(5,4);(1,4)\""), "",
         "1 2,12 10,12 10,18 2,18"},
        {WRITTEN("roomsize: \"{20,10}\"", "\"{1,1};{5,1};{5,4};{1,4}\""), "floor=left",
         "1 2,12 10,12 10,18 2,18"},
    };
    static const struct malformed_room bad[] = {
        {WRITTEN("room_size: (20,10", "\"(1,1)\""), "", "line 3, column 18", "')'", 0},
        {WRITTEN("room_size: 20", "\"(1,1)\""), "", "roomsize: '20'", "(WIDTH,HEIGHT)", 0},
        {WRITTEN("", "\"(1,1)\""), "", "roomsize", "(WIDTH,HEIGHT)", 0},
        {WRITTEN("room_size: (20,10)", "\"(1,1};(5,1)\""), "", "walkboxes[0].polygon",
         "points as in", 0},
        {"name: \"Bar\"\nroom_size: (20,10)\n", "", "walkboxes", "an array", 0},
    };
    read_rooms("bar.wimpy", rooms, COUNT_OF(rooms));
    refuse_rooms("bad.wimpy", bad, COUNT_OF(bad));
    mangle_room("mangled.wimpy", rooms[0].text, "0123456789.-,[]{}() \"e:;\n/");
}

static void rooms_are_as_large_as_they_say(void **state)
{
    (void)state;
    struct fr_map *map = load_text("bar.wimpy", ROOM(LEFT), "");
    assert_int_equal(map->width, 20);
    assert_int_equal(map->height, 10);
    fr_map_release(map);
}

static const struct malformed_room malformed[] = {
    {ROOM(""), "", "walkboxes: none", "expected some", 0},
    {ROOM("3"), "", "walkboxes[0].polygon", "points as in", 0},
    {ROOM("{}"), "", "walkboxes[0].polygon", "points as in", 0},
    {ROOM(LEFT ", {\"polygon\": 4}"), "", "walkboxes[1].polygon: '4'", "points as in", 0},
    {ROOM(BOX("a", "1,1")), "", "walkboxes[0].polygon: '\"1,1\"'", "points as in", 0},
    {ROOM(BOX("a", "{1,1")), "", "walkboxes[0].polygon", "points as in", 0},
    {ROOM(BOX("a", "{1}")), "", "walkboxes[0].polygon", "points as in", 0},
    {ROOM(BOX("a", "{1,x}")), "", "walkboxes[0].polygon", "points as in", 0},
    {ROOM(BOX("a", "{1,1};;x")), "", "walkboxes[0].polygon", "points as in", 0},
    {ROOM(BOX("a", "{1,1}")), "", "no floor", "expected some", 0},
    {ROOM(BOX("a", "{nan,1};{2,2};{3,1}")), "", "walkboxes[0].polygon: point 0", "a million", 0},
    {ROOM(BOX("a", "{1e9,1};{2,2};{3,1}")), "", "walkboxes[0].polygon: point 0", "a million", 0},
    {ROOM(BOX("a", "{0,0};{40000,0};{3,1}")), "", "40000 x 10 pixels", "at most 32767", 0},
    {ROOM(LEFT), "floor=x", "floor='x'", "'left'", 0},
    {ROOM("{\"polygon\": \"\"}"), "floor=x", "floor='x'", "a room with named walk boxes", 0},
    {"{\"roomsize\": \"{20,10}\", \"walkboxes\": 7}", "", "walkboxes: '7'", "an array", 0},
    {"{\"walkboxes\": []}", "", "roomsize", "{WIDTH,HEIGHT}", 0},
    {"{\"roomsize\": 3, \"walkboxes\": []}", "", "roomsize: '3'", "{WIDTH,HEIGHT}", 0},
    {"{\"roomsize\": \"{0,4}\", \"walkboxes\": []}", "", "roomsize", "{WIDTH,HEIGHT}", 0},
    {"{\"roomsize\": \"{4,4};{4,4}\", \"walkboxes\": []}", "", "roomsize", "{WIDTH,HEIGHT}", 0},
    {"{\"walkboxes\": [}", "", "line 1, column 16", "a value", 0},
};

static void malformed_rooms_are_refused(void **state)
{
    (void)state;
    refuse_rooms("bad.wimpy", malformed, COUNT_OF(malformed));
}

static void mangled_rooms_do_no_harm(void **state)
{
    (void)state;
    mangle_room("mangled.wimpy", ROOM(LEFT "," RIGHT), "0123456789.-,[]{}() \"e:;");
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_text("a.wimpy", ROOM(LEFT "," RIGHT)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walk_boxes_are_the_floor),
        cmocka_unit_test(rooms_of_the_tool_are_read),
        cmocka_unit_test(rooms_are_as_large_as_they_say),
        cmocka_unit_test(malformed_rooms_are_refused),
        cmocka_unit_test(mangled_rooms_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
