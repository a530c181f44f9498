/* An order of points in which neighbours in the order are neighbours in the plane: along the curve
 * of Hilbert 1891. */
#ifndef FOOTRACE_MAPS_GEOMETRY_HILBERT_H
#define FOOTRACE_MAPS_GEOMETRY_HILBERT_H

#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

/* Fills order with the indices 0..count-1 as the curve visits the points; points in one cell of the
 * curve, of which there are 2^22 in the box around them all, keep their order. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_hilbert_order(const struct fr_point *points, uint32_t count,
                                            const struct fr_allocator *allocator, uint32_t *order);

#endif
