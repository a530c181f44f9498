/* JPS and JPS+ against the oracle: exact lengths on random maps with and without edge walls, and
 * after edits; hand-worked paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/jump_points/jump_corners.h"
#include "algorithms/jump_points/jump_lanes.h"
#include "maps/analysis/components.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 100 /* times the soak scale */
#define CLICKS 25
#define EDITS 500 /* times the soak scale */
#define EDITS_OF_A_MAP 20

/* Back ends with options, all of them exact. */
static const struct {
    const char *name, *options;
} searches[] = {{"jps", ""},
                {"jpsplus", ""},
                {"jumpgraph-published", "isovist=walk,wedges=off"},
                {"jumpgraph-published", "isovist=scan,wedges=off"},
                {"jumpgraph-published", "isovist=walk,wedges=costed"},
                {"jumpgraph-published", "wedges=off,links=diagonal,stops=on,goal=walk"},
                {"jumpgraph-published", "wedges=off,links=both"},
                {"jumpgraph-published", "wedges=costed"},
                {"contracted", ""},
                {"octile", ""},
                {"octile", "budget=0"}};
#define SEARCHES (sizeof searches / sizeof *searches)
#define JUMPERS 2 /* the first ones, which walk diagonals first */

struct course {
    uint64_t seed;
    struct fr_random random;
    struct fr_map *map;
    struct instance oracle, instances[SEARCHES];
};

/* Every other map has walls. */
static void open_course(struct course *course, uint64_t seed)
{
    course->seed = seed;
    course->random = (struct fr_random){seed};
    course->map = mixed_map(&course->random);
    if (seed % 2)
        mixed_walls(course->map, &course->random);
    course->oracle = instance_named("dijkstra", "", course->map);
    for (size_t i = 0; i < SEARCHES; i++)
        course->instances[i] = instance_named(searches[i].name, searches[i].options, course->map);
}

static void close_course(struct course *course)
{
    instance_release(&course->oracle);
    for (size_t i = 0; i < SEARCHES; i++)
        instance_release(&course->instances[i]);
    fr_map_release(course->map);
}

/* Asks all; false where no pixel is walkable. */
static bool click(struct course *course)
{
    struct fr_pixel start, goal;
    struct grid_length shortest = {0, 0}, length = {0, 0};
    if (!random_walkable(course->map, &course->random, &start) ||
        !random_walkable(course->map, &course->random, &goal))
        return false;
    const enum fr_outcome outcome = instance_find(&course->oracle, start, goal);
    if (outcome == FR_FOUND)
        assert_true(replay(course->map, FR_GRID8, &course->oracle.path, start, goal, &shortest));
    for (size_t i = 0; i < SEARCHES; i++) {
        struct instance *instance = &course->instances[i];
        bool right = instance_find(instance, start, goal) == outcome;
        if (right && outcome == FR_FOUND)
            right = replay(course->map, FR_GRID8, &instance->path, start, goal, &length) &&
                    same_length(length, shortest);
        if (right)
            continue;
        print_map(course->map);
        fail_msg("FOOTRACE_SEED=%llu, %s:%s, (%d, %d) to (%d, %d): %lld straight and %lld diagonal "
                 "steps, not %lld and %lld",
                 (unsigned long long)course->seed, searches[i].name, searches[i].options, start.x,
                 start.y, goal.x, goal.y, (long long)length.straight, (long long)length.diagonal,
                 (long long)shortest.straight, (long long)shortest.diagonal);
    }
    return true;
}

static void lengths_are_the_oracles(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(100);
    static struct course course;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        open_course(&course, seed + (uint64_t)i);
        for (int left = CLICKS; left > 0 && click(&course); left--)
            continue;
        close_course(&course);
    }
}

static void prepare_again(struct instance *instance, const struct fr_map *map)
{
    fr_release(instance->pathfinder, instance->state);
    assert_int_equal(fr_prepare(instance->pathfinder, map, &instance->options,
                                &fr_default_allocator, &instance->state),
                     FR_OK);
}

static void lengths_are_the_oracles_after_edits(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(200);
    static struct course course;
    for (int i = 0; i < EDITS * soak_scale() / EDITS_OF_A_MAP; i++) {
        open_course(&course, seed + (uint64_t)i);
        for (int edit = 0; edit < EDITS_OF_A_MAP; edit++) {
            const struct fr_rect rect = random_edit(course.map, &course.random);
            for (size_t each = 0; each < SEARCHES; each++) {
                struct instance *instance = &course.instances[each];
                if (instance->pathfinder->update)
                    assert_int_equal(fr_update(instance->pathfinder, instance->state, &rect, 1),
                                     FR_OK);
                else
                    prepare_again(instance, course.map);
            }
            for (int left = 3; left > 0 && click(&course); left--)
                continue;
        }
        close_course(&course);
    }
}

