/* The validator against hand-worked paths and claims; what it knows after changes and without
 * memory. test_legality.c is about random paths. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "maps/click_set.h"
#include "tests/harness/judge/hearing.h"
#include "tests/soak.h"

static void grid_models_step_by_their_rule(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "....|"
                           ".#..|"
                           "....|");
    for (enum fr_movement m = FR_GRID4; m < FR_BEELINE; m++) {
        assert_int_equal(JUDGE(&hearing, m, CENTRE(0, 0), CENTRE(3, 0), CENTRE(3, 2)),
                         FR_VERDICT_OK);
        assert_int_equal(hearing.judgement.straight, 5);
        assert_int_equal(hearing.judgement.diagonal, 0);
        assert_int_equal(JUDGE(&hearing, m, CENTRE(0, 1), CENTRE(2, 1)), FR_VERDICT_INVALID);
        assert_int_equal(JUDGE(&hearing, m, CENTRE(0, 0), CENTRE(3, 1)), FR_VERDICT_INVALID);
    }
    /* Open diagonal. */
    assert_int_equal(JUDGE(&hearing, FR_GRID4, CENTRE(2, 0), CENTRE(3, 1)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(2, 0), CENTRE(3, 1)), FR_VERDICT_OK);
    /* One pixel beside the diagonal is blocked. */
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(1, 0), CENTRE(2, 1)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "segment 0"));
    assert_non_null(strstr(hearing.judgement.reason, "corner when leaving pixel 1,0"));
    assert_int_equal(JUDGE(&hearing, FR_GRID8_ONE, CENTRE(1, 0), CENTRE(2, 1)), FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_CUT, CENTRE(1, 0), CENTRE(2, 1)), FR_VERDICT_OK);
    close_hearing(&hearing);

    open_hearing(&hearing, ".#|"
                           "#.|");
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(0, 0), CENTRE(1, 1)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_ONE, CENTRE(0, 0), CENTRE(1, 1)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_CUT, CENTRE(0, 0), CENTRE(1, 1)), FR_VERDICT_OK);
    assert_false(hearing.judgement.valid_any_angle);
    close_hearing(&hearing);
}

static void long_grid_segments_are_replayed_pixel_by_pixel(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "......|"
                           "......|"
                           "...#..|"
                           "......|"
                           "......|");
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(0, 0), CENTRE(4, 4)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "pixel 2,2"));
    assert_int_equal(JUDGE(&hearing, FR_GRID8_ONE, CENTRE(0, 0), CENTRE(4, 4)), FR_VERDICT_OK);
    assert_int_equal(hearing.judgement.diagonal, 4);
    assert_true(hearing.judgement.valid_any_angle);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_CUT, CENTRE(1, 0), CENTRE(5, 4)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(4, 0), CENTRE(0, 4)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(3, 0), CENTRE(0, 3)), FR_VERDICT_OK);
    close_hearing(&hearing);
}

static void beelines_must_be_free_from_both_ends(void **unused)
{
    (void)unused;
    struct hearing hearing;
    /* Of slope 1/2 the tie at the middle goes to the row of the end that it is drawn from. */
    open_hearing(&hearing, "...|"
                           "...|");
    assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), CENTRE(2, 1)), FR_VERDICT_OK);
    close_hearing(&hearing);
    static const char *const half[] = {".#.|...|", "...|.#.|"};
    for (int i = 0; i < 2; i++) {
        open_hearing(&hearing, half[i]);
        assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), CENTRE(2, 1)),
                         FR_VERDICT_INVALID);
        assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(2, 1), CENTRE(0, 0)),
                         FR_VERDICT_INVALID);
        assert_non_null(strstr(hearing.judgement.reason, i == 0 ? "pixel 1,0" : "pixel 1,1"));
        close_hearing(&hearing);
    }
    /* Slope 1/3 has no tie: rows 0 0 1 1 from either end. Exactly it hits no other pixel. */
    open_hearing(&hearing, "..##|"
                           "##..|");
    assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), CENTRE(3, 1)), FR_VERDICT_OK);
    assert_false(hearing.judgement.valid_any_angle); /* it squeezes through the pinch */
    assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), 4, 1), FR_VERDICT_INVALID);
    close_hearing(&hearing);
}

