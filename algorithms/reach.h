/* Component labels that show which pixels are connected: a click without an answer then needs no
 * search that floods the map. */
#ifndef FOOTRACE_ALGORITHMS_REACH_H
#define FOOTRACE_ALGORITHMS_REACH_H

#include <stdbool.h>

#include "maps/analysis/components.h"
#include "maps/movement.h"

struct fr_reach {
    struct fr_components *labels; /* NULL: not used, all pixels count as connected */
    bool stale; /* the map changed since; a caller may rebuild only when it matters */
};

/* Rebuilds the labels for a map and movement model. FR_OK; or FR_NO_MEMORY, with the old labels
 * kept. */
FR_MUST_USE static inline enum fr_status fr_reach_refresh(struct fr_reach *reach,
                                                          const struct fr_map *map,
                                                          enum fr_movement movement,
                                                          const struct fr_allocator *allocator)
{
    struct fr_components *labels;
    const enum fr_status status = fr_components_create(
        map, movement == FR_GRID8_CUT ? FR_CONNECTED_8 : FR_CONNECTED_4, allocator, &labels);
    if (status != FR_OK)
        return status;
    fr_components_release(reach->labels);
    reach->labels = labels;
    reach->stale = false;
    return FR_OK;
}

static inline bool fr_reach_joins(const struct fr_reach *reach, struct fr_pixel a,
                                  struct fr_pixel b)
{
    return !reach->labels ||
           fr_components_at(reach->labels, a.x, a.y) == fr_components_at(reach->labels, b.x, b.y);
}

static inline void fr_reach_release(struct fr_reach *reach)
{
    fr_components_release(reach->labels);
}

#endif
