/* Triangulations that follow the changes of their map in place, checked for what makes them right, and
 * against the vertices of a new one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maps/geometry/live_triangulation.h"
#include "tests/maps/geometry/triangulation_checks.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

#define EDITS 10

/* Changes pixels in a small rectangle, by chance or all alike. */
static struct fr_rect edit(struct fr_map *map, struct fr_random *random)
{
    const struct fr_rect rect = {fr_random_between(random, 0, map->width - 1),
                                 fr_random_between(random, 0, map->height - 1),
                                 fr_random_between(random, 1, 5), fr_random_between(random, 1, 5)};
    const uint32_t kind = fr_random_below(random, 3);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            const bool blocked = kind == 2 ? fr_random_below(random, 2) > 0 : kind == 1;
            assert_int_equal(fr_map_block(map, (struct fr_rect){x, y, 1, 1}, blocked), FR_OK);
        }
    return rect;
}

/* Whether two regions have a point in common. */
static bool meet(struct fr_region a, struct fr_region b)
{
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

static struct fr_touched nothing_touched(void)
{
    return (struct fr_touched){.allocator = &fr_default_allocator};
}

/* The triangles before a change: by edge, its origin and whether it is constrained; by triangle,
 * whether it is free. */
struct before {
    int32_t count;
    struct fr_point *origins;
    bool *walls, *free;
};

static bool is_free(const struct fr_triangulation *t, int32_t triangle)
{
    return fr_triangulation_is_free(t, triangle);
}

static struct before remember(const struct fr_triangulation *t)
{
    const size_t count = (size_t)t->covering_count;
    struct before before = {t->covering_count, calloc(3 * count, sizeof *before.origins),
                            calloc(3 * count, sizeof *before.walls),
                            calloc(count, sizeof *before.free)};
    assert_true(before.origins && before.walls && before.free);
    for (int32_t edge = 0; edge < 3 * t->covering_count; edge++) {
        before.origins[edge] = t->vertices[t->origins[edge]];
        before.walls[edge] = t->twins[edge] < 0;
        before.free[edge / 3] = is_free(t, edge / 3);
    }
    return before;
}

static void forget(struct before *before)
{
    free(before->origins);
    free(before->walls);
    free(before->free);
}

/* Whether each triangle that is not listed as changed is what it was. */
static bool others_are_the_same(const struct fr_triangulation *t, const struct before *before,
                                const struct fr_touched *touched)
{
    bool *changed = calloc((size_t)t->covering_count, sizeof *changed), same = true;
    assert_non_null(changed);
    for (size_t i = 0; i < touched->triangle_count; i++)
        changed[touched->triangles[i]] = true;
    for (int32_t edge = 0; edge < 3 * t->covering_count; edge++)
        same &= changed[edge / 3] ||
                (edge < 3 * before->count && is_free(t, edge / 3) == before->free[edge / 3] &&
                 fr_point_equal(t->vertices[t->origins[edge]], before->origins[edge]) &&
                 (t->twins[edge] < 0) == before->walls[edge]);
    free(changed);
    return same;
}

/* Whether a triangle and a region have a point in common. */
static bool meets(const struct fr_triangulation *t, int32_t triangle, struct fr_region region)
{
    const struct fr_point corner = {region.left, region.top};
    bool holds = true;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const struct fr_point from = origin(t, edge), to = origin(t, fr_next_edge(edge));
        if (fr_region_touches(region, from, to))
            return true;
        holds = holds && fr_orient(from, to, corner) > 0;
    }
    return holds;
}

/* Whether a triangle has to be listed once the list is widened: it or one beside it changed, or it meets a region. */
static bool belongs(const struct fr_triangulation *t, const bool *changed, int32_t triangle,
                    const struct fr_region *regions, size_t count)
{
    bool does = changed[triangle];
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const int32_t twin = t->twins[edge], other = (twin < 0 ? ~twin : twin) / 3;
        does = does || (twin != FR_NO_EDGE && changed[other]);
    }
    for (size_t i = 0; i < count; i++)
        does = does || meets(t, triangle, regions[i]);
    return does;
}

/* Widens the list of touched triangles, which then holds those that it should, each once, and no others but one for
 * each region, which is beside the floor. */
