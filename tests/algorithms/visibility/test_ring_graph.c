/* The visibility graph over rings with exact sight: against slow references on masks and on
 * drawings, and its sight against itself on sheared rings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/visibility/exact_sight.h"
#include "algorithms/visibility/map_rings.h"
#include "algorithms/visibility/ring_clamp.h"
#include "algorithms/visibility/ring_graph.h"
#include "harness/judge/drawn_floor.h"
#include "maps/polygon.h"
#include "tests/algorithms/visibility/any_angle_reference.h"
#include "tests/algorithms/visibility/rings.h"
#include "tests/soak.h"

static void check_click(const struct trial *trial, struct ring_graph *graph,
                        struct reference *reference, struct fr_point start, struct fr_point goal)
{
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    const double expected = reference_length(trial->validator, reference, start, goal);
    for (int way = 0; way < 2; way++) {
        const struct fr_point from = way ? goal : start, to = way ? start : goal;
        const enum fr_outcome outcome = ring_graph_find(graph, from, to, NULL, &path);
        struct fr_judgement judgement;
        fr_validator_judge(trial->validator, FR_ANY_ANGLE, from, to, outcome, &path, &judgement);
        if (judgement.verdict != FR_VERDICT_OK)
            fail_trial(trial, judgement.reason, from, to);
        if (!agree(expected, outcome == FR_FOUND ? judgement.length : INFINITY))
            fail_trial(trial, "another length", from, to);
    }
    fr_path_release(&path);
}

static void equals_the_reference(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20110518)};
    struct reference *reference = malloc(sizeof *reference);
    assert_non_null(reference);
    for (int i = 0; i < 60 * soak_scale(); i++) {
        struct trial trial;
        begin_trial(&trial, &random);
        struct planned planned;
        plan_graph(&planned, trial.contours, &exact);
        find_corners(trial.map, reference);
        struct fr_pixel start, goal;
        for (int click = 0; click < 25 && random_walkable(trial.map, &random, &start) &&
                            random_walkable(trial.map, &random, &goal);
             click++)
            check_click(&trial, planned.graph, reference, fr_pixel_centre(start),
                        fr_pixel_centre(goal));
        planned_release(&planned);
        end_trial(&trial);
    }
    free(reference);
}

static void outline_sheared(struct outline *outline, struct fr_contours *contours,
                            const struct shear *shear)
{
    struct fr_point *const vertices = contours->vertices;
    contours->vertices = malloc((contours->vertex_count + 1) * sizeof *vertices);
    assert_non_null(contours->vertices);
    for (uint32_t i = 0; i < contours->vertex_count; i++)
        contours->vertices[i] = sheared(shear, vertices[i]);
    assert_int_equal(outline_create(outline, contours, false, &fr_default_allocator), FR_OK);
    free(contours->vertices);
    contours->vertices = vertices;
}

/* Sight does not change under shears, which turn the right angles of a mask into all others. */
static void sees_what_the_judge_sees(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20151101)};
    for (int i = 0; i < 100 * soak_scale(); i++) {
        struct trial trial;
        begin_trial(&trial, &random);
        struct outline outlines[SHEARS];
        for (int s = 0; s < SHEARS; s++)
            outline_sheared(&outlines[s], trial.contours, &shears[s]);
        for (int pair = 0; pair < 400; pair++) {
            const struct fr_point a = random_point(trial.map, &random);
            const struct fr_point b = random_point(trial.map, &random);
            const bool both = touches_free(trial.map, a) && touches_free(trial.map, b);
            const bool seen = both && fr_validator_segment(trial.validator, a, b);
            for (int s = 0; s < SHEARS; s++) {
                const struct fr_point to_a = sheared(&shears[s], a), to_b = sheared(&shears[s], b);
                if ((exact_sight_inside(&outlines[s], to_a) &&
                     exact_sight_inside(&outlines[s], to_b)) != both)
                    fail_trial(&trial, "inside or not", a, b);
                if (both && exact_sight_sees(&outlines[s], to_a, to_b) != seen)
                    fail_trial(&trial, "in sight or not", a, b);
            }
        }
        for (int s = 0; s < SHEARS; s++)
            outline_release(&outlines[s]);
        end_trial(&trial);
    }
}

