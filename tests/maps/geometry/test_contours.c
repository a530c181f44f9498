/* Contours: hand-worked rings, and random maps rasterised back from theirs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/components.h"
#include "maps/geometry/contours.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/predicates.h"
#include "tests/maps/geometry/ring_checks.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

static void a_room_with_a_pillar(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("####|"
                                   "...#|"
                                   ".#..|"
                                   "...#");
    struct fr_contours *contours = contours_of(map);
    assert_int_equal(contours->ring_count, 2);
    assert_int_equal(contours->outer_count, 1);
    const struct fr_point outer[] = {{0, 2}, {6, 2}, {6, 4}, {8, 4},
                                     {8, 6}, {6, 6}, {6, 8}, {0, 8}};
    const struct fr_point hole[] = {{2, 4}, {2, 6}, {4, 6}, {4, 4}};
    assert_ring(contours, 0, outer, 8);
    assert_ring(contours, 1, hole, 4);
    assert_int_equal(contours->rings[0].area_px, 10);
    assert_int_equal(contours->rings[1].area_px, -1);
    assert_int_equal(contours->rings[0].outer, 0);
    assert_int_equal(contours->rings[1].outer, 0);
    fr_contours_release(contours);
    fr_map_release(map);
}

static void a_pinch_keeps_free_pixels_apart(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#|"
                                   "#.");
    struct fr_contours *contours = contours_of(map);
    assert_int_equal(contours->ring_count, 2);
    const struct fr_point upper[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const struct fr_point lower[] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};
    assert_ring(contours, 0, upper, 4);
    assert_ring(contours, 1, lower, 4);
    assert_int_equal(contours->outer_count, 2);
    fr_contours_release(contours);
    fr_map_release(map);
}

static void a_pinch_joins_blocked_pixels(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....|"
                                   ".#..|"
                                   "..#.|"
                                   "....");
    struct fr_contours *contours = contours_of(map);
    assert_int_equal(contours->ring_count, 2);
    const struct fr_point hole[] = {{2, 2}, {2, 4}, {4, 4}, {4, 6}, {6, 6}, {6, 4}, {4, 4}, {4, 2}};
    assert_ring(contours, 1, hole, 8);
    assert_int_equal(contours->rings[1].area_px, -2);
    fr_contours_release(contours);
    fr_map_release(map);
}

static void an_island_has_rings_of_its_own(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".......|"
                                   ".#####.|"
                                   ".#...#.|"
                                   ".#.#.#.|"
                                   ".#...#.|"
                                   ".#####.|"
                                   ".......");
    struct fr_contours *contours = contours_of(map);
    assert_int_equal(contours->ring_count, 4);
    const int64_t areas[] = {49, -25, 9, -1};
    const uint32_t outers[] = {0, 0, 2, 2};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(contours->rings[i].area_px, areas[i]);
        assert_int_equal(contours->rings[i].outer, outers[i]);
    }
    fr_contours_release(contours);
    fr_map_release(map);
}

/* Whether the rings, filled by parity row by row, give the map. */
static bool rasterises_back(const struct fr_contours *contours, const struct fr_map *map)
{
    const size_t stride = (size_t)map->width + 1;
    bool *toggles = calloc(stride * (size_t)map->height, sizeof *toggles);
    for (uint32_t r = 0; r < contours->ring_count; r++) {
        const struct fr_point *ring = contours->vertices + contours->rings[r].first;
        for (uint32_t i = 0, n = contours->rings[r].count; i < n; i++) {
            const struct fr_point a = ring[i], b = ring[(i + 1) % n];
            for (int32_t y = (a.y < b.y ? a.y : b.y) / 2; y < (a.y < b.y ? b.y : a.y) / 2; y++)
                toggles[(size_t)y * stride + (size_t)a.x / 2] ^= true;
        }
    }
    bool same = true;
    for (int32_t y = 0; y < map->height; y++) {
        bool free = false;
        for (int32_t x = 0; x < map->width; x++) {
            free ^= toggles[(size_t)y * stride + (size_t)x];
            same &= free == fr_map_walkable(map, x, y);
        }
    }
    free(toggles);
    return same;
}

