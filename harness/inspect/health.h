/* The health of a map: how much floor there is, in how many pieces, and what its painter may not
 * have intended. */
#ifndef FOOTRACE_HARNESS_INSPECT_HEALTH_H
#define FOOTRACE_HARNESS_INSPECT_HEALTH_H

#include <stdint.h>

#include "maps/map.h"

#define FR_ISLANDS_PER_AREA 1000 /* an island has less than a thousandth of the walkable area */

#define FR_TOLD_ISLANDS 20

struct fr_health {
    int64_t pixels, walkable;
    int64_t area_pixels[FR_AREAS];       /* by id */
    uint32_t components_4, components_8; /* edge- and corner-connected */
    int64_t largest;                     /* walkable pixels of the largest edge-connected one */
    uint32_t islands;                    /* edge-connected ones that are islands */
    struct fr_pixel
        island_at[FR_TOLD_ISLANDS]; /* a pixel of each of the first ones, from the top */
    int64_t island_pixels;
    int64_t corners; /* reflex corners of free space, those of pinches not counted */
    int64_t pinches; /* two walls that meet only at a corner */
    int64_t runs;    /* horizontal runs of walkable pixels, ended by walls too */
    int64_t walls;   /* closed borders between pixels */
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_health_examine(const struct fr_map *map,
                                             const struct fr_allocator *allocator,
                                             struct fr_health *health);

#endif
