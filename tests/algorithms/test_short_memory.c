/* Clicks on a map so large that buffers have to grow while paths are found: each allocation that
 * they take is refused once. The conformance tests do so on small maps, where few have to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"

enum { SIZE = 64, CLICKS = 3, SETTINGS = 3 };

struct errand {
    const struct fr_map *map;
    struct fr_pixel ends[CLICKS][2];
    enum fr_outcome expected[CLICKS];
};

/* Asks all; a refused allocation is reported, and the same click then answered. */
static void ask_all(struct instance *instance, struct fr_counting_allocator *counting,
                    const struct errand *errand)
{
    for (int i = 0; i < CLICKS; i++) {
        const struct fr_pixel start = errand->ends[i][0], goal = errand->ends[i][1];
        const uint64_t before = counting->refused;
        enum fr_outcome outcome = instance_find(instance, start, goal);
        if (counting->refused != before) {
            assert_int_equal(outcome, FR_OUT_OF_MEMORY);
            assert_int_equal(instance->path.count, 0);
            outcome = instance_find(instance, start, goal);
        }
        assert_int_equal(outcome, errand->expected[i]);
    }
}

/* Refuses the n-th allocation after prepare; false where there are fewer. */
static bool refuse(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options,
                   const struct errand *errand, uint64_t n)
{
    struct fr_counting_allocator counting;
    struct instance instance;
    fr_counting_allocator_init(&counting);
    assert_int_equal(
        instance_prepare(&instance, pathfinder, options, errand->map, &counting.allocator), FR_OK);
    counting.fail_at = counting.allocations + n;
    ask_all(&instance, &counting, errand);
    instance_release(&instance);
    assert_int_equal(counting.live_bytes, 0);
    return counting.refused > 0;
}

/* False for a setting that cannot take the map. */
static bool note_outcomes(const struct fr_pathfinder *pathfinder,
                          const struct fr_option_values *options, struct errand *errand)
{
    struct instance instance;
    const enum fr_status status =
        instance_prepare(&instance, pathfinder, options, errand->map, &fr_default_allocator);
    if (status == FR_UNSUPPORTED)
        return false;
    assert_int_equal(status, FR_OK);
    for (int i = 0; i < CLICKS; i++)
        errand->expected[i] = instance_find(&instance, errand->ends[i][0], errand->ends[i][1]);
    instance_release(&instance);
    return true;
}

static void refused_memory_is_told_and_forgotten(void **state)
{
    struct fr_random random = {7};
    struct fr_map *map = random_map(&random, SIZE, SIZE, 20);
    struct errand errand = {.map = map};
    int grown = 0;
    (void)state;
    for (int i = 0; i < CLICKS; i++)
        for (int end = 0; end < 2; end++)
            assert_true(random_walkable(map, &random, &errand.ends[i][end]));
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        const uint64_t count = configuration_count(*each);
        for (uint64_t i = 0; i < count && i < SETTINGS; i++) {
            const struct fr_option_values options =
                configuration(*each, fr_conformance_spread(count, i));
            struct fr_traits traits;
            fr_traits_of(*each, &options, &traits);
            /* Those with faults, published and naive ones, take their time. */
            if (traits.expected_faults || !note_outcomes(*each, &options, &errand))
                continue;
            uint64_t n = 1;
            while (refuse(*each, &options, &errand, n))
                n++;
            grown += n > 1;
        }
    }
    assert_true(grown > 5);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_memory_is_told_and_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
