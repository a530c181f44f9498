/* The jump-point graph: links against their definition, cell by cell; turns against the tables;
 * updated graphs against fresh ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/jump_points/jump_distances.h"
#include "algorithms/jump_points/jump_graph.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 12 /* times the soak scale */
#define EDITS 600
#define EDITS_OF_A_MAP 20

static struct jump_graph graph_of(const struct fr_map *map)
{
    struct jump_graph graph;
    assert_int_equal(jump_graph_init(&graph, map, &fr_default_allocator), FR_OK);
    return graph;
}

static bool step_is_open(const struct fr_map *map, struct fr_pixel at, int d)
{
    return step_is_legal(map, FR_GRID8, at.x, at.y, fr_direction_dx[d], fr_direction_dy[d]);
}

/* Whether all orders of `diagonal` and `straight` steps are open, and no cell on them but the ends
 * is a corner. */
static bool next_to(const struct jump_graph *graph, struct fr_pixel from, int diagonally,
                    int32_t diagonal, int along, int32_t straight)
{
    for (int32_t k = 0; k <= diagonal; k++)
        for (int32_t m = 0; m <= straight; m++) {
            const struct fr_pixel at = {
                from.x + k * fr_direction_dx[diagonally] + m * fr_direction_dx[along],
                from.y + k * fr_direction_dy[diagonally] + m * fr_direction_dy[along]};
            const bool end = (k == 0 && m == 0) || (k == diagonal && m == straight);
            if ((!end && jump_graph_corner(graph, at.x, at.y)) ||
                (k < diagonal && !step_is_open(graph->map, at, diagonally)) ||
                (m < straight && !step_is_open(graph->map, at, along)))
                return false;
        }
    return true;
}

/* The same for a cell at (dx, dy). */
static bool next_to_cell(const struct jump_graph *graph, struct fr_pixel from, int32_t dx,
                         int32_t dy)
{
    const int32_t across = abs(dx), down = abs(dy);
    const int32_t diagonal = across < down ? across : down;
    const int diagonally = dx >= 0 ? (dy >= 0 ? 1 : 7) : (dy >= 0 ? 3 : 5);
    const int along = across > down ? (dx > 0 ? 0 : 4) : (dy > 0 ? 2 : 6);
    return next_to(graph, from, diagonally, diagonal, along, across + down - 2 * diagonal);
}

static size_t count_links_to(const struct links *links, int32_t dx, int32_t dy)
{
    size_t count = 0;
    for (size_t i = 0; i < links->count; i++)
        count += links->at[i].dx == dx && links->at[i].dy == dy &&
                 links->at[i].sector == links_sector(dx, dy);
    return count;
}

/* All links of a cell, those that it has and those that it should have. */
static void check_links(const struct jump_graph *graph, struct fr_pixel from, struct links *links,
                        uint64_t seed)
{
    size_t expected = 0;
    links->count = 0;
    assert_true(links_all(&graph->lanes, from, links));
    for (uint32_t node = 0; node < graph->node_count; node++) {
        const struct fr_pixel corner = jump_graph_pixel(graph, node);
        const int32_t dx = corner.x - from.x, dy = corner.y - from.y;
        if ((dx == 0 && dy == 0) || !next_to_cell(graph, from, dx, dy))
            continue;
        expected++;
        if (count_links_to(links, dx, dy) == 1)
            continue;
        print_map(graph->map);
        fail_msg("FOOTRACE_SEED=%llu: (%d, %d) has no link to (%d, %d)", (unsigned long long)seed,
                 from.x, from.y, corner.x, corner.y);
    }
    if (links->count == expected)
        return;
    print_map(graph->map);
    fail_msg("FOOTRACE_SEED=%llu: (%d, %d) has %zu links, not %zu", (unsigned long long)seed,
             from.x, from.y, links->count, expected);
}

static void links_are_what_their_definition_says(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(1);
    struct links links = {.allocator = &fr_default_allocator};
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        if (i % 2)
            mixed_walls(map, &random);
        struct jump_graph graph = graph_of(map);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++)
                if (fr_map_walkable(map, x, y))
                    check_links(&graph, (struct fr_pixel){x, y}, &links, seed + (uint64_t)i);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
    links_release(&links);
}

static void turns_are_those_of_the_tables(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        mixed_walls(map, &random);
        struct jump_graph graph = graph_of(map);
        struct fr_jump_distances *tables;
        assert_int_equal(
            fr_jump_distances_create(map, FR_JUMP_AT_CORNERS, &fr_default_allocator, &tables),
            FR_OK);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                const uint8_t turns = tables->turns[fr_jump_index(tables, x, y)];
                assert_int_equal(links_turns(&graph.lanes, (struct fr_pixel){x, y}), turns);
                assert_int_equal(jump_graph_corner(&graph, x, y), turns != 0);
            }
        fr_jump_distances_release(tables);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

/* Both back ends' lists of the node at a place, whatever the numbers. */
static bool same_lists(const struct jump_graph *a, const struct jump_graph *b, uint32_t node_a,
                       uint32_t node_b)
{
    const struct graph_node *one = &a->nodes[node_a], *other = &b->nodes[node_b];
    if (one->turns != other->turns || one->count != other->count)
        return false;
    for (uint32_t i = 0; i < one->count; i++) {
        const struct link *link = &a->links.at[one->first + i];
        const struct link *like = &b->links.at[other->first + i];
        if (link->dx != like->dx || link->dy != like->dy || link->sector != like->sector ||
            link->onward != like->onward ||
            !fr_pixel_equal(jump_graph_pixel(a, link->corner), jump_graph_pixel(b, like->corner)))
            return false;
    }
    return true;
}

