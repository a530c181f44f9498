/* The faults of the searches that Covert 2016 prints: the back ends that follow the print show
 * each, the others do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"

static struct fr_map *open_map(int32_t size)
{
    struct fr_random random = {0};
    return random_map(&random, size, size, 0);
}

static void assert_path(const struct fr_path *path, const struct fr_pixel *pixels, size_t count)
{
    assert_int_equal(path->count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(fr_point_equal(path->points[i], fr_pixel_centre(pixels[i])));
}

/* Nodes removed from the frontier from corner to corner of an open square, 3 to 11 pixels wide. */
static void breadth_first_takes_nodes_exponentially(void **state)
{
    (void)state;
    static const int64_t taken[] = {16, 57, 178, 509, 1397, 3799, 10410, 28909, 81331};
    for (int32_t size = 3; size <= 11; size++) {
        struct fr_map *map = open_map(size);
        const struct fr_pixel start = {0, 0}, goal = {size - 1, size - 1};
        struct instance published = instance_at("bfs-published", map);
        struct instance fixed = instance_named("bfs", "model=grid8-cut", map);
        assert_int_equal(instance_find(&published, start, goal), FR_FOUND);
        assert_int_equal(instance_stats(&published).expanded, taken[size - 3]);
        assert_true(instance_stats(&published).generated > taken[size - 3]);
        assert_int_equal(instance_find(&fixed, start, goal), FR_FOUND);
        assert_true(instance_stats(&fixed).expanded <= size * size);
        instance_release(&published);
        instance_release(&fixed);
        fr_map_release(map);
    }
}

/* The start and its only neighbour. */
static void breadth_first_counts_each_node_once(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..");
    struct instance published = instance_at("bfs-published", map);
    assert_int_equal(instance_find(&published, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 0}),
                     FR_FOUND);
    assert_int_equal(instance_stats(&published).expanded, 2);
    assert_int_equal(instance_stats(&published).generated, 2);
    instance_release(&published);
    fr_map_release(map);
}

static void the_cap_is_a_limit_and_not_an_answer(void **state)
{
    (void)state;
    struct fr_map *map = open_map(10);
    const struct fr_pixel start = {0, 0}, goal = {9, 9};
    struct instance enough = instance_named("bfs-published", "cap=28909", map);
    struct instance capped = instance_named("bfs-published", "cap=28908", map);
    assert_int_equal(instance_find(&enough, start, goal), FR_FOUND);
    assert_int_equal(instance_find(&capped, start, goal), FR_LIMIT);
    assert_int_equal(capped.path.count, 0);
    assert_int_equal(instance_stats(&capped).expanded, 28908);
    instance_release(&enough);
    instance_release(&capped);
    fr_map_release(map);
}

