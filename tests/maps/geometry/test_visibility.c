/* Visible corners against line of sight from everywhere to everywhere, as sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/visibility.h"
#include "tests/maps/generators/generated.h"
#include "tests/maps/map_families.h"
#include "tests/soak.h"

/* A map with all that looking around in it needs. */
struct scene {
    struct fr_map *map;
    struct fr_corners *corners;
    struct fr_triangulation *triangulation;
    struct fr_visibility *visibility;
    struct fr_visibility_workspace workspace;
    struct fr_corner_list visible;
    uint8_t *listed; /* per corner, how often */
};

static void open_scene(struct scene *scene, struct fr_map *map)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    *scene = (struct scene){
        .map = map, .workspace = {.allocator = allocator}, .visible = {.allocator = allocator}};
    assert_int_equal(fr_corners_create(map, allocator, &scene->corners), FR_OK);
    assert_int_equal(fr_triangulation_of_map(map, allocator, &scene->triangulation), FR_OK);
    assert_int_equal(
        fr_visibility_create(scene->triangulation, scene->corners, allocator, &scene->visibility),
        FR_OK);
    scene->listed = calloc(scene->corners->count + 1, 1);
}

static void close_scene(struct scene *scene)
{
    free(scene->listed);
    fr_corner_list_clear(&scene->visible);
    fr_visibility_workspace_clear(&scene->workspace);
    fr_visibility_release(scene->visibility);
    fr_triangulation_release(scene->triangulation);
    fr_corners_release(scene->corners);
    fr_map_release(scene->map);
}

static struct fr_point corner_point(const struct scene *scene, uint32_t corner)
{
    return (struct fr_point){scene->corners->items[corner].x, scene->corners->items[corner].y};
}

/* Whether the list names just the corners in sight of a viewer that are taut; with from, a corner
 * that the viewer is at and that has to be taut too, or NULL. */
static bool is_listed_right(struct scene *scene, struct fr_point viewer,
                            const struct fr_corner *from)
{
    const struct fr_corners *corners = scene->corners;
    memset(scene->listed, 0, corners->count);
    for (size_t i = 0; i < scene->visible.count; i++)
        scene->listed[scene->visible.items[i]]++;
    for (uint32_t c = 0; c < corners->count; c++) {
        const struct fr_corner *corner = &corners->items[c];
        const struct fr_point at = corner_point(scene, c), d = fr_point_minus(at, viewer);
        const bool expected = corner != from && fr_corner_taut(corner, d) &&
                              (!from || fr_corner_taut(from, d)) &&
                              fr_line_of_sight(scene->map, viewer, at);
        if (scene->listed[c] != expected) {
            fprintf(stderr, "(%d,%d) sees (%d,%d): expected %d, listed %d times\n", viewer.x,
                    viewer.y, at.x, at.y, expected, scene->listed[c]);
            return false;
        }
    }
    return true;
}

static bool look_from_corner(struct scene *scene, uint32_t corner)
{
    scene->visible.count = 0;
    assert_int_equal(
        fr_visibility_from_corner(scene->visibility, corner, &scene->workspace, &scene->visible),
        FR_OK);
    return is_listed_right(scene, corner_point(scene, corner), &scene->corners->items[corner]);
}

static bool look_from_point(struct scene *scene, struct fr_point point)
{
    scene->visible.count = 0;
    assert_int_equal(
        fr_visibility_from_point(scene->visibility, point, &scene->workspace, &scene->visible),
        FR_OK);
    return is_listed_right(scene, point, NULL);
}

static bool is_vertex(const struct scene *scene, struct fr_point point)
{
    const struct fr_triangulation *t = scene->triangulation;
    for (uint32_t vertex = 0; vertex < t->vertex_count; vertex++)
        if (fr_point_equal(t->vertices[vertex], point))
            return true;
    return false;
}

/* From all corners, and from count random points: mostly centres of pixels, walkable or not, and
 * sometimes any half-pixel point. */
