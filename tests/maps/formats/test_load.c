/* Loading images: what indices and colours become, as the options say, and what the report says of
 * it; and how specs name files. */
#include "tests/maps/formats/refused.h"

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
    assert_string_equal(report.reading, "legend of 3 colours for 4 palette colours");
    assert_area(map, 0, 0, 7);
    assert_area(map, 1, 0, 5);
    assert_area(map, 2, 0, 5);
    assert_area(map, 3, 0, 0);
    fr_map_release(map);
}

/* A row of the indices 0 to count-1, each with a different shade. */
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

/* Colours as areas: the dark one is a wall, the others are numbered by size. */
static void colours_get_a_legend(void **state)
{
    static const uint16_t samples[] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0,   0,
                                       0,   0,   0,   255, 0,   0,   255, 0,   0,   0, 200, 0};
    struct png_image image = {
        .width = 8, .height = 1, .colour_type = 2, .depth = 8, .samples = samples};
    struct fr_load_report report;
    (void)state;
    fr_map_release(load_with(put_png("gates.png", &image), "", &report));
    assert_string_equal(report.suggestion, "legend=ffffff=1/000000=0/ff0000=2/00c800=3");
    assert_int_equal(report.between, 3);
    fr_map_release(load_with(put_png("gates.png", &image), report.suggestion, &report));
    assert_string_equal(report.reading, "legend of 4 colours for 4 colours");
    assert_string_equal(report.suggestion, "");
    image.width = 3; /* white only */
    fr_map_release(load_with(put_png("white.png", &image), "", &report));
    assert_string_equal(report.suggestion, "");
}

