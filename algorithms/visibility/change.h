/* What became of a map's corners when parts of it changed, and whom they see through these now.
 *
 * A corner stays if it is still there with its block on the same side, and then keeps its number.
 * Two corners that stay see each other as before, unless the segment between them touches a region
 * that changed; so only corners that see a region look again, and only in its direction. New
 * corners lie in a region, and look everywhere. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CHANGE_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/visibility/sight.h"
#include "maps/geometry/region.h"

/* What a corner may be, as bits. */
enum { CHANGE_LISTED = 1, CHANGE_LOOKED = 2, CHANGE_ADDED = 4, CHANGE_REMOVED = 8 };

struct change {
    const struct fr_allocator *allocator;
    const struct fr_corners *corners; /* after; those removed are still in their places */
    size_t corner_count;              /* those places */
    const struct fr_region *regions;
    size_t region_count;
    struct fr_region hull; /* around all of them */
    /* By corner: beyond which borders of the hull it lies. A segment misses all regions if its ends
     * have a bit in common. */
    uint8_t *codes;
    uint8_t *kinds;               /* by corner */
    struct fr_corner_list looked; /* corners that may see, or have seen, through a region */
    /* By corner: those that it sees through regions are seen[first[c]] up to, and without,
     * seen[end[c]], in no order. */
    uint32_t *first, *end;
    struct fr_corner_list seen;
};

/* How sight differs since it followed a change of these regions. FR_OK or FR_NO_MEMORY; either way
 * the caller releases it. All is borrowed. */
FR_MUST_USE enum fr_status change_create(struct change *change, struct sight *sight,
                                         const struct sight_change *followed,
                                         const struct fr_region *regions, size_t count,
                                         const struct fr_allocator *allocator);

/* Whether the segment between two corners touches a region. */
bool change_touches(const struct change *change, uint32_t a, uint32_t b);

void change_release(struct change *change);

#endif
