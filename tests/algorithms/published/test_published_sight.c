/* The published sight of the visibility graph over rings: each of its failures, which the exact
 * sight does not share, and where it is right. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/visibility/ring_graph.h"
#include "build_paths.h"
#include "maps/formats/load.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/visibility/rings.h"
#include "tests/soak.h"

/* The judged answer of a graph to a click on a map. */
static enum fr_verdict verdict_on(const struct fr_map *map, const struct ring_plan *plan,
                                  struct fr_pixel from, struct fr_pixel to)
{
    struct fr_contours *contours = contours_of(map);
    struct planned planned;
    struct fr_validator *validator;
    plan_graph(&planned, contours, plan);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    const struct fr_point start = fr_pixel_centre(from), goal = fr_pixel_centre(to);
    const enum fr_outcome outcome = ring_graph_find(planned.graph, start, goal, NULL, &path);
    struct fr_judgement judgement;
    fr_validator_judge(validator, FR_ANY_ANGLE, start, goal, outcome, &path, &judgement);
    fr_path_release(&path);
    fr_validator_release(validator);
    planned_release(&planned);
    fr_contours_release(contours);
    return judgement.verdict;
}

static void only_published_fails(const char *text, struct fr_pixel from, struct fr_pixel to,
                                 enum fr_verdict published)
{
    struct fr_map *map = ascii_map(text);
    assert_int_equal(verdict_on(map, &exact, from, to), FR_VERDICT_OK);
    assert_int_equal(verdict_on(map, &ellipse, from, to), published);
    fr_map_release(map);
}

/* The straight line leads through both blocked pixels, corner to corner. */
static void through_vertices(void **state)
{
    (void)state;
    only_published_fails(".....|"
                         ".#...|"
                         ".....|"
                         "...#.|"
                         ".....",
                         (struct fr_pixel){0, 0}, (struct fr_pixel){4, 4}, FR_VERDICT_INVALID);
}

/* The shortest way over the slab leads along it, through the foot of the wall on it. */
static void along_an_edge(void **state)
{
    (void)state;
    only_published_fails("...........|"
                         "..#........|"
                         "..#........|"
                         ".#########.|"
                         ".#########.|"
                         ".#########.|"
                         ".#########.|"
                         ".#########.|"
                         "...........",
                         (struct fr_pixel){0, 3}, (struct fr_pixel){10, 3}, FR_VERDICT_INVALID);
}

/* The hole in the upper room touches the outer ring at a corner; the ways on either side of the
 * pinch do not meet there. */
static void hole_touches_the_outer_ring(void **state)
{
    (void)state;
    only_published_fails("......|"
                         "..##..|"
                         "..##..|"
                         "##..##",
                         (struct fr_pixel){0, 2}, (struct fr_pixel){3, 3}, FR_VERDICT_INVALID);
}

static void duplicate_vertices(void **state)
{
    (void)state;
    const struct fr_point start = {11, 51}, goal = {49, 51};
    struct drawing once, twice;
    draw_u(&once, false);
    draw_u(&twice, true);
    const double expected = 10 + sqrt(9 * 9 + 31 * 31);
    assert_true(agree(found_length(&once.contours, &exact, start, goal), expected));
    assert_true(agree(found_length(&once.contours, &ellipse, start, goal), expected));
    assert_true(agree(found_length(&twice.contours, &exact, start, goal), expected));
    assert_true(isinf(found_length(&twice.contours, &ellipse, start, goal)));
}

/* The same drawing with y upward: mirrored, so that its ring winds the other way. The published
 * nodes are then the convex vertices, and it walks straight across the open end of the notch. */
static void winding_flipped(void **state)
{
    (void)state;
    const struct fr_point start = {11, 9}, goal = {49, 9};
    struct drawing drawing;
    draw_u(&drawing, false);
    for (uint32_t i = 0; i < drawing.contours.vertex_count; i++)
        drawing.vertices[i].y = 60 - drawing.vertices[i].y;
    const double expected = 10 + sqrt(9 * 9 + 31 * 31);
    assert_true(agree(found_length(&drawing.contours, &exact, start, goal), expected));
    assert_true(found_length(&drawing.contours, &ellipse, start, goal) < expected - 1);
}

