/* Sorts points along Hilbert's curve (1891): neighbours in the order are close in the plane. */
#ifndef FOOTRACE_MAPS_GEOMETRY_HILBERT_H
#define FOOTRACE_MAPS_GEOMETRY_HILBERT_H

#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

/* Fills `order` with the indices 0..count-1 in the order in which the curve visits the points. The
 * curve has 2^22 cells over their bounding box; points in one cell keep their order. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_hilbert_order(const struct fr_point *points, uint32_t count,
                                            const struct fr_allocator *allocator, uint32_t *order);

#endif
