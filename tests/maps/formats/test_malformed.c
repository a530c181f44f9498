/* Malformed maps and click sets: each is refused in one line that names the file, the place in it
 * and what was expected there, and leaves the results untouched. */
#include "tests/maps/formats/refused.h"

#include "maps/formats/clicks/click_set_file.h"

#define JSON(clicks) "{\"format\": \"footrace-clicks/1\", \"clicks\": [" clicks "]}"
#define START "{\"start\": [1, 2], \"goal\": [3, 4]}"

/* What must be in the message besides the file's name: the place, and what was expected. */
struct malformed {
    const char *name, *text, *place, *expected;
    bool unsupported;
};

static void refuse_clicks(const char *path, const char *place, const char *expected,
                          bool unsupported)
{
    struct fr_error error = {"", FR_OK};
    struct fr_counting_allocator counting;
    struct fr_click_set set;
    memset(&set, 0x5A, sizeof set);
    fr_counting_allocator_init(&counting);
    const enum fr_status status =
        fr_click_set_load(path, 100, 50, &counting.allocator, &set, &error);
    if (status != (unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT))
        print_error("%s: status %d, %s\n", path, status, error.text);
    assert_int_equal(status, unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT);
    assert_message(error.text, path, place, expected);
    assert_int_equal(set.map[0], 0x5A);
    assert_int_equal(counting.live_bytes, 0);
}

static const struct malformed grids[] = {
    {"empty.map", "", "byte 0", "expected contents", false},
    {"text.map", "hello\n", "line 1", "'type', 'height', 'width' or 'map'", false},
    {"text.png", "hello\n", "byte 0", "expected PNG", false},
    {"type.map", "type quake\nheight 1\nwidth 1\nmap\n.\n", "line 1", "octile", true},
    {"twice.map", "type octile\nheight 1\nheight 1\n", "line 3", "each key once", false},
    {"types.map", "type octile\ntype octile\n", "line 2", "each key once", false},
    {"key.map", "type octile\nheight 1\nwith 1\nmap\n.\n", "line 3", "'width'", false},
    {"more.map", "type octile\nheight 1 2\nwidth 1\nmap\n.\n", "line 2", "end of the line", false},
    {"zero.map", "type octile\nheight 0\nwidth 1\nmap\n.\n", "line 2", "1 to 32767", false},
    {"huge.map", "type octile\nheight 1\nwidth 32768\nmap\n.\n", "line 3", "1 to 32767", false},
    {"word.map", "type octile\nheight x\nwidth 1\nmap\n.\n", "line 2", "1 to 32767", false},
    {"early.map", "type octile\nheight 1\nmap\n.\n", "line 3", "type, height and width", false},
    {"header.map", "type octile\nheight 1\nwidth 1\n", "line 3", "'map'", false},
    {"letter.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n", "line 6, column 2",
     ". G S @ O T W", false},
    {"short.map", "type octile\nheight 2\nwidth 3\nmap\n...\n..\n", "line 6", "expected 3", false},
    {"long.map", "type octile\nheight 2\nwidth 3\nmap\n....\n...\n", "line 5", "expected 3", false},
    {"missing.map", "type octile\nheight 3\nwidth 3\nmap\n...\n...\n", "line 6",
     "expected 3 rows, not 2", false},
    {"extra.map", "type octile\nheight 1\nwidth 3\nmap\n...\n\n...\n", "line 7", "end of the file",
     false},
    {"giant.map", "type octile\nheight 32767\nwidth 32767\nmap\n", "line 4", "32767 rows, not 0",
     false},
};

static void moving_ai_maps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        const char *path = put_text(grids[i].name, grids[i].text);
        refuse_map(path, path, grids[i].place, grids[i].expected, grids[i].unsupported);
    }
}