/* The published sight answers every click of a noisy map, rightly or not, with each tolerance. */
static void published_always_answers(void **state)
{
    (void)state;
    static const struct ring_plan *const plans[] = {&ellipse, &expanded, &bare};
    struct fr_random random = {soak_seed(7)};
    for (int i = 0; i < 12 * soak_scale(); i++) {
        struct trial trial;
        begin_trial(&trial, &random);
        for (int p = 0; p < 3; p++) {
            struct planned planned;
            struct fr_path path;
            plan_graph(&planned, trial.contours, plans[p]);
            fr_path_init(&path, &fr_default_allocator);
            struct fr_pixel start, goal;
            for (int click = 0; click < 20 && random_walkable(trial.map, &random, &start) &&
                                random_walkable(trial.map, &random, &goal);
                 click++) {
                const enum fr_outcome outcome = ring_graph_find(
                    planned.graph, fr_pixel_centre(start), fr_pixel_centre(goal), NULL, &path);
                assert_true(outcome == FR_FOUND || outcome == FR_UNREACHABLE);
                assert_true((outcome == FR_FOUND) == (path.count > 0));
            }
            fr_path_release(&path);
            planned_release(&planned);
        }
        end_trial(&trial);
    }
}

/* Where nothing touches and no vertex lies in line, the articles' arithmetic is right. */
static void published_is_right_in_a_simple_room(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...........|"
                                   "...........|"
                                   "...####....|"
                                   "...####....|"
                                   "...........|"
                                   "...........");
    static const struct ring_plan *const plans[] = {&ellipse, &expanded};
    const struct fr_pixel left = {1, 2}, right = {9, 3};
    for (int i = 0; i < 2; i++)
        assert_int_equal(verdict_on(map, plans[i], left, right), FR_VERDICT_OK);
    struct fr_contours *contours = contours_of(map);
    const struct fr_point start = fr_pixel_centre(left), goal = fr_pixel_centre(right);
    const double best = found_length(contours, &exact, start, goal);
    assert_true(agree(best, found_length(contours, &ellipse, start, goal)));
    fr_contours_release(contours);
    fr_map_release(map);
}

/* Whether a point, in pixels, is inside a drawing under a tolerance. */
static bool is_inside(const struct drawing *drawing, enum published_tolerance tolerance, float x,
                      float y)
{
    struct published_sight sight;
    assert_int_equal(
        published_sight_create(&sight, &drawing->contours, tolerance, &fr_default_allocator),
        FR_OK);
    const bool inside = published_sight_inside(&sight, (struct vector2){x, y});
    published_sight_release(&sight);
    return inside;
}

/* A square of 10 pixels grows by one and a half on all sides, its hole shrinks by as much; the tip of
 * a spike stays near, where a mitre would lie far away. */
static void an_expanded_polygon_reaches_as_far_on_all_sides(void **state)
{
    static const float far[][2] = {{5, 11}, {5, -1}, {11, 5}, {-1, 5}, {11, 11}, {-1, -1}};
    struct drawing square = {0}, spike = {0};
    (void)state;
    DRAW_RING(&square, {0, 0}, {20, 0}, {20, 20}, {0, 20});
    DRAW_RING(&square, {6, 6}, {6, 14}, {14, 14}, {14, 6});
    square.rings[1].outer = 0;
    DRAW_RING(&spike, {0, 0}, {200, 1}, {0, 2});
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        /* 1.4 and 1.6 pixels away, in each direction in which the place lies outside */
        const float x = far[i][0], y = far[i][1];
        const float right = x > 10 ? 0.4F : x < 0 ? -0.4F : 0;
        const float down = y > 10 ? 0.4F : y < 0 ? -0.4F : 0;
        assert_true(is_inside(&square, TOLERANCE_EXPANDED, x + right, y + down));
        assert_false(is_inside(&square, TOLERANCE_EXPANDED, x + 1.5F * right, y + 1.5F * down));
        assert_false(is_inside(&square, TOLERANCE_NONE, x, y));
        assert_false(is_inside(&square, TOLERANCE_ELLIPSE, x, y));
    }
    assert_false(is_inside(&square, TOLERANCE_NONE, 4, 5.1F));
    assert_true(is_inside(&square, TOLERANCE_EXPANDED, 4, 5.1F));
    assert_false(is_inside(&square, TOLERANCE_EXPANDED, 4.6F, 5.1F));
    assert_true(is_inside(&square, TOLERANCE_NONE, 2, 5.1F));
    assert_false(is_inside(&spike, TOLERANCE_EXPANDED, 108, 0.5F));
}

