/* Loading what stb_image reads: small files made byte by byte. */
#include "tests/maps/formats/refused.h"
#include "tests/maps/formats/small_images.h"

/* Reads the file, and refuses it when cut anywhere; but the last byte of a GIF is never read. */
static void check(const char *name, const uint8_t *bytes, size_t size, int32_t width,
                  int32_t height, const uint8_t *areas, const char *reading)
{
    const bool gif = memcmp(bytes, "GIF", 3) == 0;
    for (size_t cut = 1; cut < size - gif; cut++) {
        const char *path = put_bytes(name, bytes, cut);
        refuse_map(path, path, "", "expected", false);
    }
    struct fr_load_report report;
    struct fr_map *map = load_with(put_bytes(name, bytes, size), "", &report);
    assert_int_equal(map->width, width);
    assert_int_equal(map->height, height);
    assert_areas(map, areas);
    assert_string_equal(report.reading, reading);
    fr_map_release(map);
}

#define CHECK(name, bytes, width, height, areas, reading)                                          \
    check(name, bytes, sizeof(bytes), width, height, areas, reading)

static void jpeg_through_stb_image(void **state)
{
    uint8_t areas[8 * 16];
    (void)state;
    for (int i = 0; i < 8 * 16; i++)
        areas[i] = i % 16 < 8;
    CHECK("image.jpg", small_jpeg, 16, 8, areas,
          "threshold 128 of 2 grey levels, lossy: pixels at edges differ from the painting");
}

static void tga_through_stb_image(void **state)
{
    static const uint8_t areas[] = {1, 0, 1, 0, 0, 1}, runs[] = {1, 1, 1, 0, 0, 1};
    (void)state;
    CHECK("grey.tga", small_grey_tga, 3, 2, areas, "threshold 128 of 5 grey levels");
    CHECK("runs.tga", small_runs_tga, 3, 2, runs, "threshold 128 of 2 colours");
    CHECK("mapped.tga", small_mapped_tga, 3, 2, areas, "threshold 128 of 2 grey levels");
    CHECK("alpha.tga", small_alpha_tga, 2, 1, areas, "threshold 128 of 2 colours");
}

static void pnm_through_stb_image(void **state)
{
    (void)state;
    CHECK("grey.pgm", small_pgm, 2, 2, ((const uint8_t[]){0, 1, 1, 0}),
          "threshold 128 of 4 grey levels");
    CHECK("colour.ppm", small_ppm, 2, 1, ((const uint8_t[]){1, 0}), "threshold 128 of 2 colours");
}

static void gif_through_stb_image(void **state)
{
    (void)state;
    CHECK("image.gif", small_gif, 2, 1, ((const uint8_t[]){1, 0}),
          "threshold 128 of 2 grey levels");
}

/* stb_image hands out colours where the file has a palette. */
static void palettes_are_not_read_as_areas(void **state)
{
    char spec[128];
    (void)state;
    format_text(spec, sizeof spec, "%s:indices=on", in_folder("mapped.tga"));
    refuse_map(spec, in_folder("mapped.tga"), "no palette", "(PNG or BMP)", false);
    format_text(spec, sizeof spec, "%s:ags=on", in_folder("image.gif"));
    refuse_map(spec, in_folder("image.gif"), "no palette", "(PNG or BMP)", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jpeg_through_stb_image),         cmocka_unit_test(tga_through_stb_image),
        cmocka_unit_test(pnm_through_stb_image),          cmocka_unit_test(gif_through_stb_image),
        cmocka_unit_test(palettes_are_not_read_as_areas),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
