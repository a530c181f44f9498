/* The faults of the flood fill as Don 2022 prints it, each shown by the back end that keeps to the
 * print (whose steps are its own: the file is included), and each mended or shown to be harmless in
 * the one that ships. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/steps/beautify.h"
#include "algorithms/steps/field.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/algorithms/instance.h"
#include "tests/ascii_map.h"

/* Last: its names are those of every back end. */
#include "algorithms/published/flood_published.c"

#define RAW "precheck=off,forward=off,reverse=off"

static double length_px(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y) /
                  2;
    return length;
}

/* The outcome of one click, and the length of its path. */
static enum fr_outcome walk(const struct fr_map *map, const char *address, struct fr_pixel start,
                            struct fr_pixel goal, double *length)
{
    struct instance flood = instance_at(address, map);
    const enum fr_outcome outcome = instance_find(&flood, start, goal);
    *length = length_px(&flood.path);
    instance_release(&flood);
    return outcome;
}

/* A state of the back end, its buffer set up. */
static struct fr_state *published_on(const struct fr_map *map, const char *typed)
{
    struct fr_option_values values;
    struct fr_state *state = NULL;
    char message[128];
    const int count = fr_flood_published.option_count;
    assert_int_equal(fr_options_parse(options, count, typed, &values, message, sizeof message),
                     FR_OK);
    assert_int_equal(fr_prepare(&fr_flood_published, map, &values, &fr_default_allocator, &state),
                     FR_OK);
    clear(state);
    return state;
}

static void set_path(struct fr_path *path, const struct fr_pixel *pixels, size_t count)
{
    path->count = 0;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fr_path_append(path, fr_pixel_centre(pixels[i])), FR_OK);
}

static bool map_beeline(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    return fr_beeline(map, fr_point_pixel(a), fr_point_pixel(b));
}

static void a_short_segment_is_never_left(void **unused)
{
    (void)unused;
    double length;
    struct fr_map *map = ascii_map(".#.|.#.|...");
    const struct fr_pixel start = {0, 0}, goal = {2, 0};
    assert_int_equal(walk(map, "flood-published", start, goal, &length), FR_LIMIT);
    assert_int_equal(walk(map, "flood-published:hang=advance", start, goal, &length), FR_FOUND);
    assert_int_equal(walk(map, "flood-published:forward=off", start, goal, &length), FR_LIMIT);
    assert_int_equal(walk(map, "flood", start, goal, &length), FR_FOUND);
    assert_true(length == 6);
    fr_map_release(map);
}

/* From the upper left corner a wall hides all that lies below 2/3 of the right side. */
static void the_scan_ends_at_the_nearest_place(void **unused)
{
    (void)unused;
    struct fr_random random = {0};
    struct fr_map *map = random_map(&random, 60, 120, 0);
    assert_int_equal(fr_map_block(map, (struct fr_rect){25, 33, 1, 87}, true), FR_OK);
    const struct fr_pixel corner[] = {{0, 0}, {50, 0}, {50, 100}};
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    struct fr_state *published = published_on(map, "");
    set_path(&path, corner, 3);
    assert_true(beautify(published, &path));
    assert_int_equal(path.count, 3);
    assert_int_equal(fr_point_pixel(path.points[1]).y, 10);
    fr_release(&fr_flood_published, published);

    struct fr_sight sight = {.map = map, .clear = map_beeline};
    set_path(&path, corner, 3);
    fr_beautify(&path, &sight);
    assert_int_equal(path.count, 3);
    assert_int_equal(fr_point_pixel(path.points[1]).y, 60);
    fr_path_release(&path);
    fr_map_release(map);
}

/* The segment p2-p3 is clear, but the place p4 on it, rounded to a pixel, is not in line with
 * p3. */
static void the_second_half_of_a_slide_is_not_checked(void **unused)
{
    (void)unused;
    struct fr_random random = {31};
    struct fr_path path;
    int broken = 0;
    fr_path_init(&path, &fr_default_allocator);
    for (int round = 0; round < 3000; round++) {
        struct fr_map *map = random_map(&random, 40, 30, 6);
        struct fr_state *published = published_on(map, "hang=advance");
        struct fr_sight sight = {.map = map, .clear = map_beeline};
        struct fr_pixel turn[3];
        for (int i = 0; i < 3; i++)
            turn[i] = (struct fr_pixel){fr_random_between(&random, 0, 39),
                                        fr_random_between(&random, 0, 29)};
        if (fr_beeline(map, turn[0], turn[1]) && fr_beeline(map, turn[1], turn[2])) {
            set_path(&path, turn, 3);
            assert_true(beautify(published, &path));
            for (size_t i = 1; i < path.count; i++)
                broken += !map_beeline(map, path.points[i - 1], path.points[i]) &&
                          !map_beeline(map, path.points[i], path.points[i - 1]);
            set_path(&path, turn, 3);
            fr_beautify(&path, &sight);
            for (size_t i = 1; i < path.count; i++)
                assert_true(map_beeline(map, path.points[i - 1], path.points[i]));
        }
        fr_release(&fr_flood_published, published);
        fr_map_release(map);
    }
    assert_true(broken > 0);
    fr_path_release(&path);
}

