/* Click sampling: what the kinds of single clicks promise of theirs, checked by other means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/clicks/scenes.h"

static bool lies_outside(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    const bool start = fr_map_inside(map, click->start.x, click->start.y);
    const bool goal = fr_map_inside(map, click->goal.x, click->goal.y);
    return tagged(click, "outside") && start != goal && isnan(click->expect_grid8) &&
           stands(map, start ? click->start : click->goal);
}

static void outside_is_outside(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_OUTSIDE, CLICKS, 11, lies_outside);
}

static bool lies_on_wall(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    return tagged(click, "on-wall") && fr_map_inside(map, click->start.x, click->start.y) &&
           fr_map_inside(map, click->goal.x, click->goal.y) && isnan(click->expect_grid8) &&
           stands(map, click->start) != stands(map, click->goal);
}

static void on_wall_is_on_a_wall(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_ON_WALL, CLICKS, 12, lies_on_wall);
}

/* Marks all wall pixels that hang together, across corners too, with one beside `from`, and with
 * all that lies outside the map; says whether one of them is beside `to`. */
static bool same_wall(const struct fr_map *map, struct fr_pixel from, struct fr_pixel to)
{
    static bool marked[SAMPLES_HEIGHT + 2][SAMPLES_WIDTH + 2];
    static const int32_t beside[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int side = 0; side < 4; side++) {
        memset(marked, 0, sizeof marked);
        const int32_t wall_x = from.x + beside[side][0], wall_y = from.y + beside[side][1];
        if (fr_map_walkable(map, wall_x, wall_y))
            continue;
        marked[wall_y + 1][wall_x + 1] = true;
        for (bool changed = true; changed;) {
            changed = false;
            for (int32_t y = -1; y <= map->height; y++)
                for (int32_t x = -1; x <= map->width; x++)
                    for (int near = 0; near < 9 && !marked[y + 1][x + 1]; near++) {
                        const int32_t nx = x + near % 3 - 1, ny = y + near / 3 - 1;
                        if (fr_map_walkable(map, x, y) || nx < -1 || ny < -1 || nx > map->width ||
                            ny > map->height || !marked[ny + 1][nx + 1])
                            continue;
                        changed = marked[y + 1][x + 1] = true;
                    }
        }
        for (int other = 0; other < 4; other++)
            if (marked[to.y + beside[other][1] + 1][to.x + beside[other][0] + 1])
                return true;
    }
    return false;
}

static bool hugs_one_wall(const struct scene *scene, const struct fr_click *click)
{
    return tagged(click, "along-wall") && stands(scene->map, click->start) &&
           stands(scene->map, click->goal) && !fr_pixel_equal(click->start, click->goal) &&
           connected(scene, click->start, click->goal) && expects(scene, click) &&
           same_wall(scene->map, click->start, click->goal);
}

static void along_wall_hugs_one_wall(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_ALONG_WALL, CLICKS, 13, hugs_one_wall);
}

static bool touches_edge_wall(const struct fr_map *map, struct fr_pixel pixel)
{
    return fr_map_walled(map, pixel.x, pixel.y, 1, 0) ||
           fr_map_walled(map, pixel.x, pixel.y, -1, 0) ||
           fr_map_walled(map, pixel.x, pixel.y, 0, 1) ||
           fr_map_walled(map, pixel.x, pixel.y, 0, -1);
}

static bool on_the_edge(const struct fr_map *map, struct fr_pixel pixel)
{
    return pixel.x == 0 || pixel.y == 0 || pixel.x == map->width - 1 || pixel.y == map->height - 1;
}

/* An upright edge wall in an empty room: both ends hug it, on one side or on two, or both hug the
 * room's wall. */