static bool looks_right(struct scene *scene, struct fr_random *random, int count)
{
    for (uint32_t corner = 0; corner < scene->corners->count; corner++)
        if (!look_from_corner(scene, corner))
            return false;
    for (int i = 0; i < count; i++) {
        struct fr_point point = {fr_random_between(random, 0, scene->map->width - 1),
                                 fr_random_between(random, 0, scene->map->height - 1)};
        point = fr_pixel_centre((struct fr_pixel){point.x, point.y});
        if (i % 3 == 0) {
            point.x += fr_random_between(random, -1, 1);
            point.y += fr_random_between(random, -1, 1);
        }
        if (!is_vertex(scene, point) && !look_from_point(scene, point))
            return false;
    }
    return true;
}

static void sees_what_line_of_sight_sees(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(45);
    struct fr_random random = {seed};
    for (int round = 0; round < 3000 * soak_scale(); round++) {
        struct scene scene;
        open_scene(&scene, family_map(&random, round % 2 ? 40 : 14));
        if (!looks_right(&scene, &random, 40)) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            print_map(scene.map);
            fail();
        }
        close_scene(&scene);
    }
}

/* Whether a corner sees a point of the region's border, in a direction that is taut. */
static bool sees_region(const struct scene *scene, uint32_t corner, struct fr_region region)
{
    const struct fr_point from = corner_point(scene, corner);
    for (int32_t y = region.top; y <= region.bottom; y++)
        for (int32_t x = region.left; x <= region.right; x++) {
            const struct fr_point at = {x, y};
            if ((y == region.top || y == region.bottom || x == region.left || x == region.right) &&
                fr_corner_taut(&scene->corners->items[corner], fr_point_minus(at, from)) &&
                fr_line_of_sight(scene->map, from, at))
                return true;
        }
    return false;
}

/* Every triangle of a scene, as if all were touched. */
static struct fr_touched touch_all(const struct scene *scene, const struct fr_allocator *allocator)
{
    struct fr_touched all = {.allocator = allocator};
    for (int32_t i = 0; i < scene->triangulation->triangle_count; i++)
        assert_true(fr_append(allocator, &all.triangles, &all.triangle_count,
                              &all.triangle_capacity, &i, sizeof i));
    return all;
}

/* Looks out of a region, and counts the corners outside it: those that see it, and those listed. */
static bool look_from_region(struct scene *scene, struct fr_region region, int *seeing, int *listed)
{
    struct fr_touched all = touch_all(scene, &fr_default_allocator);
    scene->visible.count = 0;
    assert_int_equal(fr_visibility_toward(scene->visibility, region, &all, &scene->visible), FR_OK);
    fr_touched_release(&all);
    memset(scene->listed, 0, scene->corners->count);
    for (size_t i = 0; i < scene->visible.count; i++)
        scene->listed[scene->visible.items[i]] = 1;
    for (uint32_t c = 0; c < scene->corners->count; c++) {
        if (fr_region_code(region, corner_point(scene, c)) == 0)
            continue;
        const bool sees = sees_region(scene, c, region);
        *seeing += sees;
        *listed += scene->listed[c];
        if (sees && !scene->listed[c]) {
            fprintf(stderr, "(%d,%d) sees (%d,%d) to (%d,%d), but is not listed\n",
                    scene->corners->items[c].x, scene->corners->items[c].y, region.left, region.top,
                    region.right, region.bottom);
            return false;
        }
    }
    return true;
}

/* Others may be listed, too, but each of them costs a search. */
static void all_that_see_a_region_are_listed(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(46);
    struct fr_random random = {seed};
    int seeing = 0, listed = 0;
    for (int round = 0; round < 1500 * soak_scale(); round++) {
        struct scene scene;
        open_scene(&scene, family_map(&random, round % 2 ? 40 : 14));
        const struct fr_rect rect = {fr_random_between(&random, 0, scene.map->width - 1),
                                     fr_random_between(&random, 0, scene.map->height - 1),
                                     fr_random_between(&random, 1, 5),
                                     fr_random_between(&random, 1, 5)};
        struct fr_region region;
        assert_true(fr_region_of(scene.map, rect, &region));
        if (!look_from_region(&scene, region, &seeing, &listed)) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            print_map(scene.map);
            fail();
        }
        close_scene(&scene);
    }
    print_message("%d see a region, %d listed\n", seeing, listed);
    assert_true(listed <= seeing + 3 * seeing / 10);
}

