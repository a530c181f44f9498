/* Saving PNG: what is written is read back, by libspng itself, pixel for pixel. */
#include "tests/maps/files.h"

#include "maps/formats/image/save_png.h"

static void save(const char *path, enum fr_png_kind kind, int32_t width, int32_t height,
                 const uint8_t *pixels)
{
    struct fr_error error = {"", FR_OK};
    const enum fr_status status = fr_save_png(path, kind, width, height, pixels, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, FR_OK);
}

/* Decodes the file to RGB and gives its header. */
static struct spng_ihdr decode(const char *path, uint8_t *rgb, size_t room)
{
    struct spng_ihdr header;
    size_t size, decoded;
    char *bytes = get_bytes(path, &size);
    spng_ctx *context = spng_ctx_new(0);
    assert_int_equal(spng_set_png_buffer(context, bytes, size), 0);
    assert_int_equal(spng_get_ihdr(context, &header), 0);
    assert_int_equal(spng_decoded_image_size(context, SPNG_FMT_RGB8, &decoded), 0);
    assert_true(decoded <= room);
    assert_int_equal(spng_decode_image(context, rgb, decoded, SPNG_FMT_RGB8, 0), 0);
    spng_ctx_free(context);
    free(bytes);
    return header;
}

static void greys_take_the_fewest_bits(void **state)
{
    static const struct {
        uint8_t step, bits;
    } cases[] = {{255, 1}, {85, 2}, {17, 4}, {1, 8}};
    static const int32_t sizes[][2] = {{1, 1}, {7, 3}, {8, 2}, {65, 9}, {200, 100}};
    static uint8_t grey[200 * 100], rgb[200 * 100 * 3];
    struct fr_random random = {3};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
            const int32_t width = sizes[j][0], height = sizes[j][1];
            const uint32_t levels = 255u / cases[i].step + 1;
            for (int32_t at = 0; at < width * height; at++)
                grey[at] = (uint8_t)(fr_random_below(&random, levels) * cases[i].step);
            if (width * height == 1)
                grey[0] = cases[i].step; /* a level that needs all the bits */
            save(in_folder("grey.png"), FR_PNG_GREY, width, height, grey);
            const struct spng_ihdr header = decode(in_folder("grey.png"), rgb, sizeof rgb);
            assert_int_equal(header.width, width);
            assert_int_equal(header.height, height);
            assert_int_equal(header.bit_depth, cases[i].bits);
            assert_int_equal(header.color_type, SPNG_COLOR_TYPE_GRAYSCALE);
            for (int32_t at = 0; at < 3 * width * height; at++)
                assert_int_equal(rgb[at], grey[at / 3]);
        }
}

static void colours_survive(void **state)
{
    static uint8_t pixels[61 * 33 * 3], rgb[61 * 33 * 3];
    struct fr_random random = {4};
    (void)state;
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)fr_random_below(&random, 256);
    save(in_folder("colour.png"), FR_PNG_RGB, 61, 33, pixels);
    assert_int_equal(decode(in_folder("colour.png"), rgb, sizeof rgb).color_type,
                     SPNG_COLOR_TYPE_TRUECOLOR);
    assert_memory_equal(rgb, pixels, sizeof rgb);
}

static void the_loader_reads_what_was_saved(void **state)
{
    static uint8_t grey[90 * 70];
    struct fr_random random = {5};
    (void)state;
    for (size_t i = 0; i < sizeof grey; i++)
        grey[i] = (uint8_t)fr_random_below(&random, 256);
    save(in_folder("mask.png"), FR_PNG_GREY, 90, 70, grey);
    struct fr_map *map = load_with(in_folder("mask.png"), "", NULL);
    for (int32_t i = 0; i < 90 * 70; i++)
        assert_int_equal(fr_map_walkable(map, i % 90, i / 90), grey[i] >= 128);
    fr_map_release(map);
}

