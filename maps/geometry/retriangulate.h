/* The triangulation of a map that changed in places, made from the one before: contours that pass
 * the regions that changed are let loose, points go and come, and the contours that there are now
 * become edges again. What lies elsewhere is copied. */
#ifndef FOOTRACE_MAPS_GEOMETRY_RETRIANGULATE_H
#define FOOTRACE_MAPS_GEOMETRY_RETRIANGULATE_H

#include <stddef.h>

#include "maps/geometry/region.h"
#include "maps/geometry/triangulation.h"

/* What fr_triangulation_of_map makes of the map as it is now, up to ties, given the triangulation
 * of the map as it was and all regions in which it changed since. FR_OK, FR_NO_MEMORY, or
 * FR_UNSUPPORTED beyond FR_DELAUNAY_MAX_POINTS vertices. */
FR_MUST_USE enum fr_status fr_retriangulate(const struct fr_triangulation *before,
                                            const struct fr_map *map,
                                            const struct fr_region *regions, size_t count,
                                            const struct fr_allocator *allocator,
                                            struct fr_triangulation **after);

#endif
