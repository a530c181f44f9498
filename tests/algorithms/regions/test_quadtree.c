/* The quadtree: leaves are the largest squares of one kind, also after changes, and neighbours are
 * those that a look at every pixel finds; paths are legal and reach whatever can be reached. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/regions/region_quadtree.h"
#include "tests/algorithms/any_angle_course.h"
#include "tests/algorithms/random_edits.h"

#define MAPS 50 /* times the soak scale */
#define EDITS 10

/* Whether the pixels of a square are all walkable, or none is. */
static bool is_of_one_kind(const struct fr_map *map, struct quadtree_square square)
{
    int32_t walkable = 0;
    for (int32_t y = square.y; y < square.y + square.side; y++)
        for (int32_t x = square.x; x < square.x + square.side; x++)
            walkable += fr_map_inside(map, x, y) && fr_map_walkable(map, x, y);
    return walkable == 0 || walkable == square.side * square.side;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The leaves of the walkable pixels along a side, one after the other. */
static void check_side(const struct quadtree *tree, uint32_t leaf, enum quadtree_side side)
{
    static const int32_t ways[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const struct quadtree_square square = quadtree_square_of(tree, leaf);
    const int32_t far = square.side - 1;
    struct quadtree_list list = {0};
    size_t count = 0;
    uint32_t last = UINT32_MAX;
    assert_int_equal(quadtree_neighbours(tree, leaf, side, &list), FR_OK);
    for (int32_t i = 0; i < square.side; i++) {
        const int32_t along_x = ways[side][0] ? (ways[side][0] > 0 ? far : 0) : i;
        const int32_t along_y = ways[side][1] ? (ways[side][1] > 0 ? far : 0) : i;
        const int32_t x = square.x + along_x + ways[side][0];
        const int32_t y = square.y + along_y + ways[side][1];
        if (!fr_map_inside(tree->map, x, y) || !fr_map_walkable(tree->map, x, y))
            continue;
        const uint32_t other = quadtree_locate(tree, (struct fr_pixel){x, y});
        if (other == last)
            continue;
        assert_true(count < list.count);
        assert_int_equal(list.nodes[count++], other);
        last = other;
    }
    assert_int_equal(count, list.count);
    fr_deallocate(tree->allocator, list.nodes, list.capacity, sizeof *list.nodes);
}

/* Each pixel is in a leaf of its own kind, whose parent's square is not of one kind. */
static void check_tree(const struct quadtree *tree)
{
    const struct fr_map *map = tree->map;
    static uint32_t leaves[RANDOM_MAP_WIDTH * RANDOM_MAP_WIDTH];
    size_t count = 0;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const uint32_t leaf = quadtree_locate(tree, (struct fr_pixel){x, y});
            const struct quadtree_square square = quadtree_square_of(tree, leaf);
            assert_true(x >= square.x && x < square.x + square.side);
            assert_true(y >= square.y && y < square.y + square.side);
            assert_true(is_of_one_kind(map, square));
            assert_int_equal(tree->blocks[leaf / 4].quarters[leaf % 4],
                             fr_map_walkable(map, x, y) ? QUADTREE_FREE : QUADTREE_BLOCKED);
            if (leaf != QUADTREE_ROOT)
                assert_false(
                    is_of_one_kind(map, quadtree_square_of(tree, tree->blocks[leaf / 4].parent)));
            if (fr_map_walkable(map, x, y))
                leaves[count++] = leaf;
        }
    qsort(leaves, count, sizeof *leaves, by_number);
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < QUADTREE_SIDES && (i == 0 || leaves[i] != leaves[i - 1]); side++)
            check_side(tree, leaves[i], (enum quadtree_side)side);
}

static void leaves_and_neighbours_follow_a_changing_map(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct quadtree tree;
        assert_int_equal(quadtree_create(&tree, map, &fr_default_allocator), FR_OK);
        check_tree(&tree);
        for (int edit = 0; edit < EDITS; edit++) {
            assert_int_equal(quadtree_update(&tree, random_edit(map, &random)), FR_OK);
            check_tree(&tree);
        }
        quadtree_release(&tree);
        fr_map_release(map);
    }
}

/* Freed blocks are reused. */
static void a_tree_does_not_grow_with_changes(void **state)
{
    struct fr_map *map = ascii_map("........|"
                                   "........|"
                                   "........|"
                                   "........");
    const struct fr_rect rect = {2, 1, 1, 1};
    struct quadtree tree;
    (void)state;
    assert_int_equal(quadtree_create(&tree, map, &fr_default_allocator), FR_OK);
    const size_t whole = tree.count;
    size_t most = 0;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(fr_map_block(map, rect, i % 2 == 0), FR_OK);
        assert_int_equal(quadtree_update(&tree, rect), FR_OK);
        most = i == 0 ? tree.count : most;
    }
    assert_true(most > whole);
    assert_int_equal(tree.count, most);
    quadtree_release(&tree);
    fr_map_release(map);
}

static void paths_are_legal_and_reach_what_can_be_reached(void **state)
{
    static const char *const addresses[] = {"quadtree"};
    (void)state;
    any_angle_check_random(addresses, 1, MAPS, 20);
}

/* The shortest path turns at (10, 12) and (10, 10), the wall's corners. The squares on the way meet
 * at (10, 8), which sees no further than those around it: what quadtrees are known for. */
static void a_path_is_pulled_taut_through_its_squares(void **state)
{
    struct fr_map *map = ascii_map("................|"
                                   "................|"
                                   "................|"
                                   "................|"
                                   "................|"
                                   ".....#######....|"
                                   "................|"
                                   "................");
    const struct fr_point way[] = {{15, 15}, {10, 12}, {10, 8}, {15, 1}};
    struct instance quadtree = instance_at("quadtree", map);
    (void)state;
    assert_int_equal(instance_find(&quadtree, (struct fr_pixel){7, 7}, (struct fr_pixel){7, 0}),
                     FR_FOUND);
    assert_int_equal(quadtree.path.count, sizeof way / sizeof *way);
    for (size_t i = 0; i < quadtree.path.count; i++)
        assert_true(fr_point_equal(quadtree.path.points[i], way[i]));
    instance_release(&quadtree);
    fr_map_release(map);
}

static void nothing_leads_through_a_pinch(void **state)
{
    struct fr_map *map = ascii_map(".#|"
                                   "#.");
    struct instance quadtree = instance_at("quadtree", map);
    (void)state;
    assert_int_equal(instance_find(&quadtree, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1}),
                     FR_UNREACHABLE);
    instance_release(&quadtree);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_and_neighbours_follow_a_changing_map),
        cmocka_unit_test(a_tree_does_not_grow_with_changes),
        cmocka_unit_test(nothing_leads_through_a_pinch),
        cmocka_unit_test(a_path_is_pulled_taut_through_its_squares),
        cmocka_unit_test(paths_are_legal_and_reach_what_can_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
