/* Facts about a map, besides its size, for result files: counts, and a thumbnail. */
#ifndef FOOTRACE_HARNESS_INSPECT_MAP_FACTS_H
#define FOOTRACE_HARNESS_INSPECT_MAP_FACTS_H

#include <stdbool.h>

#include "maps/map.h"

struct fr_map_facts {
    int64_t walkable;     /* pixels */
    bool areas[FR_AREAS]; /* areas that occur; 0 never counts */
    int area_count;
    uint32_t components; /* 4-connected */
    int64_t reachable;   /* pixels of the largest component */
    int64_t corners;     /* reflex corners of free space, where a shortest path may turn; a pinch
                          * has two */
    int32_t thumbnail_width, thumbnail_height;
    char *thumbnail;       /* base64: rows of bits, leftmost pixel in the highest bit, 1:
                            * walkable */
    size_t thumbnail_size; /* bytes allocated for it */
};

/* FR_OK and facts that the caller releases, or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_map_facts_create(const struct fr_map *map,
                                               const struct fr_allocator *allocator,
                                               struct fr_map_facts *facts);

void fr_map_facts_release(struct fr_map_facts *facts, const struct fr_allocator *allocator);

#endif
