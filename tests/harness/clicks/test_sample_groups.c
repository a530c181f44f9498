/* Click sampling: what the kinds of several entries in a row promise of theirs, checked by other
 * means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/steps/rest_of_path.h"
#include "tests/algorithms/instance.h"
#include "tests/harness/clicks/scenes.h"

/* A chain has two entries or more, of which the first has a start. */
static bool walks_on(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_click *next = entry_at(scene, scene->at + 1);
    return tagged(click, "walk") && isnan(click->expect_grid8) &&
           (click->kind == FR_WALK
                ? scene->at > 0
                : stands(scene->map, click->start) && next && next->kind == FR_WALK);
}

static void walks_are_chains(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_WALK, CLICKS, 16, walks_on);
}

static bool there_and_back(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_click *mate = entry_at(scene, scene->at ^ 1);
    return tagged(click, "symmetric") && mate && fr_pixel_equal(click->start, mate->goal) &&
           fr_pixel_equal(click->goal, mate->start) &&
           connected(scene, click->start, click->goal) &&
           !fr_pixel_equal(click->start, click->goal);
}

static void symmetric_goes_there_and_back(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_SYMMETRIC, CLICKS, 17, there_and_back);
}

/* How far two points are apart, in shares of the map's longer side. */
static double share_of_map(const struct fr_map *map, struct fr_pixel one, struct fr_pixel other)
{
    return hypot(one.x - other.x, one.y - other.y) /
           (map->width > map->height ? map->width : map->height);
}

/* Nobody moves a mouse across the screen in less than a fifth of a second; one pixel of the map is
 * rounding. */
static bool hovers(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    const struct fr_click *before = scene->at > 0 ? entry_at(scene, scene->at - 1) : NULL;
    const double pixel = share_of_map(map, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1});
    return tagged(click, "hover") && stands(map, click->start) &&
           fr_map_inside(map, click->goal.x, click->goal.y) &&
           (!before || !fr_pixel_equal(before->start, click->start) ||
            share_of_map(map, before->goal, click->goal) < 1.0 / 12 + pixel);
}

static void a_mouse_hovers(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_HOVER, CLICKS, 18, hovers);
}

/* On a large map: a trace moves most of the time, changes its speed little from frame to frame, and
 * covers ground as a hand does. */
static void a_mouse_moves_smoothly(void **unused)
{
    (void)unused;
    struct fr_map *map;
    assert_int_equal(fr_map_create(1920, 1080, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < 1080; y++)
        for (int32_t x = 0; x < 1920; x++)
            fr_map_set_area(map, x, y, 1);
    struct fr_click_set set = sample(map, 300, 5, FR_SAMPLE_HOVER);
    double way = 0.0, sharpest = 0.0;
    int steps = 0;
    for (size_t i = 2; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        if (!fr_pixel_equal(click->start, click[-2].start))
            continue;
        const double dx = click[0].goal.x - click[-1].goal.x;
        const double dy = click[0].goal.y - click[-1].goal.y;
        const double change = hypot(dx - click[-1].goal.x + click[-2].goal.x,
                                    dy - click[-1].goal.y + click[-2].goal.y);
        way += hypot(dx, dy);
        sharpest = change > sharpest ? change : sharpest;
        steps++;
    }
    assert_true(steps > 280);
    assert_true(sharpest < 12.0);                         /* pixels a frame, per frame */
    assert_true(way / steps > 4.0 && way / steps < 40.0); /* 240 to 2400 pixels a second */
    fr_click_set_release(&set);
    fr_map_release(map);
}

/* The set is one burst: later clicks begin on a shortest way of the first, each farther along
 * it. */
static bool bursts(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    const struct fr_click *first = entry_at(scene, 0);
    const struct fr_click *before = scene->at > 0 ? entry_at(scene, scene->at - 1) : first;
    const double whole = relaxed_distance(map, first->start, first->goal);
    const double gone = relaxed_distance(map, first->start, click->start);
    const double left = relaxed_distance(map, click->start, first->goal);
    return tagged(click, "burst") && scene->set->count >= 3 && scene->set->count <= 6 &&
           stands(map, click->goal) && connected(scene, click->start, click->goal) &&
           fabs(gone + left - whole) < 1e-6 && left > 0 &&
           gone >= relaxed_distance(map, first->start, before->start) &&
           abs(click->goal.x - first->goal.x) <= map->width / 32 + map->height / 32 + 1 &&
           abs(click->goal.y - first->goal.y) <= map->width / 32 + map->height / 32 + 1;
}

static void bursts_follow_the_way(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_BURST, 5, 19, bursts);
}

static bool in_area(const struct fr_map *map, struct fr_pixel pixel, const struct fr_click *event)
{
    return fr_map_inside(map, pixel.x, pixel.y) && event->areas[fr_map_area(map, pixel.x, pixel.y)];
}

static bool same_ends(const struct fr_click *one, const struct fr_click *other)
{
    return fr_pixel_equal(one->start, other->start) && fr_pixel_equal(one->goal, other->goal);
}

/* Whether the way between two pixels is shorter with the areas of an event open, or only there. */
static bool gate_matters(const struct fr_map *map, const struct fr_click *event,
                         const struct fr_click *click)
{
    struct fr_map *toggled;
    struct fr_rect changed;
    if (in_area(map, click->goal, event))
        return true;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &toggled), FR_OK);
    assert_int_equal(fr_click_apply(event, toggled, &changed), FR_OK);
    const double now = relaxed_distance(map, click->start, click->goal);
    const double then = relaxed_distance(toggled, click->start, click->goal);
    fr_map_release(toggled);
    return event->kind == FR_DISABLE ? now < then : then < now;
}

