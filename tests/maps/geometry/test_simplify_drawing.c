/* Simplified drawings: random ones against every promise of the header, each looked at by brute
 * force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/maps/geometry/ring_edges.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

/* The drawing of simplified contours, and how far it lies off: coordinates then are odd, too. */
static struct fr_polygon *drawn(const struct fr_contours *contours, int32_t off)
{
    struct fr_polygon *polygon;
    assert_int_equal(fr_polygon_create(&fr_default_allocator, &polygon), FR_OK);
    for (uint32_t i = 0; i < contours->vertex_count; i++)
        contours->vertices[i] =
            (struct fr_point){contours->vertices[i].x + off, contours->vertices[i].y + off};
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        assert_int_equal(fr_polygon_append(polygon, contours->vertices + ring->first, ring->count,
                                           ring->outer == i ? FR_NO_RING : ring->outer, 1),
                         FR_OK);
    }
    return polygon;
}

/* The same rings as contours. */
static struct fr_contours rings_of(const struct fr_polygon *polygon, struct fr_ring *rings)
{
    struct fr_contours contours = {.vertices = polygon->vertices,
                                   .vertex_count = polygon->vertex_count,
                                   .rings = rings,
                                   .ring_count = polygon->ring_count};
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const struct fr_polygon_ring *ring = &polygon->rings[i];
        const int64_t doubled = fr_ring_doubled_area(polygon->vertices + ring->first, ring->count);
        rings[i] = (struct fr_ring){ring->first, ring->count, ring->outer, doubled};
        contours.outer_count += ring->outer == i;
    }
    return contours;
}

/* Whether an edge leaves the drawing: it crosses one of the other's edges, or its middle is outside. */
static bool leaves(const struct edge *edge, const struct edge *edges, uint32_t count)
{
    const struct fr_point a = edge->a, b = edge->b;
    for (uint32_t i = 0; i < count; i++)
        if (sign(fr_orient(a, b, edges[i].a)) * sign(fr_orient(a, b, edges[i].b)) < 0 &&
            sign(fr_orient(edges[i].a, edges[i].b, a)) *
                    sign(fr_orient(edges[i].a, edges[i].b, b)) <
                0)
            return true;
    const struct fr_point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    const bool whole = (a.x + b.x) % 2 == 0 && (a.y + b.y) % 2 == 0;
    return whole && !on_an_edge(edges, count, middle) &&
           winding(edges, count, UINT32_MAX, middle) != 1;
}

static const char *fault_of_drawing(const struct fr_polygon *before, const struct fr_polygon *after,
                                    int32_t tolerance_px)
{
    struct fr_ring *rings[2] = {calloc(before->ring_count + 1, sizeof **rings),
                                calloc(after->ring_count + 1, sizeof **rings)};
    const struct fr_contours from = rings_of(before, rings[0]), simple = rings_of(after, rings[1]);
    struct edge *old = edges_of(&from), *edges = edges_of(&simple);
    const char *fault = NULL;
    for (uint32_t i = 0; i < simple.vertex_count; i++)
        if (leaves(&edges[i], old, from.vertex_count))
            fault = "an edge leaves the drawing";
    for (uint32_t i = 0; i < from.vertex_count; i++)
        if (!is_near(edges, simple.vertex_count, from.vertices[i], 2 * tolerance_px))
            fault = "a vertex of the drawing is far from all edges";
    if (!comes_from(&simple, &from))
        fault = "rings are not made of the drawing's vertices";
    else if (!are_apart(edges, simple.vertex_count))
        fault = "edges meet";
    else if (!is_nested(&simple, edges))
        fault = "rings are not nested as they should be";
    free(old);
    free(edges);
    free(rings[0]);
    free(rings[1]);
    return fault;
}

static void drawings_are_simplified_likewise(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(8);
    struct fr_random random = {seed};
    uint64_t before = 0, after = 0;
    for (int round = 0; round < 300 * soak_scale(); round++) {
        struct fr_map *map = family_map(&random, 40);
        struct fr_contours *contours = contours_of(map);
        struct fr_contours *slanted = simplified(map, contours, 1);
        const int32_t tolerance = 1 + (int32_t)fr_random_below(&random, 8);
        /* Rings that touch themselves are no valid drawing. */
        bool valid = slanted->ring_count > 0;
        for (uint32_t i = 0; i < slanted->vertex_count && valid; i++)
            for (uint32_t j = 0; j < i && valid; j++)
                valid = !fr_point_equal(slanted->vertices[i], slanted->vertices[j]);
        if (valid) {
            struct fr_polygon *polygon = drawn(slanted, (int32_t)fr_random_below(&random, 3) - 1);
            struct fr_polygon *simple;
            assert_int_equal(
                fr_polygon_simplify(polygon, tolerance, &fr_default_allocator, &simple), FR_OK);
            const char *fault = fault_of_drawing(polygon, simple, tolerance);
            if (fault) {
                fprintf(stderr, "seed %llu round %d tolerance %d: %s\n", (unsigned long long)seed,
                        round, (int)tolerance, fault);
                print_map(map);
                fail();
            }
            before += polygon->vertex_count;
            after += simple->vertex_count;
            fr_polygon_release(simple);
            fr_polygon_release(polygon);
        }
        fr_contours_release(slanted);
        fr_contours_release(contours);
        fr_map_release(map);
    }
    assert_true(after < before && before > 1000);
}

/* A hole that touches a corner from within, and reaches out of the ear there: the corner stays. */
static void a_corner_that_a_hole_touches_stays(void **state)
{
    static const struct fr_point outer[] = {{0, 0}, {40, 0}, {41, 1}, {40, 40}, {0, 40}};
    static const struct fr_point hole[] = {{41, 1}, {30, 2}, {30, 10}};
    struct fr_polygon *polygon, *simple;
    (void)state;
    assert_int_equal(fr_polygon_create(&fr_default_allocator, &polygon), FR_OK);
    assert_int_equal(fr_polygon_append(polygon, outer, 5, FR_NO_RING, 1), FR_OK);
    assert_int_equal(fr_polygon_append(polygon, hole, 3, 0, 1), FR_OK);
    assert_int_equal(fr_polygon_simplify(polygon, 2, &fr_default_allocator, &simple), FR_OK);
    assert_int_equal(simple->ring_count, 2);
    assert_int_equal(simple->vertex_count, 8);
    fr_polygon_release(simple);
    simple = NULL;
    assert_int_equal(fr_polygon_simplify(polygon, -1, &fr_default_allocator, &simple),
                     FR_UNSUPPORTED);
    assert_null(simple);
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        simple = NULL;
        const enum fr_status status = fr_polygon_simplify(polygon, 2, &counting.allocator, &simple);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        fr_polygon_release(simple);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_polygon_release(polygon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawings_are_simplified_likewise),
        cmocka_unit_test(a_corner_that_a_hole_touches_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
