/* What changed in a map since something made from it was last updated: a list of rectangles,
 * separate enough that small changes stay small.
 *
 * Two rectangles become one if the rectangle around both has no more pixels than they have
 * together. Thus rectangles that are nested, repeated or moved step by step become one.
 * {.allocator = ...} is an empty list. */
#ifndef FOOTRACE_MAPS_CHANGES_H
#define FOOTRACE_MAPS_CHANGES_H

#include <stddef.h>

#include "maps/map.h"

struct fr_changes {
    struct fr_rect *rects;
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

/* Notes a rectangle inside the map; one without width is ignored. FR_OK; or FR_NO_MEMORY with the
 * list unchanged: what was made from the map must then be rebuilt. */
FR_MUST_USE enum fr_status fr_changes_note(struct fr_changes *changes, struct fr_rect rect);

/* Empties the list; its memory is kept for the next rectangles. */
static inline void fr_changes_forget(struct fr_changes *changes)
{
    changes->count = 0;
}

/* Whether rectangles, each with a margin on two sides, together have more pixels than 1/share of
 * the map: an update then costs more than a new preparation. */
bool fr_rects_exceed(const struct fr_map *map, const struct fr_rect *rects, size_t count,
                     int32_t margin, int64_t share);

void fr_changes_release(struct fr_changes *changes);

#endif
