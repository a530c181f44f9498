/* The corridors of a map that are too narrow for its radius, and the clicks lost at each: what a
 * painter should widen first. */
#ifndef FOOTRACE_HARNESS_CLICKS_CLOSED_CORRIDORS_H
#define FOOTRACE_HARNESS_CLICKS_CLOSED_CORRIDORS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/clicks/resolve.h"
#include "maps/analysis/bottlenecks.h"

#define FR_LISTED_CORRIDORS 20

struct fr_closed_corridor {
    struct fr_bottleneck place;
    int32_t width; /* free pixels at the narrowest place */
    size_t clicks; /* lost clicks whose widest path is narrowest here */
};

struct fr_closed_corridors {
    size_t count; /* of all corridors */
    /* those that lose most clicks; among equals, those that cut off most pixels */
    struct fr_closed_corridor listed[FR_LISTED_CORRIDORS];
    size_t listed_count;
};

/* Both maps have the same size; `walked` is the map for the radius. `lost` and `clicks`,
 * click_count of each, are the marks of radius_loss.h and the resolved clicks on `walked`; without
 * clicks they may be NULL. Finds none on a map with edge walls, to which radii do not apply. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_closed_corridors_find(const struct fr_map *point, const struct fr_map *walked,
                         struct fr_agent agent, const struct fr_resolved_click *clicks,
                         const bool *lost, size_t click_count, const struct fr_allocator *allocator,
                         struct fr_closed_corridors *corridors);

/* "corridors close at 812,440 (9 px wide, 7 clicks), 100,20 (4 px wide) and 3 places more"; "" if
 * there are none. The text counts the clicks lost at each corridor. */
void fr_closed_corridors_describe(const struct fr_closed_corridors *corridors, char *text,
                                  size_t size);

/* An array of the reported corridors: objects with at, width, passes_radius, cuts_off and
 * clicks. */
struct cJSON *fr_closed_corridors_json(const struct fr_closed_corridors *corridors);

#endif
