/* Formations: by hand, what their tables and beams find against a tile by tile reading, and updated
 * ones against fresh ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/published/formations.h"
#include "tests/algorithms/random_edits.h"

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
            if (formations_adjacent(&formations, from, to, NULL) != expected)
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

static void check_box(const struct formations *formations, const struct formation *formation)
{
    int32_t low[AXES], high[AXES];
    for (size_t i = 0; i < formation->count; i++) {
        const struct fr_pixel at =
            jump_graph_pixel(formations->graph, formations->corners[formation->first + i]);
        const int32_t values[AXES] = {at.x, at.y, at.x + at.y, at.x - at.y};
        for (int axis = 0; axis < AXES; axis++) {
            low[axis] = i == 0 || values[axis] < low[axis] ? values[axis] : low[axis];
            high[axis] = i == 0 || values[axis] > high[axis] ? values[axis] : high[axis];
        }
    }
    assert_memory_equal(low, formation->low, sizeof low);
    assert_memory_equal(high, formation->high, sizeof high);
}

/* Each diagonal neighbour of a corner that makes it one belongs to one formation, which is boxed by its
 * corners. */
static void formations_share_no_quadrant(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        struct jump_graph graph = graph_of(map);
        struct formations formations = {.traced = true};
        assert_int_equal(formations_init(&formations, &graph), FR_OK);
        size_t quadrants = 0, listed = 0;
        for (uint32_t node = 0; node < graph.node_count; node++)
            for (int straight = 0; straight < FR_DIRECTIONS; straight += 2)
                quadrants += graph.nodes[node].turns >> straight & 1;
        for (size_t i = 0; i < formations.count; i++) {
            const struct formation *formation = &formations.list[i];
            assert_int_equal(formation->first, listed);
            listed += formation->count;
            check_box(&formations, formation);
        }
        assert_int_equal(listed, formations.corner_count);
        assert_int_equal(listed, quadrants);
        formations_release(&formations);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
}

/* A cell along a beam in direction d, or across it, toward direction d + 2. */
static int32_t along(struct fr_pixel cell, int d)
{
    return cell.x * fr_direction_dx[d] + cell.y * fr_direction_dy[d];
}

static int32_t across(struct fr_pixel cell, int d)
{
    return cell.y * fr_direction_dx[d] - cell.x * fr_direction_dy[d];
}

/* A formation as a beam meets it. */
struct met {
    int32_t near, far, low, high;
    uint32_t formation;
};

static int compare_met(const void *a, const void *b)
{
    const struct met *one = a, *other = b;
    return one->near != other->near
               ? (one->near > other->near) - (one->near < other->near)
               : (one->formation > other->formation) - (one->formation < other->formation);
}

static void meet_all(const struct formations *formations, int d, struct met *met)
{
    for (uint32_t i = 0; i < formations->count; i++) {
        const struct formation *formation = &formations->list[i];
        met[i] = (struct met){INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, i};
        for (size_t k = 0; k < formation->count; k++) {
            const struct fr_pixel at =
                jump_graph_pixel(formations->graph, formations->corners[formation->first + k]);
            const int32_t distance = along(at, d), lane = across(at, d);
            met[i].near = distance < met[i].near ? distance : met[i].near;
            met[i].far = distance > met[i].far ? distance : met[i].far;
            met[i].low = lane < met[i].low ? lane : met[i].low;
            met[i].high = lane > met[i].high ? lane : met[i].high;
        }
    }
    qsort(met, formations->count, sizeof *met, compare_met);
}

static int32_t steps_open(const struct jump_graph *graph, struct fr_pixel at, int d)
{
    int32_t steps = 0;
    while (
        step_on(graph, &at, fr_direction_dx[d % FR_DIRECTIONS], fr_direction_dy[d % FR_DIRECTIONS]))
        steps++;
    return steps;
}

/* Appends what a cell sees of a formation, once. */
static void see(const struct formations *formations, struct fr_pixel from, uint32_t number,
                bool *seen, struct links *links)
{
    const struct formation *formation = &formations->list[number];
    for (size_t i = 0; i < formation->count && !seen[number]; i++) {
        const struct fr_pixel at =
            jump_graph_pixel(formations->graph, formations->corners[formation->first + i]);
        if (formations_adjacent(formations, from, at, NULL))
            assert_true(links_append(links, (struct link){.dx = (int16_t)(at.x - from.x),
                                                          .dy = (int16_t)(at.y - from.y)}));
    }
    seen[number] = true;
}