/* Read back as areas by default, and as walkable if the colours are read as a mask. */
static void areas_are_palette_indices(void **state)
{
    static const struct {
        uint8_t last, bits;
    } cases[] = {{1, 1}, {3, 2}, {6, 4}, {15, 4}, {200, 8}};
    static uint8_t areas[90 * 70], rgb[90 * 70 * 3];
    struct fr_random random = {7};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t at = 0; at < sizeof areas; at++)
            areas[at] = (uint8_t)fr_random_below(&random, cases[i].last + 1u);
        save(in_folder("areas.png"), FR_PNG_AREAS, 90, 70, areas);
        const struct spng_ihdr header = decode(in_folder("areas.png"), rgb, sizeof rgb);
        assert_int_equal(header.bit_depth, cases[i].bits);
        assert_int_equal(header.color_type, SPNG_COLOR_TYPE_INDEXED);
        struct fr_map *map =
            load_with(in_folder("areas.png"), cases[i].last < 16 ? "" : "indices=on", NULL);
        assert_memory_equal(map->areas, areas, sizeof areas);
        fr_map_release(map);
        map = load_with(in_folder("areas.png"), "indices=off", NULL);
        for (int32_t at = 0; at < 90 * 70; at++)
            assert_int_equal(fr_map_area(map, at % 90, at / 90), areas[at] != 0);
        fr_map_release(map);
    }
}

/* How large libspng makes 256 x 256 grey levels at its best compression. */
static size_t size_with(int filters, const uint8_t *grey)
{
    struct spng_ihdr header = {.width = 256, .height = 256, .bit_depth = 8};
    size_t size;
    int code;
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    assert_int_equal(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1), 0);
    assert_int_equal(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 9), 0);
    assert_int_equal(spng_set_option(context, SPNG_FILTER_CHOICE, filters), 0);
    assert_int_equal(spng_set_ihdr(context, &header), 0);
    code = spng_encode_image(context, grey, 256 * 256, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    assert_int_equal(code, 0);
    free(spng_get_png_buffer(context, &size, &code));
    spng_ctx_free(context);
    return size;
}

/* A slope compresses with filters, a tiling of random levels without them. */
static void the_smaller_of_two_encodings_is_written_every_time(void **state)
{
    static uint8_t grey[256 * 256], tile[32];
    struct fr_random random = {6};
    (void)state;
    for (size_t i = 0; i < sizeof tile; i++)
        tile[i] = (uint8_t)fr_random_below(&random, 256);
    for (int slope = 0; slope < 2; slope++) {
        size_t sizes[2];
        for (size_t i = 0; i < sizeof grey; i++)
            grey[i] = slope ? (uint8_t)(i % 256 * (i / 256) / 255) : tile[i % 32];
        const size_t plain = size_with(SPNG_DISABLE_FILTERING, grey);
        const size_t filtered = size_with(SPNG_FILTER_CHOICE_ALL, grey);
        assert_true(slope ? filtered < plain : plain < filtered);
        save(in_folder("first.png"), FR_PNG_GREY, 256, 256, grey);
        save(in_folder("second.png"), FR_PNG_GREY, 256, 256, grey);
        char *first = get_bytes(in_folder("first.png"), &sizes[0]);
        char *second = get_bytes(in_folder("second.png"), &sizes[1]);
        assert_int_equal(sizes[0], slope ? filtered : plain);
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(first, second, sizes[0]);
        free(first);
        free(second);
    }
}

static void assert_refused(const char *path, enum fr_status status, const char *reason)
{
    struct fr_error error = {"", FR_OK};
    assert_int_equal(fr_save_png(path, FR_PNG_GREY, 1, 1, (const uint8_t[]){255}, &error), status);
    if (!strstr(error.text, path) || !strstr(error.text, reason))
        print_error("%s\n", error.text);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, reason));
}

static void what_cannot_be_written_is_an_error_that_says_why(void **state)
{
    char deep[128];
    (void)state;
    format_text(deep, sizeof deep, "%s/none/file.png", folder);
    assert_refused(deep, FR_BAD_INPUT, "No such file");
    assert_refused(folder, FR_BAD_INPUT, "Is a directory");
    if (access("/dev/full", W_OK) == 0) {
        assert_refused("/dev/full", FR_SYSTEM_ERROR, "No space left");
        assert_int_equal(access("/dev/full", F_OK), 0);
        assert_int_not_equal(access("/dev/full.part", F_OK), 0);
    }
    format_text(deep, sizeof deep, "%s.part", folder);
    assert_int_not_equal(access(deep, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greys_take_the_fewest_bits),
        cmocka_unit_test(colours_survive),
        cmocka_unit_test(the_loader_reads_what_was_saved),
        cmocka_unit_test(areas_are_palette_indices),
        cmocka_unit_test(the_smaller_of_two_encodings_is_written_every_time),
        cmocka_unit_test(what_cannot_be_written_is_an_error_that_says_why),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
