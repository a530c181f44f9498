/* The contraction hierarchy of the jump-point graph: diagonals by their definition, cell by cell;
 * shortcuts by their parts; paths over hierarchies with and without a core against A*. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/jump_points/hierarchy_query.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/jump_points/like_left.h"
#include "tests/algorithms/forged.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 200 /* times the soak scale */
#define CLICKS 40

static struct jump_graph graph_of(const struct fr_map *map)
{
    struct jump_graph graph;
    assert_int_equal(jump_graph_init(&graph, map, &fr_default_allocator), FR_OK);
    return graph;
}

/* Every other map has walls. */
static struct fr_map *some_map(uint64_t seed, struct fr_random *random)
{
    *random = (struct fr_random){seed};
    struct fr_map *map = mixed_map(random);
    if (seed % 2)
        mixed_walls(map, random);
    return map;
}

/* Appends the jump point that a straight walk from a cell meets, if any; seen from elsewhere. */
static void meet(const struct fr_jump_lanes *lanes, struct fr_pixel at, int d, struct fr_pixel from,
                 struct links *jumps)
{
    const bool along = d % 4 == 0;
    const struct fr_lane_word *lane =
        along ? fr_lane(&lanes->rows, at.y) : fr_lane(&lanes->columns, at.x);
    const int32_t place = along ? at.x : at.y;
    const struct fr_jump jump =
        d < 4 ? fr_jump_forward(lane, place) : fr_jump_backward(lane, place);
    const struct fr_pixel to = {along ? jump.at : at.x, along ? at.y : jump.at};
    if (jump.point)
        assert_true(links_append(jumps, (struct link){.dx = (int16_t)(to.x - from.x),
                                                      .dy = (int16_t)(to.y - from.y),
                                                      .sector = (uint8_t)(2 * d)}));
}

/* Step by step. */
static void walk_slowly(const struct fr_jump_lanes *lanes, struct fr_pixel from, int d,
                        struct links *jumps)
{
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    struct fr_pixel at = from;
    while (fr_block_open(lanes, at.x - (dx < 0), at.y - (dy < 0))) {
        at = (struct fr_pixel){at.x + dx, at.y + dy};
        meet(lanes, at, dx > 0 ? 0 : 4, from, jumps);
        meet(lanes, at, dy > 0 ? 2 : 6, from, jumps);
    }
}

static void check_walk(const struct diagonals *diagonals, struct fr_pixel from, int d,
                       uint64_t seed)
{
    struct links slow = {.allocator = &fr_default_allocator}, fast = slow;
    struct jump_walk walk = jumps_walk_from(diagonals, from, d);
    walk_slowly(diagonals->lanes, from, d, &slow);
    enum jump_progress progress = JUMPS_PAUSED;
    for (int32_t limit = 0; progress == JUMPS_PAUSED; limit++) {
        progress = jumps_walk(diagonals->lanes, &walk, limit, &fast);
        for (size_t i = 0; i < fast.count; i++)
            assert_true(abs(fast.at[i].dx) <= limit || abs(fast.at[i].dy) <= limit);
    }
    assert_int_equal(progress, JUMPS_DONE);
    bool same = fast.count == slow.count;
    for (size_t i = 0; i < fast.count && same; i++)
        same = fast.at[i].dx == slow.at[i].dx && fast.at[i].dy == slow.at[i].dy &&
               fast.at[i].sector == slow.at[i].sector;
    links_release(&slow);
    links_release(&fast);
    if (same)
        return;
    print_map(diagonals->lanes->map);
    fail_msg("FOOTRACE_SEED=%llu: other jump points in direction %d from (%d, %d)",
             (unsigned long long)seed, d, from.x, from.y);
}

static void diagonals_are_walked_in_jumps(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(500);
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct fr_random random;
        struct fr_map *map = some_map(seed + i, &random);
        struct jump_graph graph = graph_of(map);
        struct diagonals diagonals;
        assert_int_equal(diagonals_init(&diagonals, &graph.lanes), FR_OK);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++)
                for (int d = 1; d < FR_DIRECTIONS && fr_map_walkable(map, x, y); d += 2)
                    check_walk(&diagonals, (struct fr_pixel){x, y}, d, seed + i);
        diagonals_release(&diagonals);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