static bool is_listed(const struct scene *scene, int32_t x, int32_t y)
{
    for (size_t i = 0; i < scene->visible.count; i++)
        if (fr_point_equal(corner_point(scene, scene->visible.items[i]), (struct fr_point){x, y}))
            return true;
    return false;
}

static void corners_in_one_line_are_all_listed(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, ascii_map("..........|"
                                 ".#.##.#...|"
                                 ".........."));
    assert_true(look_from_corner(&scene, 0)); /* at (2,2), along the tops of three walls */
    assert_int_equal(scene.corners->items[0].x, 2);
    for (int32_t x = 4; x <= 14; x += 2)
        assert_int_equal(is_listed(&scene, x, 2), x != 8);
    close_scene(&scene);
}

/* From the block on the left the ray along y = 4 has one above it, then one below it; from there on
 * nothing but the ray gets through to the last. */
static void a_view_between_two_corners_is_a_line(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, ascii_map("..##.....#.|"
                                 "..##.....#.|"
                                 "#....##....|"
                                 "#....##...."));
    const struct fr_corner *corners = scene.corners->items;
    uint32_t viewer = 0;
    while (corners[viewer].x != 2 || corners[viewer].y != 4)
        viewer++;
    assert_true(look_from_corner(&scene, viewer));
    for (int32_t x = 4; x <= 20; x += 2)
        assert_int_equal(is_listed(&scene, x, 4), x != 6 && x != 12 && x != 16);
    close_scene(&scene);
}

static void nothing_is_seen_past_a_pinch(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, ascii_map("......|"
                                 "..#...|"
                                 ".#.#..|"
                                 "......"));
    assert_true(look_from_point(&scene, (struct fr_point){1, 1}));
    assert_false(is_listed(&scene, 6, 6));
    close_scene(&scene);
    open_scene(&scene, ascii_map("......|"
                                 "..#...|"
                                 "...#..|"
                                 "......"));
    assert_true(look_from_point(&scene, (struct fr_point){1, 1}));
    assert_true(is_listed(&scene, 6, 6));
    close_scene(&scene);
}

static void a_blocked_viewer_sees_nothing(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, ascii_map("...|.#.|..."));
    scene.visible.count = 0;
    assert_int_equal(fr_visibility_from_point(scene.visibility, (struct fr_point){3, 3},
                                              &scene.workspace, &scene.visible),
                     FR_OK);
    assert_int_equal(scene.visible.count, 0);
    assert_int_equal(fr_visibility_from_point(scene.visibility, (struct fr_point){-5, 300},
                                              &scene.workspace, &scene.visible),
                     FR_OK);
    assert_int_equal(scene.visible.count, 0);
    close_scene(&scene);
}

static void a_room_at_full_hd(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, generate("adventure:formations=150", 1920, 1080, 1));
    size_t seen = 0;
    const clock_t before = clock();
    for (uint32_t corner = 0; corner < scene.corners->count; corner++) {
        scene.visible.count = 0;
        assert_int_equal(
            fr_visibility_from_corner(scene.visibility, corner, &scene.workspace, &scene.visible),
            FR_OK);
        seen += scene.visible.count;
    }
    const clock_t after = clock();
    print_message("%u corners see %zu in %.1f ms\n", scene.corners->count, seen,
                  1e3 * (double)(after - before) / CLOCKS_PER_SEC);
    assert_int_equal(seen % 2, 0); /* visibility is symmetric */
    for (uint32_t corner = 0; corner < scene.corners->count; corner += 41)
        assert_true(look_from_corner(&scene, corner));
    struct fr_random random = {9};
    for (int i = 0; i < 150; i++)
        assert_true(look_from_point(
            &scene, fr_pixel_centre((struct fr_pixel){fr_random_between(&random, 0, 1919),
                                                      fr_random_between(&random, 0, 1079)})));
    close_scene(&scene);
}

