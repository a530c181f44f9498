/* The taut visibility graph brought in line with a changed map, against one made again: the same
 * corners, edges, ways and levels, in the same order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/visibility/taut_graph.h"
#include "maps/generators/generate.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static void create(struct taut_graph *taut, const struct fr_map *map, bool levels)
{
    assert_int_equal(taut_graph_create(taut, map, levels, &fr_default_allocator), FR_OK);
}

/* The corners that there are, by row, then by column: what they are numbered by in graph b. */
static int compare_corners(const void *left, const void *right)
{
    const struct fr_corner *a = left, *b = right;
    return a->y != b->y ? a->y - b->y : a->x - b->x;
}

static uint32_t find_corner(const struct graph *graph, const struct fr_corner *corner)
{
    const struct fr_corner *found =
        bsearch(corner, graph->corners, graph->corner_count, sizeof *corner, compare_corners);
    if (!found || found->qx != corner->qx || found->qy != corner->qy)
        return UINT32_MAX;
    return (uint32_t)(found - graph->corners);
}

/* Whether a corner of an updated graph has the edges that it has in a fresh one, in their order. */
static bool same_edges(const struct graph_lists *a, uint32_t corner, const struct graph_lists *b,
                       uint32_t fresh, const uint32_t *numbers)
{
    for (uint32_t cone = 0; cone < 2; cone++) {
        const uint32_t *at = graph_ends(a, 2 * corner + cone);
        const uint32_t *other = graph_ends(b, 2 * fresh + cone);
        if (at[1] - at[0] != other[1] - other[0])
            return false;
        for (uint32_t i = 0; i < at[1] - at[0]; i++) {
            const struct graph_edge *edge = &a->edges[at[0] + i], *its = &b->edges[other[0] + i];
            if (numbers[edge->target] != its->target || edge->level != its->level)
                return false;
        }
    }
    return true;
}

/* Whether an updated graph is a fresh one but for the numbers of corners. */
static bool same_graphs(const struct graph *a, const struct graph *b)
{
    uint32_t *numbers = calloc(a->corner_count + 1, sizeof *numbers);
    assert_non_null(numbers);
    size_t count = 0;
    bool same = true;
    for (uint32_t i = 0; i < a->corner_count; i++) {
        numbers[i] = a->corners[i].qx ? find_corner(b, &a->corners[i]) : UINT32_MAX;
        count += a->corners[i].qx != 0;
        same = same && (numbers[i] != UINT32_MAX || a->corners[i].qx == 0);
    }
    same = same && count == b->corner_count;
    for (int way = 0; way < GRAPH_WAYS && same; way++) {
        same = a->lists[way].used == b->lists[way].used;
        for (uint32_t i = 0; i < a->corner_count && same; i++)
            same = a->corners[i].qx == 0 ||
                   same_edges(&a->lists[way], i, &b->lists[way], numbers[i], numbers);
    }
    free(numbers);
    return same;
}

static void block(struct fr_map *map, struct fr_rect rect, bool blocked)
{
    assert_int_equal(fr_map_block(map, rect, blocked), FR_OK);
}

static struct fr_rect draw_rect(const struct fr_map *map, struct fr_random *random, int32_t most)
{
    return (struct fr_rect){fr_random_between(random, -2, map->width - 1),
                            fr_random_between(random, -2, map->height - 1),
                            fr_random_between(random, 1, most), fr_random_between(random, 1, most)};
}

/* Changes the map: an area of it, each pixel of a rectangle by chance, or up to three rectangles as
 * a whole. How many rectangles say where. */