/* The jump points of a diagonal scan that like_left.h compares, as points and sectors, sorted. */
static size_t scan_slowly(const struct fr_jump_lanes *lanes, struct fr_pixel from, int d,
                          uint64_t *found)
{
    struct links met = {.allocator = &fr_default_allocator};
    meet(lanes, from, d == 1 || d == 7 ? 0 : 4, from, &met);
    if (d == 1 || d == 7)
        meet(lanes, from, d == 1 ? 2 : 6, from, &met);
    walk_slowly(lanes, from, d, &met);
    const size_t count = met.count;
    for (size_t i = 0; i < count; i++) {
        const struct link *jump = &met.at[i];
        const uint64_t key = ((uint64_t)(from.x + jump->dx) << 32) |
                             ((uint64_t)(from.y + jump->dy) << 8) | jump->sector;
        size_t at = i;
        for (; at > 0 && found[at - 1] > key; at--)
            found[at] = found[at - 1];
        found[at] = key;
    }
    links_release(&met);
    return count;
}

static void cells_like_their_left_neighbour_meet_its_jump_points(void **state)
{
    (void)state;
    static uint64_t here[10000], left[10000];
    size_t alike = 0;
    for (uint64_t seed = 500; seed < 700; seed++) {
        struct fr_random random;
        struct fr_map *map = some_map(seed, &random);
        struct jump_graph graph = graph_of(map);
        struct like_left_word *like = like_left_create(&graph.lanes);
        assert_non_null(like);
        for (int32_t i = 0; i < map->width * map->height * 4; i++) {
            const struct fr_pixel at = {i / 4 % map->width, i / 4 / map->width};
            const struct like_left_word *word = &like[at.y * graph.lanes.rows.words + at.x / 64];
            if (!(word->scans[i % 4] >> at.x % 64 & 1))
                continue;
            const int d = 2 * (i % 4) + 1;
            const struct fr_pixel before = {at.x - 1, at.y};
            assert_true(fr_map_walkable(map, at.x, at.y) && fr_map_walkable(map, before.x, at.y));
            const size_t count = scan_slowly(&graph.lanes, at, d, here);
            assert_int_equal(count, scan_slowly(&graph.lanes, before, d, left));
            assert_memory_equal(here, left, count * sizeof *here);
            alike++;
        }
        like_left_release(like, &graph.lanes);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
    assert_true(alike > 10000);
}

static void shortcuts_are_made_of_their_parts(void **state)
{
    (void)state;
    size_t shortcuts = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fr_random random;
        struct fr_map *map = some_map(seed, &random);
        struct jump_graph graph = graph_of(map);
        struct hierarchy hierarchy;
        assert_int_equal(hierarchy_create(&hierarchy, &graph, HIERARCHY_SCANS), FR_OK);
        for (uint32_t owner = 0; owner < hierarchy.node_count; owner++)
            for (uint32_t i = 0; i < hierarchy.nodes[owner].count; i++) {
                const uint32_t number = hierarchy.nodes[owner].first + i;
                const struct ascent *way = &hierarchy.ways[number];
                const struct way_parts parts = hierarchy.parts[number];
                assert_false(hierarchy.nodes[owner].core);
                assert_true(hierarchy.nodes[owner].sectors >> way->sector & 1);
                if (way->middle == WAY_LINK)
                    continue;
                const struct ascent *back = &hierarchy.ways[parts.to_owner];
                const struct ascent *on = &hierarchy.ways[parts.to_end];
                shortcuts++;
                assert_int_equal(back->to, owner);
                assert_int_equal(on->to, way->to);
                assert_true(back->cost + on->cost == way->cost);
                assert_true(on->onward == way->onward);
            }
        hierarchy_release(&hierarchy);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
    assert_true(shortcuts > 100);
}

/* What becomes of a hierarchy that is written and read again. */
static enum fr_status read_again(const struct hierarchy *hierarchy, const struct jump_graph *graph)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    struct fr_saved out = {.bytes = &bytes};
    struct hierarchy written = *hierarchy, loaded = {0};
    hierarchy_pass(&written, graph, &out);
    assert_int_equal(out.status, FR_OK);
    struct fr_saved in = {
        .at = bytes.items, .left = bytes.count, .allocator = &fr_default_allocator};
    hierarchy_pass(&loaded, graph, &in);
    hierarchy_release(&loaded);
    fr_bytes_release(&bytes);
    return in.status;
}

