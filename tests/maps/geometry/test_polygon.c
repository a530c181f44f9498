/* The form that equal drawings share, and all that allocates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/judge/drawn_floor.h"
#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_normalise.h"
#include "maps/geometry/polygon_paint.h"
#include "tests/maps/formats/drawings.h"
#include "tests/soak.h"

#define SEED 20151224

/* The same rings, each starting at another vertex, every other one reversed, regions in reverse
 * order. */
static struct fr_polygon *redrawn(const struct fr_polygon *polygon)
{
    struct fr_polygon *again;
    assert_int_equal(fr_polygon_create(&fr_default_allocator, &again), FR_OK);
    for (uint32_t outer = polygon->ring_count; outer-- > 0;) {
        const uint32_t place = again->ring_count;
        for (uint32_t i = outer; i < polygon->ring_count; i++) {
            const struct fr_polygon_ring *ring = &polygon->rings[i];
            struct fr_point vertices[MOST_TEST_VERTICES];
            if (ring->outer != outer)
                continue;
            for (uint32_t j = 0; j < ring->count; j++) {
                const uint32_t from = i % 2 ? ring->count - 1 - j : (j + 2) % ring->count;
                vertices[j] = polygon->vertices[ring->first + from];
            }
            assert_int_equal(fr_polygon_append(again, vertices, ring->count,
                                               i == outer ? FR_NO_RING : place, ring->area),
                             FR_OK);
        }
    }
    return again;
}

static void equal_drawings_have_equal_hashes(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(SEED) + 3};
    for (int i = 0; i < 500 * soak_scale(); i++) {
        struct fr_polygon *one = random_valid_drawing(&random, 8), *other = redrawn(one);
        struct fr_polygon_fault fault;
        assert_int_equal(fr_polygon_normalise(one), FR_OK);
        assert_int_equal(fr_polygon_normalise(other), FR_OK);
        assert_int_equal(fr_polygon_check(one, &fault), FR_OK);
        struct fr_map *first = drawn(one, 4), *second = drawn(other, 4), *clone;
        assert_int_equal(fr_map_clone(first, &fr_default_allocator, &clone), FR_OK);
        if (fr_map_hash(first) != fr_map_hash(second)) {
            print_drawing(one);
            print_drawing(other);
            fail_msg("hashes differ");
        }
        assert_int_equal(fr_map_hash(first), fr_map_hash(clone));
        assert_ptr_not_equal(first->drawing, clone->drawing);
        clone->drawing->vertices[0].x--;
        assert_int_not_equal(fr_map_hash(first), fr_map_hash(clone));
        fr_map_release(first);
        fr_map_release(second);
        fr_map_release(clone);
    }
}

static void straight_stretches_lose_their_vertices(void **state)
{
    (void)state;
    struct fr_polygon *polygon = text_drawing("7 4,8 0,8 0,4 0,0 4,0 8,0 8,8");
    assert_int_equal(fr_polygon_normalise(polygon), FR_OK);
    assert_int_equal(polygon->vertex_count, 4);
    const struct fr_point square[] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    assert_memory_equal(polygon->vertices, square, sizeof square);
    assert_int_equal(polygon->rings[0].area, 7);
    fr_polygon_release(polygon);
}

/* Everything that allocates, with the n-th allocation refused. */
static enum fr_status run_short(struct fr_counting_allocator *counting, const char *text)
{
    struct fr_polygon *source = text_drawing(text), *polygon = NULL;
    struct fr_map *map = NULL, *clone = NULL;
    struct fr_drawn_floor *floor = NULL;
    struct fr_polygon_fault fault;
    enum fr_status status = fr_polygon_clone(source, &counting->allocator, &polygon);
    fr_polygon_release(source);
    if (status == FR_OK)
        status = fr_polygon_check(polygon, &fault);
    if (status == FR_OK)
        status = fr_polygon_normalise(polygon);
    if (status == FR_OK)
        status = fr_map_create(6, 6, &counting->allocator, &map);
    if (status == FR_OK)
        status = fr_polygon_paint(polygon, map);
    if (status == FR_OK) {
        map->drawing = polygon;
        polygon = NULL;
        status = fr_map_clone(map, &counting->allocator, &clone);
    }
    if (status == FR_OK)
        status = fr_drawn_floor_create(map, &counting->allocator, &floor);
    fr_drawn_floor_release(floor);
    fr_map_release(clone);
    fr_map_release(map);
    fr_polygon_release(polygon);
    return status;
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    const char *text = "1 0,0 12,0 12,12 0,12 | - 4,4 4,8 8,8 8,4 | 2 5,5 7,5 7,7";
    struct fr_counting_allocator counting;
    enum fr_status status = FR_NO_MEMORY;
    for (uint64_t n = 1; status == FR_NO_MEMORY; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = run_short(&counting, text);
        assert_int_equal(counting.live_bytes, 0);
        assert_true(status == FR_OK || counting.refused == 1);
    }
    assert_int_equal(status, FR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_drawings_have_equal_hashes),
        cmocka_unit_test(straight_stretches_lose_their_vertices),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
