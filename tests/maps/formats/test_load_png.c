/* Loading PNG: what every pixel becomes, against a reading of the samples that shares no code with
 * the loader. */
#include "tests/maps/files.h"

/* A pixel as the rules see it: 8 bits a channel. */
struct rgba {
    int red, green, blue, alpha;
};

static int to_8_bits(unsigned sample, unsigned depth)
{
    return depth == 16 ? (int)(sample >> 8) : (int)(sample * 255 / ((1u << depth) - 1));
}

static struct rgba pixel_of(const struct png_image *image, size_t x, size_t y)
{
    const size_t channels = png_channels(image->colour_type);
    const uint16_t *sample = image->samples + (y * image->width + x) * channels;
    const struct spng_trns *clear = &image->transparent;
    const bool marked = image->has_transparent;
    int value[4];
    for (size_t i = 0; i < channels; i++)
        value[i] = to_8_bits(sample[i], image->depth);
    switch (image->colour_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE:
        return (struct rgba){value[0], value[0], value[0],
                             marked && sample[0] == clear->gray ? 0 : 255};
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
        return (struct rgba){value[0], value[0], value[0], value[1]};
    case SPNG_COLOR_TYPE_INDEXED: {
        const struct spng_plte_entry entry = image->palette.entries[sample[0]];
        const bool listed = marked && sample[0] < clear->n_type3_entries;
        return (struct rgba){entry.red, entry.green, entry.blue,
                             listed ? clear->type3_alpha[sample[0]] : 255};
    }
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
        return (struct rgba){value[0], value[1], value[2], value[3]};
    default:
        return (struct rgba){value[0], value[1], value[2],
                             marked && sample[0] == clear->red && sample[1] == clear->green &&
                                     sample[2] == clear->blue
                                 ? 0
                                 : 255};
    }
}

/* What a spec requests: the level of 'l'uminance, 'r'ed, 'g'reen, 'b'lue or 'a'lpha compared with a
 * threshold. */
struct reading {
    const char *options;
    int threshold;
    char channel;
    bool alpha, invert;
};

static double level_of(struct rgba pixel, char channel)
{
    return channel == 'a' ? pixel.alpha
                          : 0.299 * pixel.red + 0.587 * pixel.green + 0.114 * pixel.blue;
}

static uint8_t expected_area(struct rgba pixel, const struct reading *reading)
{
    const bool light = level_of(pixel, reading->channel) >= reading->threshold - 1e-9;
    return light != reading->invert && (pixel.alpha >= 128 || !reading->alpha);
}

static void check_readings(const struct png_image *image, const char *path)
{
    static const struct reading readings[] = {
        {"indices=off", 128, 'l', true, false},
        {"indices=off,alpha=off", 128, 'l', false, false},
        {"threshold=1", 1, 'l', true, false},
        {"threshold=200,alpha=on", 200, 'l', true, false},
        {"threshold=256", 256, 'l', true, false},
        {"invert=on", 128, 'l', true, true},
        {"invert=off,alpha=off", 128, 'l', false, false},
        {"channel=luminance,threshold=90", 90, 'l', true, false},
        {"threshold=77,channel=luminance,invert=on", 77, 'l', true, true},
        {"alpha=off,threshold=31", 31, 'l', false, false},
        {"channel=alpha", 128, 'a', false, false},
        {"channel=alpha,threshold=40,invert=on", 40, 'a', false, true},
    };
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        struct fr_load_report report;
        struct fr_map *map = load_with(path, readings[i].options, &report);
        assert_int_equal(map->width, image->width);
        assert_int_equal(map->height, image->height);
        assert_string_equal(report.format, "png");
        for (uint32_t y = 0; y < image->height; y++)
            for (uint32_t x = 0; x < image->width; x++)
                assert_area(map, x, y, expected_area(pixel_of(image, x, y), &readings[i]));
        fr_map_release(map);
    }
}

static void fill_palette(struct png_image *image, struct fr_random *random)
{
    image->palette.n_entries = 1u << image->depth;
    image->transparent.n_type3_entries = 1 + fr_random_below(random, 1u << image->depth);
    for (int i = 0; i < 256; i++) {
        image->palette.entries[i] = (struct spng_plte_entry){
            (uint8_t)fr_random_below(random, 256), (uint8_t)fr_random_below(random, 256),
            (uint8_t)fr_random_below(random, 256), 255};
        image->transparent.type3_alpha[i] = (uint8_t)fr_random_below(random, 256);
    }
}

