/* The taut path of a path: the shortest one that passes all walls on the same sides, as after
 * perfect smoothing. A taut path has no needless bends.
 *
 * Free space is cut along the borders of pixel rows into rectangles, one for each run of walkable
 * pixels; two rectangles that meet share one portal. Two paths pass all walls on the same sides if
 * and only if they cross the same portals, after portals that are crossed and immediately crossed
 * back are removed. The funnel algorithm (Lee, Preparata, "Euclidean shortest paths in the presence
 * of rectilinear barriers", 1984) finds the shortest path through the portals, in time linear in
 * their number. All decisions are exact, in integers. */
#ifndef FOOTRACE_HARNESS_JUDGE_TAUT_PATH_H
#define FOOTRACE_HARNESS_JUDGE_TAUT_PATH_H

#include "maps/map.h"
#include "maps/path.h"

/* The taut path of a path that the validator accepts as any-angle; empty if the path leaves free
 * space after all, or if the map has edge walls. Replaces `taut`, which the caller owns. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_taut_path(const struct fr_map *map, const struct fr_path *path,
                                        const struct fr_allocator *allocator, struct fr_path *taut);

#endif