#define REFUSED(place, number) READ_WITH(place, number, read_again(hierarchy, graph), FR_BAD_INPUT)

/* A node without edges may name any place for them, up to the end. */
static void check_nodes(struct hierarchy *hierarchy, const struct jump_graph *graph)
{
    for (uint32_t i = 0; i < hierarchy->node_count; i++) {
        struct hierarchy_node *node = &hierarchy->nodes[i];
        REFUSED(node->first, hierarchy->way_count + 1);
        REFUSED(node->count, hierarchy->way_count - node->first + 1);
        if (node->count == 0)
            READ_WITH(node->first, hierarchy->way_count, read_again(hierarchy, graph), FR_OK);
    }
}

static void check_way(struct hierarchy *hierarchy, const struct jump_graph *graph, uint32_t owner,
                      uint32_t number)
{
    struct ascent *way = &hierarchy->ways[number];
    struct way_parts *parts = &hierarchy->parts[number];
    REFUSED(way->to, hierarchy->node_count);
    REFUSED(way->to, owner);
    REFUSED(way->x, way->x + 1);
    REFUSED(way->y, way->y + 1);
    REFUSED(way->skip, 0);
    REFUSED(way->sector, SECTORS);
    REFUSED(way->cost, way->cost + 1);
    REFUSED(way->cost, FR_JUMP_COSTS);
    if (way->middle == WAY_LINK)
        return;
    const struct hierarchy_node *middle = &hierarchy->nodes[way->middle];
    REFUSED(way->middle, hierarchy->node_count);
    REFUSED(parts->to_owner, parts->to_end);
    REFUSED(parts->to_end, parts->to_owner);
    REFUSED(parts->to_owner, middle->first + middle->count);
    REFUSED(parts->to_end, middle->first + middle->count);
}

