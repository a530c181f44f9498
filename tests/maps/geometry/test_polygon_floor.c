/* What lies inside a drawing: points and pixels against winding numbers, segments against points
 * between all crossings, and the validator's paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/judge/drawn_floor.h"
#include "harness/judge/validator.h"
#include "maps/geometry/polygon_normalise.h"
#include "maps/geometry/polygon_paint.h"
#include "tests/maps/formats/drawings.h"
#include "tests/maps/polygon_covers.h"
#include "tests/soak.h"

#define SEED 20151224

/* A point of the plane with a common denominator, against vertices multiplied by it. */
struct exact {
    int64_t x, y, scale;
};

/* Winding number of a ring around a point, doubled; INT32_MAX on the ring itself. */
static int32_t winding(const struct fr_point *vertices, uint32_t count, struct exact at)
{
    int32_t turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_point v = vertices[i], w = vertices[(i + 1) % count];
        const int64_t ax = v.x * at.scale - at.x, ay = v.y * at.scale - at.y;
        const int64_t bx = w.x * at.scale - at.x, by = w.y * at.scale - at.y;
        const int64_t cross = ax * by - ay * bx;
        if (cross == 0 && ax * bx <= 0 && ay * by <= 0)
            return INT32_MAX;
        if ((ay < 0) != (by < 0) && (by < 0 ? cross < 0 : cross > 0))
            turns += by < 0 ? -1 : 1;
    }
    return turns;
}

/* The areas whose closed regions hold a point, as bits. */
static unsigned areas_at(const struct fr_polygon *polygon, struct exact at)
{
    unsigned areas = 0;
    for (uint32_t outer = 0; outer < polygon->ring_count; outer++) {
        int32_t turns = 0;
        bool on = false, in_hole = false;
        for (uint32_t i = outer; i < polygon->ring_count; i++) {
            const struct fr_polygon_ring *ring = &polygon->rings[i];
            if (ring->outer != outer)
                continue;
            const int32_t around = winding(polygon->vertices + ring->first, ring->count, at);
            on = on || around == INT32_MAX;
            turns += i == outer && around != INT32_MAX ? around : 0;
            in_hole = in_hole || (i != outer && around != INT32_MAX && around != 0);
        }
        if (on || (turns != 0 && !in_hole))
            areas |= 1u << polygon->rings[outer].area;
    }
    return areas;
}

static uint8_t least_area(unsigned areas)
{
    return areas & 2 ? 1 : areas & 4 ? 2 : 0;
}

static void assert_pixels(const struct fr_polygon *polygon, int32_t pixels)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(pixels, pixels, &fr_default_allocator, &map), FR_OK);
    assert_int_equal(fr_polygon_paint(polygon, map), FR_OK);
    for (int32_t y = 0; y < pixels; y++)
        for (int32_t x = 0; x < pixels; x++) {
            const struct exact centre = {2 * x + 1, 2 * y + 1, 1};
            if (fr_map_area(map, x, y) != least_area(areas_at(polygon, centre))) {
                print_drawing(polygon);
                fail_msg("pixel %d,%d is %d", x, y, fr_map_area(map, x, y));
            }
        }
    fr_map_release(map);
}

static void assert_points(const struct fr_polygon *polygon, int32_t size)
{
    bool enabled[FR_AREAS] = {false, true};
    for (int32_t y = -1; y <= size + 1; y++)
        for (int32_t x = -1; x <= size + 1; x++) {
            const unsigned areas = areas_at(polygon, (struct exact){x, y, 1});
            const struct fr_point point = {x, y};
            if (polygon_covers(polygon, NULL, point) != (areas != 0) ||
                polygon_covers(polygon, enabled, point) != (areas >> 1 & 1)) {
                print_drawing(polygon);
                fail_msg("point %d,%d lies in %u", x, y, areas);
            }
        }
}

static void points_and_pixels_are_exact(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(SEED) + 1};
    for (int i = 0; i < 3000 * soak_scale(); i++) {
        const int32_t pixels = 2 + (int32_t)fr_random_below(&random, 6);
        struct fr_polygon *polygon = random_valid_drawing(&random, 2 * pixels);
        assert_points(polygon, 2 * pixels);
        assert_pixels(polygon, pixels);
        assert_int_equal(fr_polygon_normalise(polygon), FR_OK);
        assert_points(polygon, 2 * pixels);
        fr_polygon_release(polygon);
    }
}

