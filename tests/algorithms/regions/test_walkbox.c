/* Walk boxes: the cover is one of the floor and lies inside it; walks are legal and reach whatever
 * can be reached, in all settings; a matrix that does not fit is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "algorithms/regions/box_cover.h"
#include "tests/algorithms/judged.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 50 /* times the soak scale */
#define CLICKS 20

static const char *const addresses[] = {"walkbox", "walkbox:matrix=off"};
#define SETTINGS (sizeof addresses / sizeof *addresses)

struct course {
    struct fr_map *map;
    struct fr_validator *validator;
    struct instance shortest, walkbox;
    const char *address;
    uint64_t seed;
};

static void check_clicks(struct course *course, int clicks, struct fr_random *random)
{
    struct fr_pixel start, goal;
    for (int i = 0; i < clicks; i++) {
        if (!random_click(course->map, random, &start, &goal))
            continue;
        const double shortest = judged_length(course->validator, &course->shortest, start, goal);
        const double length = judged_length(course->validator, &course->walkbox, start, goal);
        /* whether the ends see each other, at least */
        assert_true(instance_stats(&course->walkbox).sight_checks >= !fr_pixel_equal(start, goal));
        if (judged_no_shorter(length, shortest))
            continue;
        print_error("FOOTRACE_SEED=%llu: %s from %d,%d to %d,%d: %.17g, at least %.17g\n",
                    (unsigned long long)course->seed, course->address, start.x, start.y, goal.x,
                    goal.y, length, shortest);
        print_map(course->map);
        fail();
    }
}

static void ask_all_settings(struct fr_map *map, int clicks, struct fr_random *random,
                             uint64_t seed)
{
    struct course course = {.map = map, .seed = seed};
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &course.validator), FR_OK);
    course.shortest = instance_at("visgraph", map);
    for (size_t i = 0; i < SETTINGS; i++) {
        course.address = addresses[i];
        course.walkbox = instance_at(addresses[i], map);
        check_clicks(&course, clicks, random);
        instance_release(&course.walkbox);
    }
    instance_release(&course.shortest);
    fr_validator_release(course.validator);
}

static void walks_are_legal_and_reach_what_can_be_reached(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        ask_all_settings(map, CLICKS, &random, seed + (uint64_t)i);
        fr_map_release(map);
    }
}

static bool is_in(const struct box *box, struct fr_point point)
{
    return point.y >= box->top && point.y <= box->bottom &&
           fr_point_equal(box_core_point(box, point), point);
}

/* All four sides are legal segments, and gates lie on the core's top or bottom. */
static void check_box(const struct box_cover *cover, const struct fr_validator *validator,
                      uint32_t number)
{
    const struct box *box = &cover->boxes[number];
    const struct fr_point corners[4] = {{box->left[0], box->top},
                                        {box->right[0], box->top},
                                        {box->right[1], box->bottom},
                                        {box->left[1], box->bottom}};
    assert_true(box->left[0] < box->right[0] && box->left[1] < box->right[1]);
    for (int i = 0; i < 4; i++)
        assert_true(fr_validator_segment(validator, corners[i], corners[(i + 1) % 4]));
    for (size_t i = cover->first_gate[number]; i < cover->first_gate[number + 1]; i++) {
        const struct box_gate *gate = &cover->gates[i];
        assert_true(gate->left < gate->right);
        assert_true(gate->y == box->top || gate->y == box->bottom);
        assert_true(is_in(box, (struct fr_point){gate->left, gate->y}));
        assert_true(is_in(box, (struct fr_point){gate->right, gate->y}));
        assert_true(gate->to < cover->count && gate->to != number);
    }
}

static void check_cover(struct fr_map *map)
{
    struct box_cover cover;
    struct fr_validator *validator;
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    assert_int_equal(box_cover_create(&cover, map, &fr_default_allocator), FR_OK);
    for (uint32_t i = 0; i < cover.count; i++)
        check_box(&cover, validator, i);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            if (!fr_map_walkable(map, x, y))
                continue;
            const struct fr_pixel pixel = {x, y};
            const uint32_t number = box_cover_locate(&cover, pixel);
            assert_true(number < cover.count);
            const struct fr_point centre = fr_pixel_centre(pixel);
            const struct fr_point core = box_core_point(&cover.boxes[number], centre);
            assert_true(fr_validator_segment(validator, centre, core));
        }
    box_cover_release(&cover);
    fr_validator_release(validator);
}

static void boxes_cover_the_floor_from_inside(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        check_cover(map);
        fr_map_release(map);
    }
}

static size_t box_count(const struct fr_map *map)
{
    struct box_cover cover;
    assert_int_equal(box_cover_create(&cover, map, &fr_default_allocator), FR_OK);
    const size_t count = cover.count;
    box_cover_release(&cover);
    return count;
}

static void a_slope_is_one_trapezoid(void **state)
{
    struct fr_map *map = ascii_map("..........|"
                                   "..........|"
                                   "#.........|"
                                   "#........#|"
                                   "##.......#|"
                                   "##......##|"
                                   "##......##|"
                                   "##......##");
    (void)state;
    assert_int_equal(box_count(map), 1);
    fr_map_release(map);
}

static void a_matrix_that_does_not_fit_is_refused(void **state)
{
    struct fr_map *map;
    (void)state;
    assert_int_equal(fr_map_create(40, 2000, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < 2000; y++)
        for (int32_t x = 0; x < 40; x++)
            fr_map_set_area(map, x, y, (x + y) % 2 == 0);
    struct fr_option_values values;
    char message[256];
    const struct fr_pathfinder *walkbox = fr_pathfinder_find("walkbox");
    assert_int_equal(fr_options_parse(walkbox->options, walkbox->option_count, "memory=1", &values,
                                      message, sizeof message),
                     FR_OK);
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    struct fr_state *prepared = NULL;
    assert_int_equal(fr_prepare(walkbox, map, &values, &counting.allocator, &prepared),
                     FR_UNSUPPORTED);
    assert_null(prepared);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

/* After a change, too: the state can then only be released. */
static void a_matrix_that_no_longer_fits_is_refused(void **state)
{
    struct fr_map *map;
    const struct fr_rect all = {0, 0, 40, 2000};
    (void)state;
    assert_int_equal(fr_map_create(40, 2000, &fr_default_allocator, &map), FR_OK);
    for (int32_t pixel = 0; pixel < 40 * 2000; pixel++)
        fr_map_set_area(map, pixel % 40, pixel / 40, 1);
    struct instance walkbox = instance_at("walkbox:memory=1", map);
    for (int32_t pixel = 0; pixel < 40 * 2000; pixel++)
        fr_map_set_area(map, pixel % 40, pixel / 40, (pixel % 40 + pixel / 40) % 2 == 0);
    assert_int_equal(fr_update(walkbox.pathfinder, walkbox.state, &all, 1), FR_UNSUPPORTED);
    instance_release(&walkbox);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slope_is_one_trapezoid),
        cmocka_unit_test(a_matrix_that_does_not_fit_is_refused),
        cmocka_unit_test(a_matrix_that_no_longer_fits_is_refused),
        cmocka_unit_test(boxes_cover_the_floor_from_inside),
        cmocka_unit_test(walks_are_legal_and_reach_what_can_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
