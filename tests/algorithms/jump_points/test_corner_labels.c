/* Hub labels of corners: any two share a hub on a shortest path between them, and the ways that
 * lead there are spelled out as they are. What does not fit, or has no order, is refused. A table
 * of joins says what is met from each cell; one of blocks, whatever their size, leads clicks to the
 * same costs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/jump_points/label_query.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

static enum fr_status corner_labels_create(struct corner_labels *labels,
                                           const struct jump_graph *graph,
                                           const struct hierarchy *hierarchy, size_t most_bytes)
{
    struct labelling *labelling = NULL;
    struct fr_work all = FR_ALL_WORK;
    const enum fr_status status =
        corner_labels_build(labels, graph, hierarchy, most_bytes, &labelling, &all);
    labelling_release(labelling);
    return status;
}

static enum fr_status cell_joins_create(struct cell_joins *joins, const struct jump_graph *graph,
                                        const struct corner_labels *labels, size_t most_bytes)
{
    struct casting *casting = NULL;
    struct fr_work all = FR_ALL_WORK;
    const enum fr_status status =
        cell_joins_build(joins, graph, labels, most_bytes, &casting, &all);
    casting_release(casting);
    return status;
}

#define MAPS 30 /* times the soak scale */
#define PLENTY ((size_t)1 << 30)

/* A map and what is built on it. Every other map has walls. */
struct labelled {
    uint64_t seed;
    struct fr_map *map;
    struct jump_graph graph;
    struct hierarchy hierarchy;
    struct corner_labels labels;
};

static void build(struct labelled *built, uint64_t seed)
{
    struct fr_random random = {seed};
    *built = (struct labelled){.seed = seed, .map = mixed_map(&random)};
    if (seed % 2)
        mixed_walls(built->map, &random);
    assert_int_equal(jump_graph_init(&built->graph, built->map, &fr_default_allocator), FR_OK);
    assert_int_equal(hierarchy_create(&built->hierarchy, &built->graph, HIERARCHY_SCANS), FR_OK);
    assert_int_equal(corner_labels_create(&built->labels, &built->graph, &built->hierarchy, PLENTY),
                     FR_OK);
}

static void discard(struct labelled *built)
{
    corner_labels_release(&built->labels);
    hierarchy_release(&built->hierarchy);
    jump_graph_release(&built->graph);
    fr_map_release(built->map);
}

static void fail_pair(const struct labelled *built, uint32_t from, uint32_t to, const char *what)
{
    const struct labelled_corner *corners = built->labels.corners;
    print_map(built->map);
    fail_msg("FOOTRACE_SEED=%llu: (%u, %u) to (%u, %u): %s", (unsigned long long)built->seed,
             corners[from].x, corners[from].y, corners[to].x, corners[to].y, what);
}

/* Costs from a corner to all others, by hub, along links. */
static void flood_links(const struct labelled *built, uint32_t from, uint64_t *costs)
{
    const struct jump_graph *graph = &built->graph;
    const size_t count = built->labels.corner_count;
    bool *done = calloc(count, sizeof *done);
    assert_non_null(done);
    for (size_t i = 0; i < count; i++)
        costs[i] = i == from ? 0 : UINT64_MAX;
    for (;;) {
        size_t next = count;
        for (size_t i = 0; i < count; i++)
            if (!done[i] && costs[i] != UINT64_MAX && (next == count || costs[i] < costs[next]))
                next = i;
        if (next == count)
            break;
        done[next] = true;
        const struct labelled_corner *corner = &built->labels.corners[next];
        const struct graph_node *node =
            &graph->nodes[jump_graph_number(graph, corner->x, corner->y)];
        for (uint32_t i = 0; i < node->count; i++) {
            const struct link *link = &graph->links.at[node->first + i];
            const uint32_t to = built->labels.numbers[fr_jump_corner(
                &graph->corners, corner->x + link->dx, corner->y + link->dy)];
            const uint64_t cost = costs[next] + fr_jump_octile(link->dx, link->dy);
            if (cost < costs[to])
                costs[to] = cost;
        }
    }
    free(done);
}

static uint32_t first_entry(const struct corner_labels *labels, uint32_t hub)
{
    return labels->corners[hub].first;
}

