/* Preparation in slices: what it leaves is what one go leaves, byte for byte where it can be saved,
 * and path for path where not; equal amounts of work give equal slices, which pause when it is used
 * up; and it can end at any slice, for want of memory or because the caller gives up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/saved.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

enum { ROUNDS = 60, CLICKS = 8 };

/* Prepares in slices of so much work, at most so many. Yields how many there were. */
static int prepare_in_slices(struct instance *instance, const struct fr_map *map,
                             const struct fr_allocator *allocator, int64_t amount, int most,
                             enum fr_status *status)
{
    struct fr_work work = {.paused = true};
    int count = 0;
    *status = FR_OK;
    instance->state = NULL;
    for (; work.paused && *status == FR_OK && count < most; count++) {
        work.left = amount;
        *status = fr_prepare_some(instance->pathfinder, map, &instance->options, allocator, &work,
                                  &instance->state);
        assert_true(work.left <= amount);
        assert_true(*status != FR_OK || !work.paused || work.left <= 0);
    }
    return count;
}

static void assert_same_bytes(const struct instance *a, const struct instance *b,
                              const struct fr_map *map)
{
    struct fr_bytes one = {.allocator = &fr_default_allocator}, other = one;
    const enum fr_status status = fr_state_save(a->pathfinder, a->state, map, &a->options, &one);
    assert_int_equal(fr_state_save(b->pathfinder, b->state, map, &b->options, &other), status);
    assert_int_equal(one.count, other.count);
    if (one.count > 0)
        assert_memory_equal(one.items, other.items, one.count);
    fr_bytes_release(&one);
    fr_bytes_release(&other);
}

static void assert_same_paths(struct instance *a, struct instance *b, const struct fr_map *map,
                              struct fr_random *random)
{
    for (int i = 0; i < CLICKS; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(map, random, &start) || !random_walkable(map, random, &goal))
            return;
        assert_int_equal(instance_find(a, start, goal), instance_find(b, start, goal));
        assert_int_equal(a->path.count, b->path.count);
        if (a->path.count > 0)
            assert_memory_equal(a->path.points, b->path.points,
                                a->path.count * sizeof *a->path.points);
    }
}

/* Gives up after some slices, or for want of memory in one of them. */
static void end_early(struct instance *instance, const struct fr_map *map, int64_t amount,
                      int count, struct fr_random *random)
{
    struct fr_counting_allocator counting;
    enum fr_status status;
    fr_counting_allocator_init(&counting);
    const bool refused = fr_random_below(random, 2);
    counting.fail_at = refused ? 1 + fr_random_below(random, 60) : 0;
    prepare_in_slices(instance, map, &counting.allocator, amount,
                      1 + (int)fr_random_below(random, (uint32_t)count), &status);
    assert_true(status != FR_NO_MEMORY || counting.refused > 0);
    assert_true(status == FR_OK || !instance->state);
    fr_release(instance->pathfinder, instance->state);
    assert_int_equal(counting.live_bytes, 0);
}

static void prepare_alike(const struct fr_pathfinder *pathfinder,
                          const struct fr_option_values *options, const struct fr_map *map,
                          struct fr_random *random)
{
    struct instance whole, part;
    const enum fr_status expected =
        instance_prepare(&whole, pathfinder, options, map, &fr_default_allocator);
    const int64_t amount =
        1 + (int64_t)(fr_random_next(random) >> 44 >> fr_random_below(random, 20));
    enum fr_status status, again;
    part = whole;
    fr_path_init(&part.path, &fr_default_allocator);
    const int count =
        prepare_in_slices(&part, map, &fr_default_allocator, amount, INT32_MAX, &status);
    assert_int_equal(status, expected);
    if (status == FR_OK) {
        if (pathfinder->save)
            assert_same_bytes(&whole, &part, map);
        assert_same_paths(&whole, &part, map, random);
    }
    fr_release(pathfinder, part.state);
    fr_path_release(&part.path);
    part.path = (struct fr_path){0};
    assert_int_equal(
        prepare_in_slices(&part, map, &fr_default_allocator, amount, INT32_MAX, &again), count);
    fr_release(pathfinder, part.state);
    end_early(&part, map, amount, count, random);
    instance_release(&whole);
}

static void slices_leave_what_one_go_leaves(void **state)
{
    const uint64_t seed = soak_seed(48);
    const int64_t rounds = soak_fewer((int64_t)ROUNDS * soak_scale(), 4);
    struct fr_random random = {seed};
    int back_ends = 0;
    (void)state;
    print_message("FOOTRACE_SEED=%llu\n", (unsigned long long)seed);
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        back_ends += (*each)->prepare_some != NULL;
        for (int64_t i = 0; i < rounds && (*each)->prepare_some; i++) {
            const uint64_t settings = configuration_count(*each);
            const struct fr_option_values options =
                configuration(*each, fr_random_next(&random) % settings);
            struct fr_map *map = mixed_map(&random);
            prepare_alike(*each, &options, map, &random);
            fr_map_release(map);
        }
    }
    assert_true(back_ends >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_leave_what_one_go_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
