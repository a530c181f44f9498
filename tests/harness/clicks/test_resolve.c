#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "build_paths.h"
#include "harness/clicks/resolve.h"
#include "harness/judge/drawn_floor.h"
#include "harness/judge/validator.h"
#include "maps/formats/load.h"
#include "maps/geometry/predicates.h"

/* Two rooms with a wall of two columns between them, which area 2 bridges. */
static const char *const picture[] = {
    "....##..", //
    "....22..", //
    "....##..", //
};

static struct fr_map *make_map(bool bridge)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(8, 3, &fr_default_allocator, &map), FR_OK);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 8; x++)
            fr_map_set_area(map, x, y,
                            picture[y][x] == '.' ? 1 : (uint8_t)(picture[y][x] == '2' ? 2 : 0));
    fr_map_enable(map, 2, bridge);
    return map;
}

static struct fr_click click(int sx, int sy, int gx, int gy)
{
    return (struct fr_click){.kind = FR_CLICK, .start = {sx, sy}, .goal = {gx, gy}};
}

static struct fr_click walk(int gx, int gy)
{
    return (struct fr_click){.kind = FR_WALK, .goal = {gx, gy}};
}

static struct fr_click event(enum fr_click_kind kind, int area)
{
    struct fr_click result = {.kind = kind};
    result.areas[area] = true;
    return result;
}

static struct fr_resolved_click *resolve(const struct fr_map *map, enum fr_clamping clamping,
                                         const struct fr_click *clicks, size_t count)
{
    struct fr_click_set set;
    struct fr_resolved_click *resolved;
    fr_click_set_init(&set, &fr_default_allocator);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fr_click_set_append(&set, &clicks[i]), FR_OK);
    assert_int_equal(fr_resolve(&set, map, clamping, &fr_default_allocator, &resolved), FR_OK);
    fr_click_set_release(&set);
    return resolved;
}

static void assert_ends(const struct fr_resolved_click *resolved, int sx, int sy, int gx, int gy)
{
    assert_int_equal(resolved->start.x, sx);
    assert_int_equal(resolved->start.y, sy);
    assert_int_equal(resolved->goal.x, gx);
    assert_int_equal(resolved->goal.y, gy);
}

static void clamps_to_the_nearest(void **state)
{
    const struct fr_click clicks[] = {click(0, 0, 7, 2), click(-5, 1, 4, 0), click(5, 2, 100, 100),
                                      click(0, 0, 5, 0)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 4);
    assert_ends(&resolved[0], 0, 0, 7, 2);
    assert_true(resolved[0].answerable && !resolved[0].reachable);
    assert_false(resolved[0].start_clamped || resolved[0].goal_clamped);
    assert_ends(&resolved[1], 0, 1, 3, 0);
    assert_true(resolved[1].start_clamped && resolved[1].goal_clamped && resolved[1].reachable);
    assert_ends(&resolved[2], 6, 2, 7, 2);
    assert_ends(&resolved[3], 0, 0, 6, 0);
    assert_false(resolved[3].reachable);
    fr_deallocate(&fr_default_allocator, resolved, 4, sizeof *resolved);
    fr_map_release(map);
}

/* A blocked goal stays in the start's component; a walkable one elsewhere is left alone. */
static void clamps_into_the_component(void **state)
{
    const struct fr_click clicks[] = {click(0, 0, 5, 0), click(0, 0, 7, 0), click(0, 0, 20, 1)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_COMPONENT, clicks, 3);
    assert_ends(&resolved[0], 0, 0, 3, 0);
    assert_true(resolved[0].reachable && resolved[0].goal_clamped);
    assert_ends(&resolved[1], 0, 0, 7, 0);
    assert_false(resolved[1].reachable || resolved[1].goal_clamped);
    assert_ends(&resolved[2], 0, 0, 3, 1);
    fr_deallocate(&fr_default_allocator, resolved, 3, sizeof *resolved);
    fr_map_release(map);
}

/* A walk goes on from the last goal if that was reachable, else from the last start; the first one
 * starts where it ends. */