static void memory_runs_out_as_an_outcome(void **state)
{
    (void)state;
    struct fr_map *map = open_map(12);
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    counting.limit_bytes = 1 << 20;
    const struct fr_pathfinder *bfs = fr_pathfinder_find("bfs-published");
    struct fr_option_values options;
    fr_options_default(bfs->options, bfs->option_count, &options);
    struct instance instance;
    assert_int_equal(instance_prepare(&instance, bfs, &options, map, &counting.allocator), FR_OK);
    assert_int_equal(instance_find(&instance, (struct fr_pixel){0, 0}, (struct fr_pixel){11, 11}),
                     FR_OUT_OF_MEMORY);
    assert_int_equal(instance.path.count, 0);
    assert_int_equal(instance_find(&instance, (struct fr_pixel){0, 0}, (struct fr_pixel){2, 2}),
                     FR_FOUND);
    instance_release(&instance);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

static void breadth_first_names_its_goal_twice(void **state)
{
    (void)state;
    struct fr_map *map = open_map(3);
    struct instance published = instance_at("bfs-published", map);
    struct instance fixed = instance_named("bfs", "model=grid8-cut", map);
    const struct fr_pixel start = {0, 0}, goal = {2, 2};
    static const struct fr_pixel twice[] = {{0, 0}, {1, 1}, {2, 2}, {2, 2}};
    static const struct fr_pixel once[] = {{0, 0}, {2, 2}}; /* turning points only */
    static const struct fr_pixel stay_twice[] = {{0, 0}, {0, 0}};
    assert_int_equal(instance_find(&published, start, goal), FR_FOUND);
    assert_path(&published.path, twice, 4);
    assert_int_equal(instance_find(&fixed, start, goal), FR_FOUND);
    assert_path(&fixed.path, once, 2);
    assert_int_equal(instance_find(&published, start, start), FR_FOUND);
    assert_path(&published.path, stay_twice, 2);
    assert_int_equal(instance_find(&fixed, start, start), FR_FOUND);
    assert_path(&fixed.path, stay_twice, 1);
    instance_release(&published);
    instance_release(&fixed);
    fr_map_release(map);
}

static void the_guided_search_names_it_once(void **state)
{
    (void)state;
    struct fr_map *map = open_map(3);
    struct instance published = instance_at("astar-published", map);
    static const struct fr_pixel path[] = {{0, 0}, {1, 1}, {2, 2}};
    assert_int_equal(instance_find(&published, path[0], path[2]), FR_FOUND);
    assert_path(&published.path, path, 3);
    assert_int_equal(instance_find(&published, path[0], path[0]), FR_FOUND);
    assert_path(&published.path, path, 1);
    instance_release(&published);
    fr_map_release(map);
}

/* Two paths of two steps each: south comes before south-east among the printed neighbours, and so
 * does east. */
static void neighbours_come_in_the_printed_order(void **state)
{
    (void)state;
    struct fr_map *map = open_map(3);
    struct instance published = instance_at("bfs-published", map);
    static const struct fr_pixel down[] = {{0, 0}, {0, 1}, {1, 2}, {1, 2}};
    static const struct fr_pixel right[] = {{0, 0}, {1, 0}, {2, 1}, {2, 1}};
    assert_int_equal(instance_find(&published, down[0], down[3]), FR_FOUND);
    assert_path(&published.path, down, 4);
    assert_int_equal(instance_find(&published, right[0], right[3]), FR_FOUND);
    assert_path(&published.path, right, 4);
    instance_release(&published);
    fr_map_release(map);
}

/* The map drawn in the article, from its top left to its top right; positions there are [y x]. */
static void the_example_of_the_article_is_solved(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...#..|"
                                   "...#..|"
                                   "...#..|"
                                   "......");
    const struct fr_pixel start = {0, 0}, goal = {5, 0};
    struct instance published = instance_at("bfs-published", map);
    struct instance guided = instance_at("astar-published", map);
    struct grid_length length;
    assert_int_equal(instance_find(&published, start, goal), FR_FOUND);
    assert_int_equal(published.path.count, 8);
    published.path.count--;
    assert_true(replay(map, FR_GRID8_CUT, &published.path, start, goal, &length));
    assert_int_equal(instance_find(&guided, start, goal), FR_FOUND);
    assert_true(replay(map, FR_GRID8_CUT, &guided.path, start, goal, &length));
    instance_release(&published);
    instance_release(&guided);
    fr_map_release(map);
}

/* Steps from start to goal, or -1 if the instance finds no path. */
static int64_t steps_between(struct instance *instance, const struct fr_map *map,
                             struct fr_pixel start, struct fr_pixel goal)
{
    struct grid_length length;
    if (instance_find(instance, start, goal) != FR_FOUND)
        return -1;
    assert_true(replay(map, FR_GRID8_CUT, &instance->path, start, goal, &length));
    return length.straight + length.diagonal;
}

