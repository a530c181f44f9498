/* Finds which corners of a map were added, removed or kept when regions of it changed, and which
 * corners they now see through these regions.
 *
 * A corner is kept if it still exists with its block on the same side; it then keeps its number.
 * Visibility between two kept corners is unchanged unless the segment between them touches a
 * changed region. So only corners that see a region are tested again, and only in its direction.
 * Added corners are in a region; they are tested in all directions. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CHANGE_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/visibility/sight.h"
#include "maps/geometry/region.h"

/* Flags of a corner. */
enum { CHANGE_LISTED = 1, CHANGE_LOOKED = 2, CHANGE_ADDED = 4, CHANGE_REMOVED = 8 };

struct change {
    const struct fr_allocator *allocator;
    const struct fr_corners *corners; /* after the change; removed corners keep their places */
    size_t corner_count;              /* number of places */
    const struct fr_region *regions;
    size_t region_count;
    struct fr_region hull; /* the bounding rectangle of all regions */
    /* By corner: the borders of the hull that it is outside of, as bits. A segment whose ends share
     * a bit misses all regions. */
    uint8_t *codes;
    uint8_t *kinds;               /* by corner */
    struct fr_corner_list looked; /* corners that may see through a region, or could before */
    /* By corner: the corners that it sees through regions are seen[first[c]] up to but not
     * including seen[end[c]], unordered. */
    uint32_t *first, *end;
    struct fr_corner_list seen;
};

/* Finds how visibility changed after `sight` was updated for a change of these regions. FR_OK;
 * FR_NO_MEMORY; or FR_UNSUPPORTED, before any test, if corners would look through regions more than
 * most_looks times. In all cases the caller releases `change`. All pointers are borrowed. */
FR_MUST_USE enum fr_status change_create(struct change *change, struct sight *sight,
                                         const struct sight_change *changed,
                                         const struct fr_region *regions, size_t count,
                                         uint64_t most_looks, const struct fr_allocator *allocator);

/* Whether the segment between two corners touches a region. */
bool change_touches(const struct change *change, uint32_t a, uint32_t b);

void change_release(struct change *change);

#endif