static size_t edit(struct fr_map *map, struct fr_random *random, struct fr_rect rects[3])
{
    const uint32_t kind = fr_random_below(random, 4);
    if (kind == 0) {
        rects[0] = fr_map_enable(map, (uint8_t)fr_random_between(random, 1, 4),
                                 fr_random_below(random, 2) > 0);
        return rects[0].width > 0;
    }
    if (kind == 1) {
        rects[0] = draw_rect(map, random, 6);
        for (int32_t y = rects[0].y; y < rects[0].y + rects[0].height; y++)
            for (int32_t x = rects[0].x; x < rects[0].x + rects[0].width; x++)
                block(map, (struct fr_rect){x, y, 1, 1}, fr_random_below(random, 2) > 0);
        return 1;
    }
    const size_t count = 1 + fr_random_below(random, 3);
    for (size_t i = 0; i < count; i++) {
        rects[i] = draw_rect(map, random, kind == 2 ? 3 : 14);
        block(map, rects[i], fr_random_below(random, 2) > 0);
    }
    return count;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Whether a pixel sees the same corners by both. */
static bool sees_the_same(struct taut_graph *updated, struct taut_graph *fresh,
                          struct fr_pixel pixel)
{
    const struct fr_point point = fr_pixel_centre(pixel);
    struct fr_corner_list a = {.allocator = &fr_default_allocator};
    struct fr_corner_list b = {.allocator = &fr_default_allocator};
    assert_int_equal(sight_from_point(&updated->sight, point, &a), FR_OK);
    assert_int_equal(sight_from_point(&fresh->sight, point, &b), FR_OK);
    for (size_t i = 0; i < a.count; i++)
        a.items[i] = find_corner(&fresh->graph, &updated->graph.corners[a.items[i]]);
    if (a.count > 0)
        qsort(a.items, a.count, sizeof *a.items, compare_numbers);
    if (b.count > 0)
        qsort(b.items, b.count, sizeof *b.items, compare_numbers);
    const bool same = a.count == b.count &&
                      (a.count == 0 || memcmp(a.items, b.items, a.count * sizeof *a.items) == 0);
    fr_corner_list_clear(&a);
    fr_corner_list_clear(&b);
    return same;
}

/* Whether an updated graph and what sees by it are those of a fresh one. */
static bool same_as_fresh(struct taut_graph *updated, const struct fr_map *map, int pixels,
                          struct fr_random *random)
{
    struct taut_graph fresh;
    create(&fresh, map, updated->levels);
    bool same = same_graphs(&updated->graph, &fresh.graph);
    for (int i = 0; i < pixels && same; i++) {
        struct fr_pixel pixel;
        if (random_walkable(map, random, &pixel))
            same = sees_the_same(updated, &fresh, pixel);
    }
    taut_graph_release(&fresh);
    return same;
}

static void check_edits(struct fr_map *map, bool levels, int edits, struct fr_random *random,
                        uint64_t seed)
{
    struct taut_graph updated;
    create(&updated, map, levels);
    for (int i = 0; i < edits; i++) {
        struct fr_rect rects[3];
        const size_t count = edit(map, random, rects);
        assert_int_equal(taut_graph_update(&updated, rects, count), FR_OK);
        if (!same_as_fresh(&updated, map, 4, random)) {
            fprintf(stderr, "seed %llu, levels %d, edit %d of %zu, first (%d,%d) %dx%d\n",
                    (unsigned long long)seed, levels, i, count, rects[0].x, rects[0].y,
                    rects[0].width, rects[0].height);
            print_map(map);
            fail();
        }
    }
    taut_graph_release(&updated);
}

static void an_update_makes_the_graph_of_a_fresh_one(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(77);
    struct fr_random random = {seed};
    for (int round = 0; round < 250 * soak_scale(); round++) {
        const uint64_t map_seed = random.state;
        struct fr_map *map = mixed_map(&random);
        check_edits(map, round % 8 != 1, 12, &random, map_seed);
        fr_map_release(map);
    }
}

static struct fr_map *room(const char *generator, int32_t width, int32_t height)
{
    struct fr_canvas canvas;
    struct fr_error error;
    struct fr_map *map;
    assert_int_equal(
        fr_generate(generator, width, height, 1, &fr_default_allocator, &canvas, &error), FR_OK);
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
    fr_canvas_release(&canvas, &fr_default_allocator);
    return map;
}

/* A place up to 12 pixels away, inside the map. */
static void walk(const struct fr_map *map, struct fr_random *random, struct fr_rect *actor)
{
    const int32_t x = actor->x + fr_random_between(random, -12, 12);
    const int32_t y = actor->y + fr_random_between(random, -12, 12);
    actor->x = x < 0 ? 0 : x > map->width - actor->width ? map->width - actor->width : x;
    actor->y = y < 0 ? 0 : y > map->height - actor->height ? map->height - actor->height : y;
}

/* In a room, an actor walks, gates open and close, and blocks come and go: what changes is small,
 * so that the graph follows in place. */
static void a_room_in_use(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(5)};
    struct fr_map *map = room("adventure:formations=14", 320, 180);
    struct fr_rect actor = {150, 80, 8, 16}, block_at = {0, 0, 10, 10};
    struct taut_graph updated;
    create(&updated, map, true);
    for (int i = 0; i < (int)soak_fewer(500, 5) * soak_scale(); i++) {
        struct fr_rect rects[4] = {actor};
        block(map, actor, false);
        walk(map, &random, &actor);
        block(map, actor, true);
        rects[1] = actor;
        rects[2] = (struct fr_rect){13 * (i % 23), 30 + 40 * (i % 3), 2, 30};
        block(map, rects[2], fr_random_below(&random, 2) > 0);
        if (i % 2 == 0)
            block_at = (struct fr_rect){fr_random_between(&random, 0, map->width - 10),
                                        fr_random_between(&random, 0, map->height - 10), 10, 10};
        block(map, block_at, i % 2 == 0);
        rects[3] = block_at;
        assert_int_equal(taut_graph_update(&updated, rects, 4), FR_OK);
        if (!same_as_fresh(&updated, map, 8, &random))
            fail_msg("edit %d", i);
    }
    taut_graph_release(&updated);
    fr_map_release(map);
}

