/* The taut visibility graph brought in line with a changed map, against one made anew: the same
 * corners, edges, ways and levels, in the same order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/visibility/taut_graph.h"
#include "maps/generators/generate.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static void create(struct taut_graph *taut, const struct fr_map *map, enum sight_method method,
                   bool levels)
{
    assert_int_equal(taut_graph_create(taut, map, method, levels, &fr_default_allocator), FR_OK);
}

static bool same_corners(const struct graph *a, const struct graph *b)
{
    if (a->corner_count != b->corner_count)
        return false;
    for (size_t i = 0; i < a->corner_count; i++)
        if (a->corners[i].x != b->corners[i].x || a->corners[i].y != b->corners[i].y ||
            a->corners[i].qx != b->corners[i].qx || a->corners[i].qy != b->corners[i].qy)
            return false;
    return true;
}

static bool same_lists(const struct graph_lists *a, const struct graph_lists *b, size_t lists)
{
    return a->count == b->count &&
           memcmp(a->first, b->first, (lists + 1) * sizeof *a->first) == 0 &&
           memcmp(a->edges, b->edges, a->count * sizeof *a->edges) == 0;
}

static bool same_graphs(const struct graph *a, const struct graph *b)
{
    bool same = same_corners(a, b) && a->pair_count == b->pair_count && a->levels == b->levels;
    for (int way = 0; way < GRAPH_WAYS && same; way++)
        same = same_lists(&a->lists[way], &b->lists[way], 2 * a->corner_count);
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

/* One of the methods of sight, with levels or without. */
struct setting {
    enum sight_method method;
    bool levels;
};

static void check_edits(struct fr_map *map, struct setting setting, int edits,
                        struct fr_random *random, uint64_t seed)
{
    struct taut_graph updated, fresh;
    create(&updated, map, setting.method, setting.levels);
    for (int i = 0; i < edits; i++) {
        struct fr_rect rects[3];
        const size_t count = edit(map, random, rects);
        assert_int_equal(taut_graph_update(&updated, rects, count), FR_OK);
        create(&fresh, map, setting.method, setting.levels);
        if (!same_graphs(&updated.graph, &fresh.graph)) {
            fprintf(stderr,
                    "seed %llu, method %d, levels %d, edit %d of %zu, first (%d,%d) %dx%d\n",
                    (unsigned long long)seed, setting.method, setting.levels, i, count, rects[0].x,
                    rects[0].y, rects[0].width, rects[0].height);
            print_map(map);
            fail();
        }
        taut_graph_release(&fresh);
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
        const struct setting setting = {round % 8 == 0 ? SIGHT_PAIRS : SIGHT_EXPANSION,
                                        round % 8 != 1};
        check_edits(map, setting, 12, &random, map_seed);
        fr_map_release(map);
    }
}

/* An actor walks in a room at full HD, across which gates open and close. */
static void a_room_at_full_hd(void **state)
{
    (void)state;
    struct fr_random random = {5};
    struct fr_canvas canvas;
    struct fr_error error;
    struct fr_map *map;
    struct taut_graph updated, fresh;
    assert_int_equal(fr_generate("adventure:formations=60", 1920, 1080, 1, &fr_default_allocator,
                                 &canvas, &error),
                     FR_OK);
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
    fr_canvas_release(&canvas, &fr_default_allocator);
    struct fr_rect actor = {900, 500, 60, 120};
    create(&updated, map, SIGHT_EXPANSION, true);
    for (int i = 0; i < 6; i++) {
        struct fr_rect rects[3] = {actor};
        block(map, actor, false);
        actor.x += fr_random_between(&random, -60, 60);
        actor.y += fr_random_between(&random, -60, 60);
        block(map, actor, true);
        rects[1] = actor;
        rects[2] = (struct fr_rect){400 + 150 * i, 300, 8, 400};
        block(map, rects[2], i % 3 > 0);
        assert_int_equal(taut_graph_update(&updated, rects, 3), FR_OK);
    }
    create(&fresh, map, SIGHT_EXPANSION, true);
    assert_true(same_graphs(&updated.graph, &fresh.graph));
    taut_graph_release(&fresh);
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

static void a_refused_allocation_keeps_the_old_graph(void **state)
{
    (void)state;
    struct fr_map *map = gate_map();
    const struct fr_rect gate = {5, 4, 1, 1};
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct taut_graph open, updated;
        create(&open, map, SIGHT_EXPANSION, true);
        fr_counting_allocator_init(&counting);
        assert_int_equal(
            taut_graph_create(&updated, map, SIGHT_EXPANSION, true, &counting.allocator), FR_OK);
        counting.fail_at = counting.allocations + n;
        fr_map_enable(map, 2, false);
        const enum fr_status status = taut_graph_update(&updated, &gate, 1);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(same_graphs(&updated.graph, &open.graph), status != FR_OK);
        taut_graph_release(&updated);
        taut_graph_release(&open);
        assert_int_equal(counting.live_bytes, 0);
        fr_map_enable(map, 2, true);
        if (status == FR_OK)
            break;
    }
    fr_map_release(map);
}

static void repeated_updates_take_no_more_memory(void **state)
{
    (void)state;
    struct fr_map *map = gate_map();
    const struct fr_rect gate = {5, 4, 1, 1};
    struct fr_counting_allocator counting;
    struct taut_graph taut;
    fr_counting_allocator_init(&counting);
    assert_int_equal(taut_graph_create(&taut, map, SIGHT_EXPANSION, true, &counting.allocator),
                     FR_OK);
    size_t live[2], peak = 0;
    for (int i = 0; i < 100; i++) {
        fr_map_enable(map, 2, i % 2 > 0);
        assert_int_equal(taut_graph_update(&taut, &gate, 1), FR_OK);
        if (i < 2)
            live[i] = counting.live_bytes;
        if (i < 2)
            peak = counting.peak_bytes;
        assert_int_equal(counting.live_bytes, live[i % 2]);
        assert_int_equal(counting.peak_bytes, peak);
    }
    taut_graph_release(&taut);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_allocation_keeps_the_old_graph),
        cmocka_unit_test(repeated_updates_take_no_more_memory),
        cmocka_unit_test(a_room_at_full_hd),
        cmocka_unit_test(an_update_makes_the_graph_of_a_fresh_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