static void one_number_beyond_its_bound_is_refused(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = random_map(&random, 12, 12, 15 + 5 * (int)seed);
        struct jump_graph graph = graph_of(map);
        struct hierarchy hierarchy;
        assert_int_equal(hierarchy_create(&hierarchy, &graph, HIERARCHY_SCANS), FR_OK);
        assert_int_equal(read_again(&hierarchy, &graph), FR_OK);
        check_nodes(&hierarchy, &graph);
        for (uint32_t owner = 0; owner < hierarchy.node_count; owner++)
            for (uint32_t i = 0; i < hierarchy.nodes[owner].count; i++)
                check_way(&hierarchy, &graph, owner, hierarchy.nodes[owner].first + i);
        assert_int_equal(read_again(&hierarchy, &graph), FR_OK);
        hierarchy_release(&hierarchy);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

static uint64_t path_cost(const struct fr_map *map, const struct fr_path *path,
                          struct fr_pixel start, struct fr_pixel goal)
{
    struct grid_length length;
    if (!replay(map, FR_GRID8, path, start, goal, &length))
        return 0;
    return (uint64_t)length.straight * FR_JUMP_STRAIGHT +
           (uint64_t)length.diagonal * FR_JUMP_DIAGONAL;
}

/* The cost of the shortest path as A* finds it, or UINT64_MAX. */
static uint64_t shortest_cost(struct instance *astar, const struct fr_map *map,
                              struct fr_pixel start, struct fr_pixel goal)
{
    return instance_find(astar, start, goal) == FR_FOUND ? path_cost(map, &astar->path, start, goal)
                                                         : UINT64_MAX;
}

/* Whatever is contracted: nothing, a little, all. */
static void check_queries(const struct fr_map *map, struct fr_random *random, uint64_t most_scans,
                          uint64_t seed)
{
    struct jump_graph graph = graph_of(map);
    struct instance astar = instance_named("astar", "", map);
    struct hierarchy_query query = {0};
    struct fr_path path;
    struct fr_pixel start, goal;
    fr_path_init(&path, &fr_default_allocator);
    hierarchy_query_init(&query, &graph, &fr_default_allocator);
    query.most_scans = most_scans;
    assert_int_equal(hierarchy_query_rebuild(&query), FR_OK);
    for (int i = 0;
         i < CLICKS && random_walkable(map, random, &start) && random_walkable(map, random, &goal);
         i++) {
        const int32_t dx = goal.x - start.x, dy = goal.y - start.y;
        if ((dx == 0 && dy == 0) || links_walk_open(&graph.lanes, start, dx, dy) ||
            links_walk_open(&graph.lanes, goal, -dx, -dy))
            continue;
        const uint64_t cost = shortest_cost(&astar, map, start, goal);
        path.count = 0;
        const enum fr_outcome outcome = hierarchy_query_run(&query, start, goal);
        const bool right =
            query.best == cost && outcome == (cost == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND) &&
            (outcome != FR_FOUND || (hierarchy_query_trace(&query, &path) == FR_FOUND &&
                                     path_cost(map, &path, start, goal) == cost));
        if (right)
            continue;
        print_map(map);
        fail_msg("FOOTRACE_SEED=%llu, %llu scans: (%d, %d) to (%d, %d) is not the shortest path",
                 (unsigned long long)seed, (unsigned long long)most_scans, start.x, start.y, goal.x,
                 goal.y);
    }
    hierarchy_query_release(&query);
    instance_release(&astar);
    jump_graph_release(&graph);
    fr_path_release(&path);
}

static void queries_are_as_short_as_those_of_astar(void **state)
{
    (void)state;
    static const uint64_t scans[] = {0, 1, 4, HIERARCHY_SCANS};
    const uint64_t seed = soak_seed(600);
    for (uint64_t i = 0; i < (uint64_t)(MAPS * soak_scale()); i++) {
        struct fr_random random;
        struct fr_map *map = some_map(seed + i, &random);
        for (size_t each = 0; each < sizeof scans / sizeof *scans; each++)
            check_queries(map, &random, scans[each], seed + i);
        fr_map_release(map);
    }
}

static void the_corners_by_a_door_are_joined_once(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...#...|"
                                   "...#...|"
                                   "...#...|"
                                   ".......|"
                                   "...#...|"
                                   "...#...|"
                                   "...#...");
    struct jump_graph graph = graph_of(map);
    struct hierarchy hierarchy;
    /* The cells before and behind the door. */
    assert_int_equal(graph.node_count, 2);
    assert_int_equal(hierarchy_create(&hierarchy, &graph, HIERARCHY_SCANS), FR_OK);
    assert_int_equal(hierarchy.nodes[0].count + hierarchy.nodes[1].count, 1);
    const struct ascent *way = hierarchy.ways;
    assert_true(way->cost == 2 * FR_JUMP_STRAIGHT);
    assert_int_equal(way->middle, WAY_LINK);
    assert_int_equal(way->y, 3);
    hierarchy_release(&hierarchy);
    jump_graph_release(&graph);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corners_by_a_door_are_joined_once),
        cmocka_unit_test(diagonals_are_walked_in_jumps),
        cmocka_unit_test(cells_like_their_left_neighbour_meet_its_jump_points),
        cmocka_unit_test(shortcuts_are_made_of_their_parts),
        cmocka_unit_test(one_number_beyond_its_bound_is_refused),
        cmocka_unit_test(queries_are_as_short_as_those_of_astar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
