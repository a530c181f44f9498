/* The rings of a drawn map's enabled areas, in the form of contours. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_DRAWN_RINGS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_DRAWN_RINGS_H

#include "maps/geometry/contours.h"
#include "maps/map.h"

/* Of a map with a drawing: its rings in its order, with area_px 0. FR_OK or FR_NO_MEMORY; the
 * caller releases with fr_contours_release. */
FR_MUST_USE enum fr_status drawn_rings_create(const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              struct fr_contours **contours);

#endif