static bool widens(struct fr_triangulation *t, struct fr_touched *touched,
                   const struct fr_region *regions, size_t count)
{
    const size_t triangles = (size_t)t->covering_count;
    bool *changed = calloc(triangles, sizeof *changed);
    int *listed = calloc(triangles, sizeof *listed);
    size_t more = 0;
    bool right = true;
    assert_true(changed && listed);
    for (size_t i = 0; i < touched->triangle_count; i++)
        changed[touched->triangles[i]] = true;
    assert_true(fr_touched_widen(touched, t, regions, count));
    for (size_t i = 0; i < touched->triangle_count; i++)
        listed[touched->triangles[i]]++;
    for (int32_t i = 0; i < t->covering_count; i++) {
        const bool should = belongs(t, changed, i, regions, count);
        right = right && listed[i] <= 1 && (listed[i] == 1 || !should);
        more += !should && listed[i] == 1;
    }
    free(listed);
    free(changed);
    return right && more <= count;
}

/* Follows changes in place, one by one where they meet; starts again if that is as quick. Whether
 * it followed. */
static bool follow_in_place(struct fr_triangulation **t, struct fr_map *map,
                            struct fr_random *random)
{
    struct fr_region regions[2];
    size_t count = 1 + fr_random_below(random, 2);
    for (size_t i = 0; i < count; i++)
        assert_true(fr_region_of(map, edit(map, random), &regions[i]));
    if (count == 2 && meet(regions[0], regions[1])) {
        regions[0] = fr_region_around(regions[0], regions[1]);
        count = 1;
    }
    struct fr_touched touched = nothing_touched();
    struct before before = remember(*t);
    const enum fr_status status = fr_triangulation_follow(*t, map, regions, count, &touched);
    assert_true(status != FR_OK || others_are_the_same(*t, &before, &touched));
    forget(&before);
    assert_true(status != FR_OK || widens(*t, &touched, regions, count));
    fr_touched_release(&touched);
    assert_true(status == FR_OK || status == FR_UNSUPPORTED);
    if (status == FR_OK)
        return true;
    fr_triangulation_release(*t);
    assert_int_equal(fr_triangulation_of_map(map, &fr_default_allocator, t), FR_OK);
    return false;
}

/* As is_right, but for the order of vertices and triangles. */
static bool is_right_in_place(const struct fr_triangulation *t, const struct fr_map *map,
                              bool thorough)
{
    struct fr_triangulation *fresh;
    struct fr_contours *contours;
    assert_int_equal(fr_triangulation_of_map(map, &fr_default_allocator, &fresh), FR_OK);
    assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_OK);
    const uint32_t vertices =
        t->marks ? t->vertex_count - 4 - (uint32_t)t->spare_count : t->vertex_count;
    const bool right = vertices == fresh->vertex_count && is_sound(t) &&
                       doubled_area(t) == 8 * fr_map_walkable_count(map) &&
                       leaves_along_contours(t) && obstacle_edges(t) == contours->vertex_count &&
                       (!thorough || (holds_contours(t, contours) && finds_points(t, map)));
    fr_contours_release(contours);
    fr_triangulation_release(fresh);
    return right;
}

static void a_changed_map_is_filled_in_place(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(49);
    struct fr_random random = {seed};
    int followed = 0;
    for (int round = 0; round < 100 * soak_scale(); round++) {
        struct fr_map *map = family_map(&random, 90);
        struct fr_triangulation *t;
        assert_int_equal(fr_triangulation_of_map(map, &fr_default_allocator, &t), FR_OK);
        for (int i = 0; i < EDITS; i++) {
            followed += follow_in_place(&t, map, &random);
            if (is_right_in_place(t, map, i == EDITS - 1))
                continue;
            fprintf(stderr, "seed %llu round %d edit %d\n", (unsigned long long)seed, round, i);
            print_map(map);
            fail();
        }
        fr_triangulation_release(t);
        fr_map_release(map);
    }
    assert_true(followed > 100);
}

