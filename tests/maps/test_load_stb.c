/* Loading what stb_image reads: small files made byte by byte. */
#include "refused.h"

/* Cut anywhere, the file is refused; but nobody asks for the last byte of a GIF. */
static void assert_cut_refused(const char *name, const uint8_t *bytes, size_t size)
{
    const bool gif = memcmp(bytes, "GIF", 3) == 0;
    for (size_t cut = 1; cut < size - gif; cut++) {
        const char *path = put_bytes(name, bytes, cut);
        refuse_map(path, path, "", "expected", false);
    }
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
    assert_cut_refused("cut-image.jpg", jpeg, sizeof jpeg);
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
    assert_cut_refused("cut-grey.tga", grey, sizeof grey);
    assert_file(put_bytes("grey.tga", grey, sizeof grey), "tga", 3, 2, grey_areas);
    assert_cut_refused("cut-runs.tga", runs, sizeof runs);
    assert_file(put_bytes("runs.tga", runs, sizeof runs), "tga", 3, 2, run_areas);
}

static void pnm_through_stb_image(void **state)
{
    static const uint8_t grey[] = {'P', '5', ' ',  '2', ' ', '2', ' ', '2',
                                   '5', '5', '\n', 127, 128, 255, 0};
    static const uint8_t colour[] = {'P', '6', '\n', '#',  'c', '\n', '2', ' ', '1', '\n',
                                     '2', '5', '5',  '\n', 0,   255,  0,   255, 0,   255};
    (void)state;
    assert_cut_refused("cut-grey.pgm", grey, sizeof grey);
    assert_file(put_bytes("grey.pgm", grey, sizeof grey), "pnm", 2, 2,
                (const uint8_t[]){0, 1, 1, 0});
    assert_cut_refused("cut-colour.ppm", colour, sizeof colour);
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
    assert_cut_refused("cut-image.gif", gif, sizeof gif);
    assert_file(put_bytes("image.gif", gif, sizeof gif), "gif", 2, 1, (const uint8_t[]){1, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jpeg_through_stb_image),
        cmocka_unit_test(tga_through_stb_image),
        cmocka_unit_test(pnm_through_stb_image),
        cmocka_unit_test(gif_through_stb_image),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
