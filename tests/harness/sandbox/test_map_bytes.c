/* Maps as bytes: read back as they were written, and refused when they are damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/sandbox/map_bytes.h"
#include "tests/ascii_map.h"
#include "tests/maps/formats/drawings.h"
#include "tests/soak.h"

/* With several areas, some closed, blocked rectangles, walls, or a drawing, as it comes. */
static struct fr_map *any_map(struct fr_random *random)
{
    const int32_t width = 1 + (int32_t)fr_random_below(random, 150);
    const int32_t height = 1 + (int32_t)fr_random_below(random, 40);
    struct fr_map *map = random_map(random, width, height, 30);
    for (int i = 0; i < 40; i++)
        fr_map_set_area(map, (int32_t)fr_random_below(random, (uint32_t)width),
                        (int32_t)fr_random_below(random, (uint32_t)height),
                        (uint8_t)fr_random_below(random, FR_AREAS));
    for (int i = 0; fr_random_below(random, 2) && i < 5; i++)
        fr_map_enable(map, (uint8_t)(1 + fr_random_below(random, 255)), false);
    for (int i = 0; fr_random_below(random, 2) && i < 3; i++) {
        const struct fr_rect rect = {(int32_t)fr_random_below(random, (uint32_t)width) - 3,
                                     (int32_t)fr_random_below(random, (uint32_t)height) - 3, 7, 9};
        assert_int_equal(fr_map_block(map, rect, true), FR_OK);
    }
    if (fr_random_below(random, 2))
        random_walls(map, random, 10);
    else if (fr_random_below(random, 2))
        map->drawing = random_valid_drawing(random, 8);
    return map;
}

static void maps_come_back_as_they_were(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20260101)};
    for (int i = 0; i < 300 * soak_scale(); i++) {
        unsigned char *bytes;
        size_t size;
        struct fr_map *map = any_map(&random), *back;
        assert_int_equal(fr_map_bytes_write(map, &fr_default_allocator, &bytes, &size), FR_OK);
        assert_int_equal(fr_map_bytes_read(bytes, size, &fr_default_allocator, &back), FR_OK);
        assert_true(fr_map_hash(map) == fr_map_hash(back));
        assert_true(back->wall_count == map->wall_count);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                assert_int_equal(fr_map_walkable(map, x, y), fr_map_walkable(back, x, y));
                assert_int_equal(fr_map_area(map, x, y), fr_map_area(back, x, y));
            }
        fr_map_release(back);
        fr_map_release(map);
        fr_deallocate(&fr_default_allocator, bytes, size, 1);
    }
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(7)};
    for (int i = 0; i < 60 * soak_scale(); i++) {
        unsigned char *bytes;
        size_t size;
        struct fr_map *map = any_map(&random), *back;
        assert_int_equal(fr_map_bytes_write(map, &fr_default_allocator, &bytes, &size), FR_OK);
        const size_t cut = fr_random_below(&random, (uint32_t)size);
        assert_int_equal(fr_map_bytes_read(bytes, cut, &fr_default_allocator, &back), FR_BAD_INPUT);
        for (int bit = 0; bit < 40; bit++) {
            /* Half of them in the head, where sizes and counts are. */
            const size_t at = fr_random_below(&random, bit % 2 ? 40 : (uint32_t)size);
            const unsigned char flipped = (unsigned char)(1u << fr_random_below(&random, 8));
            bytes[at] ^= flipped;
            const enum fr_status status =
                fr_map_bytes_read(bytes, size, &fr_default_allocator, &back);
            if (status == FR_OK) { /* a bit that says nothing: of a closed area 0, or padding */
                assert_true(fr_map_hash(map) == fr_map_hash(back));
                fr_map_release(back);
            } else {
                assert_int_equal(status, FR_BAD_INPUT);
            }
            bytes[at] ^= flipped;
        }
        fr_map_release(map);
        fr_deallocate(&fr_default_allocator, bytes, size, 1);
    }
}

static void want_of_memory_is_told(void **state)
{
    (void)state;
    struct fr_counting_allocator counting;
    struct fr_map *map = walled_map(". .|.\n"
                                    "-    \n"
                                    ". . 2\n"),
                  *back;
    unsigned char *bytes;
    size_t size;
    map->drawing = text_drawing("1 0,0 4,0 4,4 0,4 | - 1,1 1,3 3,3 3,1");
    assert_int_equal(fr_map_block(map, (struct fr_rect){1, 1, 1, 1}, true), FR_OK);
    assert_int_equal(fr_map_bytes_write(map, &fr_default_allocator, &bytes, &size), FR_OK);
    enum fr_status status = FR_NO_MEMORY;
    for (uint64_t n = 1; status != FR_OK; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = fr_map_bytes_read(bytes, size, &counting.allocator, &back);
        if (status == FR_OK) {
            assert_true(n > 3);
            fr_map_release(back);
        } else {
            assert_int_equal(status, FR_NO_MEMORY);
        }
        assert_true(counting.live_bytes == 0);
    }
    fr_deallocate(&fr_default_allocator, bytes, size, 1);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_come_back_as_they_were),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(want_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