static void a_blocked_start_is_traced_for_ever(void **unused)
{
    (void)unused;
    double length;
    struct fr_map *map = ascii_map(".....|..#..|.....");
    const struct fr_pixel wall = {2, 1}, goal = {4, 2};
    assert_int_equal(walk(map, "flood-published", wall, goal, &length), FR_LIMIT);
    assert_int_equal(walk(map, "flood-published:hang=advance", wall, goal, &length), FR_LIMIT);
    assert_int_equal(walk(map, "flood", wall, goal, &length), FR_UNREACHABLE);
    assert_int_equal(walk(map, "flood-published", goal, wall, &length), FR_UNREACHABLE);
    fr_map_release(map);
}

static void beelines_squeeze_and_depend_on_direction(void **unused)
{
    (void)unused;
    double length;
    struct fr_map *map = ascii_map(".#|#.");
    const struct fr_pixel left = {0, 0}, right = {1, 1};
    assert_int_equal(walk(map, "flood-published:precheck=off", left, right, &length),
                     FR_UNREACHABLE);
    assert_int_equal(walk(map, "flood-published", left, right, &length), FR_FOUND);
    assert_int_equal(walk(map, "flood", left, right, &length), FR_UNREACHABLE);
    fr_map_release(map);

    map = ascii_map("...|.#.");
    const struct fr_pixel near = {0, 0}, far = {2, 1};
    struct fr_state *published = published_on(map, "");
    assert_true(beeline(published, near, far));
    assert_false(beeline(published, far, near));
    fr_release(&fr_flood_published, published);
    assert_int_equal(walk(map, "flood-published", near, far, &length), FR_FOUND);
    assert_true(length < 3);
    assert_int_equal(walk(map, "flood", near, far, &length), FR_FOUND);
    assert_true(length == 3);
    assert_int_equal(walk(map, "flood", far, near, &length), FR_FOUND);
    assert_true(length == 3);
    fr_map_release(map);
}

/* Harmless with the one goal of a click: beside it no other pixel has distance 0. With two, the
 * diagonal between them is expected to have distance -1, which is how a wall is written. */
static void the_distance_behind_the_goal_is_that_of_a_wall(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("#.|..");
    const struct fr_pixel start = {1, 1}, above = {1, 0}, left = {0, 1};
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    struct fr_state *published = published_on(map, "");
    published->distances[1] = published->distances[2] = 0;
    published->distances[3] = 1;
    assert_int_equal(trace(published, start, &path), FR_LIMIT);
    assert_int_equal(path.count, 2);
    assert_true(fr_pixel_equal(fr_point_pixel(path.points[1]), (struct fr_pixel){0, 0}));
    fr_release(&fr_flood_published, published);

    struct flood_field field;
    assert_int_equal(flood_field_init(&field, map, &fr_default_allocator), FR_OK);
    flood_field_begin(&field, start, left, NULL);
    field.labels[flood_field_index(&field, left.x, left.y)] = field.top;
    field.labels[flood_field_index(&field, above.x, above.y)] = field.top;
    field.labels[flood_field_index(&field, start.x, start.y)] = field.top - 1;
    path.count = 0;
    assert_int_equal(flood_trace(&field, true, &path), FR_FOUND);
    assert_int_equal(path.count, 2);
    assert_true(fr_pixel_equal(fr_point_pixel(path.points[1]), left));
    flood_field_release(&field);
    fr_path_release(&path);
    fr_map_release(map);
}

/* Left comes first, so that on a map that is its own mirror image both ways around are not equal:
 * the trace turns left, whoever walks. Beautification does not change sides, and need not. */