/* All corners and some points, with allocations counted. */
static enum fr_status see_from_all(struct scene *scene)
{
    enum fr_status status = FR_OK;
    scene->visible.count = 0;
    for (uint32_t corner = 0; status == FR_OK && corner < scene->corners->count; corner++)
        status = fr_visibility_from_corner(scene->visibility, corner, &scene->workspace,
                                           &scene->visible);
    for (int32_t y = 1; status == FR_OK && y < 2 * scene->map->height; y += 2)
        status = fr_visibility_from_point(scene->visibility, (struct fr_point){y, y},
                                          &scene->workspace, &scene->visible);
    return status;
}

static void nothing_is_allocated_in_the_steady_state(void **state)
{
    (void)state;
    struct fr_random random = {4};
    struct scene scene;
    struct fr_counting_allocator counting;
    open_scene(&scene, random_map(&random, 40, 40, 6));
    for (uint64_t n = 1;; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        scene.workspace.allocator = scene.visible.allocator = &counting.allocator;
        const enum fr_status status = see_from_all(&scene);
        if (status == FR_OK)
            break;
        assert_int_equal(status, FR_NO_MEMORY);
        fr_corner_list_clear(&scene.visible);
        fr_visibility_workspace_clear(&scene.workspace);
        assert_int_equal(counting.live_bytes, 0);
    }
    const uint64_t allocations = counting.allocations;
    assert_int_equal(see_from_all(&scene), FR_OK);
    assert_int_equal(counting.allocations, allocations);
    close_scene(&scene);
}

/* Of the same region, in rooms where more or less is waiting when memory runs out. */
static void a_refused_allocation_is_no_view_of_a_region(void **state)
{
    (void)state;
    const struct fr_region region = {24, 24, 30, 28};
    struct fr_random random = {2};
    for (int round = 0; round < 40; round++) {
        struct scene scene;
        open_scene(&scene, random_map(&random, 40, 40, 5 + round));
        struct fr_touched all = touch_all(&scene, &fr_default_allocator);
        enum fr_status status = FR_NO_MEMORY;
        for (uint64_t n = 1; status != FR_OK; n++) {
            struct fr_counting_allocator counting;
            fr_counting_allocator_init(&counting);
            counting.fail_at = n;
            struct fr_corner_list seeing = {.allocator = &counting.allocator};
            status = fr_visibility_toward(scene.visibility, region, &all, &seeing);
            fr_corner_list_clear(&seeing);
            assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
            assert_int_equal(counting.live_bytes, 0);
        }
        fr_touched_release(&all);
        close_scene(&scene);
    }
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct scene scene;
    struct fr_counting_allocator counting;
    struct fr_visibility *visibility;
    open_scene(&scene, random_map(&random, 20, 20, 30));
    for (uint64_t n = 1;; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status = fr_visibility_create(scene.triangulation, scene.corners,
                                                           &counting.allocator, &visibility);
        if (status == FR_OK)
            break;
        assert_int_equal(status, FR_NO_MEMORY);
        assert_int_equal(counting.live_bytes, 0);
    }
    fr_visibility_release(visibility);
    assert_int_equal(counting.live_bytes, 0);
    fr_visibility_release(NULL);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_in_one_line_are_all_listed),
        cmocka_unit_test(a_view_between_two_corners_is_a_line),
        cmocka_unit_test(nothing_is_seen_past_a_pinch),
        cmocka_unit_test(a_blocked_viewer_sees_nothing),
        cmocka_unit_test(sees_what_line_of_sight_sees),
        cmocka_unit_test(all_that_see_a_region_are_listed),
        cmocka_unit_test(a_room_at_full_hd),
        cmocka_unit_test(nothing_is_allocated_in_the_steady_state),
        cmocka_unit_test(a_refused_allocation_is_no_view_of_a_region),
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
