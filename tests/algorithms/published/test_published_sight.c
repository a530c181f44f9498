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
        cmocka_unit_test(published_always_answers),
        cmocka_unit_test(published_is_right_in_a_simple_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
