/* A walk pulled taut, like a rubber band held at its ends: the shortest of all walks that pass the
 * walls on the same sides, which is what a perfect smoothing would make of it. A walk that is
 * longer than its band has needless bends; a band that is longer than the optimum went the wrong
 * way round.
 *
 * Free space is cut along the borders of pixel rows into rectangles, one for each run of walkable
 * pixels; where two of them meet they share one portal. Walks pass the walls on the same sides
 * exactly when they go through the same portals, after every portal that is taken and at once taken
 * back is left out. The funnel algorithm (Lee, Preparata, "Euclidean shortest paths in the presence
 * of rectilinear barriers", 1984) then finds the shortest way through what is left, in time linear
 * in the rows that the walk crosses. All decisions are exact, in integers. */
#ifndef FOOTRACE_HARNESS_JUDGE_TAUT_LENGTH_H
#define FOOTRACE_HARNESS_JUDGE_TAUT_LENGTH_H

#include "maps/map.h"
#include "maps/path.h"

/* Length in pixels; NAN for a path that leaves free space, as far as that is noticed, or for a map
 * with edge walls. The path is one that the validator calls legal at any angle. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_taut_length(const struct fr_map *map, const struct fr_path *path,
                                          const struct fr_allocator *allocator, double *length);

#endif
