/* Resolves a click set on a map: clamps pixels, finds each start, and determines reachability. A
 * set is resolved once, before the race, so that all back ends get the same queries.
 *
 * A click without a start continues from the last click: from its clamped goal if that was
 * reachable, else from its start. A start that an event has closed is clamped, too. A first click
 * without a start, which no file has, starts at its own goal. */
#ifndef FOOTRACE_HARNESS_CLICKS_RESOLVE_H
#define FOOTRACE_HARNESS_CLICKS_RESOLVE_H

#include <stdbool.h>

#include "maps/click_set.h"
#include "maps/map.h"

struct fr_resolved_click {
    bool event;                  /* an event, not a click: the fields below have no meaning */
    bool answerable;             /* false: the map has no walkable pixel */
    struct fr_pixel start, goal; /* walkable pixels, after clamping */
    bool start_clamped, goal_clamped;
    struct fr_point from, to; /* the query: centres of start and goal, or points on edges */
    bool reachable;           /* start and goal are in one 4-connected component */
};

/* Where a blocked goal moves: to the nearest walkable pixel, or to the nearest one in the start's
 * component. FR_CLAMP_EDGE, for maps with a drawing, moves blocked ends to the nearest edge of the
 * enabled areas, up to half a pixel inside; start and goal are then the nearest walkable pixels,
 * for reachability only. */
enum fr_clamping { FR_CLAMP_NEAREST, FR_CLAMP_COMPONENT, FR_CLAMP_EDGE, FR_CLAMPINGS };

extern const char *const fr_clamping_names[FR_CLAMPINGS];

/* Resolves set->count entries; events change a copy of the map. FR_OK and set->count entries that
 * the caller deallocates; FR_NO_MEMORY; FR_BAD_INPUT for a wall event at a border that the map does
 * not have; or FR_UNSUPPORTED for FR_CLAMP_EDGE on a map without a drawing. */
FR_MUST_USE enum fr_status fr_resolve(const struct fr_click_set *set, const struct fr_map *map,
                                      enum fr_clamping clamping,
                                      const struct fr_allocator *allocator,
                                      struct fr_resolved_click **resolved);

#endif