/* Groups of six: across, the event, across, into the area, the event undone, back. */
static bool passes_gates(const struct scene *scene, const struct fr_click *entry)
{
    const struct fr_click *group = entry_at(scene, scene->at - scene->at % 6);
    const struct fr_click *event = &group[1];
    assert_int_equal(scene->set->count % 6, 0);
    const bool open = (event->kind == FR_DISABLE) == (scene->at % 6 < 2 || scene->at % 6 == 5);
    switch (scene->at % 6) {
    case 0:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               stands(scene->map, entry->start) && gate_matters(scene->map, event, entry);
    case 2:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               same_ends(entry, &group[0]);
    case 3:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               in_area(scene->map, entry->goal, event);
    case 5:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               fr_pixel_equal(entry->start, group[0].goal) &&
               fr_pixel_equal(entry->goal, group[0].start);
    default:
        return strcmp(entry->tag, "gate") == 0 &&
               (entry->kind == FR_ENABLE || entry->kind == FR_DISABLE) &&
               group[1].kind != group[4].kind &&
               memcmp(group[1].areas, group[4].areas, sizeof group[1].areas) == 0;
    }
}

static void gates_matter(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_GATES, CLICKS, 20, passes_gates);
}

static bool same_rect(struct fr_rect a, struct fr_rect b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

static bool apart(struct fr_rect a, struct fr_rect b)
{
    return a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height ||
           b.y >= a.y + a.height;
}

/* The rectangles that are solid before an entry; returns how many. */
static int solid_rects(const struct scene *scene, struct fr_rect rects[8])
{
    int count = 0;
    for (size_t i = 0; i < scene->at; i++) {
        const struct fr_click *entry = entry_at(scene, i);
        if (entry->kind == FR_BLOCK)
            rects[count++] = entry->rect;
        for (int j = 0; entry->kind == FR_UNBLOCK && j < count; j++)
            if (same_rect(rects[j], entry->rect)) {
                rects[j] = rects[--count];
                break;
            }
        assert_true(count < 8);
    }
    return count;
}

static bool on_solid(const struct fr_rect *rects, int count, struct fr_pixel pixel)
{
    const struct fr_rect dot = {pixel.x, pixel.y, 1, 1};
    for (int i = 0; i < count; i++)
        if (!apart(rects[i], dot))
            return true;
    return false;
}

/* Objects never overlap, only what is solid is freed, and nobody clicks on one unless that is what
 * the tag says. */
static bool moves_about(const struct scene *scene, const struct fr_click *entry)
{
    struct fr_rect rects[8];
    const int count = solid_rects(scene, rects);
    int freed = 0;
    switch (entry->kind) {
    case FR_CLICK:
        return count > 0 && stands(scene->original, entry->start) &&
               !on_solid(rects, count, entry->start) &&
               on_solid(rects, count, entry->goal) == tagged(entry, "mover-hit");
    case FR_BLOCK:
        for (int i = 0; i < count; i++)
            if (!apart(rects[i], entry->rect))
                return false;
        return strcmp(entry->tag, "mover") == 0;
    case FR_UNBLOCK:
        for (int i = 0; i < count; i++)
            freed += same_rect(rects[i], entry->rect);
        return strcmp(entry->tag, "mover") == 0 && freed == 1;
    default:
        return false;
    }
}

static void movers_keep_clear(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_MOVERS, CLICKS, 21, moves_about);
}

/* Groups of four: a click, an obstacle on the second half of its shortest path, a click to the same
 * goal from a pixel near the first half, and the obstacle gone. */
static bool gets_in_the_way(const struct scene *scene, const struct fr_click *entry)
{
    const struct fr_click *group = entry_at(scene, scene->at - scene->at % 4);
    struct fr_map *changed;
    struct fr_rect rect;
    assert_int_equal(scene->set->count % 4, 0);
    if (scene->at % 4 == 1 || scene->at % 4 == 3)
        return strcmp(entry->tag, "obstructed") == 0 && same_rect(entry->rect, group[1].rect) &&
               entry->kind == (scene->at % 4 == 1 ? FR_BLOCK : FR_UNBLOCK);
    if (scene->at % 4 == 2)
        return tagged(entry, "obstructed") && fr_pixel_equal(entry->goal, group[0].goal) &&
               stands(scene->map, entry->start) && stands(scene->map, entry->goal);
    struct instance shortest = instance_named("polyanya", "", scene->map);
    assert_int_equal(instance_find(&shortest, entry->start, entry->goal), FR_FOUND);
    assert_int_equal(fr_map_clone(scene->map, &fr_default_allocator, &changed), FR_OK);
    assert_int_equal(fr_click_apply(&group[1], changed, &rect), FR_OK);
    const bool lost =
        !fr_rest_in_free_space(changed, &shortest.path, fr_path_length(&shortest.path) / 2);
    const double length = fr_path_length(&shortest.path);
    assert_int_equal(instance_find(&shortest, entry->start, group[2].start), FR_FOUND);
    const double walked = fr_path_length(&shortest.path);
    assert_int_equal(instance_find(&shortest, group[2].start, entry->goal), FR_FOUND);
    const double left = fr_path_length(&shortest.path);
    instance_release(&shortest);
    fr_map_release(changed);
    return tagged(entry, "obstructed") && lost && walked < length / 2 + 2 &&
           walked + left < length + 2;
}

static void obstacles_get_in_the_way(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_OBSTRUCTED, CLICKS, 22, gets_in_the_way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_chains),      cmocka_unit_test(symmetric_goes_there_and_back),
        cmocka_unit_test(a_mouse_hovers),        cmocka_unit_test(a_mouse_moves_smoothly),
        cmocka_unit_test(bursts_follow_the_way), cmocka_unit_test(gates_matter),
        cmocka_unit_test(movers_keep_clear),     cmocka_unit_test(obstacles_get_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