/* By all hubs that two labels share. */
static uint64_t meeting_cost(const struct corner_labels *labels, uint32_t a, uint32_t b)
{
    uint64_t best = UINT64_MAX;
    for (uint32_t i = first_entry(labels, a); i < first_entry(labels, a + 1); i++)
        for (uint32_t k = first_entry(labels, b); k < first_entry(labels, b + 1); k++) {
            const struct label_entry *one = &labels->entries[i], *other = &labels->entries[k];
            if (one->hub == other->hub && one->cost + other->cost < best)
                best = one->cost + other->cost;
        }
    return best;
}

static void two_labels_meet_on_a_shortest_path(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(700);
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct labelled built;
        build(&built, seed + i);
        const uint32_t count = (uint32_t)built.labels.corner_count;
        uint64_t *costs = calloc(count + 1, sizeof *costs);
        assert_non_null(costs);
        for (uint32_t from = 0; from < count; from += 3) {
            flood_links(&built, from, costs);
            for (uint32_t to = 0; to < count; to++)
                if (meeting_cost(&built.labels, from, to) != costs[to])
                    fail_pair(&built, from, to, "the labels do not meet on a shortest path");
        }
        free(costs);
        discard(&built);
    }
}

/* The cost of a path from its owner on; UINT64_MAX if a waypoint is not a turn. */
static uint64_t way_cost(const struct corner_labels *labels, uint32_t number, uint32_t owner)
{
    const struct label_way *way = &labels->ways[number];
    struct fr_pixel at = {labels->corners[owner].x, labels->corners[owner].y};
    unsigned before = FR_DIRECTIONS;
    uint64_t cost = 0;
    for (uint32_t i = way->first; i < way[1].first; i++) {
        const struct fr_pixel to = {labels->turns[i].x, labels->turns[i].y};
        const unsigned sector = links_sector(to.x - at.x, to.y - at.y);
        if (sector % 2 || sector / 2 == before || (i == way->first && sector / 2 != way->leaves))
            return UINT64_MAX;
        before = sector / 2;
        cost += fr_jump_octile(to.x - at.x, to.y - at.y);
        at = to;
    }
    return before == way->arrives ? cost : UINT64_MAX;
}

static void check_entry(const struct labelled *built, uint32_t owner, uint32_t number)
{
    const struct corner_labels *labels = &built->labels;
    const struct label_entry *entry = &labels->entries[number];
    if (entry->way == LABEL_NONE) {
        if (entry->hub != owner || entry->cost != 0 || labels->onward[number] != LABEL_NONE)
            fail_pair(built, owner, entry->hub, "no way, and not the corner itself");
        return;
    }
    const uint32_t next = labels->onward[number];
    const struct label_turn end = labels->turns[labels->ways[entry->way + 1].first - 1];
    const uint32_t hub = labels->numbers[fr_jump_corner(&built->graph.corners, end.x, end.y)];
    const uint64_t cost = way_cost(labels, entry->way, owner);
    if (hub >= owner || next < first_entry(labels, hub) || next >= first_entry(labels, hub + 1) ||
        labels->entries[next].hub != entry->hub || cost == UINT64_MAX ||
        labels->entries[next].cost + cost != entry->cost)
        fail_pair(built, owner, entry->hub, "the ways do not lead to the hub at this cost");
}

static void entries_lead_to_their_hubs_way_by_way(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(800);
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct labelled built;
        build(&built, seed + i);
        for (uint32_t owner = 0; owner < built.labels.corner_count; owner++)
            for (uint32_t entry = first_entry(&built.labels, owner);
                 entry < first_entry(&built.labels, owner + 1); entry++)
                check_entry(&built, owner, entry);
        discard(&built);
    }
}

static void what_does_not_fit_or_has_a_core_is_refused(void **state)
{
    (void)state;
    struct labelled built;
    struct corner_labels labels;
    struct hierarchy flat;
    build(&built, 4);
    assert_true(built.labels.corner_count > 1);
    assert_int_equal(corner_labels_create(&labels, &built.graph, &built.hierarchy, 100),
                     FR_UNSUPPORTED);
    corner_labels_release(&labels);
    assert_int_equal(hierarchy_create(&flat, &built.graph, 0), FR_OK);
    assert_int_equal(corner_labels_create(&labels, &built.graph, &flat, PLENTY), FR_UNSUPPORTED);
    corner_labels_release(&labels);
    hierarchy_release(&flat);
    discard(&built);
}

