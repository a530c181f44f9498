/* What became of a map's corners when parts of it changed, and whom they see through these now.
 *
 * A corner stays if it is still there with its block on the same side. Two corners that stay see
 * each other as before, unless the segment between them touches a region that changed; so each
 * corner looks again only in the directions of these. New corners lie in a region, and look
 * everywhere. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_CHANGE_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/visibility/sight.h"
#include "maps/geometry/region.h"

#define CHANGE_NONE UINT32_MAX

struct change {
    const struct fr_allocator *allocator;
    const struct fr_corners *before, *after;
    const struct fr_region *regions;
    size_t region_count;
    struct fr_region hull; /* around all of them */
    /* By corner before and after: beyond which borders of the hull it lies. A segment misses all
     * regions if its ends have a bit in common. */
    uint8_t *codes_before, *codes;
    uint8_t *has_looked; /* by corner after: whether it may see, or have seen, through a region */
    uint32_t *now, *was; /* the corner after of one before, and the other way; or CHANGE_NONE */
    /* By corner after: those that it sees through regions are seen[first[c]] up to, and without,
     * seen[first[c + 1]], in no order. */
    uint32_t *first;
    struct fr_corner_list seen;
};

/* From the corners before to the sight after, which may differ in these regions. FR_OK or
 * FR_NO_MEMORY; either way the caller releases it. All is borrowed. */
FR_MUST_USE enum fr_status change_create(struct change *change, const struct fr_corners *before,
                                         struct sight *after, const struct fr_region *regions,
                                         size_t count, const struct fr_allocator *allocator);

/* Whether the segment between two corners after touches a region. */
bool change_touches(const struct change *change, uint32_t a, uint32_t b);

void change_release(struct change *change);

#endif