/* An overestimating heuristic finds longer paths; on random maps, corner to corner. */
static void the_guided_search_misses_shortest_paths(void **state)
{
    (void)state;
    struct fr_random random = {12};
    int reachable = 0, longer = 0;
    double worst = 1;
    for (int round = 0; round < 600; round++) {
        struct fr_map *map = random_map(&random, 12, 12, 30);
        fr_map_set_area(map, 0, 0, 1);
        fr_map_set_area(map, 11, 11, 1);
        const struct fr_pixel start = {0, 0}, goal = {11, 11};
        struct instance bfs = instance_named("bfs", "model=grid8-cut", map);
        struct instance fixed = instance_named("astar", "model=grid8-cut,costs=steps", map);
        struct instance published = instance_at("astar-published", map);
        const int64_t fewest = steps_between(&bfs, map, start, goal);
        assert_int_equal(steps_between(&fixed, map, start, goal), fewest);
        const int64_t steps = steps_between(&published, map, start, goal);
        if (fewest > 0 && steps > 0) {
            assert_true(steps >= fewest);
            const double ratio = (double)steps / (double)fewest;
            reachable++;
            longer += steps > fewest;
            worst = ratio > worst ? ratio : worst;
        }
        instance_release(&bfs);
        instance_release(&fixed);
        instance_release(&published);
        fr_map_release(map);
    }
    print_message("%d of %d paths are longer than they need be, the worst %.2f times\n", longer,
                  reachable, worst);
    assert_true(reachable > 300);
    assert_in_range(longer * 100 / reachable, 15, 40);
    assert_true(worst > 1.1);
}

/* Nodes at one position never merge: beside a wall there are far more of them than pixels. */
static void the_guided_search_never_merges_nodes(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".........|"
                                   ".........|"
                                   ".........|"
                                   "########.|"
                                   ".........");
    const struct fr_pixel start = {0, 0}, goal = {0, 4};
    struct instance published = instance_at("astar-published", map);
    struct instance fixed = instance_named("astar", "model=grid8-cut,costs=steps", map);
    const int64_t pixels = fr_map_walkable_count(map);
    assert_int_equal(instance_find(&published, start, goal), FR_FOUND);
    assert_true(instance_stats(&published).expanded > 10 * pixels);
    assert_int_equal(instance_find(&fixed, start, goal), FR_FOUND);
    assert_true(instance_stats(&fixed).expanded < 2 * pixels);
    instance_release(&published);
    instance_release(&fixed);
    fr_map_release(map);
}

static void ends_in_walls_are_not_noticed(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("#..|"
                                   "...|"
                                   "..#");
    const struct fr_pixel wall = {0, 0}, other_wall = {2, 2}, floor = {1, 1};
    static const char *const names[][2] = {{"bfs-published", "bfs"}, {"astar-published", "astar"}};
    for (int i = 0; i < 2; i++) {
        struct instance published = instance_at(names[i][0], map);
        struct instance fixed = instance_named(names[i][1], "model=grid8-cut", map);
        assert_int_equal(instance_find(&published, wall, floor), FR_FOUND);
        assert_int_equal(instance_find(&fixed, wall, floor), FR_UNREACHABLE);
        assert_int_equal(instance_find(&published, wall, wall), FR_FOUND);
        assert_int_equal(instance_find(&fixed, wall, wall), FR_UNREACHABLE);
        assert_int_equal(instance_find(&published, floor, other_wall), FR_UNREACHABLE);
        assert_true(instance_stats(&published).expanded > 7);
        assert_int_equal(instance_find(&fixed, floor, other_wall), FR_UNREACHABLE);
        assert_int_equal(instance_stats(&fixed).expanded, 0);
        instance_release(&published);
        instance_release(&fixed);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breadth_first_takes_nodes_exponentially),
        cmocka_unit_test(breadth_first_counts_each_node_once),
        cmocka_unit_test(the_cap_is_a_limit_and_not_an_answer),
        cmocka_unit_test(memory_runs_out_as_an_outcome),
        cmocka_unit_test(breadth_first_names_its_goal_twice),
        cmocka_unit_test(the_guided_search_names_it_once),
        cmocka_unit_test(neighbours_come_in_the_printed_order),
        cmocka_unit_test(the_example_of_the_article_is_solved),
        cmocka_unit_test(the_guided_search_misses_shortest_paths),
        cmocka_unit_test(the_guided_search_never_merges_nodes),
        cmocka_unit_test(ends_in_walls_are_not_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
