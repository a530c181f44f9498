/* What the budget is compared with is what a state holds (the back end is included, whose estimates they
 * are): neither less, nor so much more that a room is refused for nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/algorithms/wide_map.h"
#include "tests/soak.h"

/* Last: its names are those of every back end. */
#include "algorithms/hubs/hublabel.c"

enum { MAPS = 8, SMALL = 2048 };

/* The part of a state that its lists take, as build_labels, build_upward and lists_fit count it. */
static size_t listed_bytes(const struct hub_tables *tables)
{
    const size_t labels = tables->labels.entry_count * sizeof *tables->labels.entries;
    const size_t upward = ((size_t)tables->upward.item_count + 1) * sizeof *tables->upward.items;
    size_t lists = 0;
    for (size_t step = (size_t)1 << 30; step > 0; step /= 2) /* the least that fits */
        lists += lists_fit(&tables->vias, lists + step - 1) ? 0 : step;
    assert_true(lists_fit(&tables->vias, lists) && !lists_fit(&tables->vias, lists - 1));
    return labels + upward + lists;
}

static void estimates_are_what_is_held(void **unused)
{
    struct fr_random random = {87};
    const int maps = (int)soak_fewer(MAPS, 4);
    (void)unused;
    for (int i = 0; i < maps; i++) {
        /* One has hundreds of components. */
        struct fr_map *map = i == 0 ? random_map(&random, 90, 70, 70) : wide_map(&random);
        struct fr_counting_allocator counting;
        struct fr_option_values values;
        struct fr_state *state = NULL;
        struct taut_graph taut;
        struct core_search search;
        fr_counting_allocator_init(&counting);
        fr_options_default(option_table, fr_hublabel.option_count, &values);
        assert_int_equal(fr_prepare(&fr_hublabel, map, &values, &counting.allocator, &state),
                         FR_OK);
        assert_int_equal(taut_graph_create(&taut, map, true, &fr_default_allocator), FR_OK);
        assert_int_equal(core_search_create(&search, &taut.graph, &fr_default_allocator), FR_OK);
        const size_t estimate = fixed_bytes(state, &search) + listed_bytes(&state->tables);
        const size_t held = counting.live_bytes;
        if (held > estimate || estimate - held > SMALL)
            fail_msg("map %d: %zu bytes estimated, %zu held", i, estimate, held);
        core_search_release(&search);
        taut_graph_release(&taut);
        fr_release(&fr_hublabel, state);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_are_what_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
