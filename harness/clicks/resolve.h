/* Resolves a click set on a map: clamping, the starts of walks, and reachability. This is done
 * once, before the race, so that all back ends get the same questions.
 *
 * A walk starts at the last click's clamped goal if that was reachable, else at its start. Where an
 * event has closed that pixel since, the walk's start is clamped like any other. The first walk of
 * a set, which no file holds, starts at its own goal. */
#ifndef FOOTRACE_HARNESS_CLICKS_RESOLVE_H
#define FOOTRACE_HARNESS_CLICKS_RESOLVE_H

#include <stdbool.h>

#include "maps/click_set.h"
#include "maps/map.h"

struct fr_resolved_click {
    bool event;                  /* an event, not a click: nothing below counts */
    bool answerable;             /* false where no pixel of the map is walkable */
    struct fr_pixel start, goal; /* walkable pixels, after clamping */
    bool start_clamped, goal_clamped;
    struct fr_point from, to; /* what is asked: the centres of start and goal, or points of edges */
    bool reachable;           /* by the 4-connected reach of the flood fill */
};

/* Whether a blocked goal moves to the nearest walkable pixel at all, or in the start's component; or
 * blocked ends to the nearest edge of a drawing's enabled areas: to a half pixel inside beside it. Start
 * and goal are the nearest walkable pixels then, too, and serve to show what is reachable. */
enum fr_clamping { FR_CLAMP_NEAREST, FR_CLAMP_COMPONENT, FR_CLAMP_EDGE };

/* Resolves set->count entries; the events are carried out on a copy of the map. FR_OK and
 * set->count entries for the caller to deallocate; FR_NO_MEMORY; FR_BAD_INPUT for a wall event at a
 * border that the map does not have; or FR_UNSUPPORTED for edges of a map without a drawing. */
FR_MUST_USE enum fr_status fr_resolve(const struct fr_click_set *set, const struct fr_map *map,
                                      enum fr_clamping clamping,
                                      const struct fr_allocator *allocator,
                                      struct fr_resolved_click **resolved);

#endif
