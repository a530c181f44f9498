/* The narrowest passage of a map: where a growing walker gets stuck first.
 *
 * A disc grows by half pixels, and at every radius the floor is eroded for it
 * (maps/analysis/erode.h). A part is a 4-connected component of at least a thousandth of the
 * walkable pixels. It breaks at the first radius at which its pieces other than the largest have at
 * least a thousandth of its remaining pixels, or at which nothing remains. The passage is the
 * corridor that closed between the two largest pieces (maps/analysis/bottlenecks.h), or the whole
 * part. Exact, in integers. */
#ifndef FOOTRACE_MAPS_ANALYSIS_NARROWEST_H
#define FOOTRACE_MAPS_ANALYSIS_NARROWEST_H

#include "maps/map.h"

#define FR_SMALL_PART 1000 /* a part or piece below 1/1000 of the whole does not count */

struct fr_narrowest {
    bool found;
    bool vanishes; /* the part is nowhere wider than its passage */
    /* half pixels: of the widest disc that passes; if none was found, of the last that passed */
    int32_t radius;
    struct fr_pixel at; /* in the middle of the passage */
    int32_t width;      /* pixels: the gap there, from the nearest wall to the opposite one */
};

/* Searches up to a radius of most half pixels, at least 1. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED
 * for a map with edge walls. */
FR_MUST_USE enum fr_status fr_narrowest_find(const struct fr_map *map, int32_t most,
                                             const struct fr_allocator *allocator,
                                             struct fr_narrowest *narrowest);

#endif
