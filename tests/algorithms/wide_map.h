/* Random maps of 60 to 160 pixels, where detours are long and near-ties many. Include cmocka and its
 * requirements first. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_WIDE_MAP_H
#define FOOTRACE_TESTS_ALGORITHMS_WIDE_MAP_H

#include "tests/algorithms/random_maps.h"

enum { LEAST_SIDE = 60, MOST_SIDE = 160 };

/* Rocks, or blocks and walls that leave long ways round. */
static inline struct fr_map *wide_map(struct fr_random *random)
{
    const int32_t width = fr_random_between(random, LEAST_SIDE, MOST_SIDE);
    const int32_t height = fr_random_between(random, LEAST_SIDE, MOST_SIDE);
    const bool rocks = fr_random_below(random, 2);
    struct fr_map *map =
        random_map(random, width, height, rocks ? fr_random_between(random, 1, 4) : 0);
    for (int i = 0; !rocks && i < width * height / 300; i++) {
        const int32_t x = fr_random_between(random, 0, width - 1);
        const int32_t y = fr_random_between(random, 0, height - 1);
        const bool wall = fr_random_below(random, 4) == 0;
        const int32_t across = fr_random_between(random, 1, wall ? width / 2 : 9);
        const int32_t down = fr_random_between(random, 1, wall ? 2 : 9);
        const struct fr_rect block = {x, y, i % 2 ? across : down, i % 2 ? down : across};
        assert_int_equal(fr_map_block(map, block, true), FR_OK);
    }
    return map;
}

#endif
