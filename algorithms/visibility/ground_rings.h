/* The rings that a ring graph of a map is built on, in the form of contours: the outline of its
 * mask, or the rings of its drawing. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_GROUND_RINGS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_GROUND_RINGS_H

#include <stdbool.h>

#include "maps/geometry/contours.h"
#include "maps/map.h"

/* The rings of the enabled areas of a drawn map, in the drawing's order, with area_px 0; or the
 * outline of the mask, with pockets of up to tolerance pixels cut off. FR_OK, FR_NO_MEMORY, or
 * FR_UNSUPPORTED for a map without a drawing; the caller releases with fr_contours_release. */
FR_MUST_USE enum fr_status ground_rings_create(const struct fr_map *map, bool drawn,
                                               int32_t tolerance,
                                               const struct fr_allocator *allocator,
                                               struct fr_contours **contours);

#endif