static void a_table_of_joins_lists_what_is_met(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(900);
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct labelled built;
        struct cell_joins table, bare;
        build(&built, seed + i);
        assert_int_equal(cell_joins_create(&table, &built.graph, &built.labels, PLENTY), FR_OK);
        assert_int_equal(cell_joins_create(&bare, &built.graph, &built.labels, 0), FR_OK);
        assert_non_null(table.firsts);
        assert_null(bare.firsts);
        for (int32_t y = 0; y < built.map->height; y++)
            for (int32_t x = 0; x < built.map->width; x++) {
                if (!fr_map_walkable(built.map, x, y))
                    continue;
                const uint32_t *kept = cell_joins_at(&table, (struct fr_pixel){x, y});
                const uint32_t *fresh = cell_joins_at(&bare, (struct fr_pixel){x, y});
                assert_int_equal(*kept, *fresh);
                assert_memory_equal(kept, fresh, (*fresh + 1) * sizeof *fresh);
            }
        cell_joins_release(&table);
        cell_joins_release(&bare);
        discard(&built);
    }
}

static size_t table_bytes(const struct cell_joins *joins)
{
    return (joins->block_count + joins->item_count) * sizeof(uint32_t);
}

static bool lists(const uint32_t *list, uint32_t item)
{
    for (uint32_t i = 1; i <= *list; i++)
        if (list[i] == item)
            return true;
    return false;
}

static struct fr_pixel hub_pixel(const struct labelled *built, uint32_t item)
{
    const struct labelled_corner *corner = &built->labels.corners[item / JOIN_DIRECTIONS];
    return (struct fr_pixel){corner->x, corner->y};
}

/* What a cell meets, found again, is listed by its block and distinguished by the cell; whatever else
 * is, a walk leads to. */
static void check_block(const struct labelled *built, struct cell_joins *table,
                        struct cell_joins *bare, struct fr_pixel cell)
{
    const uint32_t *kept = cell_joins_at(table, cell), *met = cell_joins_at(bare, cell);
    for (uint32_t i = 1; i <= *met; i++)
        if (!lists(kept, met[i]) ||
            !cell_joins_meet(table, cell, hub_pixel(built, met[i]), met[i] % JOIN_DIRECTIONS))
            fail_pair(built, met[i] / JOIN_DIRECTIONS, 0, "a jump point that is met is not listed");
    for (uint32_t i = 1; i <= *kept; i++) {
        const struct fr_pixel corner = hub_pixel(built, kept[i]);
        const int32_t dx = corner.x - cell.x, dy = corner.y - cell.y;
        if (cell_joins_meet(table, cell, corner, kept[i] % JOIN_DIRECTIONS) &&
            !links_walk_open(&built->graph.lanes, cell, dx, dy))
            fail_pair(built, kept[i] / JOIN_DIRECTIONS, 0, "no walk leads to what is met");
    }
}

static void check_saved(const struct labelled *built, const struct cell_joins *table)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    struct cell_joins loaded;
    assert_int_equal(cell_joins_save(table, &bytes), FR_OK);
    struct fr_saved saved = {
        .at = bytes.items, .left = bytes.count, .allocator = &fr_default_allocator};
    assert_int_equal(cell_joins_load(&loaded, &built->graph, &built->labels, &saved), FR_OK);
    assert_int_equal(saved.left, 0);
    assert_int_equal(loaded.shift, table->shift);
    assert_int_equal(table_bytes(&loaded), table_bytes(table));
    assert_memory_equal(loaded.firsts, table->firsts, table->block_count * sizeof(uint32_t));
    assert_memory_equal(loaded.items, table->items, table->item_count * sizeof(uint32_t));
    cell_joins_release(&loaded);
    fr_bytes_release(&bytes);
}

/* Tables for decreasing memory: of cells, then of larger and larger blocks, then none. */
static void a_table_of_blocks_lists_what_its_cells_meet(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(1300);
    int32_t shifts = 0; /* a bit for each that was met */
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct labelled built;
        struct cell_joins table, bare;
        build(&built, seed + i);
        assert_int_equal(cell_joins_create(&bare, &built.graph, &built.labels, 0), FR_OK);
        for (size_t room = PLENTY; room > 0;) {
            assert_int_equal(cell_joins_create(&table, &built.graph, &built.labels, room), FR_OK);
            room = table.firsts ? table_bytes(&table) - sizeof(uint32_t) : 0;
            shifts |= table.firsts ? 1 << table.shift : 0;
            for (int32_t y = 0; table.shift > 0 && y < built.map->height; y++)
                for (int32_t x = 0; x < built.map->width; x++)
                    if (fr_map_walkable(built.map, x, y))
                        check_block(&built, &table, &bare, (struct fr_pixel){x, y});
            if (table.firsts)
                check_saved(&built, &table);
            cell_joins_release(&table);
        }
        cell_joins_release(&bare);
        discard(&built);
    }
    assert_int_equal(shifts, 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
}