/* What is painted on a transparent layer may be dark. */
static void a_dark_layer_is_for_its_alpha(void **state)
{
    static const uint16_t samples[] = {0, 0, 0, 0, 20, 20, 60, 255, 10, 10, 10, 255};
    const struct png_image image = {
        .width = 3, .height = 1, .colour_type = 6, .depth = 8, .samples = samples};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_with(put_png("layer.png", &image), "", &report);
    assert_area(map, 1, 0, 0);
    assert_string_equal(report.suggestion, "channel=alpha");
    fr_map_release(map);
    map = load_with(put_png("layer.png", &image), report.suggestion, &report);
    assert_area(map, 0, 0, 0);
    assert_area(map, 1, 0, 1);
    assert_area(map, 2, 0, 1);
    assert_string_equal(report.suggestion, "");
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
    assert_string_equal(report.reading, "legend of 3 colours for 4 colours");
    fr_map_release(map);
    map = load_with(path, "alpha=off,legend=ff0000=3/0000ff=255/000000=0", NULL);
    assert_area(map, 3, 0, 3);
    fr_map_release(map);
    /* 130, 0, 0 is equally near to both */
    map = load_with(path, "legend=810000=4/830000=5/000000=0", NULL);
    assert_area(map, 2, 0, 4);
    fr_map_release(map);
    map = load_with(path, "legend=830000=5/810000=4/000000=0", NULL);
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

/* A mask as painters save it: an edge that slants from 253 levels of white to black, beside whole
 * pixels of both. */
static const char *put_slanted(const char *name, uint8_t colour_type)
{
    enum { WIDTH = 9, ROWS = 253 };
    static uint16_t samples[WIDTH * ROWS * 4];
    const size_t channels = png_channels(colour_type);
    const struct png_image image = {.width = WIDTH,
                                    .height = ROWS,
                                    .colour_type = colour_type,
                                    .depth = 8,
                                    .samples = samples,
                                    .palette = {.n_entries = 256}};
    struct png_image shaded = image;
    for (int i = 0; i < 256; i++)
        shaded.palette.entries[i] =
            (struct spng_plte_entry){(uint8_t)i, (uint8_t)i, (uint8_t)i, 255};
    if (colour_type != SPNG_COLOR_TYPE_INDEXED)
        shaded.palette.n_entries = 0;
    for (size_t i = 0; i < (size_t)WIDTH * ROWS; i++)
        for (size_t channel = 0; channel < channels; channel++) {
            const size_t x = i % WIDTH, level = (i / WIDTH * 255 + 126) / 252;
            const bool alpha = channels % 2 == 0 && channel == channels - 1;
            samples[i * channels + channel] = (uint16_t)(alpha || x < 4 ? 255 : x == 4 ? level : 0);
        }
    return put_png(name, &shaded);
}

static void smooth_edges_are_cut_in_two_and_the_report_says_so(void **state)
{
    static const uint8_t colour_types[] = {0, 2, 3, 4, 6};
    (void)state;
    for (size_t i = 0; i < sizeof colour_types; i++) {
        struct fr_load_report report;
        struct fr_map *map = load_with(put_slanted("slanted.png", colour_types[i]), "", &report);
        for (uint32_t y = 0; y < 253; y++)
            for (uint32_t x = 0; x < 9; x++)
                assert_area(map, x, y, x < 4 || (x == 4 && (y * 255 + 126) / 252 >= 128));
        assert_string_equal(report.reading, colour_types[i] == SPNG_COLOR_TYPE_INDEXED
                                                ? "threshold 128 of 253 palette colours"
                                                : "threshold 128 of 253 grey levels");
        assert_int_equal(report.colours, 253);
        fr_map_release(map);
    }
}

static void the_report_names_channel_and_inversion(void **state)
{
    static const uint16_t samples[] = {10, 20, 30, 200, 40, 50, 60, 255};
    const struct png_image image = {
        .width = 2, .height = 1, .colour_type = 6, .depth = 8, .samples = samples};
    struct fr_load_report report;
    (void)state;
    const char *path = put_png("channels.png", &image);
    fr_map_release(load_with(path, "channel=alpha,threshold=230", &report));
    assert_string_equal(report.reading, "threshold 230 of alpha in 2 colours");
    fr_map_release(load_with(path, "invert=on", &report));
    assert_string_equal(report.reading, "threshold 128 of 2 colours, inverted");
    fr_map_release(load_with(put_png("levels.png", &small_indexed), "channel=alpha", &report));
    assert_string_equal(report.reading, "threshold 128 of alpha in 4 palette colours");
}

/* Indices are areas whatever their colours are, transparent ones too. */
static void adventure_game_studio_masks(void **state)
{
    static uint16_t samples[16];
    struct png_image image = {.width = 16,
                              .height = 1,
                              .colour_type = SPNG_COLOR_TYPE_INDEXED,
                              .depth = 8,
                              .samples = samples,
                              .palette = {.n_entries = 256},
                              .has_transparent = true,
                              .transparent = {.n_type3_entries = 3, .type3_alpha = {0, 0, 9}}};
    struct fr_load_report report;
    (void)state;
    for (uint16_t i = 0; i < 16; i++)
        samples[i] = i;
    for (image.depth = 8; image.depth >= 4; image.depth /= 2) {
        image.palette.n_entries = 1u << image.depth;
        struct fr_map *map = load_with(put_png("ags.png", &image), "ags=on", &report);
        for (uint32_t x = 0; x < 16; x++)
            assert_area(map, x, 0, (int)x);
        assert_string_equal(report.reading, "Adventure Game Studio areas, 16 indices in use");
        fr_map_release(map);
    }
    struct fr_map *map = load_with(in_folder("ags.png"), "ags=off", &report);
    assert_area(map, 1, 0, 0);
    assert_string_equal(report.reading, "palette indices as areas, 16 in use");
    fr_map_release(map);
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
    assert_string_equal(error.text,
                        "rom: no bundled map of this name found, expected one of: room maze-hd");
}

static void every_failed_allocation_is_reported_and_nothing_leaks(void **state)
{
    static const char *const options[] = {"", ":indices=off", ":legend=ffffff=1/000000=0"};
    (void)state;
    static const uint16_t samples[4 * 4 * 4];
    const struct png_image image = {
        .width = 4, .height = 4, .colour_type = 6, .depth = 8, .samples = samples};
    put_png("memory.png", &image);
    for (size_t i = 0; i < 3; i++) {
        char spec[128];
        format_text(spec, sizeof spec, "%s%s", in_folder("memory.png"), options[i]);
        assert_true(refuse_each_allocation(spec) >= 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_are_areas_and_equal_colours_stay_two),
        cmocka_unit_test(options_override_indices),
        cmocka_unit_test(many_indices_are_colours_unless_asked),
        cmocka_unit_test(transparent_indices_are_blocked_unless_off),
        cmocka_unit_test(a_one_bit_grey_image_is_not_indexed),
        cmocka_unit_test(colours_get_a_legend),
        cmocka_unit_test(a_dark_layer_is_for_its_alpha),
        cmocka_unit_test(a_legend_takes_the_nearest_colour),
        cmocka_unit_test(colours_are_counted),
        cmocka_unit_test(smooth_edges_are_cut_in_two_and_the_report_says_so),
        cmocka_unit_test(the_report_names_channel_and_inversion),
        cmocka_unit_test(adventure_game_studio_masks),
        cmocka_unit_test(formats_are_told_by_content),
        cmocka_unit_test(a_name_may_hold_colons_where_the_file_is_there),
        cmocka_unit_test(bundled_maps_are_known_by_name),
        cmocka_unit_test(every_failed_allocation_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
