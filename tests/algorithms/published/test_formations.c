/* Formations: by hand, what their tables and beams find against a tile by tile reading, and updated
 * ones against fresh ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/published/formations.h"
#include "tests/algorithms/random_maps.h"

static struct jump_graph graph_of(const struct fr_map *map)
{
    struct jump_graph graph;
    assert_int_equal(jump_graph_init(&graph, map, &fr_default_allocator), FR_OK);
    return graph;
}

static size_t count_links_to(const struct links *links, int32_t dx, int32_t dy)
{
    size_t count = 0;
    for (size_t i = 0; i < links->count; i++)
        count += links->at[i].dx == dx && links->at[i].dy == dy &&
                 links->at[i].sector == links_sector(dx, dy);
    return count;
}

/* Two islands, and the rim of the map, which has no corners. */
static void islands_are_formations(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..........|"
                                   "..#.......|"
                                   "..##......|"
                                   "..........|"
                                   "......#...|"
                                   "..........|"
                                   "..........");
    struct jump_graph graph = graph_of(map);
    struct formations formations = {.traced = true};
    assert_int_equal(formations_init(&formations, &graph), FR_OK);
    assert_int_equal(formations.count, 2);
    assert_int_equal(formations.list[0].count, 5);
    assert_int_equal(formations.list[0].low[0], 1);
    assert_int_equal(formations.list[0].high[0], 4);
    assert_int_equal(formations.list[0].low[1], 0);
    assert_int_equal(formations.list[0].high[1], 3);
    assert_int_equal(formations.list[1].count, 4);
    assert_int_equal(formations.list[1].low[2], 8);
    assert_int_equal(formations.list[1].high[2], 12);
    /* From the left, below: the upper island is seen, and so are three corners of the lower one. */
    struct links links = {.allocator = &fr_default_allocator};
    assert_true(formations_see(&formations, (struct fr_pixel){0, 6}, false, &links));
    assert_int_equal(count_links_to(&links, 5, -1), 1);
    assert_int_equal(count_links_to(&links, 5, -3), 1);
    assert_int_equal(count_links_to(&links, 7, -1), 1);
    assert_int_equal(count_links_to(&links, 1, -3), 1);
    links_release(&links);
    formations_release(&formations);
    jump_graph_release(&graph);
    fr_map_release(map);
}

static void every_corner_is_in_a_formation(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        mixed_walls(map, &random);
        struct jump_graph graph = graph_of(map);
        struct formations formations = {.traced = true};
        assert_int_equal(formations_init(&formations, &graph), FR_OK);
        uint8_t *met = calloc(graph.node_count + 1, 1);
        assert_non_null(met);
        for (size_t i = 0; i < formations.corner_count; i++)
            met[formations.corners[i]] = 1;
        for (uint32_t node = 0; node < graph.node_count; node++)
            assert_true(met[node]);
        free(met);
        formations_release(&formations);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

static struct fr_pixel random_cell(const struct fr_map *map, struct fr_random *random)
{
    return (struct fr_pixel){fr_random_between(random, 0, map->width - 1),
                             fr_random_between(random, 0, map->height - 1)};
}

/* Whether a unit step is legal, and past corners where they do not stop it. */
static bool step_on(const struct jump_graph *graph, struct fr_pixel *at, int32_t sx, int32_t sy)
{
    if (!links_walk_open(&graph->lanes, *at, sx, sy))
        return false;
    *at = (struct fr_pixel){at->x + sx, at->y + sy};
    return true;
}

static int32_t sign_of(int32_t value)
{
    return (value > 0) - (value < 0);
}

/* The same question as formations_adjacent in one order, tile by tile. */
static bool walk_tile_by_tile(const struct jump_graph *graph, struct fr_pixel from,
                              struct fr_pixel to, bool diagonal_first, bool stops)
{
    struct fr_pixel at = from;
    while (!fr_pixel_equal(at, to)) {
        if (stops && !fr_pixel_equal(at, from) && jump_graph_corner(graph, at.x, at.y))
            return false;
        const int32_t dx = to.x - at.x, dy = to.y - at.y;
        const bool is_diagonal = abs(dx) == abs(dy);
        const bool diagonal = diagonal_first ? dx != 0 && dy != 0 : is_diagonal;
        const bool along_x = abs(dx) > abs(dy);
        if (!step_on(graph, &at, diagonal || along_x ? sign_of(dx) : 0,
                     diagonal || !along_x ? sign_of(dy) : 0))
            return false;
    }
    return !fr_pixel_equal(from, to);
}

static void tables_tell_what_walking_tells(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        if (seed % 2)
            mixed_walls(map, &random);
        struct jump_graph graph = graph_of(map);
        struct formations formations = {
            .adjacency = {seed % 3 ? ORDER_DIAGONAL : ORDER_BOTH, seed % 4 < 2, seed % 5 == 0}};
        const struct adjacency adjacency = formations.adjacency;
        assert_int_equal(formations_init(&formations, &graph), FR_OK);
        for (int i = 0; i < 2000; i++) {
            const struct fr_pixel from = random_cell(map, &random), to = random_cell(map, &random);
            if (!fr_map_walkable(map, from.x, from.y) || !fr_map_walkable(map, to.x, to.y))
                continue;
            const bool bent = walk_tile_by_tile(&graph, from, to, true, adjacency.stops);
            const bool straight = walk_tile_by_tile(&graph, from, to, false, adjacency.stops);
            const bool expected = bent && (adjacency.order == ORDER_DIAGONAL || straight);
            if (formations_adjacent(&formations, from, to) != expected)
                fail_msg("map %d: %d,%d to %d,%d is%s adjacent", (int)seed, from.x, from.y, to.x,
                         to.y, expected ? " not" : "");
        }
        formations_release(&formations);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

/* The first version of beams, which tries each formation, and the one with an index. */
static void beams_meet_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        struct jump_graph graph = graph_of(map);
        struct formations both[] = {{.traced = true}, {.traced = true, .every = true}};
        struct links links[2];
        for (int i = 0; i < 2; i++) {
            assert_int_equal(formations_init(&both[i], &graph), FR_OK);
            links[i] = (struct links){.allocator = &fr_default_allocator};
        }
        for (int i = 0; i < 100; i++) {
            const struct fr_pixel from = random_cell(map, &random);
            if (!fr_map_walkable(map, from.x, from.y))
                continue;
            links[0].count = links[1].count = 0;
            for (int each = 0; each < 2; each++)
                assert_true(formations_see(&both[each], from, false, &links[each]));
            assert_int_equal(links[0].count, links[1].count);
            if (links[0].count > 0)
                assert_memory_equal(links[0].at, links[1].at, links[0].count * sizeof *links[0].at);
        }
        for (int i = 0; i < 2; i++) {
            links_release(&links[i]);
            formations_release(&both[i]);
        }
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_are_formations),
        cmocka_unit_test(every_corner_is_in_a_formation),
        cmocka_unit_test(tables_tell_what_walking_tells),
        cmocka_unit_test(beams_meet_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
