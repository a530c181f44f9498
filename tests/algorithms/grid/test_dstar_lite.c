/* D* Lite as it is meant to be used: a figure walks to one goal while the map changes. Each repaired
 * path is that of a fresh search, point by point, and as long as the oracle's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

enum { WALKS = 300, CHANGES = 12, MOST_BATCH = 4 };

struct walk {
    uint64_t seed;
    struct fr_random random;
    struct fr_map *map;
    struct instance repaired, oracle;
    struct fr_pixel figure, goal;
    int64_t by_repair, afresh; /* pixels expanded */
    int found;
};

static _Noreturn void fail_walk(const struct walk *walk, const char *what)
{
    print_error("FOOTRACE_SEED=%llu, (%d, %d) to (%d, %d): %s\n", (unsigned long long)walk->seed,
                walk->figure.x, walk->figure.y, walk->goal.x, walk->goal.y, what);
    print_map(walk->map);
    fail();
    abort();
}

static int64_t expanded_by(const struct instance *instance)
{
    struct fr_stats stats;
    fr_stats_read(instance->pathfinder, instance->state, &stats);
    return stats.expanded;
}

static void ask(struct walk *walk)
{
    struct instance fresh = instance_named("dstar-lite", "", walk->map);
    struct grid_length length, shortest;
    const enum fr_outcome outcome = instance_find(&walk->repaired, walk->figure, walk->goal);
    if (instance_find(&fresh, walk->figure, walk->goal) != outcome ||
        instance_find(&walk->oracle, walk->figure, walk->goal) != outcome)
        fail_walk(walk, "its outcome is not that of a fresh search");
    walk->by_repair += expanded_by(&walk->repaired);
    walk->afresh += expanded_by(&fresh);
    if (outcome == FR_FOUND) {
        const struct fr_path *path = &walk->repaired.path, *other = &fresh.path;
        if (path->count != other->count ||
            memcmp(path->points, other->points, path->count * sizeof *path->points) != 0)
            fail_walk(walk, "its path is not that of a fresh search");
        if (!replay(walk->map, FR_GRID8, path, walk->figure, walk->goal, &length) ||
            !replay(walk->map, FR_GRID8, &walk->oracle.path, walk->figure, walk->goal, &shortest) ||
            !same_length(length, shortest))
            fail_walk(walk, "its path is not a shortest one");
        walk->figure = fr_point_pixel(path->points[(path->count - 1) / 2]);
        walk->found++;
    }
    instance_release(&fresh);
}

static void change(struct walk *walk)
{
    struct fr_rect rects[MOST_BATCH];
    size_t count = 0;
    for (int i = fr_random_between(&walk->random, 1, MOST_BATCH); i > 0; i--) {
        const struct fr_rect rect = random_edit(walk->map, &walk->random);
        if (rect.width > 0)
            rects[count++] = rect;
    }
    assert_int_equal(fr_update(walk->repaired.pathfinder, walk->repaired.state, rects, count),
                     FR_OK);
    assert_int_equal(fr_update(walk->oracle.pathfinder, walk->oracle.state, rects, count), FR_OK);
}

static void run_walk(struct walk *walk)
{
    walk->map = mixed_map(&walk->random);
    if (walk->seed % 3 == 0)
        mixed_walls(walk->map, &walk->random);
    walk->repaired = instance_named("dstar-lite", "", walk->map);
    walk->oracle = instance_named("dijkstra", "model=grid8", walk->map);
    if (random_walkable(walk->map, &walk->random, &walk->goal) &&
        random_walkable(walk->map, &walk->random, &walk->figure))
        for (int i = 0; i < CHANGES; i++) {
            ask(walk);
            change(walk);
        }
    instance_release(&walk->repaired);
    instance_release(&walk->oracle);
    fr_map_release(walk->map);
}

static void a_repaired_path_is_that_of_a_fresh_search(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    const int64_t walks = soak_fewer((int64_t)WALKS * soak_scale(), 8);
    int64_t by_repair = 0, afresh = 0, found = 0;
    for (int64_t i = 0; i < walks; i++) {
        struct walk walk = {.seed = seed + (uint64_t)i, .random = {seed + (uint64_t)i}};
        run_walk(&walk);
        by_repair += walk.by_repair;
        afresh += walk.afresh;
        found += walk.found;
    }
    print_message("from seed %llu: %lld paths, %lld pixels expanded by repair, %lld afresh\n",
                  (unsigned long long)seed, (long long)found, (long long)by_repair,
                  (long long)afresh);
    assert_true(found > walks);
}

/* In the open, an obstacle beside the path costs a small part of a search; a repeated query costs a
 * search, as nothing changed. */
static void a_small_change_costs_a_small_repair(void **unused)
{
    (void)unused;
    struct fr_map *map;
    assert_int_equal(fr_map_create(100, 100, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < 100; y++)
        for (int32_t x = 0; x < 100; x++)
            fr_map_set_area(map, x, y, !(x == 50 && y > 5));
    struct instance instance = instance_named("dstar-lite", "", map);
    const struct fr_pixel start = {10, 50}, goal = {90, 50};
    assert_int_equal(instance_find(&instance, start, goal), FR_FOUND);
    const int64_t first = expanded_by(&instance);
    assert_int_equal(instance_find(&instance, start, goal), FR_FOUND);
    assert_int_equal(expanded_by(&instance), first);
    const struct fr_rect rect = {12, 80, 3, 3};
    assert_int_equal(fr_map_block(map, rect, true), FR_OK);
    assert_int_equal(fr_update(instance.pathfinder, instance.state, &rect, 1), FR_OK);
    assert_int_equal(instance_find(&instance, start, goal), FR_FOUND);
    assert_true(expanded_by(&instance) < first / 10);
    instance_release(&instance);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_change_costs_a_small_repair),
        cmocka_unit_test(a_repaired_path_is_that_of_a_fresh_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
