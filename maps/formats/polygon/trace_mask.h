/* From masks to drawings: the polygons around the floor. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_TRACE_MASK_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_TRACE_MASK_H

#include "maps/formats/base/error.h"
#include "maps/map.h"
#include "maps/polygon.h"

/* The drawing of a mask. With tolerance 0 it is exact: each area is a region of the drawing, closed
 * ones too, and painting it yields the mask again, pixel by pixel. Else it is that of the floor that
 * is open, all of it area 1, with fewer vertices: it lies in the floor, and no point of the floor's
 * outline is farther than the tolerance, in pixels, from an edge of it (maps/geometry/simplify.h).
 * Where two blocked pixels meet at a corner only, regions touch there. name is for messages.
 * FR_OK and a drawing for the caller to release; or FR_NO_MEMORY, FR_UNSUPPORTED (edge walls, blocked
 * pixels, too many vertices) or FR_BAD_INPUT (GEOS failed) with error filled. */
FR_MUST_USE enum fr_status fr_trace_mask(const char *name, const struct fr_map *map,
                                         int32_t tolerance_px, const struct fr_allocator *allocator,
                                         struct fr_polygon **drawing, struct fr_error *error);

#endif
