/* Malformed maps and click sets: each is refused in one line that names the file, the place in it
 * and what was expected there, and leaves the results untouched. */
#include "files.h"

#include "maps/io/click_set_file.h"

#define JSON(clicks) "{\"format\": \"footrace-clicks/1\", \"clicks\": [" clicks "]}"
#define START "{\"start\": [1, 2], \"goal\": [3, 4]}"

/* What must be in the message besides the file's name: the place, and what was expected. */
struct malformed {
    const char *name, *text, *place, *expected;
    bool unsupported;
};

static void assert_one_line(const char *text)
{
    for (const char *letter = text; *letter; letter++)
        assert_true((unsigned char)*letter >= ' ');
}

static void assert_message(const char *message, const char *file, const char *place,
                           const char *expected)
{
    if (!strstr(message, file) || !strstr(message, place) || !strstr(message, expected))
        print_error("message: %s\nwithout: %s, %s or %s\n", message, file, place, expected);
    assert_non_null(strstr(message, file));
    assert_non_null(strstr(message, place));
    assert_non_null(strstr(message, expected));
    assert_one_line(message);
}

/* spec is a path, perhaps with options. */
static void refuse_map(const char *spec, const char *file, const char *place, const char *expected,
                       bool unsupported)
{
    struct fr_error error = {""};
    struct fr_counting_allocator counting;
    struct fr_map *const untouched = NULL;
    struct fr_map *map = untouched;
    fr_counting_allocator_init(&counting);
    const enum fr_status status =
        fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error);
    if (status != (unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT))
        print_error("%s: status %d, %s\n", spec, status, error.text);
    assert_int_equal(status, unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT);
    assert_message(error.text, file, place, expected);
    assert_null(map);
    assert_int_equal(counting.live_bytes, 0);
    assert_true(counting.peak_bytes < 1 << 22);
}

static void refuse_clicks(const char *path, const char *place, const char *expected,
                          bool unsupported)
{
    struct fr_error error = {""};
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
    {"text.png", "hello\n", "byte 0", "expected PNG, BMP, JPEG", false},
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
     "expected 3 rows, 2 found", false},
    {"extra.map", "type octile\nheight 1\nwidth 3\nmap\n...\n\n...\n", "line 7", "end of the file",
     false},
    {"giant.map", "type octile\nheight 32767\nwidth 32767\nmap\n", "line 4", "32767 rows, 0 found",
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
     "only the keys", false},
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
    {"block.json", JSON("{\"block\": [1, 2, 0, 4]}"), "clicks[0].block", "sizes from 1", false},
    {"unblock.json", JSON("{\"unblock\": [1, 2, 3]}"), "clicks[0].unblock", "[x, y, width, height]",
     false},
    {"wall.json", JSON("{\"wall\": [1, 2, \"n\", true]}"), "clicks[0].wall", "\"e\" or", false},
    {"tag.json",
     JSON("{\"start\": [1, 2], \"goal\": [3, 4], \"tag\": "
          "\"a tag of thirty-two bytes, too long\"}"),
     "clicks[0].tag", "31 bytes", false},
    {"expect.json", JSON("{\"start\": [1, 2], \"goal\": [3, 4], \"expect\": {\"grid4\": 4}}"),
     "clicks[0].expect", "grid8", false},
    {"length.json", JSON("{\"start\": [1, 2], \"goal\": [3, 4], \"expect\": {\"grid8\": -2}}"),
     "clicks[0].expect", "from 0, or -1", false},
    {"event.json", JSON("{\"enable\": [1], \"expect\": {\"grid8\": 2}}"), "clicks[0]",
     "expect only beside goal", false},
    {"dynamic.scen", "version 2\nheight 3\n", "line 1", "version 0 or 1", true},
    {"version.scen", "version 3\n", "line 1", "0 or 1", false},
    {"rows.scen", "version 1\n", "line 1", "expected a row", false},
    {"fields.scen", "version 1\n0 a.map 1 2 3 4 2.83\n", "line 2", "expected 9", false},
    {"many.scen", "version 1\n0 a.map 100 50 1 2 3 4 2.83 5 6\n", "line 2", "expected 9", false},
    {"size.scen", "version 1\n0 a.map 100 51 1 2 3 4 2.83\n", "line 2", "100 x 50", false},
    {"height.scen", "version 1\n0 a.map 100 x 1 2 3 4 2.83\n", "line 2", "a size", false},
    {"outside.scen", "0 a.map 1 2 3 4 2.83\n0 a.map 1 2 3 50 2.83\n", "line 2",
     "a pixel of the 100 x 50 map", false},
    {"maps.scen", "0 a.map 1 2 3 4 2.83\n0 b.map 1 2 3 4 2.83\n", "line 2", "rows above", false},
    {"bucket.scen", "-1 a.map 1 2 3 4 2.83\n", "line 1", "an integer from 0", false},
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

