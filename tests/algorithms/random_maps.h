/* Random maps of many kinds, for differential tests: those of the conformance tests, but the
 * program ends if memory runs out. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_RANDOM_MAPS_H
#define FOOTRACE_TESTS_ALGORITHMS_RANDOM_MAPS_H

#include <stdlib.h>

#include "harness/conformance/small_maps.h"
#include "tests/ascii_map.h"

#define RANDOM_MAP_SIZE FR_CONFORMANCE_MAP_SIZE
#define RANDOM_MAP_WIDTH FR_CONFORMANCE_MAP_WIDTH
#define RANDOM_MAP_LOW FR_CONFORMANCE_MAP_LOW

/* A map of a random kind and size, which the caller releases; one in three has areas, some of them
 * closed. */
static inline struct fr_map *mixed_map(struct fr_random *random)
{
    struct fr_map *map = fr_conformance_map(random, &fr_default_allocator);
    if (!map)
        abort();
    return map;
}

/* Adds edge walls of a random kind. */
static inline void mixed_walls(struct fr_map *map, struct fr_random *random)
{
    fr_conformance_walls(map, random);
}

/* A random walkable pixel, or false if a few hundred attempts find none. */
static inline bool random_walkable(const struct fr_map *map, struct fr_random *random,
                                   struct fr_pixel *pixel)
{
    return fr_conformance_walkable(map, random, pixel);
}

#endif
