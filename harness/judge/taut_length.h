/* The taut length of a path: the length of the shortest path that passes all walls on the same
 * sides, as after perfect smoothing. A path longer than its taut length has needless bends; one
 * whose taut length exceeds the optimum passes walls on the wrong side.
 *
 * Free space is cut along the borders of pixel rows into rectangles, one for each run of walkable
 * pixels; two that meet share one portal. Two paths pass all walls on the same sides if and only if
 * they cross the same portals, after portals that are crossed and immediately crossed back are
 * removed. The funnel algorithm (Lee, Preparata, "Euclidean shortest paths in the presence of
 * rectilinear barriers", 1984) finds the shortest path through the portals, in time linear in their
 * number. All decisions are exact, in integers. */
#ifndef FOOTRACE_HARNESS_JUDGE_TAUT_LENGTH_H
#define FOOTRACE_HARNESS_JUDGE_TAUT_LENGTH_H

#include "maps/map.h"
#include "maps/path.h"

/* The taut length, in pixels, of a path that the validator accepts as any-angle; NAN if the path
 * leaves free space after all, or if the map has edge walls. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_taut_length(const struct fr_map *map, const struct fr_path *path,
                                          const struct fr_allocator *allocator, double *length);

#endif
