/* Loading BMP, and what stb_image reads: small files made byte by byte. */
#include "files.h"

static void put_long(uint8_t *at, int64_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)((uint64_t)value >> 8 * i);
}

struct bmp {
    int32_t width, height; /* negative: top down */
    int bits, header, compression, palette_size;
    const uint8_t *pixels; /* from the top row down, each of stride bytes */
    size_t stride;
};

/* The palette: entry i is the grey of level 20*i, but entries 1 and 2 are both of level 30. */
static size_t make_bmp(uint8_t *bytes, const struct bmp *bmp)
{
    const bool core = bmp->header == 12;
    const size_t rows = (size_t)(bmp->height < 0 ? -bmp->height : bmp->height);
    const size_t entry = core ? 3 : 4, palette = 14 + (size_t)bmp->header;
    const size_t pixels = palette + (size_t)bmp->palette_size * entry;
    memset(bytes, 0, pixels);
    memcpy(bytes, "BM", 2);
    put_long(bytes + 2, (int64_t)(pixels + rows * bmp->stride));
    put_long(bytes + 10, (int64_t)pixels);
    put_long(bytes + 14, bmp->header);
    if (core) {
        put_long(bytes + 18, bmp->width | bmp->height << 16);
        put_long(bytes + 22, 1 | bmp->bits << 16);
    } else {
        put_long(bytes + 18, bmp->width);
        put_long(bytes + 22, bmp->height);
        put_long(bytes + 26, 1 | bmp->bits << 16);
        put_long(bytes + 30, bmp->compression);
        put_long(bytes + 46, bmp->palette_size);
    }
    if (bmp->compression == 3)
        for (int i = 0; i < 4; i++)
            put_long(bytes + 54 + 4 * i, (int64_t)(0xFF0000u >> 8 * i) + (i == 3) * 0xFF000000);
    for (int i = 0; i < bmp->palette_size; i++)
        memset(bytes + palette + (size_t)i * entry, i == 1 || i == 2 ? 30 : 20 * i, 3);
    for (size_t row = 0; row < rows; row++)
        memcpy(bytes + pixels + (bmp->height < 0 ? row : rows - 1 - row) * bmp->stride,
               bmp->pixels + row * bmp->stride, bmp->stride);
    return pixels + rows * bmp->stride;
}

static struct fr_map *load_bmp(const struct bmp *bmp, const char *options,
                               struct fr_load_report *report)
{
    uint8_t bytes[2048];
    const size_t size = make_bmp(bytes, bmp);
    struct fr_map *map = load_with(put_bytes("image.bmp", bytes, size), options, report);
    assert_string_equal(report->format, "bmp");
    return map;
}

static void assert_areas(const struct fr_map *map, const uint8_t *areas)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            assert_int_equal(fr_map_area(map, x, y), areas[y * map->width + x]);
}

static void bmp_indices_are_areas_at_every_depth(void **state)
{
    static const uint8_t bits_1[] = {0x50, 0, 0, 0, 0x80, 0, 0, 0};
    static const uint8_t bits_4[] = {0x01, 0x23, 0, 0, 0xFE, 0xDC, 0, 0};
    static const uint8_t bits_8[] = {0, 1, 2, 3, 15, 14, 13, 12};
    static const struct {
        struct bmp bmp;
        uint8_t areas[8];
    } cases[] = {
        {{4, 2, 1, 40, 0, 2, bits_1, 4}, {0, 1, 0, 1, 1, 0, 0, 0}},
        {{4, 2, 4, 40, 0, 16, bits_4, 4}, {0, 1, 2, 3, 15, 14, 13, 12}},
        {{4, 2, 8, 40, 0, 16, bits_8, 4}, {0, 1, 2, 3, 15, 14, 13, 12}},
        {{4, -2, 8, 40, 0, 16, bits_8, 4}, {0, 1, 2, 3, 15, 14, 13, 12}},
        {{4, -2, 8, 124, 0, 16, bits_8, 4}, {0, 1, 2, 3, 15, 14, 13, 12}},
        {{4, 2, 8, 12, 0, 256, bits_8, 4}, {0, 1, 2, 3, 15, 14, 13, 12}},
    };
    struct fr_load_report report;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_map *map = load_bmp(&cases[i].bmp, "", &report);
        assert_int_equal(map->width, 4);
        assert_int_equal(map->height, 2);
        assert_areas(map, cases[i].areas);
        assert_non_null(strstr(report.reading, "palette indices as areas"));
        fr_map_release(map);
    }
}

static void bmp_palette_colours_follow_the_threshold_when_asked(void **state)
{
    static const uint8_t pixels[] = {6, 7, 12, 1};
    const struct bmp bmp = {4, 1, 8, 40, 0, 13, pixels, 4};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&bmp, "threshold=140", &report);
    assert_areas(map, (const uint8_t[]){0, 1, 1, 0});
    assert_int_equal(report.colours, 4);
    fr_map_release(map);
}

/* Blue, green, red: pure green is bright enough, pure red and blue are not. */
static void bmp_true_colours(void **state)
{
    static const uint8_t bits_24[] = {0, 255, 0, 0,   0,   255, 255, 0,   0,   0, 0, 0,
                                      9, 9,   9, 255, 255, 255, 0,   255, 255, 0, 0, 0};
    static const uint8_t bits_32[] = {0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 255, 0, 0, 255};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&(struct bmp){3, 2, 24, 40, 0, 0, bits_24, 12}, "", &report);
    assert_areas(map, (const uint8_t[]){1, 0, 0, 0, 1, 1});
    fr_map_release(map);
    /* the fourth byte counts only where a header says that it is alpha */
    map = load_bmp(&(struct bmp){2, 2, 32, 40, 0, 0, bits_32, 8}, "", &report);
    assert_areas(map, (const uint8_t[]){1, 0, 1, 0});
    fr_map_release(map);
    map = load_bmp(&(struct bmp){2, -2, 32, 108, 3, 0, bits_32, 8}, "", &report);
    assert_areas(map, (const uint8_t[]){0, 0, 1, 0});
    fr_map_release(map);
    map = load_bmp(&(struct bmp){2, -2, 32, 108, 3, 0, bits_32, 8}, "alpha=off", &report);
    assert_areas(map, (const uint8_t[]){1, 0, 1, 0});
    fr_map_release(map);
}