#define DRAWN_SIZE 8
#define DRAWN_AREAS 3

/* A small map whose areas are also drawn, sheared: regions that share edges and touch in points.
 * Its pixels say nothing of the drawing. */
static struct fr_map *drawn_map(struct fr_random *random)
{
    const struct shear *shear = &shears[fr_random_below(random, SHEARS)];
    struct fr_map *map = random_map(random, DRAWN_SIZE, DRAWN_SIZE, 35);
    for (int32_t y = 0; y < DRAWN_SIZE; y++)
        for (int32_t x = 0; x < DRAWN_SIZE; x++)
            if (fr_map_walkable(map, x, y))
                fr_map_set_area(map, x, y, (uint8_t)(1 + fr_random_below(random, DRAWN_AREAS)));
    struct fr_polygon *drawing;
    assert_int_equal(fr_polygon_create(&fr_default_allocator, &drawing), FR_OK);
    for (uint8_t area = 1; area <= DRAWN_AREAS; area++) {
        for (uint8_t other = 1; other <= DRAWN_AREAS; other++)
            fr_map_enable(map, other, other == area);
        struct fr_contours *contours = contours_of(map);
        const uint32_t base = drawing->ring_count;
        for (uint32_t i = 0; i < contours->vertex_count; i++)
            contours->vertices[i] = sheared(shear, contours->vertices[i]);
        for (uint32_t i = 0; i < contours->ring_count; i++) {
            const struct fr_ring *ring = &contours->rings[i];
            const uint32_t outer = ring->outer == i ? FR_NO_RING : base + ring->outer;
            assert_int_equal(fr_polygon_append(drawing, contours->vertices + ring->first,
                                               ring->count, outer, area),
                             FR_OK);
        }
        fr_contours_release(contours);
    }
    for (uint8_t area = 1; area <= DRAWN_AREAS; area++)
        fr_map_enable(map, area, fr_random_below(random, 4) > 0);
    map->drawing = drawing;
    return map;
}

static bool drawn_legal(const void *floor, struct fr_point a, struct fr_point b)
{
    struct fr_point leaves;
    return fr_drawn_floor_segment(floor, a, b, &leaves);
}

static void check_drawn_clicks(const struct fr_map *map, struct fr_random *random, uint64_t seed)
{
    struct fr_contours *contours;
    struct fr_drawn_floor *floor;
    struct reference *reference = malloc(sizeof *reference);
    assert_non_null(reference);
    assert_int_equal(map_rings_create(map, RINGS_DRAWN, 0, &fr_default_allocator, &contours),
                     FR_OK);
    assert_int_equal(fr_drawn_floor_create(map, &fr_default_allocator, &floor), FR_OK);
    struct fr_point low = {INT32_MAX, INT32_MAX}, high = {INT32_MIN, INT32_MIN};
    reference->count = 2;
    for (uint32_t i = 0; i < map->drawing->vertex_count; i++) {
        const struct fr_point at = map->drawing->vertices[i];
        reference->nodes[reference->count++] = at;
        low.x = at.x < low.x ? at.x : low.x;
        low.y = at.y < low.y ? at.y : low.y;
        high.x = at.x > high.x ? at.x : high.x;
        high.y = at.y > high.y ? at.y : high.y;
    }
    for (int i = 0; reference->count > 2 && i < 8; i++) {
        const struct fr_point start = {fr_random_between(random, low.x, high.x),
                                       fr_random_between(random, low.y, high.y)};
        const struct fr_point goal = {fr_random_between(random, low.x, high.x),
                                      fr_random_between(random, low.y, high.y)};
        const bool both = drawn_legal(floor, start, start) && drawn_legal(floor, goal, goal);
        const double expected =
            both ? reference_length_by(drawn_legal, floor, reference, start, goal) : INFINITY;
        const double found = found_length(contours, &drawn, start, goal);
        if (!agree(expected, found))
            fprintf(stderr, "seed %llu: %d,%d to %d,%d: %.17g, expected %.17g\n",
                    (unsigned long long)seed, (int)start.x, (int)start.y, (int)goal.x, (int)goal.y,
                    found, expected);
        assert_true(agree(expected, found));
    }
    fr_drawn_floor_release(floor);
    fr_contours_release(contours);
    free(reference);
}

