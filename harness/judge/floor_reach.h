/* Reach: which pixels of a floor are connected by steps. Shares no code with any back end.
 *
 * Union-find joins the runs of walkable pixels at the first query after a change, not at each
 * change, as a race on a large map may have hundreds of changes. Memory is allocated in advance, so
 * a query cannot fail. Not safe for several threads. */
#ifndef FOOTRACE_HARNESS_JUDGE_FLOOR_REACH_H
#define FOOTRACE_HARNESS_JUDGE_FLOOR_REACH_H

#include "harness/judge/legal_floor.h"
#include "maps/point.h"

struct fr_floor_reach;

/* FR_OK or FR_NO_MEMORY. The floor is borrowed; call fr_floor_reach_forget when it changes. */
FR_MUST_USE enum fr_status fr_floor_reach_create(const struct fr_legal_floor *floor,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_floor_reach **reach);

/* Whether steps lead from one pixel of the floor to another: steps across edges, or with `diagonal`
 * also across corners, whatever the adjacent pixels. False if either pixel is blocked. */
bool fr_floor_reach_joins(struct fr_floor_reach *reach, struct fr_pixel from, struct fr_pixel to,
                          bool diagonal);

void fr_floor_reach_forget(struct fr_floor_reach *reach);

void fr_floor_reach_release(struct fr_floor_reach *reach); /* accepts NULL */

#endif