/* What beams find, lane by lane: each is as wide as the directions beside it are long; the nearest
 * formation that lies in a lane takes it, unless its box reaches behind the cell. */
static void see_by_lanes(const struct formations *formations, struct fr_pixel from,
                         struct links *links)
{
    bool *seen = calloc(formations->count + 1, sizeof *seen);
    struct met *met = calloc(formations->count + 1, sizeof *met);
    for (int d = 0; d < FR_DIRECTIONS; d++) {
        const int32_t low = across(from, d) - steps_open(formations->graph, from, d + 7);
        const int32_t high = across(from, d) + steps_open(formations->graph, from, d + 1);
        bool taken[2 * RANDOM_MAP_WIDTH] = {false};
        meet_all(formations, d, met);
        for (size_t i = 0; i < formations->count; i++) {
            bool any = false;
            for (int32_t lane = low; lane <= high; lane++) {
                const bool in_way = met[i].low <= lane && lane <= met[i].high;
                any |= in_way && !taken[lane - low];
                taken[lane - low] |= in_way && met[i].near > along(from, d);
            }
            if (any && met[i].far >= along(from, d))
                see(formations, from, met[i].formation, seen, links);
        }
    }
    free(met);
    free(seen);
}

static void beams_lose_lanes_to_what_is_nearest(void **state)
{
    (void)state;
    size_t found = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        struct jump_graph graph = graph_of(map);
        struct formations formations = {.traced = true};
        struct links links = {.allocator = &fr_default_allocator}, expected = links;
        assert_int_equal(formations_init(&formations, &graph), FR_OK);
        for (int i = 0; i < 60; i++) {
            const struct fr_pixel from = random_cell(map, &random);
            if (!fr_map_walkable(map, from.x, from.y))
                continue;
            links.count = expected.count = 0;
            assert_true(formations_see(&formations, from, false, &links));
            see_by_lanes(&formations, from, &expected);
            assert_int_equal(links.count, expected.count);
            for (size_t k = 0; k < links.count; k++)
                assert_true(links.at[k].dx == expected.at[k].dx &&
                            links.at[k].dy == expected.at[k].dy);
            found += links.count;
        }
        links_release(&links);
        links_release(&expected);
        formations_release(&formations);
        jump_graph_release(&graph);
        fr_map_release(map);
    }
    assert_true(found > 1000);
}

static void assert_same_formations(const struct formations *a, const struct formations *b)
{
    const size_t cells = fr_map_pixels(a->graph->map);
    assert_memory_equal(a->tables->cells, b->tables->cells, cells * sizeof *a->tables->cells);
    assert_memory_equal(a->tables->turns, b->tables->turns, cells);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->corner_count, b->corner_count);
    for (size_t i = 0; i < a->corner_count; i++)
        assert_int_equal(a->corners[i], b->corners[i]);
    for (size_t i = 0; i < a->count; i++)
        for (int axis = 0; axis < AXES; axis++) {
            const struct box_interval one = a->intervals[axis][i], other = b->intervals[axis][i];
            assert_true(one.low == other.low && one.high == other.high);
            assert_true(one.highest == other.highest && one.formation == other.formation);
        }
}

static void updated_formations_equal_fresh_ones(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        struct jump_graph graph = graph_of(map);
        struct formations followed = {.traced = true};
        assert_int_equal(formations_init(&followed, &graph), FR_OK);
        for (int change = 0; change < 8; change++) {
            struct formations fresh = {.traced = true};
            struct fr_rect rects[3];
            for (int i = 0; i < 3; i++)
                rects[i] = random_edit(map, &random);
            assert_int_equal(jump_graph_update(&graph, rects, 3), FR_OK);
            assert_int_equal(formations_update(&followed, rects, 3), FR_OK);
            assert_int_equal(formations_init(&fresh, &graph), FR_OK);
            assert_same_formations(&followed, &fresh);
            formations_release(&fresh);
        }
        formations_release(&followed);
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
        cmocka_unit_test(formations_share_no_quadrant),
        cmocka_unit_test(beams_lose_lanes_to_what_is_nearest),
        cmocka_unit_test(updated_formations_equal_fresh_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
