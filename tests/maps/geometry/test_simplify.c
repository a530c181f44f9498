/* Simplified contours: hand-worked rings, random maps against every promise of the header, each
 * looked at by brute force, and an adventure room in full size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/generators/generate.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/maps/geometry/ring_edges.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

/* The simplified contours of a map drawn in text. */
static struct fr_contours *simplified_text(const char *text, int32_t tolerance_px)
{
    struct fr_map *map = ascii_map(text);
    struct fr_contours *contours = contours_of(map);
    struct fr_contours *simple = simplified(map, contours, tolerance_px);
    fr_contours_release(contours);
    fr_map_release(map);
    return simple;
}

static void stairs_become_a_slope(void **state)
{
    (void)state;
    struct fr_contours *simple = simplified_text("....|"
                                                 "#...|"
                                                 "##..|"
                                                 "###.",
                                                 1);
    const struct fr_point slope[] = {{0, 0}, {8, 0}, {8, 8}};
    assert_int_equal(simple->ring_count, 1);
    assert_ring(simple, 0, slope, 3);
    assert_int_equal(simple->rings[0].area_px, 8);
    fr_contours_release(simple);
}

/* The hole keeps the hull of its blocked pixels: what stands out into free space is not cut. */
static void a_pillar_keeps_its_hull(void **state)
{
    (void)state;
    struct fr_contours *simple = simplified_text("...........|"
                                                 "...........|"
                                                 "...........|"
                                                 ".....#.....|"
                                                 "....###....|"
                                                 "...#####...|"
                                                 "....###....|"
                                                 ".....#.....|"
                                                 "...........|"
                                                 "...........|"
                                                 "...........",
                                                 1);
    const struct fr_point hull[] = {{10, 6},  {6, 10},  {6, 12},  {10, 16},
                                    {12, 16}, {16, 12}, {16, 10}, {12, 6}};
    assert_int_equal(simple->ring_count, 2);
    assert_ring(simple, 1, hull, 8);
    assert_int_equal(simple->rings[1].area_px, -17);
    fr_contours_release(simple);
}

/* Each dent is two pixels deep. */
static void a_dent_goes_when_it_is_shallow_enough(void **state)
{
    (void)state;
    const char *const text = "####.#######.#######|"
                             "####.#######.#######|"
                             "....................|"
                             "....................|"
                             "....................|"
                             "....................|"
                             "....................|"
                             "....................|"
                             "....................|"
                             "....................";
    struct fr_contours *shallow = simplified_text(text, 1), *deep = simplified_text(text, 2);
    assert_int_equal(shallow->vertex_count, 10);
    assert_int_equal(deep->vertex_count, 4);
    assert_int_equal(deep->rings[0].area_px, 160);
    fr_contours_release(shallow);
    fr_contours_release(deep);
}

/* At the crook, the outer corner may be cut only so far as the inner one allows. */
static void a_passage_stays_open(void **state)
{
    (void)state;
    struct fr_contours *simple = simplified_text("......|"
                                                 ".####.|"
                                                 ".####.|"
                                                 ".####.|"
                                                 ".####.|"
                                                 "......",
                                                 3);
    const struct fr_point outer[] = {{0, 0}, {12, 0}, {12, 12}, {0, 12}};
    const struct fr_point hole[] = {{2, 2}, {2, 10}, {10, 10}, {10, 2}};
    assert_int_equal(simple->ring_count, 2);
    assert_ring(simple, 0, outer, 4);
    assert_ring(simple, 1, hole, 4);
    fr_contours_release(simple);
}

static void a_hole_goes_with_its_pocket(void **state)
{
    (void)state;
    const char *const text = "........####|"
                             "............|"
                             "..#.........|"
                             "............|"
                             "............|"
                             "............|"
                             "............|"
                             "............|"
                             "#...........|"
                             "#...........|"
                             "#...........|"
                             "#...........";
    struct fr_contours *near = simplified_text(text, 1), *far = simplified_text(text, 7);
    assert_int_equal(near->ring_count, 2);
    assert_int_equal(near->rings[1].area_px, -1);
    assert_int_equal(far->ring_count, 1);
    fr_contours_release(near);
    fr_contours_release(far);
}

