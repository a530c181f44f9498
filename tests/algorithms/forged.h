/* Saved states with one number replaced. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_FORGED_H
#define FOOTRACE_TESTS_ALGORITHMS_FORGED_H

#include "algorithms/front.h"

static inline struct fr_state *prepared_on(const struct fr_pathfinder *pathfinder,
                                           const struct fr_map *map)
{
    struct fr_option_values values;
    struct fr_state *state = NULL;
    fr_options_default(pathfinder->options, pathfinder->option_count, &values);
    assert_int_equal(fr_prepare(pathfinder, map, &values, &fr_default_allocator, &state), FR_OK);
    return state;
}

/* With another number in one place, `read` must give the expected status. */
#define READ_WITH(place, number, read, expected)                                                   \
    do {                                                                                           \
        const __typeof__(place) before = (place);                                                  \
        (place) = (__typeof__(place))(number);                                                     \
        const enum fr_status status = (read);                                                      \
        (place) = before;                                                                          \
        assert_int_equal(status, expected);                                                        \
    } while (0)

#endif
