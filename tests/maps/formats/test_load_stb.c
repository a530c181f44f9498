/* Loading what stb_image reads: small files made byte by byte. */
#include "tests/maps/formats/refused.h"
#include "tests/maps/formats/small_images.h"

/* Reads the file, and refuses it when cut anywhere. */
static void check(const char *name, const uint8_t *bytes, size_t size, int32_t width,
                  int32_t height, const uint8_t *areas, const char *reading)
{
    for (size_t cut = 1; cut < size; cut++) {
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

static void pnm_through_stb_image(void **state)
{
    (void)state;
    CHECK("grey.pgm", small_pgm, 2, 2, ((const uint8_t[]){0, 1, 1, 0}),
          "threshold 128 of 4 grey levels");
    CHECK("colour.ppm", small_ppm, 2, 1, ((const uint8_t[]){1, 0}), "threshold 128 of 2 colours");
}

static void pictures_without_a_palette(void **state)
{
    char spec[128];
    (void)state;
    format_text(spec, sizeof spec, "%s:indices=on", in_folder("image.jpg"));
    refuse_map(spec, in_folder("image.jpg"), "no palette", "(PNG or BMP)", false);
    format_text(spec, sizeof spec, "%s:ags=on", in_folder("grey.pgm"));
    refuse_map(spec, in_folder("grey.pgm"), "no palette", "(PNG or BMP)", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jpeg_through_stb_image),
        cmocka_unit_test(pnm_through_stb_image),
        cmocka_unit_test(pictures_without_a_palette),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