static void walks_go_on(void **state)
{
    const struct fr_click clicks[] = {walk(1, 1),          walk(2, 2), walk(7, 0),
                                      event(FR_ENABLE, 2), walk(7, 0), event(FR_DISABLE, 2),
                                      walk(6, 1),          walk(0, 0)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 8);
    assert_ends(&resolved[0], 1, 1, 1, 1);
    assert_ends(&resolved[1], 1, 1, 2, 2);
    assert_ends(&resolved[2], 2, 2, 7, 0);
    assert_false(resolved[2].reachable);
    assert_true(resolved[3].event && resolved[5].event);
    assert_ends(&resolved[4], 2, 2, 7, 0);
    assert_true(resolved[4].reachable);
    assert_ends(&resolved[6], 7, 0, 6, 1);
    assert_true(resolved[6].reachable);
    assert_ends(&resolved[7], 6, 1, 0, 0);
    assert_false(resolved[7].reachable);
    /* The caller's map is as it was. */
    assert_false(map->enabled[2]);
    fr_deallocate(&fr_default_allocator, resolved, 8, sizeof *resolved);
    fr_map_release(map);
}

/* Where the walker stood is blocked by an event: the walk starts beside it. */
static void a_walk_from_a_blocked_place_is_clamped(void **state)
{
    const struct fr_click block = {.kind = FR_BLOCK, .rect = {0, 0, 2, 3}};
    const struct fr_click clicks[] = {click(3, 1, 1, 1), block, walk(3, 2)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 3);
    assert_ends(&resolved[2], 2, 1, 3, 2);
    assert_true(resolved[2].start_clamped && !resolved[2].goal_clamped);
    fr_deallocate(&fr_default_allocator, resolved, 3, sizeof *resolved);
    fr_map_release(map);
}

static void nothing_walkable_is_unanswerable(void **state)
{
    const struct fr_click clicks[] = {click(1, 1, 2, 2), walk(3, 1)};
    struct fr_map *map = make_map(false);
    (void)state;
    fr_map_enable(map, 1, false);
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 2);
    assert_false(resolved[0].answerable || resolved[1].answerable);
    assert_ends(&resolved[0], 1, 1, 2, 2);
    fr_deallocate(&fr_default_allocator, resolved, 2, sizeof *resolved);
    fr_map_release(map);
}

static struct fr_click rect_event(enum fr_click_kind kind, int x, int y, int width, int height)
{
    return (struct fr_click){.kind = kind, .rect = {x, y, width, height}};
}

/* The pixel where the last walk ended closes and opens again: the walker that was pushed aside goes
 * on from where it was pushed to, not from where it had been. */
static void a_walk_goes_on_from_where_it_was_pushed(void **state)
{
    const struct fr_click clicks[] = {click(0, 0, 3, 1), rect_event(FR_BLOCK, 2, 0, 2, 3),
                                      walk(7, 1), rect_event(FR_UNBLOCK, 2, 0, 2, 3), walk(3, 2)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 5);
    assert_ends(&resolved[2], 1, 1, 7, 1);
    assert_true(resolved[2].start_clamped && !resolved[2].reachable);
    assert_ends(&resolved[4], 1, 1, 3, 2);
    assert_true(!resolved[4].start_clamped && resolved[4].reachable);
    fr_deallocate(&fr_default_allocator, resolved, 5, sizeof *resolved);
    fr_map_release(map);
}

/* The walker stands on the bridge as that closes: the nearest ground is on the far side, or by row
 * and column on the near one, and the walk goes on from there. */
static void a_walk_is_pushed_off_a_closing_gate(void **state)
{
    const struct fr_click clicks[] = {
        click(0, 0, 5, 1), event(FR_DISABLE, 2), walk(0, 1), event(FR_ENABLE, 2),
        walk(4, 1),        event(FR_DISABLE, 2), walk(7, 2)};
    struct fr_map *map = make_map(true);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 7);
    assert_ends(&resolved[2], 6, 1, 0, 1);
    assert_true(resolved[2].start_clamped && !resolved[2].reachable);
    assert_ends(&resolved[4], 6, 1, 4, 1);
    assert_true(resolved[4].reachable);
    assert_ends(&resolved[6], 3, 1, 7, 2);
    assert_false(resolved[6].reachable);
    fr_deallocate(&fr_default_allocator, resolved, 7, sizeof *resolved);
    fr_map_release(map);
}

