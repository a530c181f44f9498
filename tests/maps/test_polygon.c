/* Drawings: validity against GEOS, points and pixels against winding numbers, segments against
 * points between all crossings, and the form that equal drawings share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <geos_c.h>

#include "drawings.h"

#include "harness/drawn_floor.h"
#include "harness/validator.h"

#define SEED 20151224

static const char *const kinds[] = {"short",   "repeats", "flat",     "touches",
                                    "crosses", "outside", "overlaps", "regions"};

static uint64_t seed(void)
{
    const char *given = getenv("FOOTRACE_SEED");
    return given ? strtoull(given, NULL, 10) : SEED;
}

static int rounds(int count)
{
    const char *scale = getenv("FOOTRACE_SOAK_SCALE");
    return scale ? count * atoi(scale) : count;
}

static void faults_name_ring_and_vertex(void **state)
{
    (void)state;
    static const struct {
        const char *drawing, *kind;
        uint32_t ring, vertex, other;
    } cases[] = {
        {"1 0,0 8,0", "short", 0, 0, 0},
        {"1 0,0 8,0 8,0 8,8", "repeats", 0, 1, 0},
        {"1 0,0 8,0 8,8 0,0", "repeats", 0, 3, 0},
        {"1 0,0 8,0 4,0", "flat", 0, 0, 0},
        {"1 0,0 8,8 8,0 0,8", "flat", 0, 0, 0},
        {"1 0,0 0,8 8,0 9,9", "crosses", 0, 1, 3},
        {"1 0,0 8,0 8,8 8,2 0,2", "crosses", 0, 1, 2},
        {"1 0,0 8,0 8,8 4,0 0,8", "touches", 0, 0, 3},
        {"1 0,0 4,4 8,0 8,8 4,4 0,8", "touches", 0, 0, 4},
        {"1 0,0 8,0 8,4 4,4 4,2 2,2 2,4 6,4 6,8 0,8", "crosses", 0, 2, 6},
        {"1 0,0 8,0 8,8 0,8 | - 9,1 9,2 10,2", "outside", 1, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 6,2 6,4 9,4", "outside", 1, 1, 0},
        {"1 0,0 8,0 8,8 0,8 | - 0,2 2,4 0,6", "outside", 1, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 0,0 0,8 8,8 8,0", "outside", 1, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 1,1 1,7 7,7 7,1 | - 3,3 3,4 4,4", "overlaps", 2, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 2,2 2,4 4,4 4,2 | - 4,2 4,4 6,4 6,2", "overlaps", 1, 2, 0},
        {"1 0,0 8,0 8,8 0,8 | - 2,2 2,5 5,5 5,2 | - 4,4 4,6 6,6 6,4", "overlaps", 1, 1, 0},
        {"1 0,0 8,0 8,8 0,8 | 1 2,2 4,2 4,4", "regions", 1, 0, 0},
        {"1 0,0 4,0 4,8 0,8 | 2 3,3 8,3 8,5", "regions", 0, 1, 0},
        {"1 0,0 4,0 4,8 0,8 | 2 0,0 4,0 4,8 0,8", "regions", 0, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 2,2 2,6 6,6 6,2 | 2 2,2 7,3 6,6", "regions", 1, 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_polygon *polygon = text_drawing(cases[i].drawing);
        struct fr_polygon_fault fault = {0};
        const enum fr_status status = fr_polygon_check(polygon, &fault);
        if (status != FR_BAD_INPUT || strcmp(kinds[fault.kind], cases[i].kind) != 0 ||
            fault.ring != cases[i].ring || fault.vertex != cases[i].vertex ||
            fault.other != cases[i].other)
            fail_msg("%s: status %d, %s at ring %u, vertex %u, other %u", cases[i].drawing, status,
                     kinds[fault.kind], fault.ring, fault.vertex, fault.other);
        fr_polygon_release(polygon);
    }
}

static void what_may_touch_is_valid(void **state)
{
    (void)state;
    static const char *const drawings[] = {
        "1 0,0 8,0 8,8",
        "1 0,0 0,8 8,8",
        "1 0,0 4,0 8,0 8,8 4,8",
        "1 0,0 8,0 8,8 0,8 | - 0,4 2,5 2,3",
        "1 0,0 8,0 8,8 0,8 | - 0,4 4,5 8,4 4,3",
        "1 0,0 8,0 8,8 0,8 | - 0,0 2,4 4,2 | - 4,2 6,2 6,4",
        "1 0,0 4,0 4,8 0,8 | 2 4,2 8,2 8,6 4,6",
        "1 0,0 4,0 4,8 0,8 | 1 4,0 8,0 8,8 4,8",
        "1 0,0 8,0 8,8 0,8 | - 2,2 2,6 6,6 6,2 | 2 2,2 6,2 6,6 2,6",
        "1 0,0 8,0 8,8 0,8 | - 2,2 2,6 6,6 6,2 | 1 3,3 5,3 5,5",
        "1 0,0 4,4 0,8 | 2 8,0 4,4 8,8",
        "1 -65534,-65534 65534,-65534 65534,65534 | 2 -65534,-65534 65534,65534 -65534,65534",
    };
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
        struct fr_polygon *polygon = text_drawing(drawings[i]);
        struct fr_polygon_fault fault;
        if (fr_polygon_check(polygon, &fault) != FR_OK)
            fail_msg("%s: %s at ring %u, vertex %u", drawings[i], kinds[fault.kind], fault.ring,
                     fault.vertex);
        fr_polygon_release(polygon);
    }
}

static GEOSGeometry *geos_ring(GEOSContextHandle_t context, const struct fr_polygon *polygon,
                               uint32_t r)
{
    const struct fr_polygon_ring *ring = &polygon->rings[r];
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(context, ring->count + 1, 2);
    for (uint32_t i = 0; i <= ring->count; i++) {
        const struct fr_point at = polygon->vertices[ring->first + i % ring->count];
        GEOSCoordSeq_setXY_r(context, sequence, i, at.x, at.y);
    }
    return GEOSGeom_createLinearRing_r(context, sequence);
}

static GEOSGeometry *geos_region(GEOSContextHandle_t context, const struct fr_polygon *polygon,
                                 uint32_t outer)
{
    GEOSGeometry *holes[8];
    unsigned count = 0;
    for (uint32_t i = outer + 1; i < polygon->ring_count; i++)
        if (polygon->rings[i].outer == outer)
            holes[count++] = geos_ring(context, polygon, i);
    return GEOSGeom_createPolygon_r(context, geos_ring(context, polygon, outer), holes, count);
}

static bool geos_rings_valid(GEOSContextHandle_t context, const struct fr_polygon *polygon)
{
    bool valid = true;
    for (uint32_t i = 0; i < polygon->ring_count && valid; i++) {
        GEOSGeometry *alone =
            GEOSGeom_createPolygon_r(context, geos_ring(context, polygon, i), NULL, 0);
        valid = GEOSisValid_r(context, alone) == 1;
        GEOSGeom_destroy_r(context, alone);
    }
    return valid;
}

static GEOSGeometry *filled(GEOSContextHandle_t context, const GEOSGeometry *ring)
{
    return GEOSGeom_createPolygon_r(context, GEOSGeom_clone_r(context, ring), NULL, 0);
}

/* Whether the holes of a region lie inside its outer ring and overlap nowhere. */
static bool holes_in_place(GEOSContextHandle_t context, const GEOSGeometry *region)
{
    const int count = GEOSGetNumInteriorRings_r(context, region);
    GEOSGeometry *shell = filled(context, GEOSGetExteriorRing_r(context, region));
    bool right = true;
    for (int i = 0; i < count; i++) {
        GEOSGeometry *hole = filled(context, GEOSGetInteriorRingN_r(context, region, i));
        right = right && GEOSCovers_r(context, shell, hole) == 1;
        for (int j = 0; j < i && right; j++) {
            GEOSGeometry *other = filled(context, GEOSGetInteriorRingN_r(context, region, j));
            right = GEOSRelatePattern_r(context, hole, other, "T********") == 0;
            GEOSGeom_destroy_r(context, other);
        }
        GEOSGeom_destroy_r(context, hole);
    }
    GEOSGeom_destroy_r(context, shell);
    return right;
}