/* A valid image to spoil: 8 x 8 grey levels, or indices of which the palette has 4. */
static uint8_t *valid_png(uint8_t colour_type, size_t *size)
{
    static uint16_t samples[64];
    struct png_image image = {
        .width = 8, .height = 8, .colour_type = colour_type, .depth = 8, .samples = samples};
    for (uint16_t i = 0; i < 64; i++)
        samples[i] = colour_type == SPNG_COLOR_TYPE_INDEXED ? i == 21 ? 4 : i % 4 : i * 3;
    image.palette.n_entries = colour_type == SPNG_COLOR_TYPE_INDEXED ? 4 : 0;
    return encode_png(&image, size);
}

/* Widths and heights are not covered by the check sum until they are known to be sound. */
static void png_sizes(void **state)
{
    static const struct {
        uint8_t width[4], height[4];
        const char *place, *expected;
    } cases[] = {
        {{0, 0, 0, 0}, {0, 0, 0, 8}, "0 x 8", "1 to 32767"},
        {{0, 0, 0, 8}, {0, 0, 0, 0}, "8 x 0", "1 to 32767"},
        {{0, 0, 0x80, 0}, {0, 0, 0, 8}, "32768 x 8", "1 to 32767"},
        {{0, 0, 0, 8}, {0xFF, 0xFF, 0xFF, 0xFF}, "8 x 4294967295", "1 to 32767"},
        {{0, 0, 0, 9}, {0, 0, 0, 8}, "header", "valid PNG data"},
    };
    size_t size;
    uint8_t *bytes = valid_png(SPNG_COLOR_TYPE_GRAYSCALE, &size);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bytes + 16, cases[i].width, 4);
        memcpy(bytes + 20, cases[i].height, 4);
        const char *path = put_bytes("size.png", bytes, size);
        refuse_map(path, path, cases[i].place, cases[i].expected, false);
    }
    free(bytes);
}

/* A small image whose header, with a right check sum, states the largest size. */
static void a_png_that_promises_more_than_it_holds(void **state)
{
    static const uint8_t size_to_crc[] = {0, 0, 0x7F, 0xFF, 0,    0,    0x7F, 0xFF, 8,
                                          0, 0, 0,    0,    0x6C, 0x99, 0x59, 0xE1};
    size_t size;
    uint8_t *bytes = valid_png(SPNG_COLOR_TYPE_GRAYSCALE, &size);
    (void)state;
    memcpy(bytes + 16, size_to_crc, sizeof size_to_crc);
    const char *path = put_bytes("promise.png", bytes, size);
    refuse_map(path, path, "header: 32767 x 32767", "expected a file of more than", false);
    free(bytes);
}

/* Anywhere but in the check sum of the empty last chunk, which libspng does not ask for. */
static void png_cut_anywhere(void **state)
{
    static const uint8_t colour_types[] = {SPNG_COLOR_TYPE_GRAYSCALE,
                                           SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        static uint16_t samples[64 * 4];
        const struct png_image image = {.width = 8,
                                        .height = 8,
                                        .colour_type = colour_types[i],
                                        .depth = 8,
                                        .samples = samples};
        size_t size;
        for (uint16_t at = 0; at < 64 * 4; at++)
            samples[at] = (uint16_t)(at * 37 % 256);
        uint8_t *bytes = encode_png(&image, &size);
        for (size_t cut = 8; cut < size - 4; cut++) {
            const char *path = put_bytes("cut.png", bytes, cut);
            refuse_map(path, path, "", "expected", false);
        }
        free(bytes);
    }
}