/* Clamping into the component follows the gate: the component is that of the moment, and of the
 * start as it was clamped. A walk that was held back on its side goes on from there. */
static void components_follow_events(void **state)
{
    const struct fr_click clicks[] = {
        click(1, 1, 5, 0), walk(30, 1),          event(FR_ENABLE, 2),
        walk(30, 1),       event(FR_DISABLE, 2), walk(-9, 0),
        walk(5, 1),        click(4, 2, 9, 9),    rect_event(FR_BLOCK, 6, 0, 1, 3),
        walk(6, 1)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_COMPONENT, clicks, 10);
    assert_ends(&resolved[0], 1, 1, 3, 0);
    assert_true(resolved[0].goal_clamped && resolved[0].reachable);
    assert_ends(&resolved[1], 3, 0, 3, 1);
    assert_ends(&resolved[3], 3, 1, 7, 1);
    assert_true(resolved[3].reachable);
    assert_ends(&resolved[5], 7, 1, 6, 0);
    assert_ends(&resolved[6], 6, 0, 6, 1);
    assert_ends(&resolved[7], 3, 2, 3, 2);
    assert_true(resolved[7].start_clamped && resolved[7].goal_clamped);
    assert_ends(&resolved[9], 3, 2, 3, 1);
    for (int i = 0; i < 10; i++)
        assert_true(resolved[i].event || resolved[i].reachable);
    fr_deallocate(&fr_default_allocator, resolved, 10, sizeof *resolved);
    fr_map_release(map);
}

/* While nothing is walkable nobody moves: the next walk starts where the last click did. */
static void a_walk_survives_the_flood(void **state)
{
    const struct fr_click clicks[] = {click(0, 0, 2, 2), event(FR_DISABLE, 1), walk(3, 0),
                                      click(1, 2, 3, 0), event(FR_ENABLE, 1),  walk(0, 1)};
    struct fr_map *map = make_map(false);
    (void)state;
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 6);
    assert_false(resolved[2].answerable || resolved[3].answerable);
    assert_ends(&resolved[2], 2, 2, 3, 0);
    assert_ends(&resolved[3], 1, 2, 3, 0);
    assert_ends(&resolved[5], 1, 2, 0, 1);
    assert_true(resolved[5].answerable && resolved[5].reachable);
    fr_deallocate(&fr_default_allocator, resolved, 6, sizeof *resolved);
    fr_map_release(map);
}

/* Every allocation may fail, and then nothing is lost or left. */
static void survives_lack_of_memory(void **state)
{
    const struct fr_click clicks[] = {click(0, 0, 5, 0), event(FR_ENABLE, 2), walk(7, 0)};
    struct fr_map *map = make_map(false);
    struct fr_click_set set;
    (void)state;
    fr_click_set_init(&set, &fr_default_allocator);
    for (int i = 0; i < 3; i++)
        assert_int_equal(fr_click_set_append(&set, &clicks[i]), FR_OK);
    enum fr_status status = FR_NO_MEMORY;
    int failures = 0;
    for (uint64_t n = 1; status != FR_OK; n++) {
        struct fr_counting_allocator counting;
        struct fr_resolved_click *resolved = NULL;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = fr_resolve(&set, map, FR_CLAMP_COMPONENT, &counting.allocator, &resolved);
        failures += status == FR_NO_MEMORY;
        fr_deallocate(&counting.allocator, resolved, status == FR_OK ? 3 : 0, sizeof *resolved);
        assert_int_equal(counting.live_bytes, 0);
    }
    assert_true(failures >= 3);
    fr_click_set_release(&set);
    fr_map_release(map);
}