static void any_angle_may_touch_and_slide(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "....|"
                           ".##.|"
                           "....|");
    /* Around the block over its corners, sliding along its upper edge. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 1), 2, 2, 6, 2, CENTRE(3, 1)),
                     FR_VERDICT_OK);
    assert_int_equal(hearing.judgement.straight, -1);
    assert_true(fabs(hearing.judgement.length - (2 + sqrt(2.0) / 2 * 2)) < 1e-12);
    assert_true(fabs(hearing.judgement.turning - acos(0.0)) < 1e-12);
    /* Just a half pixel below the edge. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 1), CENTRE(3, 1)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "crosses blocked pixel 1,1"));
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 1), 2, 2, 6, 4), FR_VERDICT_INVALID);
    /* Along the rim of the map. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 0), 0, 0, 8, 0, 8, 6), FR_VERDICT_OK);
    close_hearing(&hearing);

    /* Between two walls there is no width to walk on. */
    open_hearing(&hearing, "....|"
                           ".##.|"
                           ".##.|"
                           "....|");
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 6, 4), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 2, 4, 6), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 0, 2, 8), FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 4), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "is in blocked pixel"));
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4), FR_VERDICT_OK);
    close_hearing(&hearing);
}

static void a_pinch_is_left_as_it_was_entered(void **unused)
{
    (void)unused;
    struct hearing hearing;
    /* The pinch is at corner (2,2), half pixels (4,4). */
    open_hearing(&hearing, "....|"
                           "..#.|"
                           ".#..|"
                           "....|");
    /* Straight through, slanted and from free pixel to free pixel. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), CENTRE(2, 2)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "pinch at corner 2,2"));
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 3, 6, 5), FR_VERDICT_INVALID);
    /* A waypoint on it does not help, nor does giving it twice. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), 4, 4, CENTRE(2, 2)),
                     FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), 4, 4, 4, 4, CENTRE(2, 2)),
                     FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "segment 2"));
    /* Arriving along one wall and leaving along the other side's wall. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 4, 4, 6, 4), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 6, 4), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 2, 4, 6), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 4, 4, 4, 6), FR_VERDICT_INVALID);
    /* Touching it and going back into the same pixel is legal, turning along its walls too. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), 4, 4, CENTRE(1, 1)),
                     FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 4, 4, 4, 2), FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 6, 4, 4, 4, 4, CENTRE(2, 2)), FR_VERDICT_OK);
    const struct fr_point corner = {4, 4}, above = {4, 2}, left = {2, 4}, right = {6, 4};
    assert_true(fr_validator_waypoint(hearing.validator, above, corner, left));
    assert_false(fr_validator_waypoint(hearing.validator, above, corner, right));
    close_hearing(&hearing);
}

static void ends_must_be_those_asked_for(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "....|");
    const struct fr_point start = {1, 1}, goal = {7, 1};
    const int32_t stops[] = {1, 1, 5, 1}, starts[] = {3, 1, 7, 1}, whole[] = {1, 1, 7, 1};
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, stops, 2), FR_VERDICT_SHORT);
    assert_non_null(strstr(hearing.judgement.reason, "ends at half pixel 5,1"));
    assert_false(hearing.judgement.valid_any_angle);
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, starts, 2), FR_VERDICT_SHORT);
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, whole, 0), FR_VERDICT_SHORT);
    assert_true(isnan(hearing.judgement.length));
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, whole, 2), FR_VERDICT_OK);
    assert_string_equal(hearing.judgement.reason, "");
    assert_true(hearing.judgement.length == 3.0);
    assert_true(hearing.judgement.turning == 0.0);
    close_hearing(&hearing);
}

static void absurd_points_are_invalid_and_harmless(void **unused)
{
    (void)unused;
    static const int32_t absurd[] = {INT32_MIN, INT32_MIN + 1, -1,       -2, 9, 10,
                                     65537,     INT32_MAX - 1, INT32_MAX};
    struct hearing hearing;
    open_hearing(&hearing, "....|....|");
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++)
        for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++)
            for (size_t j = 0; j < sizeof absurd / sizeof *absurd; j++) {
                assert_int_equal(
                    JUDGE(&hearing, m, 1, 1, absurd[i], absurd[j], INT32_MAX, INT32_MIN, 1, 1),
                    FR_VERDICT_INVALID);
                assert_false(hearing.judgement.valid_any_angle);
                assert_int_equal(hearing.judgement.straight, -1);
                assert_true(strlen(hearing.judgement.reason) > 0);
                const struct fr_point wild = {absurd[i], absurd[j]};
                assert_false(fr_validator_reachable(hearing.validator, m, wild, wild));
            }
    close_hearing(&hearing);
}

static void claims_are_judged_by_the_reach_of_the_model(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "..#.|"
                           "..#.|"
                           "##..|"
                           "...#|");
    /* Upper left and right meet at a corner only; lower left hangs on the right. */
    const struct fr_point left = {1, 1}, right = {7, 1}, below = {1, 7}, wall = {5, 1};
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++) {
        const bool cut = m == FR_GRID8_CUT;
        assert_int_equal(judge_unreachable(&hearing, m, left, right),
                         cut ? FR_VERDICT_FALSE_UNREACHABLE : FR_VERDICT_OK);
        assert_int_equal(judge_unreachable(&hearing, m, right, below),
                         FR_VERDICT_FALSE_UNREACHABLE);
        assert_int_equal(judge_unreachable(&hearing, m, left, wall), FR_VERDICT_OK);
        assert_int_equal(judge_unreachable(&hearing, m, left, left), FR_VERDICT_FALSE_UNREACHABLE);
    }
    const struct fr_path nothing = {0};
    static const enum fr_outcome silent[] = {FR_LIMIT, FR_NONE, FR_OUT_OF_MEMORY};
    for (int i = 0; i < 3; i++) {
        fr_validator_judge(hearing.validator, FR_GRID8, left, below, silent[i], &nothing,
                           &hearing.judgement);
        assert_int_equal(hearing.judgement.verdict, FR_VERDICT_NONE);
        assert_true(isnan(hearing.judgement.length));
    }
    close_hearing(&hearing);
}