static void assert_same_graph(const struct jump_graph *updated, uint64_t seed, int edit)
{
    struct jump_graph fresh = graph_of(updated->map);
    size_t used = 0;
    for (size_t i = 0; i < updated->node_count; i++)
        used += updated->nodes[i].used;
    assert_int_equal(used, fresh.node_count);
    for (uint32_t node = 0; node < fresh.node_count; node++) {
        const struct fr_pixel at = jump_graph_pixel(&fresh, node);
        const uint32_t number = jump_graph_number(updated, at.x, at.y);
        if (updated->nodes[number].used && fr_pixel_equal(jump_graph_pixel(updated, number), at) &&
            same_lists(updated, &fresh, number, node))
            continue;
        print_map(updated->map);
        fail_msg("FOOTRACE_SEED=%llu, edit %d: updated, the corner (%d, %d) is not a fresh one",
                 (unsigned long long)seed, edit, at.x, at.y);
    }
    jump_graph_release(&fresh);
}

/* Large maps, so that edits are small in them. */
static struct fr_map *edited_map(struct fr_random *random)
{
    const int32_t width = fr_random_between(random, 60, 150);
    struct fr_map *map = random_map(random, width, fr_random_between(random, 60, 110),
                                    fr_random_between(random, 0, 12));
    if (fr_random_below(random, 2))
        mixed_walls(map, random);
    return map;
}

static void updated_graphs_equal_fresh_ones(void **state)
{
    (void)state;
    const uint64_t first = soak_seed(400);
    for (int i = 0; i < EDITS * soak_scale() / EDITS_OF_A_MAP; i++) {
        const uint64_t seed = first + (uint64_t)i;
        struct fr_random random = {seed};
        struct fr_map *map = i % 3 ? edited_map(&random) : mixed_map(&random);
        struct jump_graph graph = graph_of(map);
        for (int edit = 0; edit < EDITS_OF_A_MAP; edit++) {
            const struct fr_rect rects[] = {random_edit(map, &random), random_edit(map, &random)};
            assert_int_equal(jump_graph_update(&graph, rects, 2), FR_OK);
            assert_same_graph(&graph, seed, edit);
        }
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

/* In every setting, an update that gets no memory leaves a state that can be released. */
static void updates_without_memory_are_survived(void **state)
{
    (void)state;
    static const char *const settings[][2] = {{"jumpgraph-published", "isovist=formations"},
                                              {"jumpgraph-published", "links=both"},
                                              {"contracted", ""}};
    const struct fr_rect rect = {20, 20, 6, 6};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (uint64_t n = 1, refused = 1; refused > 0; n++) {
            struct fr_random random = {7};
            struct fr_map *map = random_map(&random, 90, 70, 10);
            struct fr_counting_allocator memory;
            struct fr_option_values options;
            struct fr_state *prepared;
            char message[256];
            const struct fr_pathfinder *pathfinder = fr_pathfinder_find(settings[i][0]);
            fr_counting_allocator_init(&memory);
            assert_int_equal(fr_options_parse(pathfinder->options, pathfinder->option_count,
                                              settings[i][1], &options, message, sizeof message),
                             FR_OK);
            assert_int_equal(fr_prepare(pathfinder, map, &options, &memory.allocator, &prepared),
                             FR_OK);
            memory.fail_at = memory.allocations + n;
            assert_int_equal(fr_map_block(map, rect, true), FR_OK);
            const enum fr_status status = fr_update(pathfinder, prepared, &rect, 1);
            refused = memory.refused;
            assert_int_equal(status, refused ? FR_NO_MEMORY : FR_OK);
            fr_release(pathfinder, prepared);
            assert_int_equal(memory.live_bytes, 0);
            fr_map_release(map);
        }
}

/* A block in the open has four corners, two cells apart; each is next to two others, and to the
 * third only round the block. */
static void the_links_of_a_block(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("......|"
                                   "......|"
                                   "..#...|"
                                   "......|"
                                   "......");
    struct jump_graph graph = graph_of(map);
    assert_int_equal(graph.node_count, 4);
    const uint32_t corner = jump_graph_number(&graph, 1, 1);
    const struct graph_node *node = &graph.nodes[corner];
    assert_int_equal(node->count, 2);
    const struct link *right = &graph.links.at[node->first], *below = right + 1;
    assert_true(right->dx == 2 && right->dy == 0 && right->sector == 0);
    assert_true(below->dx == 0 && below->dy == 2 && below->sector == 4);
    /* Past the upper right corner, eastward: on ahead, by 45 degrees to either side, and down. */
    assert_int_equal(right->onward, 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 14 | 1 << 15);
    jump_graph_release(&graph);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_links_of_a_block),
        cmocka_unit_test(turns_are_those_of_the_tables),
        cmocka_unit_test(links_are_what_their_definition_says),
        cmocka_unit_test(updated_graphs_equal_fresh_ones),
        cmocka_unit_test(updates_without_memory_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
