/* Contact sheets: maps are shrunk by shares, walls drawn, fine ones seen through a glass, texts fit,
 * and nothing leaks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/pictures/contact_sheet.h"
#include "harness/pictures/gallery.h"
#include "maps/generators/generate.h"
#include "tests/harness/pictures/pixels.h"

static const struct fr_colour rock = {0x44, 0x4F, 0x5A}, ground = {0xF4, 0xEF, 0xE4};

/* The first view begins here. */
enum { LEFT = 40, TOP = 108, VIEW_WIDTH = 320, VIEW_HEIGHT = 180, NEXT = VIEW_WIDTH + 28 };

static struct fr_map *create_map(int32_t width, int32_t height)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    return map;
}

static void create_sheet(int count, struct fr_contact_sheet *sheet)
{
    assert_int_equal(fr_contact_sheet_create(FR_PICTURE_PNG, "title", count, 2, sheet), FR_OK);
}

static struct fr_colour pixel(const struct fr_contact_sheet *sheet, int32_t x, int32_t y)
{
    return pixel_of(&sheet->picture, x, y);
}

/* A map of four quarters, of which two on a diagonal are ground; as large as the view, larger, and
 * smaller. */
static void quarters_stay_quarters(void **state)
{
    (void)state;
    for (int32_t size = 1; size <= 4; size++) {
        struct fr_map *map = create_map(160 * size, 90 * size);
        struct fr_contact_sheet sheet;
        create_sheet(1, &sheet);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++)
                fr_map_set_area(map, x, y, (2 * x < map->width) == (2 * y < map->height));
        fr_contact_sheet_add(&sheet, map, "name", "text");
        for (int32_t y = 0; y < VIEW_HEIGHT; y++)
            for (int32_t x = 0; x < VIEW_WIDTH; x++) {
                const bool free = (2 * x < VIEW_WIDTH) == (2 * y < VIEW_HEIGHT);
                assert_true(is_colour(pixel(&sheet, LEFT + x, TOP + y), free ? ground : rock));
            }
        fr_picture_release(&sheet.picture);
        fr_map_release(map);
    }
}

/* Every other column of a wide map is ground: the view is their mean, but for a glass. */
static void fine_maps_have_a_glass(void **state)
{
    (void)state;
    struct fr_map *map = create_map(1920, 1080);
    struct fr_contact_sheet sheet;
    create_sheet(1, &sheet);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x += 2)
            fr_map_set_area(map, x, y, 1);
    fr_contact_sheet_add(&sheet, map, "stripes", "");
    const struct fr_colour far = pixel(&sheet, LEFT + 10, TOP + 10);
    assert_in_range(far.red, (rock.red + ground.red) / 2, (rock.red + ground.red) / 2 + 1);
    assert_in_range(far.blue, (rock.blue + ground.blue) / 2, (rock.blue + ground.blue) / 2 + 1);
    int clear = 0;
    for (int32_t x = 0; x < VIEW_WIDTH; x++) {
        const struct fr_colour found = pixel(&sheet, LEFT + x, TOP + VIEW_HEIGHT - 20);
        clear += is_colour(found, rock) || is_colour(found, ground);
    }
    assert_int_equal(clear, 96);
    fr_picture_release(&sheet.picture);
    fr_map_release(map);
}

static void walls_are_drawn_where_they_stand(void **state)
{
    (void)state;
    struct fr_map *map = create_map(320, 180);
    struct fr_contact_sheet sheet;
    create_sheet(4, &sheet);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(map, x, y, 1);
    for (int32_t y = 50; y < 60; y++)
        assert_int_equal(fr_map_set_wall(map, 100, y, FR_EAST, true), FR_OK);
    for (int i = 0; i < 2; i++)
        fr_contact_sheet_add(&sheet, map, "walls", "");
    for (int i = 0; i < 2; i++) {
        const int32_t x = LEFT + i * NEXT + 100;
        assert_false(is_colour(pixel(&sheet, x, TOP + 55), ground));
        assert_true(is_colour(pixel(&sheet, x - 1, TOP + 55), ground));
        assert_true(is_colour(pixel(&sheet, x + 1, TOP + 55), ground));
        assert_true(is_colour(pixel(&sheet, x, TOP + 65), ground));
    }
    fr_picture_release(&sheet.picture);
    fr_map_release(map);
}

/* From one pixel to as thin as a map can be. */
static void any_shape_of_map_has_a_view(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {1, FR_MAP_MAX_SIZE}, {FR_MAP_MAX_SIZE, 1},
                                       {7, 5}, {321, 181},           {2000, 30}};
    struct fr_contact_sheet sheet;
    create_sheet(6, &sheet);
    for (int i = 0; i < 6; i++) {
        struct fr_map *map = create_map(sizes[i][0], sizes[i][1]);
        for (int32_t at = 0; at < map->width && at < map->height; at += 2)
            fr_map_set_area(map, at, at, 200);
        fr_contact_sheet_add(&sheet, map, "a name that is far too long for it",
                             "aWordThatIsLongerThanALineOfTheSheet,andgoeson and on");
        fr_map_release(map);
    }
    fr_picture_release(&sheet.picture);
}

/* Three lines of 320 pixels: so much text, however its words break. */
static void texts_of_generators_fit(void **state)
{
    char text[256];
    (void)state;
    for (int i = 0; i < fr_generator_count; i++) {
        const struct fr_generator *each = fr_generators[i];
        snprintf(text, sizeof text, "%s (%s)", each->summary, each->sample ? each->sample : "");
        if (fr_text_width(text, 15) > 2.5 * VIEW_WIDTH)
            fail_msg("%s: '%s' is too long for a gallery", each->kind, text);
    }
}

static void running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_error error = {"", FR_OK};
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_gallery_generators(FR_PICTURE_PNG, "/dev/null", &counting.allocator, &error);
        assert_int_equal(counting.live_bytes, 0);
        if (counting.refused == 0) {
            assert_int_equal(status, FR_OK);
            return;
        }
        assert_int_equal(status, FR_NO_MEMORY);
        assert_non_null(strstr(error.text, "not enough memory"));
        n += n / 8; /* it paints every kind again: not every one of its allocations */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quarters_stay_quarters),
        cmocka_unit_test(fine_maps_have_a_glass),
        cmocka_unit_test(walls_are_drawn_where_they_stand),
        cmocka_unit_test(any_shape_of_map_has_a_view),
        cmocka_unit_test(texts_of_generators_fit),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