/* What is asked of a click on the floor is the centre of its pixel, in every mode. */
static void pixels_on_the_floor_are_asked_as_they_are(void **state)
{
    (void)state;
    struct fr_map *map = make_map(true);
    const struct fr_click clicks[] = {click(0, 0, 7, 2), click(0, 0, 4, 0)};
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_NEAREST, clicks, 2);
    assert_true(fr_point_equal(resolved[0].from, fr_pixel_centre((struct fr_pixel){0, 0})));
    assert_true(fr_point_equal(resolved[0].to, fr_pixel_centre((struct fr_pixel){7, 2})));
    assert_true(fr_point_equal(resolved[1].to, fr_pixel_centre(resolved[1].goal)));
    fr_deallocate(&fr_default_allocator, resolved, 2, sizeof *resolved);
    fr_map_release(map);
}

static double apart(struct fr_point a, struct fr_point b)
{
    const struct fr_point to = fr_point_minus(b, a);
    return sqrt((double)fr_dot(to, to));
}

/* Beside the pentagon of Uurloon 2015: inside it, and no half pixel around that is inside is nearer by
 * more than a grid step. */
static void clamps_to_an_edge(void **state)
{
    (void)state;
    struct fr_map *map;
    struct fr_drawn_floor *floor;
    struct fr_validator *validator;
    struct fr_point leaves;
    const struct fr_click clicks[] = {click(500, 600, 930, 540), click(500, 600, 400, 300),
                                      click(1100, 700, 500, 600), click(500, 600, 600, 620)};
    assert_int_equal(
        fr_map_load("pentagon", FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, NULL), FR_OK);
    assert_int_equal(fr_drawn_floor_create(map, &fr_default_allocator, &floor), FR_OK);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    struct fr_resolved_click *resolved = resolve(map, FR_CLAMP_EDGE, clicks, 4);
    for (int i = 0; i < 4; i++) {
        /* Whoever calls an edge unreachable is wrong. */
        assert_true(
            fr_validator_reachable(validator, FR_POLYGON, resolved[i].from, resolved[i].to));
        const struct fr_pixel asked = i == 2 ? clicks[i].start : clicks[i].goal;
        const struct fr_point end = i == 2 ? resolved[i].from : resolved[i].to;
        const struct fr_point click = fr_pixel_centre(asked);
        assert_true(fr_drawn_floor_segment(floor, end, end, &leaves));
        for (int32_t y = end.y - 4; y <= end.y + 4; y++)
            for (int32_t x = end.x - 4; x <= end.x + 4; x++) {
                const struct fr_point other = {x, y};
                if (apart(click, other) + 1 < apart(click, end))
                    assert_false(fr_drawn_floor_segment(floor, other, other, &leaves));
            }
    }
    assert_true(fr_point_equal(resolved[3].to, fr_pixel_centre((struct fr_pixel){600, 620})));
    assert_true(resolved[0].goal_clamped && resolved[0].reachable && resolved[2].start_clamped);
    fr_deallocate(&fr_default_allocator, resolved, 4, sizeof *resolved);
    fr_validator_release(validator);
    fr_drawn_floor_release(floor);
    fr_map_release(map);
}

static void a_mask_has_no_edges(void **state)
{
    (void)state;
    struct fr_map *map = make_map(true);
    struct fr_click_set set;
    struct fr_resolved_click *resolved = NULL;
    fr_click_set_init(&set, &fr_default_allocator);
    assert_int_equal(fr_resolve(&set, map, FR_CLAMP_EDGE, &fr_default_allocator, &resolved),
                     FR_UNSUPPORTED);
    assert_null(resolved);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clamps_to_the_nearest),
        cmocka_unit_test(clamps_into_the_component),
        cmocka_unit_test(walks_go_on),
        cmocka_unit_test(a_walk_from_a_blocked_place_is_clamped),
        cmocka_unit_test(nothing_walkable_is_unanswerable),
        cmocka_unit_test(a_walk_goes_on_from_where_it_was_pushed),
        cmocka_unit_test(a_walk_is_pushed_off_a_closing_gate),
        cmocka_unit_test(components_follow_events),
        cmocka_unit_test(a_walk_survives_the_flood),
        cmocka_unit_test(pixels_on_the_floor_are_asked_as_they_are),
        cmocka_unit_test(clamps_to_an_edge),
        cmocka_unit_test(a_mask_has_no_edges),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
