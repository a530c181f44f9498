/* Updates the triangulation of a map that changed in places: contours that pass through changed
 * regions are released, points are removed and added, and the new contours become constrained
 * edges. Everything else is copied. */
#ifndef FOOTRACE_MAPS_GEOMETRY_RETRIANGULATE_H
#define FOOTRACE_MAPS_GEOMETRY_RETRIANGULATE_H

#include <stddef.h>

#include "maps/geometry/region.h"
#include "maps/geometry/triangulation.h"

/* Makes what fr_triangulation_of_map makes of the current map, up to ties, from the triangulation
 * of the earlier map and all regions that have changed since. FR_OK, FR_NO_MEMORY, or
 * FR_UNSUPPORTED for more than FR_DELAUNAY_MAX_POINTS vertices. */
FR_MUST_USE enum fr_status fr_retriangulate(const struct fr_triangulation *before,
                                            const struct fr_map *map,
                                            const struct fr_region *regions, size_t count,
                                            const struct fr_allocator *allocator,
                                            struct fr_triangulation **after);

#endif
