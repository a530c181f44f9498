/* Inspects a map: its health, its narrowest passage, what an agent or a reduction leaves of it, and
 * how to mend its faults. */
#ifndef FOOTRACE_HARNESS_INSPECT_INSPECTION_H
#define FOOTRACE_HARNESS_INSPECT_INSPECTION_H

#include "harness/clicks/agent_loss.h"
#include "harness/clicks/closed_corridors.h"
#include "harness/inspect/health.h"
#include "maps/analysis/narrowest.h"
#include "maps/formats/base/error.h"
#include "maps/formats/load.h"

#define FR_MOST_WARNINGS 12

/* What the map is in cells, where its spec asks for a reduction. */
struct fr_cells {
    int32_t width, height; /* 0: it does not */
    int64_t free;
    uint32_t parts; /* 4-connected */
};

struct fr_inspection {
    const char *spec;
    struct fr_map *map;   /* for its agent */
    struct fr_map *point; /* as a point has it, where there is an agent; else NULL */
    struct fr_load_report report;
    struct fr_health health;
    bool searched; /* for the narrowest passage: not where edge walls stand, nor on a
                                      map of more than 100 million pixels */
    struct fr_narrowest narrowest;        /* of a point's floor */
    struct fr_part_losses losses;         /* to the agent, where there is one, and ... */
    struct fr_closed_corridors corridors; /* ... what closes for it, no click being asked */
    struct fr_cells cells;
    char warnings[FR_MOST_WARNINGS][640]; /* what is wrong, and what to do */
    int warning_count;
};

/* Loads the map that spec names and inspects it. FR_OK and an inspection to release, or a failure
 * with error filled. */
FR_MUST_USE enum fr_status fr_inspect(const char *spec, const char *bundled,
                                      const struct fr_allocator *allocator,
                                      struct fr_inspection *inspection, struct fr_error *error);

void fr_inspection_release(struct fr_inspection *inspection);

/* part of whole in percent, rounded to a tenth; 0 or 100 only for nothing or all of it. */
double fr_share(int64_t part, int64_t whole);

#endif
