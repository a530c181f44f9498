/* The enabled shapes of a drawing, joined: the same floor without edges inside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "build_paths.h"
#include "maps/formats/load.h"
#include "maps/formats/polygon/drawn_map.h"
#include "maps/random.h"
#include "tests/maps/formats/drawings.h"
#include "tests/maps/polygon_covers.h"
#include "tests/soak.h"

static struct fr_map *map_of(const char *text)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(20, 20, &fr_default_allocator, &map), FR_OK);
    map->drawing = text_drawing(text);
    assert_int_equal(fr_polygon_paint(map->drawing, map), FR_OK);
    assert_int_equal(fr_drawing_join(map), FR_OK);
    return map;
}

static void shared_edges_go(void **state)
{
    (void)state;
    struct fr_map *map = map_of("1 0,0 20,0 20,20 0,20 | 2 20,0 40,0 40,20 20,20");
    assert_int_equal(map->joined->ring_count, 1);
    assert_int_equal(fr_ring_doubled_area(map->joined->vertices, map->joined->vertex_count), 1600);
    fr_map_release(map);
}

/* A lake, and a bridge across all of it that is a separate area: two lakes. If it is closed,
 * one. */
static void a_bridge_parts_a_hole(void **state)
{
    (void)state;
    struct fr_map *map =
        map_of("1 0,0 40,0 40,40 0,40 | - 10,10 10,30 18,30 22,30 30,30 30,10 22,10 18,10"
               "| 2 18,10 22,10 22,30 18,30");
    assert_int_equal(map->joined->ring_count, 3);
    fr_map_enable(map, 2, false);
    assert_null(map->joined);
    assert_int_equal(fr_drawing_join(map), FR_OK);
    assert_int_equal(map->joined->ring_count, 2);
    fr_map_enable(map, 2, true);
    fr_map_enable(map, 1, false);
    assert_int_equal(fr_drawing_join(map), FR_OK);
    assert_int_equal(map->joined->ring_count, 1);
    assert_true(map->enabled[map->joined->rings[0].area]);
    fr_map_enable(map, 2, false);
    assert_int_equal(fr_drawing_join(map), FR_OK);
    assert_int_equal(map->joined->ring_count, 0);
    fr_map_release(map);
}

static void the_floor_stays_the_same(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20110501)};
    struct fr_map *map;
    assert_int_equal(
        fr_map_load("islands", FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, NULL), FR_OK);
    for (int set = 0; set < 4; set++) {
        fr_map_enable(map, 2, set & 1);
        fr_map_enable(map, 3, set & 2);
        assert_int_equal(fr_drawing_join(map), FR_OK);
        for (int i = 0; i < 2000; i++) {
            const struct fr_point at = {fr_random_between(&random, 0, 2 * map->width),
                                        fr_random_between(&random, 0, 2 * map->height)};
            assert_int_equal(polygon_covers(map->joined, map->enabled, at),
                             polygon_covers(map->drawing, map->enabled, at));
        }
    }
    fr_map_release(map);
}

static void a_mask_has_nothing_to_join(void **state)
{
    (void)state;
    struct fr_map *map;
    assert_int_equal(fr_map_create(4, 4, &fr_default_allocator, &map), FR_OK);
    assert_int_equal(fr_drawing_join(map), FR_OK);
    assert_null(map->joined);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_edges_go),
        cmocka_unit_test(a_bridge_parts_a_hole),
        cmocka_unit_test(the_floor_stays_the_same),
        cmocka_unit_test(a_mask_has_nothing_to_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
