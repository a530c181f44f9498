/* The polygons of a drawn map, for the validator: the edges around its enabled areas.
 *
 * Shares only the data of maps/polygon.h with maps/geometry, no code. Parity over all edges decides
 * what is inside, as regions of a valid drawing do not overlap. Exact, in integers. */
#ifndef FOOTRACE_HARNESS_JUDGE_DRAWN_FLOOR_H
#define FOOTRACE_HARNESS_JUDGE_DRAWN_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"

struct fr_drawn_floor;

/* Creates the floor of a map with a drawing, in its current state. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_drawn_floor_create(const struct fr_map *map,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_drawn_floor **floor);

/* Whether a segment, or a point if a == b, is inside the closed polygons. Points are on the map. If
 * the segment leaves, *leaves is near the first point outside, rounded towards the top left. */
bool fr_drawn_floor_segment(const struct fr_drawn_floor *floor, struct fr_point a,
                            struct fr_point b, struct fr_point *leaves);

/* Whether a path inside the closed polygons leads from a to b. */
bool fr_drawn_floor_connects(const struct fr_drawn_floor *floor, struct fr_point a,
                             struct fr_point b);

/* Accepts NULL. */
void fr_drawn_floor_release(struct fr_drawn_floor *floor);

#endif
