/* The narrowest passage of a map: where growing walkers get stuck first.
 *
 * A disc grows by half pixels, and at every radius the floor is eroded for it
 * (maps/analysis/erode.h). Floor breaks at the first radius at which a part of it, a 4-connected
 * component of at least a thousandth of the walkable pixels, falls apart: pieces other than its
 * largest make up at least a thousandth of what is left of it; or vanishes, so that nothing is. The
 * passage is the corridor that closed between the largest piece and the largest of the others
 * (maps/analysis/bottlenecks.h), or all of the part. Exact, in integers. */
#ifndef FOOTRACE_MAPS_ANALYSIS_NARROWEST_H
#define FOOTRACE_MAPS_ANALYSIS_NARROWEST_H

#include "maps/map.h"

#define FR_SMALL_PART 1000 /* a part or piece below this share of the whole does not count */

struct fr_narrowest {
    bool found;
    bool vanishes;      /* the part is nowhere wider than its passage */
    int32_t radius;     /* half pixels: of the widest disc that passes; not found: that passed */
    struct fr_pixel at; /* in the middle of the passage */
    int32_t width;      /* pixels: the gap there from the nearest wall to the one opposite */
};

/* Searches up to a radius of most half pixels, at least 1. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED
 * for a map with edge walls. */
FR_MUST_USE enum fr_status fr_narrowest_find(const struct fr_map *map, int32_t most,
                                             const struct fr_allocator *allocator,
                                             struct fr_narrowest *narrowest);

#endif
