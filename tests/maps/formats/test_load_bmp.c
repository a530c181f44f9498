/* BMP: what every pixel becomes, in all depths and both orders of rows; cut anywhere, and damaged. */
#include "tests/maps/formats/refused.h"

#define WIDTH 13
#define HEIGHT 5
#define MOST_BYTES 4096

struct layout {
    unsigned bits;
    bool top_down;
    int header; /* bytes of the second header: 40, or 108 with masks */
};

static void put_little(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The floor: indices above 0, or white pixels. */
static bool is_floor(int x, int y)
{
    return (x * 7 + y * 5) % 3 == 0;
}

static void put_pixel(uint8_t *row, int x, unsigned bits, bool floor)
{
    if (bits < 8)
        row[(unsigned)x * bits / 8] |= (uint8_t)(floor << (8 - bits - (unsigned)x * bits % 8));
    else if (bits == 8)
        row[x] = floor;
    else
        for (unsigned i = 0; i < bits / 8; i++)
            row[(unsigned)x * bits / 8 + i] = i == 3 || floor ? 255 : 0;
}

/* Index 0 is white and index 1 black, so that a reading by colour is the opposite of one by index. */
static size_t make(uint8_t *bytes, struct layout layout)
{
    const size_t stride = (WIDTH * layout.bits + 31) / 32 * 4;
    const size_t palette = 14 + (size_t)layout.header;
    const size_t pixels = palette + (layout.bits <= 8 ? 8 : 0), size = pixels + stride * HEIGHT;
    memset(bytes, 0, size);
    memcpy(bytes, "BM", 2);
    put_little(bytes + 2, size, 4);
    put_little(bytes + 10, pixels, 4);
    put_little(bytes + 14, (uint64_t)layout.header, 4);
    put_little(bytes + 18, WIDTH, 4);
    put_little(bytes + 22, (uint64_t)(layout.top_down ? -HEIGHT : HEIGHT), 4);
    put_little(bytes + 26, 1, 2);
    put_little(bytes + 28, layout.bits, 2);
    put_little(bytes + 46, layout.bits <= 8 ? 2 : 0, 4);
    if (layout.header > 40) {
        put_little(bytes + 30, 3, 4);
        for (int i = 0; i < 4; i++)
            put_little(bytes + 54 + 4 * i, i < 3 ? 0xFF0000U >> 8 * i : 0xFF000000U, 4);
    }
    if (layout.bits <= 8)
        memset(bytes + palette, 255, 3);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            put_pixel(bytes + pixels + (size_t)(layout.top_down ? y : HEIGHT - 1 - y) * stride, x,
                      layout.bits, is_floor(x, y));
    return size;
}

static const struct layout layouts[] = {{1, false, 40},  {4, false, 40},  {8, false, 40},
                                        {8, true, 40},   {24, false, 40}, {24, true, 40},
                                        {32, false, 40}, {32, false, 108}};
#define LAYOUTS (sizeof layouts / sizeof *layouts)

static void check(const char *path, const char *options, bool floor_is_one)
{
    struct fr_load_report report;
    struct fr_map *map = load_with(path, options, &report);
    assert_string_equal(report.format, "bmp");
    assert_int_equal(map->width, WIDTH);
    assert_int_equal(map->height, HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_int_equal(fr_map_area(map, x, y), is_floor(x, y) == floor_is_one);
    fr_map_release(map);
}

static void pixels_are_as_painted(void **state)
{
    static uint8_t bytes[MOST_BYTES];
    (void)state;
    for (size_t i = 0; i < LAYOUTS; i++) {
        const char *path = put_bytes("mask.bmp", bytes, make(bytes, layouts[i]));
        const bool indexed = layouts[i].bits <= 8;
        check(path, "", true); /* few indices are areas, unless the caller says otherwise */
        if (indexed)
            check(path, "indices=off", false);
    }
}

static void cut_anywhere(void **state)
{
    static uint8_t bytes[MOST_BYTES];
    (void)state;
    for (size_t i = 0; i < LAYOUTS; i++) {
        const size_t size = make(bytes, layouts[i]);
        for (size_t cut = 2; cut < size; cut++)
            refuse_map(put_bytes("cut.bmp", bytes, cut), "cut.bmp", "", "expected", false);
    }
}

static void other_headers_are_refused(void **state)
{
    static const struct {
        size_t at;
        uint32_t value;
        const char *place, *expected;
        bool unsupported;
    } cases[] = {
        {14, 12, "byte 14: a header of 12 bytes", "expected 40 or more", true},
        {14, 0xFFFFFFFF, "the file ends here", "the end of the header", false},
        {18, 0, "0 x 5", "1 to 32767", false},
        {18, 0x80000000, "x 5", "1 to 32767", false},
        {22, 100000, "13 x 100000", "1 to 32767", false},
        {22, 32767, "the file ends here", "the end of the pixels", false},
        {28, 16, "byte 28: 16 bits", "save the mask as PNG", true},
        {30, 1, "byte 28: 8 bits per pixel with compression 1", "save the mask as PNG", true},
        {46, 257, "byte 46: 257 palette colours", "at most 256", false},
        {46, 1, "palette index 1", "below 1", false},
        {10, 20, "byte 10: pixels at byte 20", "expected 62 or later", false},
        {10, 0xFFFFFFFF, "the file ends here", "the end of the pixels", false},
    };
    static uint8_t bytes[MOST_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = make(bytes, layouts[2]);
        put_little(bytes + cases[i].at, cases[i].value, 4);
        refuse_map(put_bytes("odd.bmp", bytes, size), "odd.bmp", cases[i].place, cases[i].expected,
                   cases[i].unsupported);
    }
    const size_t size = make(bytes, layouts[LAYOUTS - 1]);
    put_little(bytes + 58, 0xFF0000, 4);
    refuse_map(put_bytes("odd.bmp", bytes, size), "odd.bmp", "byte 58: colour mask 00ff0000",
               "expected 0000ff00", true);
}

static void damaged_images_are_refused_or_read(void **state)
{
    static uint8_t bytes[MOST_BYTES];
    struct fr_random random = {7};
    (void)state;
    for (int i = 0; i < 3000; i++) {
        const size_t size = make(bytes, layouts[fr_random_below(&random, LAYOUTS)]);
        struct fr_error error;
        struct fr_map *map;
        bytes[2 + fr_random_below(&random, 60)] = (uint8_t)fr_random_below(&random, 256);
        if (fr_map_load(put_bytes("damaged.bmp", bytes, size), folder, &fr_default_allocator, &map,
                        NULL, &error) == FR_OK)
            fr_map_release(map);
        else
            assert_one_line(error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_are_as_painted),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(other_headers_are_refused),
        cmocka_unit_test(damaged_images_are_refused_or_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