static void assert_file(const char *path, const char *format, int32_t width, int32_t height,
                        const uint8_t *areas)
{
    struct fr_load_report report;
    struct fr_map *map = load_with(path, "", &report);
    assert_string_equal(report.format, format);
    assert_int_equal(map->width, width);
    assert_int_equal(map->height, height);
    assert_areas(map, areas);
    fr_map_release(map);
}

/* 16 x 8 pixels, the left half white; the smallest tables that hold it. */
static void jpeg_through_stb_image(void **state)
{
    static const uint8_t jpeg[] = {
        0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x43, 0x00, 0x10, 0x0B, 0x0C, 0x0E, 0x0C, 0x0A, 0x10, 0x0E,
        0x0D, 0x0E, 0x12, 0x11, 0x10, 0x13, 0x18, 0x28, 0x1A, 0x18, 0x16, 0x16, 0x18, 0x31, 0x23,
        0x25, 0x1D, 0x28, 0x3A, 0x33, 0x3D, 0x3C, 0x39, 0x33, 0x38, 0x37, 0x40, 0x48, 0x5C, 0x4E,
        0x40, 0x44, 0x57, 0x45, 0x37, 0x38, 0x50, 0x6D, 0x51, 0x57, 0x5F, 0x62, 0x67, 0x68, 0x67,
        0x3E, 0x4D, 0x71, 0x79, 0x70, 0x64, 0x78, 0x5C, 0x65, 0x67, 0x63, 0xFF, 0xC0, 0x00, 0x0B,
        0x08, 0x00, 0x08, 0x00, 0x10, 0x01, 0x01, 0x11, 0x00, 0xFF, 0xC4, 0x00, 0x15, 0x00, 0x01,
        0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x07, 0x08, 0xFF, 0xC4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01,
        0x00, 0x00, 0x3F, 0x00, 0x40, 0x4F, 0xEF, 0xFF, 0xD9};
    uint8_t areas[8 * 16];
    (void)state;
    for (int i = 0; i < 8 * 16; i++)
        areas[i] = i % 16 < 8;
    assert_file(put_bytes("image.jpg", jpeg, sizeof jpeg), "jpeg", 16, 8, areas);
}

/* Three pixels by two, from the bottom row up: grey plain, and colours in runs. */
static void tga_through_stb_image(void **state)
{
    static const uint8_t grey[] = {0, 0, 3, 0, 0, 0, 0, 0, 0,   0,   0,  0,
                                   3, 0, 2, 0, 8, 0, 0, 0, 200, 255, 10, 128};
    static const uint8_t runs[] = {0, 0, 10, 0,  0, 0,    0, 0, 0,   0,    0, 0,   3,
                                   0, 2, 0,  24, 0, 0x81, 0, 0, 255, 0x83, 0, 255, 0};
    static const uint8_t grey_areas[] = {1, 0, 1, 0, 0, 1}, run_areas[] = {1, 1, 1, 0, 0, 1};
    (void)state;
    assert_file(put_bytes("grey.tga", grey, sizeof grey), "tga", 3, 2, grey_areas);
    assert_file(put_bytes("runs.tga", runs, sizeof runs), "tga", 3, 2, run_areas);
}

static void pnm_through_stb_image(void **state)
{
    static const uint8_t grey[] = {'P', '5', ' ',  '2', ' ', '2', ' ', '2',
                                   '5', '5', '\n', 127, 128, 255, 0};
    static const uint8_t colour[] = {'P', '6', '\n', '#',  'c', '\n', '2', ' ', '1', '\n',
                                     '2', '5', '5',  '\n', 0,   255,  0,   255, 0,   255};
    (void)state;
    assert_file(put_bytes("grey.pgm", grey, sizeof grey), "pnm", 2, 2,
                (const uint8_t[]){0, 1, 1, 0});
    assert_file(put_bytes("colour.ppm", colour, sizeof colour), "pnm", 2, 1,
                (const uint8_t[]){1, 0});
}

/* Two pixels, white and black. */
static void gif_through_stb_image(void **state)
{
    static const uint8_t gif[] = {'G', 'I', 'F', '8', '9', 'a', 2,   0,    1,    0, 0x80, 0,
                                  0,   0,   0,   0,   255, 255, 255, 0x2C, 0,    0, 0,    0,
                                  2,   0,   1,   0,   0,   2,   2,   0x0C, 0x0A, 0, 0x3B};
    (void)state;
    assert_file(put_bytes("image.gif", gif, sizeof gif), "gif", 2, 1, (const uint8_t[]){1, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bmp_indices_are_areas_at_every_depth),
        cmocka_unit_test(bmp_palette_colours_follow_the_threshold_when_asked),
        cmocka_unit_test(bmp_true_colours),
        cmocka_unit_test(jpeg_through_stb_image),
        cmocka_unit_test(tga_through_stb_image),
        cmocka_unit_test(pnm_through_stb_image),
        cmocka_unit_test(gif_through_stb_image),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
