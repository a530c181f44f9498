/* Fewer vertices around free space: contours, or drawn polygons, with pockets of at most a given
 * depth cut off.
 *
 * The simplified region is a subset of free space: it may lose floor but never gains any. The
 * remaining vertices are vertices of the contours, in order. Rings, and parts of a ring, that did
 * not touch before do not touch now, so each region stays connected, no passage closes, and only
 * dead ends and dents are lost. Every point of the contours is within the tolerance of an edge of
 * the result. A hole inside a pocket is cut off with it; all regions are kept.
 *
 * Vertices where an obstacle protrudes into free space stay at any tolerance: a round pillar keeps
 * its convex hull, a round room does not. */
#ifndef FOOTRACE_MAPS_GEOMETRY_SIMPLIFY_H
#define FOOTRACE_MAPS_GEOMETRY_SIMPLIFY_H

#include <stdint.h>

#include "maps/geometry/contours.h"
#include "maps/map.h"
#include "maps/polygon.h"

#define FR_SIMPLIFY_MAX_TOLERANCE 1000 /* pixels */

/* Simplifies the contours of a map by 0..FR_SIMPLIFY_MAX_TOLERANCE pixels; 0 changes nothing. The
 * result keeps the winding, order and nesting of the rings. A ring starts with the first of its
 * remaining vertices, and area_px is rounded away from 0. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED
 * for another tolerance. Released with fr_contours_release(). */
FR_MUST_USE enum fr_status fr_contours_simplify(const struct fr_map *map,
                                                const struct fr_contours *contours,
                                                int32_t tolerance_px,
                                                const struct fr_allocator *allocator,
                                                struct fr_contours **simplified);

/* Simplifies a valid drawing whose regions share no edges, such as a joined one, like
 * fr_contours_simplify; all rings get area 1. FR_OK and a drawing that the caller releases,
 * FR_NO_MEMORY, or FR_UNSUPPORTED for another tolerance. */
FR_MUST_USE enum fr_status fr_polygon_simplify(const struct fr_polygon *polygon,
                                               int32_t tolerance_px,
                                               const struct fr_allocator *allocator,
                                               struct fr_polygon **simplified);

#endif
