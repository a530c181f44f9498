/* Simplified contours: hand-worked rings, random maps against every promise of the header, each
 * looked at by brute force, and an adventure room in full size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/generators/generate.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/simplify.h"
#include "tests/maps/geometry/ring_checks.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

static struct fr_contours *simplified(const struct fr_map *map, const struct fr_contours *contours,
                                      int32_t tolerance_px)
{
    struct fr_contours *simple;
    assert_int_equal(
        fr_contours_simplify(map, contours, tolerance_px, &fr_default_allocator, &simple), FR_OK);
    return simple;
}

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

/* A ring's edge, and where it is. */
struct edge {
    struct fr_point a, b;
    uint32_t ring;
};

static struct edge *edges_of(const struct fr_contours *contours)
{
    struct edge *edges = calloc(contours->vertex_count + 1, sizeof *edges);
    assert_non_null(edges);
    for (uint32_t r = 0; r < contours->ring_count; r++) {
        const struct fr_ring *ring = &contours->rings[r];
        const struct fr_point *at = contours->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++)
            edges[ring->first + i] = (struct edge){at[i], at[(i + 1) % ring->count], r};
    }
    return edges;
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool on_segment(struct fr_point p, struct fr_point a, struct fr_point b)
{
    return fr_orient(a, b, p) == 0 && fr_dot(fr_point_minus(p, a), fr_point_minus(p, b)) <= 0;
}

/* Whether two edges meet anywhere but in an end of both. */
static bool collide(const struct edge *e, const struct edge *f)
{
    const bool ends[4] = {fr_point_equal(e->a, f->a), fr_point_equal(e->a, f->b),
                          fr_point_equal(e->b, f->a), fr_point_equal(e->b, f->b)};
    if ((on_segment(e->a, f->a, f->b) && !ends[0] && !ends[1]) ||
        (on_segment(e->b, f->a, f->b) && !ends[2] && !ends[3]) ||
        (on_segment(f->a, e->a, e->b) && !ends[0] && !ends[2]) ||
        (on_segment(f->b, e->a, e->b) && !ends[1] && !ends[3]))
        return true;
    if ((ends[0] && ends[3]) || (ends[1] && ends[2]))
        return true;
    return sign(fr_orient(e->a, e->b, f->a)) * sign(fr_orient(e->a, e->b, f->b)) < 0 &&
           sign(fr_orient(f->a, f->b, e->a)) * sign(fr_orient(f->a, f->b, e->b)) < 0;
}

/* How often the edges of one ring, or of all (UINT32_MAX), go around a point that is on none. */
static int winding(const struct edge *edges, uint32_t count, uint32_t ring, struct fr_point p)
{
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct edge *e = &edges[i];
        if (ring != UINT32_MAX && e->ring != ring)
            continue;
        const int64_t side = fr_orient(e->a, e->b, p);
        if (e->a.y <= p.y && e->b.y > p.y)
            turns += side > 0;
        else if (e->a.y > p.y && e->b.y <= p.y)
            turns -= side < 0;
    }
    return turns;
}

static bool on_an_edge(const struct edge *edges, uint32_t count, struct fr_point p)
{
    for (uint32_t i = 0; i < count; i++)
        if (on_segment(p, edges[i].a, edges[i].b))
            return true;
    return false;
}

/* Whether a point is within a distance of an edge, in half pixels; on maps of up to 2^10 pixels. */
static bool is_near(const struct edge *edges, uint32_t count, struct fr_point p, int64_t reach)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_point ab = fr_point_minus(edges[i].b, edges[i].a);
        const struct fr_point ap = fr_point_minus(p, edges[i].a);
        const struct fr_point bp = fr_point_minus(p, edges[i].b);
        const int64_t off = fr_cross(ab, ap);
        const bool beside = fr_dot(ab, ap) > 0 && fr_dot(ab, bp) < 0;
        if (fr_dot(ap, ap) <= reach * reach || fr_dot(bp, bp) <= reach * reach ||
            (beside && off * off <= reach * reach * fr_dot(ab, ab)))
            return true;
    }
    return false;
}

static bool are_apart(const struct edge *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (collide(&edges[i], &edges[j]))
                return false;
    return true;
}

/* Whether each ring has its vertices from a contour, in their order, with none on a straight
 * stretch, and what is left out are holes. */
static bool comes_from(const struct fr_contours *simple, const struct fr_contours *contours)
{
    uint32_t next = 0;
    for (uint32_t r = 0; r < contours->ring_count; r++) {
        const struct fr_ring *from = &contours->rings[r];
        const struct fr_ring *ring = &simple->rings[next];
        uint32_t found = 0;
        for (uint32_t i = 0; i < from->count && next < simple->ring_count; i++)
            found += found < ring->count && fr_point_equal(contours->vertices[from->first + i],
                                                           simple->vertices[ring->first + found]);
        if (next < simple->ring_count && found == ring->count) {
            if ((from->outer == r) != (ring->outer == next))
                return false;
            next++;
        } else if (from->outer == r) {
            return false;
        }
    }
    for (uint32_t r = 0; r < next; r++) {
        const struct fr_ring *ring = &simple->rings[r];
        const struct fr_point *at = simple->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++)
            if (fr_orient(at[i], at[(i + 1) % ring->count], at[(i + 2) % ring->count]) == 0)
                return false;
    }
    return next == simple->ring_count && simple->outer_count == contours->outer_count;
}

/* Whether all holes lie inside of their outer rings, and rings bound areas of their sign. */
static bool is_nested(const struct fr_contours *simple, const struct edge *edges)
{
    for (uint32_t r = 0; r < simple->ring_count; r++) {
        const struct fr_ring *ring = &simple->rings[r];
        if ((ring->outer == r) != (ring->area_px > 0) || ring->outer > r || ring->count < 3)
            return false;
        for (uint32_t i = 0; i < ring->count && ring->outer != r; i++)
            if (winding(edges, simple->vertex_count, ring->outer,
                        simple->vertices[ring->first + i]) != 1)
                return false;
    }
    return true;
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
        cmocka_unit_test(drawings_are_simplified_likewise),
        cmocka_unit_test(a_corner_that_a_hole_touches_stays),
        cmocka_unit_test(an_adventure_room_needs_few_vertices),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