static void areas_and_blocks_count(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("1121....|");
    const struct fr_point a = {1, 1}, b = {15, 1};
    for (int closed = 0; closed < 3; closed++) {
        fr_map_enable(map, 2, closed != 1);
        assert_int_equal(fr_map_block(map, (struct fr_rect){5, 0, 2, 1}, closed == 2), FR_OK);
        struct fr_validator *validator;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        assert_true(fr_validator_segment(validator, a, b) == (closed == 0));
        assert_true(fr_validator_reachable(validator, FR_GRID4, a, b) == (closed == 0));
        fr_validator_release(validator);
    }
    fr_map_release(map);
}

static void one_point_stands_or_not(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, ".#|");
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++) {
        assert_int_equal(JUDGE(&hearing, m, 1, 1), FR_VERDICT_OK);
        assert_true(hearing.judgement.length == 0.0);
        assert_int_equal(JUDGE(&hearing, m, 1, 1, 1, 1, 1, 1), FR_VERDICT_OK);
        assert_int_equal(hearing.judgement.straight, 0);
        assert_int_equal(JUDGE(&hearing, m, 3, 1), FR_VERDICT_INVALID);
    }
    close_hearing(&hearing);
}

/* Whether no wall blocks a step to a neighbour, straight or by one of two routes around a
 * corner. */
static bool steps(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const int32_t left = dx < 0 ? x - 1 : x, upper = dy < 0 ? y - 1 : y;
    const bool across = dx == 0 || !fr_map_wall(map, left, y, FR_EAST);
    const bool down = dy == 0 || !fr_map_wall(map, x, upper, FR_SOUTH);
    const bool across_then = dx == 0 || !fr_map_wall(map, left, y + dy, FR_EAST);
    const bool down_then = dy == 0 || !fr_map_wall(map, x + dx, upper, FR_SOUTH);
    return (across && down_then) || (down && across_then);
}

static void set_walls(struct fr_random *random, struct fr_map *map, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(fr_map_set_wall(map, fr_random_between(random, 0, map->width - 2),
                                         fr_random_between(random, 0, map->height - 2),
                                         fr_random_between(random, 0, 1) ? FR_EAST : FR_SOUTH,
                                         true),
                         FR_OK);
}

/* Reach against repeated spreading of marks, the slowest flood there is. */
static void reach_agrees_with_spreading_marks(void **unused)
{
    (void)unused;
    struct fr_random random = {7};
    for (int round = 0; round < 300 * soak_scale(); round++) {
        struct fr_map *map = random_map(&random, 8, 6, round % 3 == 0 ? 45 : 15);
        struct fr_validator *validator;
        set_walls(&random, map, round % 3 * 20);
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        const struct fr_pixel origin = {fr_random_between(&random, 0, 7),
                                        fr_random_between(&random, 0, 5)};
        for (int eight = 0; eight < 2; eight++) {
            bool marks[6][8] = {{false}};
            marks[origin.y][origin.x] = fr_map_walkable(map, origin.x, origin.y);
            for (int pass = 0; pass < 48; pass++)
                for (int y = 0; y < 6; y++)
                    for (int x = 0; x < 8; x++)
                        for (int near = 0; near < 9; near++) {
                            const int dx = near % 3 - 1, dy = near / 3 - 1;
                            if ((eight || dx == 0 || dy == 0) && x + dx >= 0 && x + dx < 8 &&
                                y + dy >= 0 && y + dy < 6 && marks[y + dy][x + dx] &&
                                fr_map_walkable(map, x, y) && steps(map, x, y, dx, dy))
                                marks[y][x] = true;
                        }
            for (int32_t y = 0; y < 6; y++)
                for (int32_t x = 0; x < 8; x++)
                    assert_true(fr_validator_reachable(validator, eight ? FR_GRID8_CUT : FR_GRID4,
                                                       fr_pixel_centre(origin),
                                                       (struct fr_point){CENTRE(x, y)}) ==
                                marks[y][x]);
        }
        fr_validator_release(validator);
        fr_map_release(map);
    }
}

