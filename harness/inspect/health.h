/* The health of a map: walkable pixels, components, and details that its painter may not have
 * intended. */
#ifndef FOOTRACE_HARNESS_INSPECT_HEALTH_H
#define FOOTRACE_HARNESS_INSPECT_HEALTH_H

#include <stdint.h>

#include "maps/map.h"

#define FR_ISLANDS_PER_AREA 1000 /* an island has less than a thousandth of the walkable pixels */

#define FR_LISTED_ISLANDS 20

struct fr_health {
    int64_t pixels, walkable;
    int64_t area_pixels[FR_AREAS];       /* by id */
    uint32_t components_4, components_8; /* 4-connected and 8-connected */
    int64_t largest;                     /* walkable pixels of the largest 4-connected component */
    uint32_t islands;                    /* 4-connected components that are islands */
    struct fr_pixel
        island_at[FR_LISTED_ISLANDS]; /* one pixel of each of the first islands, from the top */
    int64_t island_pixels;
    int64_t corners; /* reflex corners of free space, except pinches */
    int64_t pinches; /* two walls that meet only at a corner */
    int64_t runs;    /* horizontal runs of walkable pixels, also ended by edge walls */
    int64_t walls;   /* closed borders between pixels */
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_health_examine(const struct fr_map *map,
                                             const struct fr_allocator *allocator,
                                             struct fr_health *health);

#endif