static void assert_same_lanes(const struct fr_lanes *a, const struct fr_lanes *b)
{
    const size_t words = (size_t)a->count * (size_t)a->words;
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->words, b->words);
    assert_memory_equal(a->at, b->at, words * sizeof *a->at);
}

/* The numbers of all corners in order, whatever edits made them. */
static void assert_corners_in_order(const struct fr_jump_corners *corners)
{
    const struct fr_map *map = corners->map;
    uint32_t number = 0;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (fr_jump_corner_bits(corners, y, x / 64) >> x % 64 & 1)
                assert_int_equal(fr_jump_corner(corners, x, y), number++);
    assert_int_equal(fr_jump_corners_count(corners), number);
}

static void updated_bits_equal_fresh_ones(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(300);
    for (int i = 0; i < EDITS * soak_scale() / EDITS_OF_A_MAP; i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct fr_jump_lanes lanes, fresh;
        struct fr_jump_corners corners;
        assert_int_equal(fr_jump_lanes_init(&lanes, map, &fr_default_allocator), FR_OK);
        assert_int_equal(fr_jump_corners_init(&corners, map, &fr_default_allocator), FR_OK);
        for (int edit = 0; edit < EDITS_OF_A_MAP; edit++) {
            const struct fr_rect rect = random_edit(map, &random);
            assert_int_equal(fr_jump_lanes_update(&lanes, rect), FR_OK);
            fr_jump_corners_update(&corners, rect);
            assert_int_equal(fr_jump_lanes_init(&fresh, map, &fr_default_allocator), FR_OK);
            assert_same_lanes(&lanes.rows, &fresh.rows);
            assert_same_lanes(&lanes.columns, &fresh.columns);
            assert_corners_in_order(&corners);
            fr_jump_lanes_release(&fresh);
        }
        fr_jump_corners_release(&corners);
        fr_jump_lanes_release(&lanes);
        fr_map_release(map);
    }
}

static void assert_path(const struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                        const struct fr_pixel *waypoints, size_t count)
{
    for (size_t i = 0; i < JUMPERS; i++) {
        struct instance instance = instance_named(searches[i].name, searches[i].options, map);
        assert_int_equal(instance_find(&instance, start, goal), FR_FOUND);
        assert_int_equal(instance.path.count, count);
        for (size_t at = 0; at < count; at++)
            assert_true(fr_point_equal(instance.path.points[at], fr_pixel_centre(waypoints[at])));
        instance_release(&instance);
    }
}

/* Diagonal first, straight along the wall, round its foot once it is passed. */
static void a_wall_is_walked_around(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....#..|"
                                   "....#..|"
                                   "....#..|"
                                   ".......");
    const struct fr_pixel around[] = {{0, 0}, {3, 3}, {5, 3}, {5, 0}};
    assert_path(map, around[0], around[3], around, 4);
    fr_map_release(map);
}

static void an_edge_wall_is_walked_around(void **state)
{
    (void)state;
    struct fr_map *map = walled_map(". . .|. .\n"
                                    "         \n"
                                    ". . .|. .\n"
                                    "         \n"
                                    ". . . . .\n");
    const struct fr_pixel around[] = {{0, 0}, {2, 2}, {3, 2}, {4, 1}, {4, 0}};
    struct instance jps = instance_named("jps", "", map);
    struct grid_length length;
    assert_int_equal(instance_find(&jps, around[0], around[4]), FR_FOUND);
    assert_true(replay(map, FR_GRID8, &jps.path, around[0], around[4], &length));
    assert_int_equal(length.straight, 2);
    assert_int_equal(length.diagonal, 3);
    instance_release(&jps);
    assert_path(map, around[0], around[4], around, 5);
    fr_map_release(map);
}

/* Nothing is expanded where the goal lies in the open: it is met from the start. */
static void the_open_needs_no_expansion(void **state)
{
    (void)state;
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 200, 150, 0);
    for (size_t i = 0; i < SEARCHES; i++) {
        struct instance instance = instance_named(searches[i].name, searches[i].options, map);
        assert_int_equal(
            instance_find(&instance, (struct fr_pixel){180, 20}, (struct fr_pixel){3, 140}),
            FR_FOUND);
        assert_int_equal(instance.path.count, 3);
        assert_int_equal(instance_stats(&instance).expanded, 0);
        instance_release(&instance);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_is_walked_around),
        cmocka_unit_test(an_edge_wall_is_walked_around),
        cmocka_unit_test(the_open_needs_no_expansion),
        cmocka_unit_test(updated_bits_equal_fresh_ones),
        cmocka_unit_test(lengths_are_the_oracles),
        cmocka_unit_test(lengths_are_the_oracles_after_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
