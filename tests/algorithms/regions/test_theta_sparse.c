/* Theta* over a sparse graph: its edges are legal and join all that free space joins, with one link
 * between two outlines; paths are legal and reach whatever can be reached. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/regions/obstacle_links.h"
#include "maps/analysis/components.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/algorithms/any_angle_course.h"

#define MAPS 50 /* times the soak scale */

static struct obstacle_graph graph_of(const struct fr_map *map)
{
    struct obstacle_graph graph;
    assert_int_equal(obstacle_graph_create(&graph, map, &fr_default_allocator), FR_OK);
    return graph;
}

/* The component of the free pixels around a corner. */
static uint32_t component_at(const struct fr_components *components, struct fr_point corner)
{
    for (int i = 0; i < 4; i++) {
        const uint32_t component =
            fr_components_at(components, corner.x / 2 - i % 2, corner.y / 2 - i / 2);
        if (component != FR_NO_COMPONENT)
            return component;
    }
    return FR_NO_COMPONENT;
}

/* Marks all that edges lead to from a node. */
static void mark(const struct obstacle_graph *graph, uint32_t from, bool *marked, uint32_t *stack)
{
    size_t depth = 0;
    stack[depth++] = from;
    marked[from] = true;
    while (depth > 0) {
        const uint32_t node = stack[--depth];
        for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++)
            if (!marked[graph->ends[i]]) {
                marked[graph->ends[i]] = true;
                stack[depth++] = graph->ends[i];
            }
    }
}

/* All corners of a component can be reached from its first one. */
static void check_joined(const struct fr_map *map, const struct obstacle_graph *graph)
{
    struct fr_components *components;
    bool *marked = calloc(graph->node_count + 1, sizeof *marked);
    uint32_t *stack = calloc(graph->node_count + 1, sizeof *stack);
    assert_non_null(marked);
    assert_non_null(stack);
    assert_int_equal(fr_components_create(map, FR_CONNECTED_4, &fr_default_allocator, &components),
                     FR_OK);
    bool *entered = calloc(fr_components_count(components) + 1, sizeof *entered);
    assert_non_null(entered);
    for (uint32_t node = 0; node < graph->node_count; node++) {
        if (graph->nodes[node].corner.qx == 0)
            continue;
        const uint32_t component = component_at(components, obstacle_point(graph, node));
        assert_int_not_equal(component, FR_NO_COMPONENT);
        if (!entered[component])
            mark(graph, node, marked, stack);
        entered[component] = true;
        if (!marked[node])
            print_map(map);
        assert_true(marked[node]);
    }
    fr_components_release(components);
    free(entered);
    free(stack);
    free(marked);
}

static void edges_are_legal_and_join_what_is_joined(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < 4 * MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct obstacle_graph graph = graph_of(map);
        for (uint32_t node = 0; node < graph.node_count; node++)
            for (uint32_t k = graph.first[node]; k < graph.first[node + 1]; k++)
                assert_true(fr_line_of_sight(map, obstacle_point(&graph, node),
                                             obstacle_point(&graph, graph.ends[k])));
        check_joined(map, &graph);
        obstacle_graph_release(&graph);
        fr_map_release(map);
    }
}

/* Edges from columns up to left to columns from right on, other than along the map's frame. */
static size_t count_links(const struct obstacle_graph *graph, const struct fr_map *map,
                          int32_t left, int32_t right)
{
    size_t count = 0;
    for (uint32_t node = 0; node < graph->node_count; node++) {
        const struct fr_point at = obstacle_point(graph, node);
        for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++)
            count += at.y > 0 && at.y < 2 * map->height && at.x <= left &&
                     obstacle_point(graph, graph->ends[i]).x >= right;
    }
    return count;
}

static void two_obstacles_have_one_link(void **state)
{
    struct fr_map *map = ascii_map("...............|"
                                   "...............|"
                                   "...##......##..|"
                                   "...##.....###..|"
                                   "...##......##..|"
                                   "...............|"
                                   "...............");
    struct obstacle_graph graph = graph_of(map);
    (void)state;
    assert_int_equal(count_links(&graph, map, 10, 20), 1);
    obstacle_graph_release(&graph);
    fr_map_release(map);
}

/* The number of edges from one point to another. */
static size_t count_edges(const struct obstacle_graph *graph, struct fr_point from,
                          struct fr_point to)
{
    size_t count = 0;
    for (uint32_t node = 0; node < graph->node_count; node++)
        for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++)
            count += fr_point_equal(obstacle_point(graph, node), from) &&
                     fr_point_equal(obstacle_point(graph, graph->ends[i]), to);
    return count;
}

/* Left of the block's upper left corner, the map's border is three pixels away; the pillar is between the border and
 * the rest of the block, and all other ways to the border are longer. */
static void the_shortest_link_is_kept(void **state)
{
    struct fr_map *map = ascii_map(".............|"
                                   ".............|"
                                   ".............|"
                                   ".............|"
                                   "...##........|"
                                   ".#.##........|"
                                   ".#.##........|"
                                   ".#.##........|"
                                   ".............|"
                                   ".............|"
                                   ".............|"
                                   ".............");
    struct obstacle_graph graph = graph_of(map);
    (void)state;
    assert_int_equal(count_edges(&graph, (struct fr_point){6, 8}, (struct fr_point){0, 8}), 1);
    obstacle_graph_release(&graph);
    fr_map_release(map);
}

static void paths_are_legal_and_reach_what_can_be_reached(void **state)
{
    static const char *const addresses[] = {"theta-sparse"};
    (void)state;
    any_angle_check_random(addresses, 1, MAPS, 20);
}

/* The pinch has two nodes, one for each pixel beside it; no path changes from one to the other. */
static void nothing_leads_through_a_pinch(void **state)
{
    struct fr_map *map = ascii_map(".#|"
                                   "#.");
    struct instance sparse = instance_at("theta-sparse", map);
    (void)state;
    assert_int_equal(instance_find(&sparse, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1}),
                     FR_UNREACHABLE);
    instance_release(&sparse);
    fr_map_release(map);
}

static void a_corner_that_sees_both_ends_is_the_only_turn(void **state)
{
    struct fr_map *map = ascii_map(".......|"
                                   "..###..|"
                                   "..###..|"
                                   ".......");
    struct instance sparse = instance_at("theta-sparse", map);
    (void)state;
    assert_int_equal(instance_find(&sparse, (struct fr_pixel){1, 2}, (struct fr_pixel){3, 0}),
                     FR_FOUND);
    assert_int_equal(sparse.path.count, 3);
    assert_true(fr_point_equal(sparse.path.points[1], (struct fr_point){4, 2}));
    instance_release(&sparse);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_legal_and_join_what_is_joined),
        cmocka_unit_test(two_obstacles_have_one_link),
        cmocka_unit_test(the_shortest_link_is_kept),
        cmocka_unit_test(nothing_leads_through_a_pinch),
        cmocka_unit_test(a_corner_that_sees_both_ends_is_the_only_turn),
        cmocka_unit_test(paths_are_legal_and_reach_what_can_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
