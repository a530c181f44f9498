/* Malformed images: each is refused in one line that names the file, the place in it and what was
 * expected there. */
#include "refused.h"

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
        {14, 41, "byte 14: header of 41 bytes", "expected 12, 16, 40", false},
        {18, 0, "header: 0 x 2", "1 to 32767", false},
        {21, 0x80, "header: -2147483646 x 2", "1 to 32767", false},
        {24, 1, "header: 2 x 65538", "1 to 32767", false},
        {19, 0x7F, "byte 70", "expected 65094 bytes to the end of the pixels", false},
        {28, 7, "byte 28: 7 bits", "expected 1, 2, 4, 8, 16, 24 or 32", false},
        {30, 2, "byte 30: compression 2 of 8 bits", "expected none, run-length", true},
        {30, 3, "byte 30: compression 3 of 8 bits", "colour masks of 16 or 32", true},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_sizes),
        cmocka_unit_test(a_png_that_promises_more_than_it_holds),
        cmocka_unit_test(png_cut_anywhere),
        cmocka_unit_test(png_contents),
        cmocka_unit_test(bmp_files),
        cmocka_unit_test(what_stb_image_reads),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