/* Whether a ring turns by a right angle at each vertex and has free space to its positive side. */
static bool is_sound(const struct fr_contours *contours, const struct fr_ring *ring,
                     const struct fr_map *map)
{
    const struct fr_point *at = contours->vertices + ring->first;
    for (uint32_t i = 0; i < ring->count; i++) {
        const struct fr_point a = at[i], b = at[(i + 1) % ring->count];
        const struct fr_point c = at[(i + 2) % ring->count];
        const struct fr_point ab = fr_point_minus(b, a), bc = fr_point_minus(c, b);
        if ((ab.x == 0) == (ab.y == 0) || fr_dot(ab, bc) != 0 || fr_cross(ab, bc) == 0)
            return false;
        const struct fr_point along = {(ab.x > 0) - (ab.x < 0), (ab.y > 0) - (ab.y < 0)};
        const int32_t x = a.x + along.x, y = a.y + along.y;
        if (!fr_map_walkable(map, (x - along.y) >> 1, (y + along.x) >> 1) ||
            fr_map_walkable(map, (x + along.y) >> 1, (y - along.x) >> 1))
            return false;
    }
    return true;
}

/* The component on the free side of a ring's first edge, which runs right or down from the top. */
static uint32_t component_of(const struct fr_contours *contours, const struct fr_ring *ring,
                             const struct fr_components *components)
{
    const struct fr_point top = contours->vertices[ring->first];
    return ring->area_px > 0 ? fr_components_at(components, top.x / 2, top.y / 2)
                             : fr_components_at(components, top.x / 2 - 1, top.y / 2);
}

static bool is_nested(const struct fr_contours *contours, const struct fr_map *map)
{
    struct fr_components *components;
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    bool nested = contours->outer_count == fr_components_count(components);
    for (uint32_t i = 0; i < contours->ring_count && nested; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        const struct fr_ring *outer = &contours->rings[ring->outer];
        nested =
            ring->outer <= i && outer->area_px > 0 && (ring->area_px > 0) == (ring->outer == i) &&
            component_of(contours, ring, components) == component_of(contours, outer, components);
    }
    fr_components_release(components);
    return nested;
}

static bool is_right(const struct fr_contours *contours, const struct fr_map *map)
{
    int64_t area = 0;
    uint32_t vertices = 0, reflex = 0;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        if (ring->first != vertices || ring->count < 4 || !is_sound(contours, ring, map))
            return false;
        area += ring->area_px;
        vertices += ring->count;
        for (uint32_t j = 0; j < ring->count; j++) {
            const struct fr_point *at = contours->vertices + ring->first;
            reflex += fr_orient(at[j], at[(j + 1) % ring->count], at[(j + 2) % ring->count]) < 0;
        }
    }
    struct fr_corners *corners;
    assert_int_equal(fr_corners_create(map, &fr_default_allocator, &corners), FR_OK);
    const bool right = area == fr_map_walkable_count(map) && vertices == contours->vertex_count &&
                       reflex == corners->count && rasterises_back(contours, map) &&
                       is_nested(contours, map);
    fr_corners_release(corners);
    return right;
}

static void random_maps_come_back(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(42);
    struct fr_random random = {seed};
    for (int round = 0; round < 4000 * soak_scale(); round++) {
        struct fr_map *map = family_map(&random, round % 10 ? 40 : 200);
        struct fr_contours *contours = contours_of(map);
        if (!is_right(contours, map)) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            print_map(map);
            fail();
        }
        fr_contours_release(contours);
        fr_map_release(map);
    }
}

static void a_map_with_edge_walls_has_none(void **state)
{
    (void)state;
    struct fr_map *map = walled_map(". .|.\n");
    struct fr_contours *contours;
    assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_UNSUPPORTED);
    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, false), FR_OK);
    assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_OK);
    fr_contours_release(contours);
    fr_map_release(map);
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 30, 30, 40);
    struct fr_counting_allocator counting;
    struct fr_contours *contours;
    for (uint64_t n = 1;; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status = fr_contours_create(map, &counting.allocator, &contours);
        if (status == FR_OK)
            break;
        assert_int_equal(status, FR_NO_MEMORY);
        assert_int_equal(counting.live_bytes, 0);
    }
    fr_contours_release(contours);
    assert_int_equal(counting.live_bytes, 0);
    fr_contours_release(NULL);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_with_a_pillar),
        cmocka_unit_test(a_pinch_keeps_free_pixels_apart),
        cmocka_unit_test(a_pinch_joins_blocked_pixels),
        cmocka_unit_test(an_island_has_rings_of_its_own),
        cmocka_unit_test(random_maps_come_back),
        cmocka_unit_test(a_map_with_edge_walls_has_none),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