/* The free pixel in the block is a separate region. */
static void a_region_in_a_pocket_stays(void **state)
{
    (void)state;
    struct fr_contours *simple = simplified_text("............####|"
                                                 "................|"
                                                 "..###...........|"
                                                 "..#.#...........|"
                                                 "..###...........|"
                                                 "................|"
                                                 "................|"
                                                 "................|"
                                                 "................|"
                                                 "................|"
                                                 "................|"
                                                 "................|"
                                                 "#...............|"
                                                 "#...............|"
                                                 "#...............|"
                                                 "#...............",
                                                 10);
    assert_int_equal(simple->ring_count, 2);
    assert_int_equal(simple->outer_count, 2);
    assert_int_equal(simple->rings[1].outer, 1);
    assert_int_equal(simple->rings[1].count, 3);
    assert_int_equal(simple->rings[1].area_px, 1);
    fr_contours_release(simple);
}

static void tolerances_have_a_range(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..");
    struct fr_contours *contours = contours_of(map), *simple = NULL;
    const int32_t outside[] = {-1, FR_SIMPLIFY_MAX_TOLERANCE + 1};
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            fr_contours_simplify(map, contours, outside[i], &fr_default_allocator, &simple),
            FR_UNSUPPORTED);
    assert_null(simple);
    simple = simplified(map, contours, FR_SIMPLIFY_MAX_TOLERANCE);
    assert_int_equal(simple->vertex_count, 3);
    fr_contours_release(simple);
    fr_contours_release(contours);
    fr_map_release(map);
}

/* Whether no blocked pixel's centre lies in the region, and only such free ones were lost as lie
 * close to an edge. */
static bool loses_little(const struct fr_map *map, const struct edge *edges, uint32_t count,
                         int64_t reach)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const struct fr_point centre = {2 * x + 1, 2 * y + 1};
            const bool walkable = fr_map_walkable(map, x, y);
            if (on_an_edge(edges, count, centre)) {
                if (!walkable)
                    return false;
                continue;
            }
            const int turns = winding(edges, count, UINT32_MAX, centre);
            if (turns < 0 || turns > walkable ||
                (turns < walkable && !is_near(edges, count, centre, reach)))
                return false;
        }
    return true;
}

/* What is wrong with simplified contours; NULL: nothing. */
static const char *fault_of(const struct fr_map *map, const struct fr_contours *contours,
                            const struct fr_contours *simple, int32_t tolerance_px)
{
    const char *fault = NULL;
    const uint32_t count = simple->vertex_count;
    struct edge *edges = edges_of(simple);
    for (uint32_t i = 0; i < count; i++)
        if (!fr_line_of_sight(map, edges[i].a, edges[i].b))
            fault = "an edge leaves free space";
    for (uint32_t i = 0; i < contours->vertex_count; i++)
        if (!is_near(edges, count, contours->vertices[i], 2 * tolerance_px))
            fault = "a vertex of the contours is far from all edges";
    if (!comes_from(simple, contours))
        fault = "rings are not made of the contours' vertices";
    else if (!are_apart(edges, count))
        fault = "edges meet";
    else if (!is_nested(simple, edges))
        fault = "rings are not nested as they should be";
    else if (!loses_little(map, edges, count, 2 * tolerance_px))
        fault = "floor was gained, or lost beyond the tolerance";
    else if (tolerance_px == 0 && count != contours->vertex_count)
        fault = "tolerance 0 changed something";
    free(edges);
    return fault;
}

