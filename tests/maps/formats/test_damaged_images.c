/* Whatever is done to an image, it is read into a map or refused in one line. */
#include "tests/maps/formats/bmp_bytes.h"
#include "tests/maps/formats/refused.h"
#include "tests/maps/formats/small_images.h"

#include "tests/soak.h"

#define ROUNDS 6000
#define MOST_IMAGES 32
#define MOST_BYTES 2048

static struct {
    char name[16];
    uint8_t bytes[MOST_BYTES];
    size_t size;
} images[MOST_IMAGES];

static size_t image_count;

static void add(const char *name, const void *bytes, size_t size)
{
    assert_true(image_count < MOST_IMAGES && size <= MOST_BYTES);
    format_text(images[image_count].name, sizeof images->name, "%s", name);
    memcpy(images[image_count].bytes, bytes, size);
    images[image_count++].size = size;
}

static void add_bmp(struct bmp bmp)
{
    static const uint8_t pixels[64] = {1, 2, 0, 3};
    uint8_t bytes[MOST_BYTES];
    if (!bmp.pixels) {
        bmp.pixels = pixels;
        bmp.size = bmp_stride(bmp.width, bmp.bits) * (size_t)abs(bmp.height);
    }
    add("damaged.bmp", bytes, make_bmp(bytes, &bmp));
}

static void add_png(uint8_t colour_type, uint8_t depth, uint8_t interlaced)
{
    static uint16_t samples[7 * 5 * 4];
    struct png_image image = {.width = 7,
                              .height = 5,
                              .colour_type = colour_type,
                              .depth = depth,
                              .interlaced = interlaced,
                              .samples = samples,
                              .has_transparent = colour_type < 4,
                              .transparent = {.n_type3_entries = 2}};
    size_t size;
    for (uint16_t i = 0; i < 7 * 5 * 4; i++)
        samples[i] = (uint16_t)(i * 7 % (1 << depth));
    image.palette.n_entries = colour_type == SPNG_COLOR_TYPE_INDEXED ? 1u << depth : 0;
    void *bytes = encode_png(&image, &size);
    add("damaged.png", bytes, size);
    free(bytes);
}

/* More pixels than a decoder reads ahead. */
static void add_wide(const char *name, const char *header, size_t header_size, size_t size)
{
    uint8_t bytes[MOST_BYTES];
    memcpy(bytes, header, header_size);
    for (size_t i = 0; i < size; i++)
        bytes[header_size + i] = i % 3 ? 255 : 0;
    add(name, bytes, header_size + size);
}

static void add_all(void)
{
    static const uint8_t runs_8[] = {3, 1, 0, 0, 0, 2, 1, 0, 0, 3, 1, 0, 1, 0, 0, 1};
    static const uint8_t runs_4[] = {5, 0x12, 0, 0, 0, 3, 0x12, 0x30, 0, 1};
    add_bmp((struct bmp){7, 5, 1, 40, 0, 2, NULL, 0, {0}, 0});
    add_bmp((struct bmp){7, -5, 4, 124, 0, 16, NULL, 0, {0}, 0});
    add_bmp((struct bmp){7, 5, 8, 12, 0, 4, NULL, 0, {0}, 0});
    add_bmp((struct bmp){5, 3, 16, 40, 3, 0, NULL, 0, {0xF800, 0x7E0, 0x1F, 0}, 0});
    add_bmp((struct bmp){5, 3, 32, 108, 3, 0, NULL, 0, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, 0});
    add_bmp((struct bmp){4, 3, 8, 40, 1, 4, runs_8, sizeof runs_8, {0}, 0});
    add_bmp((struct bmp){6, 4, 4, 64, 2, 4, runs_4, sizeof runs_4, {0}, 0});
    add_png(SPNG_COLOR_TYPE_GRAYSCALE, 4, 0);
    add_png(SPNG_COLOR_TYPE_INDEXED, 2, 1);
    add_png(SPNG_COLOR_TYPE_TRUECOLOR, 8, 0);
    add_png(SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 16, 1);
    add_png(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8, 1);
    add("damaged.jpg", small_jpeg, sizeof small_jpeg);
    add("damaged.pgm", small_pgm, sizeof small_pgm);
    add("damaged.ppm", small_ppm, sizeof small_ppm);
    add_wide("damaged.pgm", "P5 40 30 255\n", 13, 40 * 30);
    add_wide("damaged.ppm", "P6 20 30 255\n", 13, 3 * 20 * 30);
}

/* Makes the check sums of a PNG right again, as far as its chunks can be found: a damaged one would
 * be refused before anything else is looked at. */
static void mend_check_sums(uint8_t *bytes, size_t size)
{
    for (size_t at = 8; at + 12 <= size;) {
        const size_t length = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 |
                              (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length > size - at - 12)
            return;
        put_big(bytes + at + 8 + length, png_check_sum(bytes + at + 4, 4 + length));
        at += 12 + length;
    }
}

