/* From masks to drawings: the polygons around the floor. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_TRACE_MASK_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_TRACE_MASK_H

#include "maps/formats/base/error.h"
#include "maps/map.h"
#include "maps/polygon.h"

/* Converts a mask to a drawing. With tolerance 0 the drawing is exact: all areas are traced, closed
 * ones too, and painting the drawing gives the mask again. With another tolerance, the drawing is
 * the open floor, all as area 1, with fewer vertices: it lies inside the floor, and no point of the
 * floor's outline is farther than the tolerance, in pixels, from its edges
 * (maps/geometry/simplify.h). Where two blocked pixels meet only at a corner, regions touch. `name`
 * is for messages. FR_OK and a drawing that the caller releases; or FR_NO_MEMORY, FR_UNSUPPORTED
 * (walls, blocked pixels, too many vertices) or FR_BAD_INPUT (GEOS failed) with `error` filled. */
FR_MUST_USE enum fr_status fr_trace_mask(const char *name, const struct fr_map *map,
                                         int32_t tolerance_px, const struct fr_allocator *allocator,
                                         struct fr_polygon **drawing, struct fr_error *error);

#endif
