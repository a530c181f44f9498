/* What an agent loses on a map because it is wider than a point: parts of the floor that vanish or
 * fall apart, and clicks that a point can walk but the agent cannot. */
#ifndef FOOTRACE_HARNESS_CLICKS_AGENT_LOSS_H
#define FOOTRACE_HARNESS_CLICKS_AGENT_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/clicks/resolve.h"
#include "maps/analysis/erode.h"
#include "maps/click_set.h"
#include "maps/map.h"

/* Parts are 4-connected components of the point's floor, as the areas are enabled at first. */
struct fr_part_losses {
    uint32_t parts;
    uint32_t vanished;   /* nothing of them is left */
    uint32_t split;      /* two pieces or more are left */
    int64_t floor, left; /* walkable pixels of the point, and of the agent */
};

/* Both maps are of one size. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_part_losses_count(const struct fr_map *point,
                                                const struct fr_map *agent,
                                                const struct fr_allocator *allocator,
                                                struct fr_part_losses *losses);

/* A click is lost that a point can walk, each being clamped on its own map, and the agent cannot,
 * or only because its goal was clamped into another part. Sets lost, one for each entry of the set,
 * and yields how many. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_lost_clicks_mark(const struct fr_click_set *set, const struct fr_map *point,
                    const struct fr_resolved_click *agent, enum fr_clamping clamping,
                    const struct fr_allocator *allocator, bool *lost, size_t *count);

/* One line of what was lost, clicks by their index: "with radius 6 (disc), 3 of 5 parts
 * vanish and 1 falls apart; 2 clicks are lost that a point can walk: 4, 17". "" where nothing was.
 * lost may be NULL where lost_count is 0. */
void fr_losses_describe(struct fr_agent agent, const struct fr_part_losses *losses,
                        const bool *lost, size_t lost_count, char *text, size_t size);

#endif