/* Other bytes, a piece less, or a piece twice. Yields the new size. */
static size_t damage(uint8_t *bytes, size_t size, struct fr_random *random)
{
    static const uint8_t favourites[] = {0, 1, 2, 4, 8, 16, 127, 128, 254, 255};
    for (uint32_t left = 1 + fr_random_below(random, 4); left > 0; left--) {
        const size_t at = fr_random_below(random, (uint32_t)size);
        bytes[at] = fr_random_below(random, 2) ? favourites[fr_random_below(random, 10)]
                                               : (uint8_t)fr_random_below(random, 256);
    }
    const size_t at = fr_random_below(random, (uint32_t)size);
    const size_t count = 1 + fr_random_below(random, (uint32_t)(size - at));
    switch (fr_random_below(random, 8)) {
    case 0:
        memmove(bytes + at, bytes + at + count, size - at - count);
        return size - count;
    case 1:
        memmove(bytes + at + count, bytes + at, size - at);
        return size + count;
    default:
        return size;
    }
}

static void damaged_images_are_read_or_refused_in_one_line(void **state)
{
    static const char *const options[] = {"", "indices=on", "ags=on", "legend=ff0000=3/000000=0",
                                          "channel=alpha"};
    const uint64_t seed = soak_seed(1);
    struct fr_random random = {seed};
    int read = 0;
    (void)state;
    add_all();
    for (int round = 0; round < ROUNDS * soak_scale(); round++) {
        const size_t chosen = fr_random_below(&random, (uint32_t)image_count);
        uint8_t bytes[2 * MOST_BYTES];
        char spec[256];
        struct fr_map *map = NULL;
        struct fr_error error = {"", FR_OK};
        memcpy(bytes, images[chosen].bytes, images[chosen].size);
        const size_t size = damage(bytes, images[chosen].size, &random);
        if (strcmp(images[chosen].name, "damaged.png") == 0)
            mend_check_sums(bytes, size);
        const char *path = put_bytes(images[chosen].name, bytes, size);
        const char *option = options[fr_random_below(&random, 5)];
        format_text(spec, sizeof spec, "%s%s%s", path, *option ? ":" : "", option);
        const enum fr_status status =
            fr_map_load(spec, folder, &fr_default_allocator, &map, NULL, &error);
        if (status == FR_OK) {
            read++;
            fr_map_release(map);
        } else {
            if (status == FR_NO_MEMORY)
                print_error("seed %llu, round %d, %s: %s\n", (unsigned long long)seed, round,
                            images[chosen].name, error.text);
            assert_true(status == FR_BAD_INPUT || status == FR_UNSUPPORTED);
            assert_message(error.text, path, ": ", "expected");
        }
    }
    print_message("seed %llu: %d of %d were read\n", (unsigned long long)seed, read,
                  ROUNDS * soak_scale());
    assert_true(read > 0);
}

static enum fr_status load_bytes(const char *name, const void *bytes, size_t size)
{
    struct fr_map *map = NULL;
    struct fr_error error = {"", FR_OK};
    static const char nothing[1];
    const char *path = put_bytes(name, size ? bytes : nothing, size);
    const enum fr_status status =
        fr_map_load(path, folder, &fr_default_allocator, &map, NULL, &error);
    if (status == FR_OK)
        fr_map_release(map);
    else
        assert_message(error.text, path, ": ", "expected");
    return status;
}

static void no_image_is_read_that_lacks_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < image_count; i++) {
        assert_int_equal(load_bytes(images[i].name, images[i].bytes, images[i].size), FR_OK);
        for (size_t size = 0; size < images[i].size; size++)
            if (load_bytes(images[i].name, images[i].bytes, size) == FR_OK)
                fail_msg("%s (image %zu): read without its last %zu of %zu bytes", images[i].name,
                         i, images[i].size - size, images[i].size);
    }
}

/* The tables of a JPEG without what they are for, and a PGM whose greatest value is 0. */
static void images_without_pixels_are_refused(void **state)
{
    static const uint8_t end[] = {0xFF, 0xD9};
    static const char black[] = "P5 2 2 0\n\0\0\0\0", deep[] = "P5 2 2 256\n\0\0\0\0\0\0\0\0";
    uint8_t bytes[sizeof small_jpeg];
    size_t scan = 0;
    (void)state;
    while (small_jpeg[scan] != 0xFF || small_jpeg[scan + 1] != 0xDA)
        scan++;
    memcpy(bytes, small_jpeg, scan);
    memcpy(bytes + scan, end, sizeof end);
    assert_int_equal(load_bytes("unscanned.jpg", bytes, scan + sizeof end), FR_BAD_INPUT);
    assert_int_equal(load_bytes("black.pgm", black, sizeof black - 1), FR_BAD_INPUT);
    assert_int_equal(load_bytes("deep.pgm", deep, sizeof deep - 1), FR_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_images_are_read_or_refused_in_one_line),
        cmocka_unit_test(no_image_is_read_that_lacks_its_end),
        cmocka_unit_test(images_without_pixels_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
