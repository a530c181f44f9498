/* What a figure of some radius loses on a map compared with a point: components that vanish or
 * split, and clicks whose path only a point can walk. */
#ifndef FOOTRACE_HARNESS_CLICKS_RADIUS_LOSS_H
#define FOOTRACE_HARNESS_CLICKS_RADIUS_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/clicks/resolve.h"
#include "maps/analysis/erode.h"
#include "maps/click_set.h"
#include "maps/map.h"

/* Parts are the components of the point's walkable pixels, with the areas in their initial
 * state. */
struct fr_part_losses {
    uint32_t parts;
    uint32_t vanished;   /* parts of which no pixel remains */
    uint32_t split;      /* parts that become two or more pieces */
    int64_t floor, left; /* walkable pixels for a point, and for the figure */
};

/* Both maps have the same size. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_part_losses_count(const struct fr_map *point,
                                                const struct fr_map *agent,
                                                const struct fr_allocator *allocator,
                                                struct fr_part_losses *losses);

/* Finds lost clicks: their goal can be reached by a point but not by the figure, or only because it
 * was clamped into another component. Clicks are clamped on each map separately. Sets `lost`, one
 * flag for each entry of the set, and counts the lost clicks. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_lost_clicks_mark(const struct fr_click_set *set, const struct fr_map *point,
                    const struct fr_resolved_click *agent, enum fr_clamping clamping,
                    const struct fr_allocator *allocator, bool *lost, size_t *count);

/* Describes the losses in one line, with clicks by index: "with radius 6 (disc), 3 of 5
 * components vanish and 1 splits; 2 clicks are lost: 4, 17". "" if nothing is lost.
 * `lost` may be NULL if lost_count is 0. */
void fr_losses_describe(struct fr_agent agent, const struct fr_part_losses *losses,
                        const bool *lost, size_t lost_count, char *text, size_t size);

#endif