/* An end is moved to the nearest point of all edges, of which none is nearer. */
static void an_end_is_moved_to_the_nearest_edge(void **state)
{
    struct fr_random random = {83};
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_contours *contours = contours_of(map);
        struct published_sight sight;
        assert_int_equal(
            published_sight_create(&sight, contours, TOLERANCE_ELLIPSE, &fr_default_allocator),
            FR_OK);
        const struct fr_point end = {fr_random_between(&random, -4, 2 * map->width + 4),
                                     fr_random_between(&random, -4, 2 * map->height + 4)};
        const struct vector2 asked = published_sight_vector(end);
        published_sight_move(&sight, end);
        assert_int_equal(sight.moved_count, 1);
        const struct vector2 moved = sight.moved[0].at;
        double nearest = INFINITY;
        for (uint32_t r = 0; r < contours->ring_count; r++)
            for (uint32_t i = 0; i < contours->rings[r].count; i++) {
                const struct fr_point *ring = contours->vertices + contours->rings[r].first;
                const struct vector2 a = published_sight_vector(ring[i]);
                const struct vector2 b =
                    published_sight_vector(ring[(i + 1) % contours->rings[r].count]);
                /* Edges of a mask's outline are level or upright. */
                const double x = fmin(fmax(asked.x, fmin(a.x, b.x)), fmax(a.x, b.x));
                const double y = fmin(fmax(asked.y, fmin(a.y, b.y)), fmax(a.y, b.y));
                nearest = fmin(nearest, hypot(asked.x - x, asked.y - y));
            }
        const double away = hypot(asked.x - moved.x, asked.y - moved.y);
        assert_true(fabs(away - (isinf(nearest) ? 0 : nearest)) < 1e-4);
        published_sight_release(&sight);
        fr_contours_release(contours);
        fr_map_release(map);
    }
}

/* The islands of the bundled drawing: each area with its rings, those on the lake are in a hole, and
 * so outside; joined, they are floor. Exact sight needs no joining. */
static void islands_are_floor_where_areas_are_joined(void **state)
{
    (void)state;
    static const char *const settings[] = {"source=drawing", "source=drawing,shapes=drawn"};
    const struct fr_pixel start = {700, 520}, goal = {560, 480};
    for (int i = 0; i < 2; i++) {
        struct fr_map *map;
        assert_int_equal(
            fr_map_load("islands", FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, NULL),
            FR_OK);
        struct instance instance = instance_named("visgraph-published", settings[i], map);
        assert_int_equal(instance_find(&instance, start, goal), i ? FR_UNREACHABLE : FR_FOUND);
        instance_release(&instance);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_vertices),
        cmocka_unit_test(along_an_edge),
        cmocka_unit_test(hole_touches_the_outer_ring),
        cmocka_unit_test(duplicate_vertices),
        cmocka_unit_test(winding_flipped),
        cmocka_unit_test(islands_are_floor_where_areas_are_joined),
        cmocka_unit_test(an_expanded_polygon_reaches_as_far_on_all_sides),
        cmocka_unit_test(an_end_is_moved_to_the_nearest_edge),
        cmocka_unit_test(published_always_answers),
        cmocka_unit_test(published_is_right_in_a_simple_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