static void random_maps_keep_every_promise(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(7);
    struct fr_random random = {seed};
    const int32_t tolerances[] = {0, 1, 1, 2, 2, 3, 4, 6, 10, 40};
    uint64_t before = 0, after = 0, dropped = 0;
    for (int round = 0; round < 1500 * soak_scale(); round++) {
        struct fr_map *map = family_map(&random, round % 50 ? 40 : 100);
        const int32_t tolerance = tolerances[fr_random_below(&random, 10)];
        struct fr_contours *contours = contours_of(map);
        struct fr_contours *simple = simplified(map, contours, tolerance);
        const char *fault = fault_of(map, contours, simple, tolerance);
        if (fault) {
            fprintf(stderr, "seed %llu round %d tolerance %d: %s\n", (unsigned long long)seed,
                    round, (int)tolerance, fault);
            print_map(map);
            fail();
        }
        before += contours->vertex_count;
        after += simple->vertex_count;
        dropped += contours->ring_count - simple->ring_count;
        fr_contours_release(simple);
        fr_contours_release(contours);
        fr_map_release(map);
    }
    assert_true(5 * after < 4 * before);
    assert_true(dropped > 0);
}

static struct fr_map *adventure_room(void)
{
    struct fr_canvas canvas;
    struct fr_error error;
    struct fr_map *map;
    assert_int_equal(fr_generate("adventure:formations=150", 1920, 1080, 5, &fr_default_allocator,
                                 &canvas, &error),
                     FR_OK);
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
    fr_canvas_release(&canvas, &fr_default_allocator);
    return map;
}

static int64_t area_of(const struct fr_contours *contours)
{
    int64_t area = 0;
    for (uint32_t r = 0; r < contours->ring_count; r++)
        area += contours->rings[r].area_px;
    return area;
}

/* The bundled room adventure-150. */
static void an_adventure_room_needs_few_vertices(void **state)
{
    (void)state;
    struct fr_map *map = adventure_room();
    struct fr_contours *contours = contours_of(map);
    const int64_t floor = fr_map_walkable_count(map);
    uint32_t fewest = contours->vertex_count;
    for (int32_t tolerance = 1; tolerance <= 4; tolerance *= 2) {
        struct fr_contours *simple = simplified(map, contours, tolerance);
        struct edge *edges = edges_of(simple);
        assert_true(are_apart(edges, simple->vertex_count));
        for (uint32_t i = 0; i < simple->vertex_count; i++)
            assert_true(fr_line_of_sight(map, edges[i].a, edges[i].b));
        print_message("tolerance %d: %u of %u vertices, %u of %u rings, %.2f %% of the floor\n",
                      (int)tolerance, simple->vertex_count, contours->vertex_count,
                      simple->ring_count, contours->ring_count,
                      100.0 * (double)area_of(simple) / (double)floor);
        assert_true(simple->vertex_count < fewest);
        assert_true(area_of(simple) < floor);
        assert_true(100 * area_of(simple) > (100 - tolerance) * floor);
        fewest = simple->vertex_count;
        free(edges);
        fr_contours_release(simple);
    }
    assert_true(3 * fewest < contours->vertex_count);
    fr_contours_release(contours);
    fr_map_release(map);
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 30, 30, 40);
    struct fr_contours *contours = contours_of(map), *simple = NULL;
    struct fr_counting_allocator counting;
    for (uint64_t n = 1;; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_contours_simplify(map, contours, 2, &counting.allocator, &simple);
        if (status == FR_OK)
            break;
        assert_int_equal(status, FR_NO_MEMORY);
        assert_int_equal(counting.live_bytes, 0);
        assert_null(simple);
    }
    fr_contours_release(simple);
    assert_int_equal(counting.live_bytes, 0);
    fr_contours_release(contours);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stairs_become_a_slope),
        cmocka_unit_test(a_pillar_keeps_its_hull),
        cmocka_unit_test(a_dent_goes_when_it_is_shallow_enough),
        cmocka_unit_test(a_passage_stays_open),
        cmocka_unit_test(a_hole_goes_with_its_pocket),
        cmocka_unit_test(a_region_in_a_pocket_stays),
        cmocka_unit_test(tolerances_have_a_range),
        cmocka_unit_test(random_maps_keep_every_promise),
        cmocka_unit_test(an_adventure_room_needs_few_vertices),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
