/* Whatever is done to an image, it is read into a map or refused in one line. */
#include "tests/maps/formats/refused.h"

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

static void add_all(void)
{
    add_png(SPNG_COLOR_TYPE_GRAYSCALE, 4, 0);
    add_png(SPNG_COLOR_TYPE_INDEXED, 2, 1);
    add_png(SPNG_COLOR_TYPE_TRUECOLOR, 8, 0);
    add_png(SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 16, 1);
    add_png(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8, 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_images_are_read_or_refused_in_one_line),
        cmocka_unit_test(no_image_is_read_that_lacks_its_end),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
