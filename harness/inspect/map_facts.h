/* The facts about a map in a result file besides its size: counts, and a small picture. */
#ifndef FOOTRACE_HARNESS_INSPECT_MAP_FACTS_H
#define FOOTRACE_HARNESS_INSPECT_MAP_FACTS_H

#include <stdbool.h>

#include "maps/map.h"

struct fr_map_facts {
    int64_t walkable;     /* pixels */
    bool areas[FR_AREAS]; /* ids that occur, 0 apart */
    int area_count;
    uint32_t components; /* 4-connected */
    int64_t reachable;   /* pixels of the largest of them */
    int64_t corners;     /* of blocked pixels, where a shortest path may turn; two at a pinch */
    int32_t thumbnail_width, thumbnail_height;
    char *thumbnail;       /* base64: rows of bits, the leftmost pixel highest, 1 walkable */
    size_t thumbnail_size; /* bytes allocated for it */
};

/* FR_OK and facts for the caller to release, or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_map_facts_create(const struct fr_map *map,
                                               const struct fr_allocator *allocator,
                                               struct fr_map_facts *facts);

void fr_map_facts_release(struct fr_map_facts *facts, const struct fr_allocator *allocator);

#endif
