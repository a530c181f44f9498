/* Loading images: what every pixel becomes, against a reading of the samples that shares no code
 * with the loader. */
#include "files.h"

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

static uint8_t expected_area(struct rgba pixel, int threshold, bool alpha)
{
    const double luminance = 0.299 * pixel.red + 0.587 * pixel.green + 0.114 * pixel.blue;
    return luminance >= threshold - 1e-9 && (pixel.alpha >= 128 || !alpha);
}

static void assert_area(const struct fr_map *map, uint32_t x, uint32_t y, int expected)
{
    const int32_t column = (int32_t)x, row = (int32_t)y;
    if (fr_map_area(map, column, row) != expected)
        print_error("at %u, %u\n", (unsigned)x, (unsigned)y);
    assert_int_equal(fr_map_area(map, column, row), expected);
    assert_int_equal(fr_map_walkable(map, column, row), expected != 0);
}

static void check_thresholds(const struct png_image *image, const char *path)
{
    static const struct {
        const char *options;
        int threshold;
        bool alpha;
    } readings[] = {{"indices=off", 128, true},
                    {"indices=off,alpha=off", 128, false},
                    {"threshold=1", 1, true},
                    {"threshold=200,alpha=on", 200, true},
                    {"threshold=256", 256, true}};
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        struct fr_load_report report;
        struct fr_map *map = load_with(path, readings[i].options, &report);
        assert_int_equal(map->width, image->width);
        assert_int_equal(map->height, image->height);
        assert_string_equal(report.format, "png");
        for (uint32_t y = 0; y < image->height; y++)
            for (uint32_t x = 0; x < image->width; x++)
                assert_area(
                    map, x, y,
                    expected_area(pixel_of(image, x, y), readings[i].threshold, readings[i].alpha));
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
            check_thresholds(&image, put_png("kind.png", &image));
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

/* 4 x 2 pixels of the indices 0 1 2 3 / 3 2 1 0, entries 1 and 2 of one colour. */
static const struct png_image small_indexed = {
    .width = 4,
    .height = 2,
    .colour_type = SPNG_COLOR_TYPE_INDEXED,
    .depth = 2,
    .samples = (const uint16_t[]){0, 1, 2, 3, 3, 2, 1, 0},
    .palette = {4, {{255, 255, 255, 255}, {9, 9, 9, 255}, {9, 9, 9, 255}, {200, 200, 0, 255}}}};

static void indices_are_areas_and_equal_colours_stay_two(void **state)
{
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(put_png("indexed.png", &small_indexed), "", &report);
    for (uint32_t x = 0; x < 4; x++) {
        assert_area(map, x, 0, (int)x);
        assert_area(map, x, 1, 3 - (int)x);
    }
    assert_string_equal(report.reading, "palette indices as areas, 4 in use");
    assert_int_equal(report.colours, 4);
    fr_map_release(map);
}

static void options_override_indices(void **state)
{
    const char *path = put_png("indexed.png", &small_indexed);
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(path, "indices=off", &report);
    assert_string_equal(report.reading, "threshold 128 of 4 palette colours");
    assert_area(map, 0, 0, 1);
    assert_area(map, 1, 0, 0);
    assert_area(map, 3, 0, 1);
    fr_map_release(map);
    map = load_with(path, "threshold=9", &report);
    assert_string_equal(report.reading, "threshold 9 of 4 palette colours");
    assert_area(map, 1, 0, 1);
    fr_map_release(map);
    map = load_with(path, "legend=ffffff=7/090909=5/c8c800=0", &report);
    assert_string_equal(report.reading, "legend of 3 for 4 palette colours");
    assert_area(map, 0, 0, 7);
    assert_area(map, 1, 0, 5);
    assert_area(map, 2, 0, 5);
    assert_area(map, 3, 0, 0);
    fr_map_release(map);
}

/* A row of the indices 0 to count-1, each in a shade of its own. */
static const char *put_shades(uint32_t count)
{
    static uint16_t samples[256];
    struct png_image image = {
        .width = count, .height = 1, .colour_type = 3, .depth = 8, .samples = samples};
    image.palette.n_entries = 256;
    for (uint16_t i = 0; i < 256; i++) {
        samples[i] = i;
        image.palette.entries[i] =
            (struct spng_plte_entry){(uint8_t)i, (uint8_t)i, (uint8_t)i, 255};
    }
    return put_png("shades.png", &image);
}

static void many_indices_are_colours_unless_asked(void **state)
{
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(put_shades(16), "", &report);
    assert_string_equal(report.reading, "palette indices as areas, 16 in use");
    assert_area(map, 15, 0, 15);
    fr_map_release(map);
    map = load_with(put_shades(17), "", &report);
    assert_string_equal(report.reading, "threshold 128 of 17 palette colours");
    assert_area(map, 16, 0, 0);
    fr_map_release(map);
    map = load_with(put_shades(256), "indices=on", &report);
    assert_string_equal(report.reading, "palette indices as areas, 256 in use");
    for (uint32_t x = 0; x < 256; x++)
        assert_area(map, x, 0, (int)x);
    fr_map_release(map);
}

static void transparent_indices_are_blocked_unless_off(void **state)
{
    struct png_image image = small_indexed;
    (void)state;
    image.has_transparent = true;
    image.transparent = (struct spng_trns){.n_type3_entries = 3, .type3_alpha = {255, 128, 127}};
    const char *path = put_png("transparent.png", &image);
    struct fr_map *map = load_with(path, "", NULL);
    assert_area(map, 1, 0, 1);
    assert_area(map, 2, 0, 0);
    assert_area(map, 3, 0, 3);
    fr_map_release(map);
    map = load_with(path, "alpha=off", NULL);
    assert_area(map, 2, 0, 2);
    fr_map_release(map);
}

static void a_one_bit_grey_image_is_not_indexed(void **state)
{
    const struct png_image image = {.width = 3,
                                    .height = 1,
                                    .colour_type = 0,
                                    .depth = 1,
                                    .samples = (const uint16_t[]){1, 0, 1}};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(put_png("bit.png", &image), "", &report);
    assert_string_equal(report.reading, "threshold 128 of 2 grey levels");
    assert_area(map, 0, 0, 1);
    assert_area(map, 1, 0, 0);
    fr_map_release(map);
}

static void a_legend_takes_the_nearest_colour(void **state)
{
    /* nearly red, nearly blue, between black and red but nearer to red, transparent red */
    static const uint16_t samples[] = {250, 10, 5, 255, 0,   5, 255, 255,
                                       130, 0,  0, 255, 255, 0, 0,   9};
    const struct png_image image = {
        .width = 4, .height = 1, .colour_type = 6, .depth = 8, .samples = samples};
    struct fr_load_report report;
    (void)state;
    const char *path = put_png("legend.png", &image);
    struct fr_map *map = load_with(path, "legend=FF0000=3/0000ff=255/000000=0", &report);
    assert_area(map, 0, 0, 3);
    assert_area(map, 1, 0, 255);
    assert_area(map, 2, 0, 3);
    assert_area(map, 3, 0, 0);
    assert_string_equal(report.reading, "legend of 3 for 4 colours");
    fr_map_release(map);
    map = load_with(path, "alpha=off,legend=ff0000=3/0000ff=255/000000=0", NULL);
    assert_area(map, 3, 0, 3);
    fr_map_release(map);
    /* 130, 0, 0 lies as near to either */
    map = load_with(path, "legend=810000=4/830000=5", NULL);
    assert_area(map, 2, 0, 4);
    fr_map_release(map);
    map = load_with(path, "legend=830000=5/810000=4", NULL);
    assert_area(map, 2, 0, 5);
    fr_map_release(map);
}

static void colours_are_counted(void **state)
{
    static uint16_t samples[300 * 300 * 4];
    struct png_image image = {
        .width = 300, .height = 300, .colour_type = 6, .depth = 8, .samples = samples};
    struct fr_load_report report;
    (void)state;
    /* transparent black beside opaque white: the first marks a free place in the hash set */
    for (size_t i = 0; i < 8; i++)
        samples[i] = i < 4 ? 0 : 255;
    image.width = 2;
    image.height = 1;
    fr_map_release(load_with(put_png("two.png", &image), "", &report));
    assert_int_equal(report.colours, 2);
    image.width = image.height = 300;
    for (size_t i = 0; i < (size_t)300 * 300; i++)
        for (size_t channel = 0; channel < 4; channel++)
            samples[i * 4 + channel] =
                (uint16_t)(channel == 3 ? 255 : i % 5000 >> 4 * channel & 255);
    fr_map_release(load_with(put_png("many.png", &image), "", &report));
    assert_int_equal(report.colours, 5000);
    for (size_t i = 0; i < (size_t)300 * 300; i++)
        for (size_t channel = 0; channel < 3; channel++)
            samples[i * 4 + channel] = (uint16_t)(i >> 8 * channel & 255);
    fr_map_release(load_with(put_png("most.png", &image), "", &report));
    assert_int_equal(report.colours, 65536);
    assert_string_equal(report.reading, "threshold 128 of 65536 or more colours");
}

static void formats_are_told_by_content(void **state)
{
    struct fr_load_report report;
    (void)state;
    fr_map_release(load_with(put_png("png.map", &small_indexed), "", &report));
    assert_string_equal(report.format, "png");
    fr_map_release(
        load_with(put_text("map.png", "type octile\nheight 1\nwidth 1\nmap\n."), "", &report));
    assert_string_equal(report.format, "movingai");
    assert_int_equal(report.colours, 0);
}

static void a_name_may_hold_colons_where_the_file_is_there(void **state)
{
    (void)state;
    put_png("a:b.png", &small_indexed);
    put_png("a:threshold=9", &small_indexed);
    put_png("a.png", &small_indexed);
    struct fr_map *map = load_with(in_folder("a:b.png"), "", NULL);
    assert_area(map, 1, 0, 1);
    fr_map_release(map);
    map = load_with(in_folder("a:b.png"), "indices=off", NULL);
    assert_area(map, 1, 0, 0);
    fr_map_release(map);
    map = load_with(in_folder("a:threshold=9"), "", NULL);
    assert_area(map, 2, 0, 2);
    fr_map_release(map);
    map = load_with(in_folder("a.png"), "", NULL);
    fr_map_release(map);
}

static void bundled_maps_are_known_by_name(void **state)
{
    struct fr_error error;
    struct fr_map *map;
    (void)state;
    put_png("room.png", &small_indexed);
    put_text("manifest.json", "{\"maps\": [{\"name\": \"room\"}, {\"name\": \"maze-hd\"}]}");
    map = load_with("room", "", NULL);
    assert_int_equal(map->width, 4);
    fr_map_release(map);
    map = load_with("room", "legend=ffffff=1/090909=0", NULL);
    assert_area(map, 0, 0, 1);
    fr_map_release(map);
    assert_int_equal(fr_map_load("rom", folder, &fr_default_allocator, &map, NULL, &error),
                     FR_BAD_INPUT);
    assert_string_equal(error.text, "rom: no such bundled map, expected one of: room maze-hd");
}

static void every_failed_allocation_is_reported_and_nothing_leaks(void **state)
{
    static const char *const options[] = {"", "indices=off", "legend=ffffff=1"};
    (void)state;
    static const uint16_t samples[4 * 4 * 4];
    const struct png_image image = {
        .width = 4, .height = 4, .colour_type = 6, .depth = 8, .samples = samples};
    put_png("memory.png", &image);
    for (size_t i = 0; i < 3; i++)
        for (uint64_t fail_at = 1;; fail_at++) {
            struct fr_counting_allocator counting;
            struct fr_map *map;
            struct fr_error error = {""};
            char spec[128];
            format_text(spec, sizeof spec, "%s%s%s", in_folder("memory.png"), i ? ":" : "",
                        options[i]);
            fr_counting_allocator_init(&counting);
            counting.fail_at = fail_at;
            const enum fr_status status =
                fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error);
            if (status == FR_OK) {
                assert_true(fail_at > 4);
                assert_int_equal(counting.refused, 0);
                fr_map_release(map);
                assert_int_equal(counting.live_bytes, 0);
                break;
            }
            assert_int_equal(status, FR_NO_MEMORY);
            assert_non_null(strstr(error.text, "memory"));
            assert_int_equal(counting.live_bytes, 0);
        }
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
        cmocka_unit_test(indices_are_areas_and_equal_colours_stay_two),
        cmocka_unit_test(options_override_indices),
        cmocka_unit_test(many_indices_are_colours_unless_asked),
        cmocka_unit_test(transparent_indices_are_blocked_unless_off),
        cmocka_unit_test(a_one_bit_grey_image_is_not_indexed),
        cmocka_unit_test(a_legend_takes_the_nearest_colour),
        cmocka_unit_test(colours_are_counted),
        cmocka_unit_test(formats_are_told_by_content),
        cmocka_unit_test(a_name_may_hold_colons_where_the_file_is_there),
        cmocka_unit_test(bundled_maps_are_known_by_name),
        cmocka_unit_test(every_failed_allocation_is_reported_and_nothing_leaks),
        cmocka_unit_test(a_large_image_takes_little_more_than_its_map),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