static void begin_query(struct label_query *query, const struct labelled *built, size_t room)
{
    *query = (struct label_query){0};
    label_query_init(query, &built->graph, &fr_default_allocator);
    assert_int_equal(corner_labels_create(&query->labels, &built->graph, &built->hierarchy, PLENTY),
                     FR_OK);
    struct casting *casting = NULL;
    struct fr_work all = FR_ALL_WORK;
    assert_int_equal(label_query_begin(query, room, &casting, &all), FR_OK);
}

/* Between cells that no single walk joins, joins of cells, of blocks and found again lead to
 * the same cost. */
static void clicks_cost_the_same_by_any_table(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(1700);
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct labelled built;
        struct label_query queries[3];
        struct fr_random random = {seed + i};
        build(&built, seed + i);
        begin_query(&queries[0], &built, PLENTY);
        begin_query(&queries[1], &built, table_bytes(&queries[0].joins) - sizeof(uint32_t));
        begin_query(&queries[2], &built, 0);
        for (int click = 0; click < 100; click++) {
            struct fr_pixel start, goal;
            if (!random_walkable(built.map, &random, &start) ||
                !random_walkable(built.map, &random, &goal))
                break;
            if (links_walk_open(&built.graph.lanes, start, goal.x - start.x, goal.y - start.y) ||
                links_walk_open(&built.graph.lanes, goal, start.x - goal.x, start.y - goal.y))
                continue;
            const enum fr_outcome outcome = label_query_run(&queries[0], start, goal, NULL);
            for (int other = 1; other < 3; other++) {
                assert_int_equal(label_query_run(&queries[other], start, goal, NULL), outcome);
                assert_true(queries[other].best == queries[0].best);
            }
        }
        for (int each = 0; each < 3; each++)
            label_query_release(&queries[each]);
        discard(&built);
    }
}

static size_t held_bytes(const struct fr_map *map, int budget)
{
    const struct fr_pathfinder *octile = fr_pathfinder_find("octile");
    struct fr_counting_allocator counting;
    struct fr_option_values options;
    struct fr_state *prepared;
    char typed[32], message[256];
    snprintf(typed, sizeof typed, "budget=%d", budget);
    assert_int_equal(fr_options_parse(octile->options, octile->option_count, typed, &options,
                                      message, sizeof message),
                     FR_OK);
    fr_counting_allocator_init(&counting);
    assert_int_equal(fr_prepare(octile, map, &options, &counting.allocator, &prepared), FR_OK);
    const size_t held = counting.live_bytes;
    fr_release(octile, prepared);
    return held;
}

/* Beside three bytes a pixel, as its help says: or labels are done without. */
static void the_budget_is_kept(void **state)
{
    enum { WIDTH = 160, HEIGHT = 100, BESIDE = 3 * WIDTH * HEIGHT };
    struct fr_random random = {5};
    int labelled = 0, searched = 0;
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct fr_map *map = random_map(&random, WIDTH, HEIGHT, 1 + i);
        const size_t none = held_bytes(map, 0);
        for (int budget = 1; budget <= 16; budget *= 4) {
            const size_t held = held_bytes(map, budget);
            searched += held == none;
            labelled += held != none;
            assert_true(held == none || held <= (size_t)budget * 1000000 + BESIDE);
        }
        fr_map_release(map);
    }
    assert_true(labelled > 0 && searched > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_labels_meet_on_a_shortest_path),
        cmocka_unit_test(entries_lead_to_their_hubs_way_by_way),
        cmocka_unit_test(a_table_of_joins_lists_what_is_met),
        cmocka_unit_test(a_table_of_blocks_lists_what_its_cells_meet),
        cmocka_unit_test(clicks_cost_the_same_by_any_table),
        cmocka_unit_test(what_does_not_fit_or_has_a_core_is_refused),
        cmocka_unit_test(the_budget_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
