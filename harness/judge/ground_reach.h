/* Reach: which pixels of a ground are joined by steps, told by code that no back end shares.
 *
 * Few races ask: the memory is taken at once, so that asking cannot fail, but it stays untouched
 * until somebody does ask. By one thread at a time. */
#ifndef FOOTRACE_HARNESS_JUDGE_GROUND_REACH_H
#define FOOTRACE_HARNESS_JUDGE_GROUND_REACH_H

#include "harness/judge/legal_ground.h"
#include "maps/point.h"

struct fr_ground_reach;

/* FR_OK or FR_NO_MEMORY. The ground is borrowed; after it changed, forget what was reached. */
FR_MUST_USE enum fr_status fr_ground_reach_create(const struct fr_ground *ground,
                                                  const struct fr_allocator *allocator,
                                                  struct fr_ground_reach **reach);

/* Whether edge steps lead from a pixel of the ground to another; with diagonal, whether those and
 * diagonal steps do, which need not have a free pixel beside them. False from or to a blocked
 * pixel. */
bool fr_ground_reach_joins(struct fr_ground_reach *reach, struct fr_pixel from, struct fr_pixel to,
                           bool diagonal);

void fr_ground_reach_forget(struct fr_ground_reach *reach);

void fr_ground_reach_release(struct fr_ground_reach *reach); /* accepts NULL */

#endif
