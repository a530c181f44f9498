/* Malformed images: each is refused in one line that names the file, the place in it and what was
 * expected there. */
#include "tests/maps/formats/refused.h"

/* A chunk of a PNG; spoilt is what its check sum is changed by. */
struct chunk {
    const char *type, *data;
    size_t size;
    uint32_t spoilt;
};

#define CHUNK(type, data)                                                                          \
    {                                                                                              \
        type, data, sizeof(data) - 1, 0                                                            \
    }
#define HEADER(text) CHUNK("IHDR", "\0\0\0\2\0\0\0\2" text)
#define GREY_HEADER "IHDR", "\0\0\0\2\0\0\0\2\10\0\0\0\0", 13
#define GREY HEADER("\10\0\0\0\0")
#define BIT HEADER("\1\3\0\0\0")
#define QUARTER HEADER("\2\3\0\0\0")
#define INDEXED HEADER("\10\3\0\0\0")
#define PALETTE CHUNK("PLTE", "\0\0\0\377\377\377")
#define END CHUNK("IEND", "")
#define SPOILT(chunk)                                                                              \
    {                                                                                              \
        chunk, 1                                                                                   \
    }

/* Two rows of two pixels of a byte, not compressed: white and black, and the other way round. */
#define ROWS(first, second) "\x78\1\1\6\0\xF9\xFF" first "\xFF\0" second "\0\xFF\6\0\1\xFF"
#define PIXEL_DATA "IDAT", ROWS("\0", "\0"), 17
#define PIXELS                                                                                     \
    {                                                                                              \
        PIXEL_DATA, 0                                                                              \
    }

#define MOST_CHUNKS 6

static const char *put_chunks(const char *name, const struct chunk chunks[MOST_CHUNKS])
{
    uint8_t bytes[1024] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    size_t size = 8;
    for (size_t i = 0; i < MOST_CHUNKS && chunks[i].type; i++) {
        put_big(bytes + size, (uint32_t)chunks[i].size);
        memcpy(bytes + size + 4, chunks[i].type, 4);
        memcpy(bytes + size + 8, chunks[i].data, chunks[i].size);
        const uint32_t sum = png_check_sum(bytes + size + 4, 4 + chunks[i].size);
        size += 8 + chunks[i].size;
        put_big(bytes + size, sum ^ chunks[i].spoilt);
        size += 4;
    }
    return put_bytes(name, bytes, size);
}

#define NO_PNG ", expected valid PNG data"

/* What must be in the message besides the file's name. */
static const struct malformed_png {
    const char *place, *expected;
    struct chunk chunks[MOST_CHUNKS];
    const char *options;
} pngs[] = {
    {"byte 8: a different chunk", "expected an IHDR of 13 bytes", {PIXELS, GREY, END}, ""},
    {"byte 8: a different chunk",
     "an IHDR of 13 bytes",
     {CHUNK("IHDR", "\0\0\0\2\0\0"), PIXELS},
     ""},
    {"header: invalid bit depth", NO_PNG, {HEADER("\3\0\0\0\0"), PIXELS, END}, ""},
    {"header: invalid bit depth", NO_PNG, {HEADER("\20\3\0\0\0"), PALETTE, PIXELS, END}, ""},
    {"header: invalid color type", NO_PNG, {HEADER("\10\5\0\0\0"), PIXELS, END}, ""},
    {"header: invalid compression", NO_PNG, {HEADER("\10\0\1\0\0"), PIXELS, END}, ""},
    {"header: invalid filter", NO_PNG, {HEADER("\10\0\0\1\0"), PIXELS, END}, ""},
    {"header: invalid interlace", NO_PNG, {HEADER("\10\0\0\0\2"), PIXELS, END}, ""},
    {"header: invalid chunk checksum", NO_PNG, {SPOILT(GREY_HEADER), PIXELS, END}, ""},
    {"header: invalid chunk position", NO_PNG, {GREY, END}, ""},
    {"header: unknown critical chunk", NO_PNG, {GREY, CHUNK("WALK", ""), PIXELS, END}, ""},
    {"header: missing PLTE", NO_PNG, {INDEXED, PIXELS, END}, ""},
    {"header: invalid chunk length", NO_PNG, {INDEXED, CHUNK("PLTE", "1234"), PIXELS, END}, ""},
    {"header: invalid chunk length", NO_PNG, {INDEXED, CHUNK("PLTE", ""), PIXELS, END}, ""},
    {"header: invalid chunk length", NO_PNG, {BIT, CHUNK("PLTE", "123456789"), PIXELS, END}, ""},
    {"row 0, column 0: palette index 255", "one below 2", {INDEXED, PALETTE, PIXELS, END}, ""},
    {"row 0: IDAT stream error", NO_PNG, {GREY, CHUNK("IDAT", "\x79\1\1\6"), END}, ""},
    {"row 0: IDAT stream error", NO_PNG, {GREY, CHUNK("IDAT", "\x78\1\7\6"), END}, ""},
    {"row 0", "more PNG data", {GREY, CHUNK("IDAT", "\x78\1\1\3\0\xFC\xFF\0\0\0"), END}, ""},
    {"row 0: invalid scanline", NO_PNG, {GREY, CHUNK("IDAT", ROWS("\5", "\0")), END}, ""},
    {"row 0 or the next: invalid", NO_PNG, {GREY, CHUNK("IDAT", ROWS("\0", "\5")), END}, ""},
    {"the last row: invalid chunk checksum", NO_PNG, {GREY, SPOILT(PIXEL_DATA), END}, ""},
    {"after the last row: the file ends", "expected more PNG data", {GREY, PIXELS}, ""},
    {"header: no palette found", "an indexed PNG or BMP of 1, 4 or 8", {GREY, PIXELS, END}, "ags=on"},
    {"header: palette indices of 2", "of 1, 4 or 8 bits", {QUARTER, PALETTE, PIXELS}, "ags=on"},
    {"header: no palette found", "for indices=on", {GREY, PIXELS, END}, "indices=on"},
};

static void refuse_spec(const char *path, const char *options, const char *place,
                        const char *expected, bool unsupported)
{
    char spec[256];
    format_text(spec, sizeof spec, "%s%s%s", path, *options ? ":" : "", options);
    refuse_map(spec, path, place, expected, unsupported);
}

static void png_chunks(void **state)
{
    static const struct chunk sound[MOST_CHUNKS] = {GREY, PIXELS, END};
    (void)state;
    struct fr_map *map = load_with(put_chunks("sound.png", sound), "", NULL);
    assert_true(fr_map_area(map, 0, 0) && !fr_map_area(map, 1, 0) && !fr_map_area(map, 0, 1));
    fr_map_release(map);
    for (size_t i = 0; i < sizeof pngs / sizeof *pngs; i++)
        refuse_spec(put_chunks("spoilt.png", pngs[i].chunks), pngs[i].options, pngs[i].place,
                    pngs[i].expected, false);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_chunks),
        cmocka_unit_test(png_sizes),
        cmocka_unit_test(a_png_that_promises_more_than_it_holds),
        cmocka_unit_test(png_cut_anywhere),
        cmocka_unit_test(png_contents),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
