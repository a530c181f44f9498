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

/* Walls in a row or column, one beside the other. */
static inline void draw_wall(struct fr_map *map, struct fr_random *random, int32_t longest,
                             bool closed)
{
    const enum fr_side side = fr_random_below(random, 2) ? FR_EAST : FR_SOUTH;
    int32_t x = fr_random_between(random, 0, map->width - 1);
    int32_t y = fr_random_between(random, 0, map->height - 1);
    for (int32_t left = fr_random_between(random, 1, longest); left > 0; left--) {
        set_wall(map, x, y, side, closed);
        x += side == FR_SOUTH;
        y += side == FR_EAST;
    }
}

/* An area opens or closes, a rectangle comes or goes, or walls do: yields what changed. */
static inline struct fr_rect random_edit(struct fr_map *map, struct fr_random *random)
{
    const struct fr_rect all = {0, 0, map->width, map->height};
    switch (fr_random_below(random, 5)) {
    case 0:
        return fr_map_enable(map, (uint8_t)fr_random_between(random, 2, 4),
                             fr_random_below(random, 2));
    case 1: {
        const enum fr_side side = fr_random_below(random, 2) ? FR_EAST : FR_SOUTH;
        const int32_t x = fr_random_between(random, 0, map->width - 1);
        const int32_t y = fr_random_between(random, 0, map->height - 1);
        set_wall(map, x, y, side, fr_random_below(random, 3) > 0);
        return (struct fr_rect){x, y, 1, 1};
    }
    case 2:
        if (fr_random_below(random, 4) > 0)
            return (struct fr_rect){0, 0, 0, 0};
        draw_wall(map, random, 12, fr_random_below(random, 2));
        return all;
    default: {
        const int32_t size = fr_random_below(random, 3) ? 3 : 12;
        const struct fr_rect rect = {fr_random_between(random, -2, map->width - 1),
                                     fr_random_between(random, -2, map->height - 1),
                                     fr_random_between(random, 1, size),
                                     fr_random_between(random, 1, size)};
        if (fr_map_block(map, rect, fr_random_below(random, 2)) != FR_OK)
            abort();
        return rect;
    }
    }
}

#endif
