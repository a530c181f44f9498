/* WebP images: with and without loss, cut anywhere, and damaged. */
#include "tests/maps/formats/refused.h"
#include "tests/maps/formats/small_images.h"

static void refuse_each_cut(const char *name, const uint8_t *bytes, size_t size)
{
    for (size_t cut = 1; cut < size - 1; cut++)
        refuse_map(put_bytes(name, bytes, cut), name, "", "expected", false);
}

static void lossless_pixels_are_as_painted(void **state)
{
    static const uint8_t areas[] = {1, 0, 1, 0, 0, 1};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map =
        load_with(put_bytes("mask.webp", small_webp, sizeof small_webp), "", &report);
    assert_int_equal(map->width, 3);
    assert_int_equal(map->height, 2);
    assert_areas(map, areas);
    assert_string_equal(report.format, "webp");
    assert_null(strstr(report.reading, "lossy"));
    fr_map_release(map);
    refuse_each_cut("cut.webp", small_webp, sizeof small_webp);
}

static void loss_is_told(void **state)
{
    struct fr_load_report report;
    uint8_t areas[16 * 8];
    (void)state;
    for (int i = 0; i < 16 * 8; i++)
        areas[i] = i % 16 < 8;
    struct fr_map *map =
        load_with(put_bytes("lossy.webp", small_lossy_webp, sizeof small_lossy_webp), "", &report);
    assert_areas(map, areas);
    assert_non_null(strstr(report.reading, ", lossy: "));
    fr_map_release(map);
}

static void damaged_images_are_refused_or_read(void **state)
{
    struct fr_random random = {7};
    uint8_t bytes[sizeof small_webp];
    int refused = 0;
    (void)state;
    for (int i = 0; i < 600; i++) {
        struct fr_error error;
        struct fr_map *map;
        memcpy(bytes, small_webp, sizeof bytes);
        bytes[12 + fr_random_below(&random, sizeof bytes - 12)] =
            (uint8_t)fr_random_below(&random, 256);
        /* Any width and height is a legal header: keep this one. */
        memcpy(bytes + 21, small_webp + 21, 4);
        if (fr_map_load(put_bytes("damaged.webp", bytes, sizeof bytes), folder,
                        &fr_default_allocator, &map, NULL, &error) == FR_OK) {
            fr_map_release(map);
            continue;
        }
        assert_one_line(error.text);
        refused++;
    }
    assert_true(refused > 50);
}

static void what_is_no_still_image_is_refused(void **state)
{
    /* An extended header with the flag of an animation. */
    static const uint8_t animated[] = {'R', 'I', 'F', 'F', 22,  0,   0,  0, 'W', 'E',
                                       'B', 'P', 'V', 'P', '8', 'X', 10, 0, 0,   0,
                                       2,   0,   0,   0,   1,   0,   0,  1, 0,   0};
    static const uint8_t empty[] = {'R', 'I', 'F', 'F', 4, 0, 0, 0, 'W', 'E', 'B', 'P'};
    (void)state;
    refuse_map(put_bytes("moving.webp", animated, sizeof animated), "moving.webp", "header",
               "a still image", true);
    refuse_map(put_bytes("empty.webp", empty, sizeof empty), "empty.webp", "header", "webp data",
               false);
    char spec[256];
    format_text(spec, sizeof spec, "%s:indices=on",
                put_bytes("mask.webp", small_webp, sizeof small_webp));
    refuse_map(spec, "mask.webp", "indices", "expected", false);
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_bytes("a.webp", small_webp, sizeof small_webp));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lossless_pixels_are_as_painted),
        cmocka_unit_test(loss_is_told),
        cmocka_unit_test(damaged_images_are_refused_or_read),
        cmocka_unit_test(what_is_no_still_image_is_refused),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