/* A random image of few different samples, so that transparent ones are met. */
static void fill_image(struct png_image *image, uint16_t *samples, struct fr_random *random)
{
    const size_t channels = png_channels(image->colour_type);
    const uint32_t top = (1u << image->depth) - 1;
    uint16_t palette[4];
    for (size_t i = 0; i < 4; i++)
        palette[i] = (uint16_t)fr_random_below(random, top + 1);
    for (size_t i = 0; i < image->width * image->height * channels; i++)
        samples[i] = fr_random_below(random, 2) ? palette[fr_random_below(random, 4)]
                                                : (uint16_t)fr_random_below(random, top + 1);
    image->samples = samples;
    if (image->colour_type == SPNG_COLOR_TYPE_INDEXED)
        fill_palette(image, random);
    else if (image->has_transparent)
        image->transparent = (struct spng_trns){.gray = samples[0],
                                                .red = samples[0],
                                                .green = samples[channels > 1],
                                                .blue = samples[channels > 2 ? 2 : 0]};
}

static void every_colour_type_depth_and_interlacing(void **state)
{
    static const uint8_t kinds[][2] = {{0, 1}, {0, 2},  {0, 4},  {0, 8}, {0, 16},
                                       {2, 8}, {2, 16}, {3, 1},  {3, 2}, {3, 4},
                                       {3, 8}, {4, 8},  {4, 16}, {6, 8}, {6, 16}};
    static const uint32_t sizes[][2] = {{1, 1}, {5, 3}, {2, 9}, {64, 5}, {131, 17}};
    static uint16_t samples[131 * 17 * 4];
    struct fr_random random = {1};
    (void)state;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (size_t variant = 0; variant < 20; variant++) {
            struct png_image image = {.width = sizes[variant % 5][0],
                                      .height = sizes[variant % 5][1],
                                      .colour_type = kinds[kind][0],
                                      .depth = kinds[kind][1],
                                      .interlaced = variant / 5 % 2,
                                      .has_transparent = variant / 10 && kinds[kind][0] < 4};
            fill_image(&image, samples, &random);
            check_readings(&image, put_png("kind.png", &image));
        }
}

static void luminance_has_the_weights_of_rec_601(void **state)
{
    /* 150 green is 88.05, 218 green 127.966, 219 green 128.553; 255 red 76.245; 255 blue 29.07 */
    static const uint16_t samples[] = {0, 218, 0, 0, 219, 0, 255, 0, 255, 255, 88, 0, 255, 89, 0};
    const struct png_image image = {
        .width = 5, .height = 1, .colour_type = 2, .depth = 8, .samples = samples};
    (void)state;
    struct fr_map *map = load_with(put_png("weights.png", &image), "", NULL);
    for (uint32_t x = 0; x < 5; x++)
        assert_area(map, x, 0, x == 1 || x == 4);
    fr_map_release(map);
}

/* The largest size in both directions. */
static void up_to_32767_pixels(void **state)
{
    static uint16_t samples[FR_MAP_MAX_SIZE];
    struct png_image image = {
        .width = FR_MAP_MAX_SIZE, .height = 1, .colour_type = 0, .depth = 1, .samples = samples};
    (void)state;
    samples[0] = samples[FR_MAP_MAX_SIZE - 1] = 1;
    struct fr_map *map = load_with(put_png("wide.png", &image), "", NULL);
    assert_int_equal(map->width, FR_MAP_MAX_SIZE);
    assert_int_equal(fr_map_walkable_count(map), 2);
    assert_area(map, FR_MAP_MAX_SIZE - 1, 0, 1);
    fr_map_release(map);
    image.width = 1;
    image.height = FR_MAP_MAX_SIZE;
    map = load_with(put_png("tall.png", &image), "", NULL);
    assert_int_equal(map->height, FR_MAP_MAX_SIZE);
    assert_area(map, 0, FR_MAP_MAX_SIZE - 1, 1);
    fr_map_release(map);
}

static void a_large_image_takes_little_more_than_its_map(void **state)
{
    uint16_t *samples = calloc((size_t)2000 * 1000 * 4, sizeof *samples);
    const struct png_image image = {
        .width = 2000, .height = 1000, .colour_type = 6, .depth = 8, .samples = samples};
    struct fr_counting_allocator counting;
    struct fr_map *map;
    (void)state;
    const char *path = put_png("large.png", &image);
    free(samples);
    fr_counting_allocator_init(&counting);
    assert_int_equal(fr_map_load(path, folder, &counting.allocator, &map, NULL, NULL), FR_OK);
    assert_true(counting.peak_bytes < (size_t)2000 * 1000 * 3 / 2 + (1 << 20));
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_colour_type_depth_and_interlacing),
        cmocka_unit_test(luminance_has_the_weights_of_rec_601),
        cmocka_unit_test(up_to_32767_pixels),
        cmocka_unit_test(a_large_image_takes_little_more_than_its_map),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
