/* Random edits of maps: areas, rectangles, edge walls. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_RANDOM_EDITS_H
#define FOOTRACE_TESTS_ALGORITHMS_RANDOM_EDITS_H

#include <stdio.h>

#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"

static inline void set_wall(struct fr_map *map, int32_t x, int32_t y, enum fr_side side,
                            bool closed)
{
    const int32_t to_x = x + (side == FR_EAST), to_y = y + (side == FR_SOUTH);
    if (fr_map_inside(map, x, y) && fr_map_inside(map, to_x, to_y) &&
        fr_map_set_wall(map, x, y, side, closed) != FR_OK)
        abort();
}

/* Opens or closes an area, adds or removes a rectangle, or changes walls; returns the changed
 * rectangle. */
static inline struct fr_rect random_edit(struct fr_map *map, struct fr_random *random)
{
    return fr_conformance_edit(map, random, true);
}

#endif