static const struct malformed click_files[] = {
    {"empty.json", "", "byte 0", "contents", false},
    {"comma.json", "{\"format\": \"footrace-clicks/1\",\n \"clicks\": [" START ",]}",
     "line 2, column 47", "valid JSON", false},
    {"cut.json", "{\"format\": \"footrace-clicks/1\", \"clicks\": [", "line 1, column",
     "valid JSON", false},
    {"behind.json", JSON("") "\n\nx", "line 3, column 1", "valid JSON", false},
    {"binary.json", "\x02\x7F", "line 1, column", "valid JSON", false},
    {"array.json", "[]", "line 1", "JSON object", false},
    {"format.json", "{\"clicks\": []}", "key 'format'", "footrace-clicks/1", false},
    {"version.json", "{\"format\": \"footrace-clicks/2\", \"clicks\": []}", "key 'format'",
     "footrace-clicks/1", false},
    {"clicks.json", "{\"format\": \"footrace-clicks/1\"}", "key 'clicks'", "an array", false},
    {"map.json", "{\"format\": \"footrace-clicks/1\", \"map\": 1, \"clicks\": []}", "key 'map'",
     "a string", false},
    {"top.json", "{\"format\": \"footrace-clicks/1\", \"maps\": 1, \"clicks\": []}", "key 'maps'",
     "only keys of the format", false},
    {"tops.json", "{\"format\": \"footrace-clicks/1\", \"clicks\": [], \"clicks\": []}",
     "key 'clicks'", "each key once", false},
    {"entry.json", JSON("7"), "clicks[0]", "an object", false},
    {"key.json", JSON(START ", {\"start\": [1, 2], \"gaol\": [3, 4]}"), "clicks[1]: key 'gaol'",
     "goal", false},
    {"twice.json", JSON("{\"start\": [1, 2], \"start\": [1, 2]}"), "clicks[0]: key 'start'",
     "each key once", false},
    {"none.json", JSON("{}"), "clicks[0]", "start and goal", false},
    {"start.json", JSON("{\"start\": [1, 2]}"), "clicks[0]", "start and goal", false},
    {"mixed.json", JSON("{\"goal\": [1, 2], \"enable\": [1]}"), "clicks[0]", "one event", false},
    {"walk.json", JSON("{\"enable\": [1]}, {\"goal\": [1, 2]}"), "clicks[1].goal",
     "a click with a start before", false},
    {"half.json", JSON("{\"start\": [1, 2.5], \"goal\": [3, 4]}"), "clicks[0].start",
     "two 32-bit integers", false},
    {"big.json", JSON("{\"start\": [1, 2], \"goal\": [3, 2147483648]}"), "clicks[0].goal",
     "two 32-bit integers", false},
    {"infinite.json", JSON("{\"start\": [1, 1e999], \"goal\": [3, 4]}"), "clicks[0].start",
     "two 32-bit integers", false},
    {"three.json", JSON("{\"start\": [1, 2, 3], \"goal\": [3, 4]}"), "clicks[0].start", "[x, y]",
     false},
    {"string.json", JSON("{\"start\": [\"1\", 2], \"goal\": [3, 4]}"), "clicks[0].start", "[x, y]",
     false},
    {"area.json", JSON("{\"enable\": [0]}"), "clicks[0].enable", "1 to 255", false},
    {"areas.json", JSON("{\"disable\": [3, 3]}"), "clicks[0].disable", "different", false},
    {"noarea.json", JSON("{\"enable\": []}"), "clicks[0].enable", "1 to 255", false},
    {"block.json", JSON("{\"block\": [1, 2, 0, 4]}"), "clicks[0].block", "sizes of at least 1",
     false},
    {"unblock.json", JSON("{\"unblock\": [1, 2, 3]}"), "clicks[0].unblock", "[x, y, width, height]",
     false},
    {"wall.json", JSON("{\"wall\": [1, 2, \"n\", true]}"), "clicks[0].wall", "\"e\" or", false},
    {"wall-east.json", JSON("{\"enable\": [1]}, {\"wall\": [99, 2, \"e\", true]}"),
     "clicks[1].wall: [99,2,\"e\"]", "border between two pixels of the map of 100x50", false},
    {"wall-south.json", JSON("{\"wall\": [99, 49, \"s\", false]}"), "clicks[0].wall",
     "a border between", false},
    {"wall-outside.json", JSON("{\"wall\": [3, -1, \"s\", true]}"), "clicks[0].wall",
     "a border between", false},
    {"tag.json",
     JSON("{\"start\": [1, 2], \"goal\": [3, 4], \"tag\": "
          "\"a tag of thirty-two bytes, too long\"}"),
     "clicks[0].tag", "31 bytes", false},
    {"expect.json", JSON("{\"start\": [1, 2], \"goal\": [3, 4], \"expect\": {\"grid4\": 4}}"),
     "clicks[0].expect", "grid8", false},
    {"length.json", JSON("{\"start\": [1, 2], \"goal\": [3, 4], \"expect\": {\"grid8\": -2}}"),
     "clicks[0].expect", "at least 0, or -1", false},
    {"event.json", JSON("{\"enable\": [1], \"expect\": {\"grid8\": 2}}"), "clicks[0]",
     "'expect' only with goal", false},
    {"dynamic.scen", "version 2\nheight 3\n", "line 2: a map with", "expected 50", false},
    {"version.scen", "version 3\n", "line 1", "0, 1 or 2", false},
    {"rows.scen", "version 1\n", "line 1", "expected a row", false},
    {"fields.scen", "version 1\n0 a.map 1 2 3 4 2.83\n", "line 2", "expected 9", false},
    {"many.scen", "version 1\n0 a.map 100 50 1 2 3 4 2.83 5 6\n", "line 2", "expected 9", false},
    {"size.scen", "version 1\n0 a.map 100 51 1 2 3 4 2.83\n", "line 2", "100 x 50", false},
    {"height.scen", "version 1\n0 a.map 100 x 1 2 3 4 2.83\n", "line 2", "a size", false},
    {"outside.scen", "0 a.map 1 2 3 4 2.83\n0 a.map 1 2 3 50 2.83\n", "line 2",
     "a pixel of the 100 x 50 map", false},
    {"maps.scen", "0 a.map 1 2 3 4 2.83\n0 b.map 1 2 3 4 2.83\n", "line 2", "rows above", false},
    {"bucket.scen", "-1 a.map 1 2 3 4 2.83\n", "line 1", "an integer of at least 0", false},
    {"length.scen", "1 a.map 1 2 3 4 nan\n", "line 1", "a decimal number", false},
    {"digits.scen", "1 a.map 1 2 3 4 1.2.3\n", "line 1", "a decimal number", false},
};

