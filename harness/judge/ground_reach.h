/* Reach: which pixels of a ground are connected by steps. Shares no code with any back end.
 *
 * Runs of pixels in a row are joined by union-find at the first question after a change: races on
 * large maps have hundreds. Memory is allocated in advance, so that a question cannot fail. Not safe
 * for several threads. */
#ifndef FOOTRACE_HARNESS_JUDGE_GROUND_REACH_H
#define FOOTRACE_HARNESS_JUDGE_GROUND_REACH_H

#include "harness/judge/legal_ground.h"
#include "maps/point.h"

struct fr_ground_reach;

/* FR_OK or FR_NO_MEMORY. The ground is borrowed; call fr_ground_reach_forget when it changes. */
FR_MUST_USE enum fr_status fr_ground_reach_create(const struct fr_ground *ground,
                                                  const struct fr_allocator *allocator,
                                                  struct fr_ground_reach **reach);

/* Whether steps lead from one pixel of the ground to another: steps over edges or, with diagonal,
 * also over corners, whatever lies beside them. False from or to a blocked pixel. */
bool fr_ground_reach_joins(struct fr_ground_reach *reach, struct fr_pixel from, struct fr_pixel to,
                           bool diagonal);

void fr_ground_reach_forget(struct fr_ground_reach *reach);

void fr_ground_reach_release(struct fr_ground_reach *reach); /* accepts NULL */

#endif
