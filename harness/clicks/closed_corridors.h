/* The corridors of a map that close for its agent, and the clicks that are lost at each: what a
 * painter widens first. */
#ifndef FOOTRACE_HARNESS_CLICKS_CLOSED_CORRIDORS_H
#define FOOTRACE_HARNESS_CLICKS_CLOSED_CORRIDORS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/clicks/resolve.h"
#include "maps/analysis/bottlenecks.h"

#define FR_TOLD_CORRIDORS 20

struct fr_closed_corridor {
    struct fr_bottleneck place;
    int32_t width; /* free pixels at its narrowest place */
    size_t clicks; /* lost ones whose widest way is narrowest here */
};

struct fr_closed_corridors {
    size_t count; /* of all */
    /* Those that lose most clicks; of as many, those that cut off most. */
    struct fr_closed_corridor told[FR_TOLD_CORRIDORS];
    size_t told_count;
};

/* Both maps are of one size, walked the agent's. lost and clicks, click_count of each, are the marks of
 * agent_loss.h and the clicks as the agent has them; without clicks they may be NULL. None is found
 * on a map with edge walls, which no agent walks. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_closed_corridors_find(const struct fr_map *point, const struct fr_map *walked,
                         struct fr_agent agent, const struct fr_resolved_click *clicks,
                         const bool *lost, size_t click_count, const struct fr_allocator *allocator,
                         struct fr_closed_corridors *corridors);

/* "corridors close at 812,440 (9 px wide, 7 clicks), 100,20 (4 px wide) and 3 places more"; ""
 * where none does. Clicks are those that are lost there. */
void fr_closed_corridors_describe(const struct fr_closed_corridors *corridors, char *text,
                                  size_t size);

#endif
