/* Inspects a map: its health, what remains with a radius or on a reduced map, and how to fix its
 * faults. */
#ifndef FOOTRACE_HARNESS_INSPECT_INSPECTION_H
#define FOOTRACE_HARNESS_INSPECT_INSPECTION_H

#include "harness/clicks/closed_corridors.h"
#include "harness/clicks/radius_loss.h"
#include "harness/inspect/health.h"
#include "maps/formats/base/error.h"
#include "maps/formats/load.h"

#define FR_MOST_WARNINGS 12

/* The cells of the map if its spec asks for a reduction. */
struct fr_cells {
    int32_t width, height; /* 0: no reduction */
    int64_t free;
    uint32_t parts; /* 4-connected */
};

struct fr_inspection {
    const char *spec;
    struct fr_map *map;   /* with the radius */
    struct fr_map *point; /* for a point, if there is a radius; else NULL */
    struct fr_load_report report;
    struct fr_health health;
    bool all_floor; /* an image whose pixels are all walkable, which is probably not intended */
    struct fr_part_losses losses;         /* due to the radius, if there is one */
    struct fr_closed_corridors corridors; /* closed by the radius; no clicks are involved */
    struct fr_cells cells;
    char warnings[FR_MOST_WARNINGS][640]; /* each says what is wrong, and what to do */
    int warning_count;
};

/* Loads the map that spec names and inspects it. FR_OK and an inspection that the caller releases,
 * or a failure with `error` filled. */
FR_MUST_USE enum fr_status fr_inspect(const char *spec, const char *bundled,
                                      const struct fr_allocator *allocator,
                                      struct fr_inspection *inspection, struct fr_error *error);

void fr_inspection_release(struct fr_inspection *inspection);

/* part / whole in percent, rounded to a tenth; 0 or 100 only if exact. */
double fr_share(int64_t part, int64_t whole);

#endif