/* Something that events do: areas open and close, rectangles and borders are blocked and freed.
 * Returns where. */
static struct fr_rect change(struct fr_random *random, struct fr_map *map)
{
    const int32_t x = fr_random_between(random, 0, map->width - 2);
    const int32_t y = fr_random_between(random, 0, map->height - 2);
    const uint8_t area = (uint8_t)fr_random_between(random, 0, 2);
    const bool closes = fr_random_between(random, 0, 1);
    const enum fr_side side = fr_random_between(random, 0, 1) ? FR_EAST : FR_SOUTH;
    static const enum fr_click_kind kinds[] = {FR_ENABLE,  FR_DISABLE, FR_BLOCK,
                                               FR_UNBLOCK, FR_PATCH,   FR_WALL};
    struct fr_click event = {.kind = kinds[fr_random_between(random, 0, 5)],
                             .rect = {x, y, 1, 1},
                             .patch = &area,
                             .side = side,
                             .closed = closes,
                             .areas = {[2] = true}};
    struct fr_rect changed;
    if (event.kind == FR_BLOCK || event.kind == FR_UNBLOCK)
        event.rect = (struct fr_rect){x - 2, y - 1, fr_random_between(random, 1, 70),
                                      fr_random_between(random, 1, 3)};
    assert_int_equal(fr_click_apply(&event, map, &changed), FR_OK);
    return changed;
}

static void a_refreshed_validator_is_a_fresh_one(void **unused)
{
    (void)unused;
    struct fr_random random = {11};
    int joined[2] = {0, 0};
    for (int round = 0; round < 60 * soak_scale(); round++) {
        struct fr_map *map = random_map(&random, fr_random_between(&random, 60, 130),
                                        fr_random_between(&random, 2, 9), 20);
        struct fr_validator *kept, *fresh;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &kept), FR_OK);
        for (int event = 0; event < 30; event++) {
            const struct fr_rect changed = change(&random, map);
            assert_int_equal(fr_validator_refresh(kept, map, changed), FR_OK);
            assert_int_equal(fr_validator_create(map, &fr_default_allocator, &fresh), FR_OK);
            for (int i = 0; i < 40; i++) {
                const struct fr_point a = random_point(&random, map);
                const struct fr_point b = random_point(&random, map);
                const struct fr_point from = {a.x | 1, a.y | 1}, to = {b.x | 1, b.y | 1};
                const bool reached = fr_validator_reachable(fresh, FR_GRID8_CUT, from, to);
                assert_true(fr_validator_segment(kept, a, b) == fr_validator_segment(fresh, a, b));
                assert_true(fr_validator_reachable(kept, FR_GRID8_CUT, from, to) == reached);
                joined[reached]++;
            }
            fr_validator_release(fresh);
        }
        fr_validator_release(kept);
        fr_map_release(map);
    }
    assert_true(joined[false] > 1000 && joined[true] > 1000);
}

static void every_refused_allocation_is_survived(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("..#.|#..#|");
    struct fr_validator *validator;
    struct fr_counting_allocator counting;
    enum fr_status status = FR_NO_MEMORY;
    for (uint64_t n = 1; status != FR_OK; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = fr_validator_create(map, &counting.allocator, &validator);
        if (status == FR_OK)
            fr_validator_release(validator);
        assert_int_equal(counting.live_bytes, 0);
        assert_true(n < 100);
    }
    fr_map_release(map);
}

static void verdicts_have_names(void **unused)
{
    (void)unused;
    assert_null(fr_verdict_name(FR_VERDICT_NONE));
    assert_string_equal(fr_verdict_name(FR_VERDICT_OK), "ok");
    assert_string_equal(fr_verdict_name(FR_VERDICT_FALSE_UNREACHABLE), "false-unreachable");
    assert_string_equal(fr_verdict_name(FR_VERDICT_NONDETERMINISTIC), "nondeterministic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_models_step_by_their_rule),
        cmocka_unit_test(long_grid_segments_are_replayed_pixel_by_pixel),
        cmocka_unit_test(beelines_must_be_free_from_both_ends),
        cmocka_unit_test(any_angle_may_touch_and_slide),
        cmocka_unit_test(a_pinch_is_left_as_it_was_entered),
        cmocka_unit_test(ends_must_be_those_asked_for),
        cmocka_unit_test(absurd_points_are_invalid_and_harmless),
        cmocka_unit_test(claims_are_judged_by_the_reach_of_the_model),
        cmocka_unit_test(areas_and_blocks_count),
        cmocka_unit_test(one_point_stands_or_not),
        cmocka_unit_test(reach_agrees_with_spreading_marks),
        cmocka_unit_test(a_refreshed_validator_is_a_fresh_one),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(verdicts_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