/* Blocks four pixels apart, and a change that draws as many points as one may. */
static void there_is_room_for_all_that_a_change_draws(void **state)
{
    (void)state;
    enum { SIDE = 40, BLOCK = 2, DRAWN = 9 };
    struct fr_map *map = plain_map(SIDE, SIDE, 1);
    for (int32_t y = 1; y < SIDE - BLOCK; y += 2 * BLOCK)
        for (int32_t x = 1; x < SIDE / 2; x += 2 * BLOCK)
            paint_rect(map, x, y, BLOCK, BLOCK, 0);
    struct fr_triangulation *t;
    assert_int_equal(fr_triangulation_of_map(map, &fr_default_allocator, &t), FR_OK);
    const uint32_t before = t->vertex_count;
    const struct fr_rect rect = {SIDE / 2 + BLOCK, SIDE / 2, DRAWN, DRAWN};
    for (int32_t y = rect.y; y < rect.y + DRAWN; y += 2)
        for (int32_t x = rect.x; x < rect.x + DRAWN; x += 2)
            assert_int_equal(fr_map_block(map, (struct fr_rect){x, y, 1, 1}, true), FR_OK);
    struct fr_region region;
    struct fr_touched touched = nothing_touched();
    assert_true(fr_region_of(map, rect, &region));
    assert_int_equal(fr_triangulation_follow(t, map, &region, 1, &touched), FR_OK);
    assert_true(5 * (t->vertex_count - before) > 2 * before);
    assert_true(t->vertex_count <= t->point_room);
    assert_true((size_t)t->covering_count <= t->triangle_room);
    assert_true(is_right_in_place(t, map, true));
    fr_touched_release(&touched);
    fr_triangulation_release(t);
    fr_map_release(map);
}

/* A pixel beside the floor is opened, or one in it blocked: the points of the first lie on the box
 * around all points before. */
static void points_on_the_box_are_not_followed(void **state)
{
    (void)state;
    enum { SIDE = 40, EDGE = 8, MIDDLE = SIDE / 2, FAR = SIDE - EDGE, BLOCK = 2 };
    static const struct fr_rect frame[] = {
        {0, 0, SIDE, EDGE}, {0, FAR, SIDE, EDGE}, {0, 0, EDGE, SIDE}, {FAR, 0, EDGE, SIDE}};
    static const struct fr_pixel beside[] = {
        {EDGE - 1, MIDDLE}, {FAR, MIDDLE}, {MIDDLE, EDGE - 1}, {MIDDLE, FAR}};
    static const struct fr_pixel in_floor[] = {
        {EDGE, MIDDLE}, {FAR - 1, MIDDLE}, {MIDDLE, EDGE}, {MIDDLE, FAR - 1}};
    for (int i = 0; i < 8; i++) {
        struct fr_map *map = plain_map(SIDE, SIDE, 1);
        for (int side = 0; side < 4; side++)
            assert_int_equal(fr_map_block(map, frame[side], true), FR_OK);
        for (int32_t y = EDGE + BLOCK; y < FAR - BLOCK; y += 2 * BLOCK)
            for (int32_t x = EDGE + BLOCK; x < FAR - BLOCK; x += 2 * BLOCK)
                paint_rect(map, x, y, BLOCK, BLOCK, 0);
        const bool blocks = i >= 4;
        const struct fr_pixel pixel = blocks ? in_floor[i - 4] : beside[i];
        const struct fr_rect rect = {pixel.x, pixel.y, 1, 1};
        struct fr_triangulation *t;
        struct fr_region region;
        struct fr_touched touched = nothing_touched();
        assert_int_equal(fr_triangulation_of_map(map, &fr_default_allocator, &t), FR_OK);
        assert_int_equal(fr_map_block(map, rect, blocks), FR_OK);
        assert_true(fr_region_of(map, rect, &region));
        assert_int_equal(fr_triangulation_follow(t, map, &region, 1, &touched),
                         blocks ? FR_OK : FR_UNSUPPORTED);
        fr_touched_release(&touched);
        fr_triangulation_release(t);
        fr_map_release(map);
    }
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_random random = {3};
    struct fr_map *map = plain_map(60, 60, 1);
    for (int i = 0; i < 40; i++)
        paint_rect(map, fr_random_between(&random, 0, 57), fr_random_between(&random, 0, 57), 2, 2,
                   0);
    struct fr_region region;
    const struct fr_rect rect = {20, 20, 6, 6};
    assert_true(fr_region_of(map, rect, &region));
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_triangulation *t;
        fr_counting_allocator_init(&counting);
        assert_int_equal(fr_map_block(map, rect, false), FR_OK);
        assert_int_equal(fr_triangulation_of_map(map, &counting.allocator, &t), FR_OK);
        assert_int_equal(fr_map_block(map, rect, true), FR_OK);
        struct fr_touched touched = {.allocator = &counting.allocator};
        counting.fail_at = counting.allocations + n;
        const enum fr_status status = fr_triangulation_follow(t, map, &region, 1, &touched);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        fr_touched_release(&touched);
        fr_triangulation_release(t);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_map_is_filled_in_place),
        cmocka_unit_test(there_is_room_for_all_that_a_change_draws),
        cmocka_unit_test(points_on_the_box_are_not_followed),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