static void centres_on_borders_are_walkable(void **state)
{
    (void)state;
    /* a diamond through four centres, one point wide, and a hole with its border on centres */
    struct fr_polygon *diamond = text_drawing("1 5,1 9,5 5,9 1,5");
    struct fr_polygon *frame = text_drawing("1 0,0 10,0 10,10 0,10 | - 3,3 3,7 7,7 7,3");
    struct fr_polygon *halves = text_drawing("2 0,0 5,0 5,10 0,10 | 1 5,0 10,0 10,10 5,10");
    assert_pixels(diamond, 5);
    assert_pixels(frame, 5);
    assert_pixels(halves, 5);
    struct fr_map *map;
    assert_int_equal(fr_map_create(5, 5, &fr_default_allocator, &map), FR_OK);
    assert_int_equal(fr_polygon_paint(frame, map), FR_OK);
    assert_int_equal(fr_map_walkable_count(map), 24);
    assert_false(fr_map_walkable(map, 2, 2));
    fr_map_release(map);
    fr_polygon_release(diamond);
    fr_polygon_release(frame);
    fr_polygon_release(halves);
}

/* Of a drawing that reaches beyond the map, the map has what lies on it. */
static void drawings_are_cut_off_at_the_map(void **state)
{
    struct fr_polygon *wide = text_drawing("1 -7,3 23,-2 31,12 -4,15 | - 3,3 3,5 30,5");
    (void)state;
    assert_pixels(wide, 4);
    assert_pixels(wide, 9);
    fr_polygon_release(wide);
}

struct ratio {
    int64_t over, under;
};

static int compare_ratios(const void *left, const void *right)
{
    const struct ratio *a = left, *b = right;
    const int64_t ab = a->over * b->under, ba = b->over * a->under;
    return (ab > ba) - (ab < ba);
}

/* Where the segment meets the lines through the edges, within it; its ends too. */
static int split(const struct fr_polygon *polygon, struct fr_point a, struct fr_point b,
                 struct ratio *places)
{
    int count = 0;
    places[count++] = (struct ratio){0, 1};
    places[count++] = (struct ratio){1, 1};
    for (uint32_t r = 0; r < polygon->ring_count; r++)
        for (uint32_t i = 0; i < polygon->rings[r].count; i++) {
            const struct fr_point *of = polygon->vertices + polygon->rings[r].first;
            const struct fr_point p = of[i], q = of[(i + 1) % polygon->rings[r].count];
            int64_t under = (int64_t)(b.x - a.x) * (q.y - p.y) - (int64_t)(b.y - a.y) * (q.x - p.x);
            int64_t over = (int64_t)(p.x - a.x) * (q.y - p.y) - (int64_t)(p.y - a.y) * (q.x - p.x);
            /* an edge in line is no crossing: those next to it are */
            if (under < 0) {
                under = -under;
                over = -over;
            }
            if (under > 0 && over > 0 && over < under)
                places[count++] = (struct ratio){over, under};
        }
    qsort(places, (size_t)count, sizeof *places, compare_ratios);
    return count;
}

/* Inside where its ends, and the middle of every piece between crossings, are. */
static bool segment_inside(const struct fr_polygon *polygon, struct fr_point a, struct fr_point b)
{
    struct ratio places[128];
    const int count = split(polygon, a, b, places);
    for (int i = 0; i + 1 < count; i++) {
        const struct ratio s = places[i], t = places[i + 1];
        const int64_t over = s.over * t.under + t.over * s.under, under = 2 * s.under * t.under;
        const struct exact middle = {a.x * under + (b.x - a.x) * over,
                                     a.y * under + (b.y - a.y) * over, under};
        if (areas_at(polygon, middle) == 0)
            return false;
    }
    return areas_at(polygon, (struct exact){a.x, a.y, 1}) != 0 &&
           areas_at(polygon, (struct exact){b.x, b.y, 1}) != 0;
}

