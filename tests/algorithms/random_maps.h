/* Random maps of many kinds, for differential tests: those of the conformance tests, in a program
 * that ends without memory. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_RANDOM_MAPS_H
#define FOOTRACE_TESTS_ALGORITHMS_RANDOM_MAPS_H

#include <stdlib.h>

#include "harness/conformance/small_maps.h"
#include "tests/ascii_map.h"

#define RANDOM_MAP_SIZE FR_CONFORMANCE_MAP_SIZE
#define RANDOM_MAP_WIDTH FR_CONFORMANCE_MAP_WIDTH
#define RANDOM_MAP_LOW FR_CONFORMANCE_MAP_LOW

/* A map for the caller to release, of a random kind and size; one in three has areas, of which
 * some are closed. */
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

/* A random walkable pixel, or false where a few hundred tries find none. */
static inline bool random_walkable(const struct fr_map *map, struct fr_random *random,
                                   struct fr_pixel *pixel)
{
    return fr_conformance_walkable(map, random, pixel);
}

#endif