/* What GEOS thinks of a region of valid rings: valid, or only not so because touching holes cut it
 * in two, which a drawing may have. It says the same of some holes that leave the outer ring. */
static bool geos_valid(GEOSContextHandle_t context, const GEOSGeometry *region)
{
    char *reason = GEOSisValidReason_r(context, region);
    const bool valid = strncmp(reason, "Valid", 5) == 0 ||
                       (strstr(reason, "disconnected") && holes_in_place(context, region));
    GEOSFree_r(context, reason);
    return valid;
}

static bool geos_agrees(GEOSContextHandle_t context, const struct fr_polygon *polygon)
{
    GEOSGeometry *regions[2];
    unsigned count = 0;
    bool valid = geos_rings_valid(context, polygon);
    for (uint32_t i = 0; i < polygon->ring_count; i++)
        if (polygon->rings[i].outer == i)
            regions[count++] = geos_region(context, polygon, i);
    for (unsigned i = 0; i < count; i++)
        valid = valid && geos_valid(context, regions[i]);
    if (valid && count == 2)
        valid = GEOSRelatePattern_r(context, regions[0], regions[1], "T********") == 0;
    for (unsigned i = 0; i < count; i++)
        GEOSGeom_destroy_r(context, regions[i]);
    return valid;
}

static bool repeats_a_vertex(const struct fr_polygon *polygon)
{
    for (uint32_t r = 0; r < polygon->ring_count; r++)
        for (uint32_t i = 0; i < polygon->rings[r].count; i++) {
            const struct fr_point *of = polygon->vertices + polygon->rings[r].first;
            if (fr_point_equal(of[i], of[(i + 1) % polygon->rings[r].count]))
                return true;
        }
    return false;
}