static void ties_go_to_the_left(void **unused)
{
    (void)unused;
    static const char *const variants[] = {"flood-published:" RAW, "flood:" RAW};
    struct fr_map *map = ascii_map(".......|.......|..###..|.......|.......");
    for (int i = 0; i < 2; i++) {
        for (int down = 0; down < 2; down++) {
            struct instance flood = instance_at(variants[i], map);
            assert_int_equal(instance_find(&flood, (struct fr_pixel){3, down ? 0 : 4},
                                           (struct fr_pixel){3, down ? 4 : 0}),
                             FR_FOUND);
            for (size_t p = 0; p < flood.path.count; p++)
                assert_true(fr_point_pixel(flood.path.points[p]).x <= 3);
            instance_release(&flood);
        }
    }
    double raw, smooth;
    assert_int_equal(
        walk(map, "flood:" RAW, (struct fr_pixel){3, 0}, (struct fr_pixel){3, 4}, &raw), FR_FOUND);
    assert_int_equal(walk(map, "flood", (struct fr_pixel){3, 0}, (struct fr_pixel){3, 4}, &smooth),
                     FR_FOUND);
    assert_true(smooth < raw);
    fr_map_release(map);
}

/* A walk of three pixels: the print initialises the scene, the mended field has nothing to
 * clear. */
static void a_short_walk_pays_for_the_whole_scene(void **unused)
{
    (void)unused;
    struct fr_random random = {0};
    struct fr_map *map = random_map(&random, 300, 200, 0);
    assert_int_equal(fr_map_block(map, (struct fr_rect){10, 10, 1, 2}, true), FR_OK);
    const struct fr_pixel start = {9, 11}, goal = {11, 11};
    struct instance published = instance_at("flood-published", map);
    struct instance fixed = instance_named("flood", "", map);
    instance_find(&published, start, goal);
    assert_int_equal(instance_stats(&published).cleared, 300 * 200);
    assert_int_equal(instance_stats(&published).expanded, 300 * 200 - 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(instance_find(&fixed, start, goal), FR_FOUND);
        assert_int_equal(instance_stats(&fixed).cleared, 0);
        assert_true(instance_stats(&fixed).expanded < 20);
    }
    instance_release(&published);
    instance_release(&fixed);
    fr_map_release(map);
}

/* The trace takes seven straight steps where five and a diagonal do, in both variants: it only
 * folds what the field shows on its way. Beautification makes both shorter than any grid8 walk. */
static void folding_is_not_octile_shortest(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map(".....|#.#..|....#|.....");
    const struct fr_pixel start = {0, 0}, goal = {4, 3};
    double length;
    struct instance astar = instance_named("astar", "", map);
    assert_int_equal(instance_find(&astar, start, goal), FR_FOUND);
    const double shortest = length_px(&astar.path);
    instance_release(&astar);
    assert_int_equal(walk(map, "flood-published:" RAW, start, goal, &length), FR_FOUND);
    assert_true(length > shortest + 0.5);
    assert_int_equal(walk(map, "flood:" RAW, start, goal, &length), FR_FOUND);
    assert_true(length > shortest + 0.5);
    assert_int_equal(walk(map, "flood", start, goal, &length), FR_FOUND);
    assert_true(length < shortest - 0.5);
    assert_int_equal(walk(map, "flood-published:hang=advance", start, goal, &length), FR_FOUND);
    assert_true(length < shortest - 0.5);
    fr_map_release(map);
}

/* Both draw the same pixels, one looks at the map and the other at the distances. */
static void the_printed_beeline_is_the_maps(void **unused)
{
    (void)unused;
    struct fr_random random = {8};
    for (int round = 0; round < 300; round++) {
        struct fr_map *map = random_map(&random, 24, 17, 10);
        struct fr_state *published = published_on(map, "");
        for (int i = 0; i < 40; i++) {
            const struct fr_pixel a = {fr_random_between(&random, 0, 23),
                                       fr_random_between(&random, 0, 16)};
            const struct fr_pixel b = {fr_random_between(&random, 0, 23),
                                       fr_random_between(&random, 0, 16)};
            assert_int_equal(beeline(published, a, b), fr_beeline(map, a, b));
        }
        fr_release(&fr_flood_published, published);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_segment_is_never_left),
        cmocka_unit_test(the_scan_ends_at_the_nearest_place),
        cmocka_unit_test(the_second_half_of_a_slide_is_not_checked),
        cmocka_unit_test(a_blocked_start_is_traced_for_ever),
        cmocka_unit_test(beelines_squeeze_and_depend_on_direction),
        cmocka_unit_test(the_distance_behind_the_goal_is_that_of_a_wall),
        cmocka_unit_test(ties_go_to_the_left),
        cmocka_unit_test(a_short_walk_pays_for_the_whole_scene),
        cmocka_unit_test(folding_is_not_octile_shortest),
        cmocka_unit_test(the_printed_beeline_is_the_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