static void equals_the_reference_on_drawings(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20160313)};
    for (int i = 0; i < 100 * soak_scale(); i++) {
        const uint64_t seed = random.state;
        struct fr_map *map = drawn_map(&random);
        check_drawn_clicks(map, &random, seed);
        fr_map_release(map);
    }
}

/* A triangle hangs from the upper wall by its tip; drawn, not of right angles. */
static void drawn_hole_touches_an_edge(void **state)
{
    (void)state;
    struct drawing drawing = {0};
    DRAW_RING(&drawing, {0, 0}, {80, 0}, {80, 60}, {0, 60});
    DRAW_RING(&drawing, {41, 0}, {31, 40}, {51, 40});
    struct outline outline;
    assert_int_equal(outline_create(&outline, &drawing.contours, false, &fr_default_allocator),
                     FR_OK);
    assert_true(exact_sight_sees(&outline, (struct fr_point){0, 0}, (struct fr_point){41, 0}));
    assert_true(exact_sight_sees(&outline, (struct fr_point){41, 0}, (struct fr_point){80, 0}));
    assert_false(exact_sight_sees(&outline, (struct fr_point){0, 0}, (struct fr_point){80, 0}));
    assert_false(exact_sight_sees(&outline, (struct fr_point){80, 0}, (struct fr_point){40, 0}));
    assert_true(exact_sight_sees(&outline, (struct fr_point){41, 0}, (struct fr_point){31, 40}));
    outline_release(&outline);
    const double around = sqrt(31 * 31 + 40 * 40) + 10;
    const struct fr_point start = {0, 0}, goal = {80, 0};
    assert_true(agree(found_length(&drawing.contours, &exact, start, goal),
                      (sqrt(31 * 31 + 40 * 40) + 20 + sqrt(29 * 29 + 40 * 40)) / 2));
    assert_true(found_length(&drawing.contours, &ellipse, start, goal) < around);
}

/* Two holes meet with their tips: to the left a path turns around both; the wedge between them is
 * open to the left in a drawing, and closed in a mask. */
static void holes_meet_at_their_tips(void **state)
{
    (void)state;
    struct drawing drawing = {0};
    DRAW_RING(&drawing, {0, 0}, {100, 0}, {100, 80}, {0, 80});
    DRAW_RING(&drawing, {40, 40}, {80, 10}, {80, 30});
    DRAW_RING(&drawing, {40, 40}, {80, 50}, {80, 70});
    const struct fr_point above = {50, 28}, below = {50, 52}, left = {20, 40}, wedge = {70, 40};
    const double around = sqrt(10 * 10 + 12 * 12);
    assert_true(agree(found_length(&drawing.contours, &exact, above, below), around));
    assert_true(agree(found_length(&drawing.contours, &drawn, above, below), around));
    const double outside = (sqrt(200) + 20 + sqrt(60 * 60 + 30 * 30)) / 2;
    assert_true(agree(found_length(&drawing.contours, &exact, wedge, left), outside));
    assert_true(agree(found_length(&drawing.contours, &drawn, wedge, left), 25));
}

/* The wedge between two holes that meet is as narrow as the grid of points allows: a path goes in as far as their
 * tips, and through them only in a drawing. */
static void a_narrow_wedge_ends_at_the_tips(void **state)
{
    (void)state;
    const struct fr_point tip = {40, 40}, in_wedge = {45, 42}, beyond = {35, 38};
    for (int first = 0; first < 2; first++) {
        struct drawing drawing = {0};
        DRAW_RING(&drawing, {0, 0}, {100, 0}, {100, 80}, {0, 80});
        for (int i = 0; i < 2; i++)
            if (i == first)
                DRAW_RING(&drawing, {40, 40}, {43, 41}, {50, 30});
            else
                DRAW_RING(&drawing, {40, 40}, {42, 41}, {40, 60});
        for (int through = 0; through < 2; through++) {
            struct outline outline;
            assert_int_equal(
                outline_create(&outline, &drawing.contours, through, &fr_default_allocator), FR_OK);
            assert_true(exact_sight_sees(&outline, in_wedge, tip));
            assert_true(exact_sight_sees(&outline, tip, beyond));
            assert_int_equal(exact_sight_sees(&outline, in_wedge, beyond), through);
            assert_int_equal(exact_sight_sees(&outline, beyond, in_wedge), through);
            outline_release(&outline);
        }
    }
}