static void edge_walls_are_walls(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("............|............|............|............|"
                                   "............|............|............|............|");
    for (int32_t y = 2; y < 6; y++)
        assert_int_equal(fr_map_set_wall(map, 5, y, FR_EAST, true), FR_OK);
    struct fr_click_set set = sample(map, 200, 4, FR_SAMPLE_ALONG_WALL);
    int along = 0, across = 0;
    for (size_t i = 0; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        const bool edge = touches_edge_wall(map, click->start);
        assert_true(edge ? touches_edge_wall(map, click->goal)
                         : on_the_edge(map, click->start) && on_the_edge(map, click->goal));
        along += edge;
        across += edge && (click->start.x < 6) != (click->goal.x < 6);
    }
    assert_true(along > 20 && across > 5 && across < along);
    fr_click_set_release(&set);
    fr_map_release(map);
}

/* Whether some pixel beside one is in view of the other. */
static bool seen_beside(const struct scene *scene, struct fr_pixel one, struct fr_pixel other)
{
    const struct fr_pixel beside[4] = {
        {one.x + 1, one.y}, {one.x - 1, one.y}, {one.x, one.y + 1}, {one.x, one.y - 1}};
    for (int i = 0; i < 4; i++)
        if (stands(scene->map, beside[i]) && sees(scene, beside[i], other))
            return true;
    return false;
}

static bool hides_by_a_pixel(const struct scene *scene, const struct fr_click *click)
{
    return tagged(click, "corner") && stands(scene->map, click->start) &&
           stands(scene->map, click->goal) && !sees(scene, click->start, click->goal) &&
           expects(scene, click) &&
           (seen_beside(scene, click->start, click->goal) ||
            seen_beside(scene, click->goal, click->start));
}

static void corners_hide_by_a_pixel(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_CORNER, CLICKS, 14, hides_by_a_pixel);
}

static bool is_next(const struct scene *scene, const struct fr_click *click)
{
    const int32_t dx = abs(click->start.x - click->goal.x);
    const int32_t dy = abs(click->start.y - click->goal.y);
    const bool diagonal = tagged(click, "neighbour-diagonal");
    return (diagonal || tagged(click, "neighbour-straight")) && dx <= 1 && dy <= 1 &&
           dx + dy == 1 + diagonal && stands(scene->map, click->start) &&
           stands(scene->map, click->goal) && expects(scene, click);
}

static void neighbours_are_next_to_each_other(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_NEIGHBOURS, CLICKS, 15, is_next);
}

/* Every goal is at the bottom of the niche, marked by area 2; other walls have none. */
static void check_niche(const char *text)
{
    struct fr_map *map = ascii_map(text);
    struct fr_click_set set = sample(map, 20, 3, FR_SAMPLE_NOTCH);
    assert_int_equal(set.count, 20);
    for (size_t i = 0; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        assert_string_equal(click->tag, "notch");
        assert_true(stands(map, click->start));
        if (fr_map_area(map, click->goal.x, click->goal.y) != 2)
            fail_msg("goal %d,%d is not at the bottom", click->goal.x, click->goal.y);
    }
    fr_click_set_release(&set);
    fr_map_release(map);
}

static void notches_are_deep(void **unused)
{
    (void)unused;
    /* Four wide, and as deep from any mouth; the pillar and the room's corners are none. */
    check_niche("....................|"
                "....................|"
                "....................|"
                "....................|"
                "........####........|"
                "........####........|"
                "........####........|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "########....########|"
                "########....########|"
                "########....########|"
                "########....########|"
                "########2222########|");
    /* One pixel wide, into a wall at the left. */
    check_niche("####............|"
                "####............|"
                "####............|"
                "####............|"
                "2222............|"
                "####............|"
                "####............|"
                "####............|"
                "####............|");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outside_is_outside),
        cmocka_unit_test(on_wall_is_on_a_wall),
        cmocka_unit_test(along_wall_hugs_one_wall),
        cmocka_unit_test(edge_walls_are_walls),
        cmocka_unit_test(corners_hide_by_a_pixel),
        cmocka_unit_test(neighbours_are_next_to_each_other),
        cmocka_unit_test(notches_are_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
