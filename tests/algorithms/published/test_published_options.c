/* Options of published back ends that say how something is found, and not what: the same paths with the
 * same counts. And what their other options promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

enum { MAPS = 12, CLICKS = 12 };

static void assert_alike(struct instance *one, struct instance *other, const struct fr_map *map,
                         struct fr_random *random)
{
    for (int i = 0; i < CLICKS; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(map, random, &start) || !random_walkable(map, random, &goal))
            return;
        const enum fr_outcome outcome = instance_find(one, start, goal);
        assert_int_equal(instance_find(other, start, goal), outcome);
        assert_true(same_path(&one->path, &other->path));
        if (outcome != FR_FOUND) /* which one of them may have known without a search */
            continue;
        const struct fr_stats a = instance_stats(one), b = instance_stats(other);
        assert_int_equal(a.expanded, b.expanded);
        assert_int_equal(a.generated, b.generated);
        assert_int_equal(a.cleared, b.cleared);
    }
}

/* Distances from tables and tile by tile; formations on a beam from trees and one by one; the goal's
 * corners tested and read from bits, where no link can lead past a corner. */
static void the_same_is_found_in_other_ways(void **state)
{
    static const char *const pairs[][2] = {
        {"jumpgraph-published", "jumpgraph-published:reads=steps"},
        {"jumpgraph-published:stops=on", "jumpgraph-published:stops=on,reads=steps"},
        {"jumpgraph-published:links=both,stops=on",
         "jumpgraph-published:links=both,stops=on,reads=steps"},
        {"jumpgraph-published:wedges=early,isovist=formations",
         "jumpgraph-published:wedges=early,isovist=formations,reads=steps"},
        {"jumpgraph-published:isovist=formations",
         "jumpgraph-published:isovist=formations,beams=every"},
        {"jumpgraph-published:isovist=walk", "jumpgraph-published:isovist=walk,goal=walk"},
    };
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            struct fr_random random = {soak_seed(71) + (uint64_t)i};
            struct fr_map *map = mixed_map(&random);
            struct instance one = instance_at(pairs[k][0], map);
            struct instance other = instance_at(pairs[k][1], map);
            assert_alike(&one, &other, map, &random);
            instance_release(&one);
            instance_release(&other);
            fr_map_release(map);
        }
}

/* Links by tables are made again, in the order of a new graph: ties fall as they do there. */
static void an_updated_graph_searches_as_a_fresh_one(void **state)
{
    static const char *const addresses[] = {"jumpgraph-published",
                                            "jumpgraph-published:wedges=early",
                                            "jumpgraph-published:isovist=formations,stops=on"};
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++)
        for (size_t k = 0; k < sizeof addresses / sizeof *addresses; k++) {
            struct fr_random random = {soak_seed(72) + (uint64_t)i};
            struct fr_map *map = mixed_map(&random);
            struct instance followed = instance_at(addresses[k], map);
            for (int change = 0; change < 4; change++) {
                struct fr_rect rects[3];
                for (int r = 0; r < 3; r++)
                    rects[r] = random_edit(map, &random);
                assert_int_equal(fr_update(followed.pathfinder, followed.state, rects, 3), FR_OK);
                struct instance fresh = instance_at(addresses[k], map);
                assert_alike(&followed, &fresh, map, &random);
                instance_release(&fresh);
            }
            instance_release(&followed);
            fr_map_release(map);
        }
}

/* Positions that are expanded, or queued, once: no more of them than pixels; and all of them reach
 * what breadth-first search reaches, by legal steps, no fewer than it takes. */
static void positions_are_taken_or_queued_once(void **state)
{
    static const char *const settings[] = {"positions=taken", "positions=queued",
                                           "positions=taken,priority=goal",
                                           "positions=queued,priority=goal"};
    (void)state;
    for (int i = 0; i < 4 * MAPS * soak_scale(); i++) {
        struct fr_random random = {soak_seed(73) + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        const int64_t pixels = fr_map_walkable_count(map);
        struct instance oracle = instance_named("bfs", "model=grid8-cut", map);
        struct instance guided = instance_named("astar-published", settings[i % 4], map);
        struct fr_pixel start, goal;
        for (int click = 0; click < CLICKS && random_walkable(map, &random, &start) &&
                            random_walkable(map, &random, &goal);
             click++) {
            struct grid_length fewest, steps;
            const enum fr_outcome outcome = instance_find(&oracle, start, goal);
            assert_int_equal(instance_find(&guided, start, goal), outcome);
            assert_true(instance_stats(&guided).expanded <= pixels);
            assert_true(i % 2 == 0 || instance_stats(&guided).generated <= pixels);
            if (outcome != FR_FOUND)
                continue;
            assert_true(replay(map, FR_GRID8_CUT, &oracle.path, start, goal, &fewest));
            assert_true(replay(map, FR_GRID8_CUT, &guided.path, start, goal, &steps));
            assert_true(steps.straight + steps.diagonal >= fewest.straight + fewest.diagonal);
        }
        instance_release(&oracle);
        instance_release(&guided);
        fr_map_release(map);
    }
}

static bool holds(const struct fr_path *path, struct fr_point point, size_t *from)
{
    while (*from < path->count && !fr_point_equal(path->points[*from], point))
        ++*from;
    return *from < path->count;
}

/* Without sliding, straightening only drops waypoints of the trace, and always ends; without
 * simplifying, the trace takes the same pixels. */
static void straightening_without_slides_only_drops_waypoints(void **state)
{
    static const char *const raw = "precheck=off,forward=off,reverse=off";
    (void)state;
    for (int i = 0; i < 2 * MAPS * soak_scale(); i++) {
        struct fr_random random = {soak_seed(74) + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct instance traced = instance_named("flood-published", raw, map);
        struct instance every = instance_named(
            "flood-published", "precheck=off,forward=off,reverse=off,simplify=off", map);
        struct instance straight = instance_named("flood-published", "precheck=off,slide=off", map);
        struct fr_pixel start, goal;
        for (int click = 0; click < CLICKS && random_walkable(map, &random, &start) &&
                            random_walkable(map, &random, &goal);
             click++) {
            struct grid_length one, other;
            const enum fr_outcome outcome = instance_find(&traced, start, goal);
            assert_int_equal(instance_find(&every, start, goal), outcome);
            assert_int_equal(instance_find(&straight, start, goal), outcome);
            if (outcome != FR_FOUND)
                continue;
            assert_true(replay(map, FR_GRID8_CUT, &traced.path, start, goal, &one));
            assert_true(replay(map, FR_GRID8_CUT, &every.path, start, goal, &other));
            assert_true(same_length(one, other));
            assert_int_equal(every.path.count, other.straight + other.diagonal + 1);
            size_t at = 0, among = 0;
            for (size_t k = 0; k < traced.path.count; k++)
                assert_true(holds(&every.path, traced.path.points[k], &at));
            for (size_t k = 0; k < straight.path.count; k++)
                assert_true(holds(&traced.path, straight.path.points[k], &among));
        }
        instance_release(&traced);
        instance_release(&every);
        instance_release(&straight);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_is_found_in_other_ways),
        cmocka_unit_test(an_updated_graph_searches_as_a_fresh_one),
        cmocka_unit_test(positions_are_taken_or_queued_once),
        cmocka_unit_test(straightening_without_slides_only_drops_waypoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