static void fails_cleanly_without_memory(void **state)
{
    (void)state;
    static const struct ring_plan *const plans[] = {&exact, &ellipse, &expanded};
    struct drawing drawing = {0};
    DRAW_RING(&drawing, {0, 0}, {80, 0}, {80, 60}, {0, 60});
    DRAW_RING(&drawing, {41, 0}, {31, 40}, {51, 40});
    for (int p = 0; p < 3; p++) {
        enum fr_status status = FR_NO_MEMORY;
        for (uint64_t n = 1; status != FR_OK; n++) {
            struct fr_counting_allocator counting;
            fr_counting_allocator_init(&counting);
            counting.fail_at = n;
            struct planned planned;
            status = planned_create(&planned, &drawing.contours, plans[p], &counting.allocator);
            assert_int_equal(status, planned.graph ? FR_OK : FR_NO_MEMORY);
            planned_release(&planned);
            assert_int_equal(counting.live_bytes, 0);
        }
    }
}

static void finds_without_allocating(void **state)
{
    (void)state;
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    struct drawing drawing;
    draw_u(&drawing, false);
    struct planned planned;
    assert_int_equal(planned_create(&planned, &drawing.contours, &exact, &counting.allocator),
                     FR_OK);
    struct ring_graph *graph = planned.graph;
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    uint64_t before = 0; /* the click that warms it up */
    for (int click = 0; click < 2; click++) {
        before = counting.allocations;
        assert_int_equal(ring_graph_find(graph, (struct fr_point){11, 51},
                                         (struct fr_point){49, 51}, NULL, &path),
                         FR_FOUND);
    }
    assert_int_equal(path.count, 4);
    assert_int_equal(counting.allocations, before);
    fr_path_release(&path);
    planned_release(&planned);
}

static void nothing_without_rings(void **state)
{
    (void)state;
    static const struct ring_plan *const plans[] = {&exact, &ellipse, &expanded, &bare};
    struct fr_map *map = ascii_map("##|##");
    struct fr_contours *contours = contours_of(map);
    for (int p = 0; p < 4; p++) {
        const struct fr_point start = {1, 1}, goal = {3, 3};
        struct planned planned;
        struct fr_point at;
        plan_graph(&planned, contours, plans[p]);
        assert_false(plans[p]->exact && ring_clamp_exact(&planned.outline, start, &at));
        planned_release(&planned);
        assert_true(isinf(found_length(contours, plans[p], start, goal)));
    }
    fr_contours_release(contours);
    fr_map_release(map);
}

static void a_drawing_without_rings_has_none(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..|..");
    struct fr_contours *contours;
    assert_int_equal(fr_polygon_create(&fr_default_allocator, &map->drawing), FR_OK);
    assert_int_equal(map_rings_create(map, RINGS_DRAWN, 0, &fr_default_allocator, &contours),
                     FR_OK);
    assert_int_equal(contours->ring_count, 0);
    assert_int_equal(contours->vertex_count, 0);
    fr_contours_release(contours);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_hole_touches_an_edge),
        cmocka_unit_test(holes_meet_at_their_tips),
        cmocka_unit_test(a_narrow_wedge_ends_at_the_tips),
        cmocka_unit_test(sees_what_the_judge_sees),
        cmocka_unit_test(equals_the_reference),
        cmocka_unit_test(equals_the_reference_on_drawings),
        cmocka_unit_test(fails_cleanly_without_memory),
        cmocka_unit_test(finds_without_allocating),
        cmocka_unit_test(nothing_without_rings),
        cmocka_unit_test(a_drawing_without_rings_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