static void segments_are_exact(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(SEED) + 2};
    int inside_count = 0;
    for (int i = 0; i < 2000 * soak_scale(); i++) {
        const int32_t size = 4 + 2 * (int32_t)fr_random_below(&random, 5);
        struct fr_map *map = drawn(random_valid_drawing(&random, size), size / 2);
        struct fr_drawn_floor *floor;
        assert_int_equal(fr_drawn_floor_create(map, &fr_default_allocator, &floor), FR_OK);
        for (int j = 0; j < 60; j++) {
            const struct fr_point a = {fr_random_between(&random, 0, size),
                                       fr_random_between(&random, 0, size)};
            const struct fr_point b = {fr_random_between(&random, 0, size),
                                       fr_random_between(&random, 0, size)};
            struct fr_point leaves;
            const bool inside = segment_inside(map->drawing, a, b);
            inside_count += inside;
            if (fr_drawn_floor_segment(floor, a, b, &leaves) != inside ||
                (inside && !fr_drawn_floor_connects(floor, a, b))) {
                print_drawing(map->drawing);
                fail_msg("%d,%d to %d,%d is %s", a.x, a.y, b.x, b.y, inside ? "inside" : "not");
            }
        }
        fr_drawn_floor_release(floor);
        fr_map_release(map);
    }
    assert_true(inside_count > 1000);
}

static enum fr_verdict judge(const struct fr_map *map, enum fr_outcome outcome,
                             struct fr_point *points, size_t count)
{
    struct fr_validator *validator;
    struct fr_judgement judgement;
    struct fr_path path = {points, count, count, &fr_default_allocator};
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    fr_validator_judge(validator, FR_POLYGON, points[0], points[count - 1], outcome, &path,
                       &judgement);
    fr_validator_release(validator);
    return judgement.verdict;
}

static void the_validator_holds_paths_to_the_drawing(void **state)
{
    (void)state;
    /* a room around a pillar, a gate, a closet behind it, and an island that touches nothing */
    struct fr_map *map =
        drawn(text_drawing("1 0,0 12,0 12,12 0,12 | - 4,4 4,8 8,8 8,4 | 2 12,4 14,4 14,8 12,8 | "
                           "3 14,4 18,4 18,8 14,8 | 3 0,15 4,15 4,18 0,18"),
              9);
    struct fr_point around[] = {{1, 1}, {4, 8}, {8, 8}, {11, 11}};
    struct fr_point through[] = {{1, 1}, {11, 11}};
    struct fr_point along[] = {{3, 3}, {4, 4}, {4, 8}, {3, 9}};
    struct fr_point gate[] = {{9, 5}, {17, 5}}, island[] = {{1, 1}, {1, 17}};
    struct fr_point away[] = {{1, 1}, {-1, 1}, {1, 1}};
    assert_int_equal(judge(map, FR_FOUND, around, 4), FR_VERDICT_OK);
    assert_int_equal(judge(map, FR_FOUND, through, 2), FR_VERDICT_INVALID);
    assert_int_equal(judge(map, FR_FOUND, along, 4), FR_VERDICT_OK);
    assert_int_equal(judge(map, FR_FOUND, gate, 2), FR_VERDICT_OK);
    assert_int_equal(judge(map, FR_FOUND, away, 3), FR_VERDICT_INVALID);
    assert_int_equal(judge(map, FR_UNREACHABLE, gate, 2), FR_VERDICT_FALSE_UNREACHABLE);
    assert_int_equal(judge(map, FR_UNREACHABLE, island, 2), FR_VERDICT_OK);
    fr_map_enable(map, 2, false);
    assert_int_equal(judge(map, FR_FOUND, gate, 2), FR_VERDICT_INVALID);
    assert_int_equal(judge(map, FR_UNREACHABLE, gate, 2), FR_VERDICT_OK);
    fr_map_release(map);
    struct fr_map *mask;
    assert_int_equal(fr_map_create(9, 9, &fr_default_allocator, &mask), FR_OK);
    assert_int_equal(judge(mask, FR_FOUND, through, 2), FR_VERDICT_INVALID);
    fr_map_release(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_pixels_are_exact),
        cmocka_unit_test(centres_on_borders_are_walkable),
        cmocka_unit_test(drawings_are_cut_off_at_the_map),
        cmocka_unit_test(segments_are_exact),
        cmocka_unit_test(the_validator_holds_paths_to_the_drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