static void png_contents(void **state)
{
    size_t size;
    uint8_t *bytes = valid_png(SPNG_COLOR_TYPE_INDEXED, &size);
    (void)state;
    const char *path = put_bytes("index.png", bytes, size);
    refuse_map(path, path, "row 2, column 5: palette index 4", "below 4", false);
    bytes[size / 2] ^= 0x10;
    path = put_bytes("crc.png", bytes, size);
    refuse_map(path, path, ": ", "valid PNG data", false);
    free(bytes);
    bytes = valid_png(SPNG_COLOR_TYPE_GRAYSCALE, &size);
    bytes[24] = 3;
    path = put_bytes("depth.png", bytes, size);
    refuse_map(path, path, "header", "valid PNG data", false);
    free(bytes);
}

static void bmp_files(void **state)
{
    /* 2 x 2 pixels of 8 bits, a palette of 2 */
    static const uint8_t valid[] = {'B', 'M', 70, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0, 40, 0, 0, 0,
                                    2,   0,   0,  0, 2, 0, 0, 0, 1, 0, 8,  0, 0, 0, 0,  0, 0, 0,
                                    0,   0,   0,  0, 0, 0, 0, 0, 0, 0, 2,  0, 0, 0, 0,  0, 0, 0,
                                    1,   2,   3,  0, 4, 5, 6, 0, 0, 1, 0,  0, 1, 0, 0,  0};
    static const struct {
        size_t at;
        uint8_t value;
        const char *place, *expected;
        bool unsupported;
    } cases[] = {
        {14, 41, "byte 14: header of 41 bytes", "expected 12, 40", false},
        {18, 0, "header: 0 x 2", "1 to 32767", false},
        {21, 0x80, "header: -2147483646 x 2", "1 to 32767", false},
        {24, 1, "header: 2 x 65538", "1 to 32767", false},
        {19, 0x7F, "byte 70", "expected 65094 bytes to the end of the pixels", false},
        {28, 7, "byte 28", "expected 1, 4, 8, 24 or 32", false},
        {28, 16, "byte 28", "expected 1, 4, 8, 24 or 32", true},
        {30, 1, "byte 30: run-length", "uncompressed", true},
        {30, 3, "byte 30", "uncompressed", true},
        {47, 2, "byte 46", "at most 256", false},
        {46, 200, "byte 70", "expected 854 bytes to the end of the palette", false},
        {10, 61, "byte 10", "62 or more", false},
        {11, 1, "byte 70", "expected 326 bytes", false},
        {63, 2, "row 1, column 1: palette index 2", "below 2", false},
        {66, 255, "row 0, column 0: palette index 255", "below 2", false},
    };
    uint8_t bytes[sizeof valid];
    (void)state;
    const char *path = put_bytes("valid.bmp", valid, sizeof valid);
    fr_map_release(load_with(path, "", NULL));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bytes, valid, sizeof valid);
        bytes[cases[i].at] = cases[i].value;
        path = put_bytes("spoilt.bmp", bytes, sizeof bytes);
        refuse_map(path, path, cases[i].place, cases[i].expected, cases[i].unsupported);
    }
    for (size_t cut = 2; cut < sizeof valid; cut++) {
        path = put_bytes("cut.bmp", valid, cut);
        refuse_map(path, path, "the file ends here", "expected", false);
    }
}