/* GEOS is told of rings that repeat no vertex: it allows repetition. */
static void validity_is_that_of_geos(void **state)
{
    (void)state;
    GEOSContextHandle_t context = GEOS_init_r();
    struct fr_random random = {seed()};
    int valid_count = 0, with_two = 0;
    print_message("           seed %llu\n", (unsigned long long)seed());
    for (int i = 0; i < rounds(40000); i++) {
        struct fr_polygon *polygon = random_drawing(&random, 3 + (int32_t)(i % 7));
        struct fr_polygon_fault fault;
        const bool valid = fr_polygon_check(polygon, &fault) == FR_OK;
        if (!repeats_a_vertex(polygon) && valid != geos_agrees(context, polygon)) {
            print_drawing(polygon);
            fail_msg("round %d: %s", i, valid ? "valid" : kinds[fault.kind]);
        }
        valid_count += valid;
        with_two += valid && polygon->rings[polygon->ring_count - 1].area == 2;
        fr_polygon_release(polygon);
    }
    print_message("           %d valid, %d with two areas\n", valid_count, with_two);
    assert_true(valid_count > 1000 && with_two > 50);
    GEOS_finish_r(context);
}

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
            if (fr_polygon_covers(polygon, NULL, point) != (areas != 0) ||
                fr_polygon_covers(polygon, enabled, point) != (areas >> 1 & 1)) {
                print_drawing(polygon);
                fail_msg("point %d,%d lies in %u", x, y, areas);
            }
        }
}

static void points_and_pixels_are_exact(void **state)
{
    (void)state;
    struct fr_random random = {seed() + 1};
    for (int i = 0; i < rounds(3000); i++) {
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
            /* along an edge in line, its ends split the segment; the edges next to it see to that
             */
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

/* A map of the size that carries the drawing, which it takes over. */
static struct fr_map *drawn(struct fr_polygon *polygon, int32_t pixels)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(pixels, pixels, &fr_default_allocator, &map), FR_OK);
    assert_int_equal(fr_polygon_paint(polygon, map), FR_OK);
    map->drawing = polygon;
    return map;
}

static void segments_are_exact(void **state)
{
    (void)state;
    struct fr_random random = {seed() + 2};
    int inside_count = 0;
    for (int i = 0; i < rounds(2000); i++) {
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

/* The same rings, each from another vertex, every other one the other way round, last region
 * first. */
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
    struct fr_random random = {seed() + 3};
    for (int i = 0; i < rounds(500); i++) {
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
        cmocka_unit_test(faults_name_ring_and_vertex),
        cmocka_unit_test(what_may_touch_is_valid),
        cmocka_unit_test(validity_is_that_of_geos),
        cmocka_unit_test(points_and_pixels_are_exact),
        cmocka_unit_test(centres_on_borders_are_walkable),
        cmocka_unit_test(segments_are_exact),
        cmocka_unit_test(the_validator_holds_paths_to_the_drawing),
        cmocka_unit_test(equal_drawings_have_equal_hashes),
        cmocka_unit_test(straight_stretches_lose_their_vertices),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