static void click_sets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof click_files / sizeof *click_files; i++)
        refuse_clicks(put_text(click_files[i].name, click_files[i].text), click_files[i].place,
                      click_files[i].expected, click_files[i].unsupported);
}

static void options_of_specs(void **state)
{
    static const struct {
        const char *file, *options, *place, *expected;
    } cases[] = {
        {"a.png", "treshold=3", "option 'treshold' found", "threshold"},
        {"a.png", "threshold", "option 'threshold'", "0 to 256"},
        {"a.png", "threshold=257", "'257'", "0 to 256"},
        {"a.png", "threshold=-1", "'-1'", "0 to 256"},
        {"a.png", "indices=yes", "'yes'", "on or off"},
        {"a.png", "alpha=maybe", "'maybe'", "on or off"},
        {"a.png", "channel=cyan", "'cyan'", "luminance or alpha"},
        {"a.png", "invert=yes", "'yes'", "on or off"},
        {"a.png", "ags=1", "'1'", "on or off"},
        {"a.png", "channel=alpha,ags=on", "several", "ags=on (channel and invert go with"},
        {"a.png", "invert=on,indices=on", "several", "expected one of"},
        {"a.png", "alpha=on,channel=alpha", "alpha=on found with channel=alpha", "one of them"},
        {"a.png", "alpha=on,ags=on", "alpha=on found with ags=on", "one of them"},
        {"a.map", "ags=on", "'ags'", "only with images"},
        {"a.png", "indices=on", "header: no palette", "an indexed PNG"},
        {"a.png", "legend=", "option 'legend'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff0=1", "'00ff0=1'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff0g=1", "'00ff0g=1'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff00=256", "'00ff00=256'", "areas from 0 to 255"},
        {"a.png", "legend=00ff00", "'00ff00'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff00=1/0000ff=2", "no wall", "such as 000000=0"},
        {"a.png", "threshold=3,legend=00ff00=1", "several", "one of threshold, legend"},
        {"a.png", "dialect=gppc", "'dialect'", "only with Moving AI"},
        {"a.map", "threshold=3", "'threshold'", "only with images"},
        {"a.map", "dialect=hog", "'hog'", "gppc, warthog or hog2"},
        {"a.map", ",", "option '' found", "threshold"},
    };
    const struct png_image grey = {
        .width = 1, .height = 1, .depth = 8, .samples = (const uint16_t[]){255}};
    (void)state;
    put_png("a.png", &grey);
    put_text("a.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char spec[256];
        format_text(spec, sizeof spec, "%s:%s", in_folder(cases[i].file), cases[i].options);
        refuse_map(spec, in_folder(cases[i].file), cases[i].place, cases[i].expected, false);
    }
}

static void files_that_cannot_be_read(void **state)
{
    char path[128], *longest = malloc(10000);
    (void)state;
    memset(longest, 'a', 9999);
    longest[9999] = '\0';
    format_text(path, sizeof path, "%s/missing.png", folder);
    refuse_map(path, path, "cannot be opened for reading", "No such file", false);
    refuse_clicks(path, "cannot be opened for reading", "No such file", false);
    refuse_map(folder, folder, "byte 0", "Is a directory", false);
    refuse_clicks(folder, "byte 0", "Is a directory", false);
    refuse_map("missing", "missing", "no bundled map of this name", "/missing.png", false);
    refuse_map("", "map ''", "no name", "a file or a bundled map", false);
    refuse_map(":threshold=3", "map ':threshold=3'", "no name", "a file or a bundled map", false);
    refuse_map(longest, "aaa", "a name of", "expected fewer", false);
    free(longest);
}

static void click_sets_that_cannot_be_written(void **state)
{
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    char path[128];
    size_t size;
    (void)state;
    fr_click_set_init(&set, &fr_default_allocator);
    format_text(path, sizeof path, "%s/none/clicks.json", folder);
    assert_int_equal(fr_click_set_save(path, &set, &error), FR_BAD_INPUT);
    assert_message(error.text, path, "cannot be written", "No such file");
    assert_int_equal(fr_click_set_save(folder, &set, &error), FR_BAD_INPUT);
    assert_message(error.text, folder, "cannot be written", "Is a directory");
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(fr_click_set_save("/dev/full", &set, &error), FR_SYSTEM_ERROR);
        assert_message(error.text, "/dev/full", "cannot be written", "No space left");
    }
    /* what was there stays there where the set cannot be put together */
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    counting.fail_at = 1;
    set.allocator = &counting.allocator;
    const char *kept = put_text("kept.json", "kept");
    assert_int_equal(fr_click_set_save(kept, &set, &error), FR_NO_MEMORY);
    char *text = get_bytes(kept, &size);
    assert_string_equal(text, "kept");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_ai_maps),
        cmocka_unit_test(click_sets),
        cmocka_unit_test(options_of_specs),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(click_sets_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