static void what_stb_image_reads(void **state)
{
    static const char pgm[] = "P5 3 2 255\n123456", gif[] = "GIF89a\x02\0\x01\0\x80";
    static const uint8_t jpeg[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0};
    uint8_t tables[300];
    (void)state;
    for (size_t cut = 12; cut < sizeof pgm - 1; cut++) {
        const char *path = put_bytes("cut.pgm", pgm, cut);
        refuse_map(path, path, "pixels", "expected more pnm data", false);
    }
    const char *path = put_text("huge.pgm", "P5 40000 2 255\n123456");
    refuse_map(path, path, "header", "1 to 32767", false);
    path = put_text("promise.pgm", "P5 30000 30000 255\n123456");
    refuse_map(path, path, "header", "expected a file of more than", false);
    path = put_text("deeper.pgm", "P5 3 2 99999\n123456");
    refuse_map(path, path, "header", "valid pnm data", false);
    path = put_text("deep.pgm", "P5 3 2 65535\n123456123456");
    refuse_map(path, path, "header: 16 bits", "8 bits", true);
    path = put_bytes("cut.gif", gif, sizeof gif - 1);
    refuse_map(path, path, "pixels", "expected more gif data", false);
    path = put_bytes("cut.jpg", jpeg, sizeof jpeg);
    refuse_map(path, path, "header", "expected more jpeg data", false);
    memset(tables, 255, sizeof tables); /* counts of codes, far more than a table holds */
    memcpy(tables, (const uint8_t[]){0xFF, 0xFF, 0xD8, 0xFF, 0xC4, 0, 200, 0}, 8);
    path = put_bytes("tables.jpg", tables, sizeof tables);
    refuse_map(path, path, "header: a Huffman table", "valid jpeg data", false);
}

static void options_of_specs(void **state)
{
    static const struct {
        const char *file, *options, *place, *expected;
    } cases[] = {
        {"a.png", "treshold=3", "no option 'treshold'", "threshold"},
        {"a.png", "threshold", "option 'threshold'", "0 to 256"},
        {"a.png", "threshold=257", "'257'", "0 to 256"},
        {"a.png", "threshold=-1", "'-1'", "0 to 256"},
        {"a.png", "indices=yes", "'yes'", "on or off"},
        {"a.png", "alpha=maybe", "'maybe'", "on or off"},
        {"a.png", "indices=on", "header: no palette", "an indexed image"},
        {"a.png", "legend=", "option 'legend'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff0=1", "'00ff0=1'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff0g=1", "'00ff0g=1'", "RRGGBB=AREA"},
        {"a.png", "legend=00ff00=256", "'00ff00=256'", "areas from 0 to 255"},
        {"a.png", "legend=00ff00", "'00ff00'", "RRGGBB=AREA"},
        {"a.png", "threshold=3,legend=00ff00=1", "several", "one of threshold, legend"},
        {"a.png", "dialect=gppc", "'dialect'", "only with Moving AI"},
        {"a.map", "threshold=3", "'threshold'", "only with images"},
        {"a.map", "dialect=hog2", "'hog2'", "gppc"},
        {"a.map", ",", "no option ''", "threshold"},
    };
    size_t size;
    uint8_t *bytes = valid_png(SPNG_COLOR_TYPE_GRAYSCALE, &size);
    (void)state;
    put_bytes("a.png", bytes, size);
    put_text("a.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    free(bytes);
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
    refuse_map("missing", "missing", "no such bundled map", "/missing.png", false);
    refuse_map("", "map ''", "no name", "a file or a bundled map", false);
    refuse_map(":threshold=3", "map ':threshold=3'", "no name", "a file or a bundled map", false);
    refuse_map(longest, "aaa", "a name of", "expected fewer", false);
    free(longest);
}

static void click_sets_that_cannot_be_written(void **state)
{
    struct fr_click_set set;
    struct fr_error error = {""};
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
        assert_int_equal(fr_click_set_save("/dev/full", &set, &error), FR_BAD_INPUT);
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
        cmocka_unit_test(png_sizes),
        cmocka_unit_test(a_png_that_promises_more_than_it_holds),
        cmocka_unit_test(png_cut_anywhere),
        cmocka_unit_test(png_contents),
        cmocka_unit_test(bmp_files),
        cmocka_unit_test(what_stb_image_reads),
        cmocka_unit_test(options_of_specs),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(click_sets_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