/* Two rooms with blocks in them, and area 2 for a gate. */
static struct fr_map *gate_map(void)
{
    struct fr_map *map = ascii_map("...........|"
                                   ".##.....##.|"
                                   ".##..#..##.|"
                                   "...........|"
                                   "#####.#####|"
                                   "...........|"
                                   "..#.....#..");
    fr_map_set_area(map, 5, 4, 2);
    return map;
}

static void a_refused_allocation_leaks_nothing(void **state)
{
    (void)state;
    struct fr_map *map = gate_map();
    const struct fr_rect gate = {5, 4, 1, 1};
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct taut_graph shut, updated;
        fr_counting_allocator_init(&counting);
        assert_int_equal(
            taut_graph_create(&updated, map, true, &counting.allocator), FR_OK);
        counting.fail_at = counting.allocations + n;
        fr_map_enable(map, 2, false);
        const enum fr_status status = taut_graph_update(&updated, &gate, 1);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        create(&shut, map, true);
        if (status == FR_OK)
            assert_true(same_graphs(&updated.graph, &shut.graph));
        taut_graph_release(&updated);
        taut_graph_release(&shut);
        assert_int_equal(counting.live_bytes, 0);
        fr_map_enable(map, 2, true);
        if (status == FR_OK)
            break;
    }
    fr_map_release(map);
}

/* After some updates, the graph reuses the space that earlier updates freed. */
static void repeated_updates_take_no_more_memory(void **state)
{
    (void)state;
    struct fr_map *map = gate_map();
    const struct fr_rect gate = {5, 4, 1, 1};
    struct fr_counting_allocator counting;
    struct taut_graph taut;
    fr_counting_allocator_init(&counting);
    assert_int_equal(taut_graph_create(&taut, map, true, &counting.allocator),
                     FR_OK);
    size_t used = 0, peak = 0;
    for (int i = 0; i < 400; i++) {
        fr_map_enable(map, 2, i % 2 > 0);
        assert_int_equal(taut_graph_update(&taut, &gate, 1), FR_OK);
        if (i < 200) {
            used = counting.live_bytes > used ? counting.live_bytes : used;
            peak = counting.peak_bytes;
        }
        assert_true(counting.live_bytes <= used);
        assert_int_equal(counting.peak_bytes, peak);
    }
    taut_graph_release(&taut);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

/* What makes corners see each other is counted on top of the triangulation. */
static void visibility_counts_as_work(void **state)
{
    (void)state;
    enum { AMOUNT = 1 << 30 };
    struct fr_random random = {12};
    struct fr_map *map = random_map(&random, 60, 60, 20);
    struct fr_work of_sight = {.left = AMOUNT}, of_triangles = {.left = AMOUNT};
    struct fr_triangulation_plan plan;
    struct fr_triangulation *triangulation = NULL;
    struct sight sight;
    assert_int_equal(sight_begin(&sight, map, &fr_default_allocator), FR_OK);
    assert_int_equal(sight_build(&sight, &of_sight), FR_OK);
    assert_int_equal(fr_triangulation_plan(&plan, map, &fr_default_allocator, &triangulation),
                     FR_OK);
    assert_int_equal(fr_triangulation_build(&plan, &of_triangles), FR_OK);
    assert_false(of_sight.paused || of_triangles.paused);
    assert_true(of_triangles.left < AMOUNT);
    assert_true(of_sight.left < of_triangles.left);
    fr_triangulation_plan_release(&plan);
    fr_triangulation_release(triangulation);
    sight_release(&sight);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_allocation_leaks_nothing),
        cmocka_unit_test(repeated_updates_take_no_more_memory),
        cmocka_unit_test(a_room_in_use),
        cmocka_unit_test(visibility_counts_as_work),
        cmocka_unit_test(an_update_makes_the_graph_of_a_fresh_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
