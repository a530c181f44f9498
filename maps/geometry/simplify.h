/* Fewer vertices around free space: contours, or drawn polygons, with pockets of at most a given depth
 * cut off.
 *
 * The simplified region is a subset of free space: it may lose floor, never gain any. Its vertices
 * are vertices of the contours, in their order. No two rings and no two parts of a ring touch that
 * did not touch before, so that each region stays in one piece, no passage closes, and what is lost
 * are dead ends and dents. Every point of the contours lies within the tolerance of an edge of the
 * simplified ones. A hole that lies in a pocket altogether goes with it; regions are all kept.
 *
 * A ring bends around what stands out into free space, and those vertices stay whatever the
 * tolerance: a round pillar keeps its convex hull, a round room does not. */
#ifndef FOOTRACE_MAPS_GEOMETRY_SIMPLIFY_H
#define FOOTRACE_MAPS_GEOMETRY_SIMPLIFY_H

#include <stdint.h>

#include "maps/geometry/contours.h"
#include "maps/map.h"
#include "maps/polygon.h"

#define FR_SIMPLIFY_MAX_TOLERANCE 1000 /* pixels */

/* Simplifies the contours of a map, by 0..FR_SIMPLIFY_MAX_TOLERANCE pixels; 0 changes nothing. Of
 * fr_contours, the result keeps the sides, the order of the rings and their nesting. A ring starts
 * with the first of its vertices that is left, and area_px is rounded away from 0. FR_OK,
 * FR_NO_MEMORY, or FR_UNSUPPORTED for another tolerance. Released with fr_contours_release(). */
FR_MUST_USE enum fr_status fr_contours_simplify(const struct fr_map *map,
                                                const struct fr_contours *contours,
                                                int32_t tolerance_px,
                                                const struct fr_allocator *allocator,
                                                struct fr_contours **simplified);

/* Simplifies a valid drawing whose regions share no edges, such as a joined one, in the same way: all
 * rings become those of area 1. FR_OK and a drawing for the caller to release, FR_NO_MEMORY, or
 * FR_UNSUPPORTED for another tolerance. */
FR_MUST_USE enum fr_status fr_polygon_simplify(const struct fr_polygon *polygon,
                                               int32_t tolerance_px,
                                               const struct fr_allocator *allocator,
                                               struct fr_polygon **simplified);

#endif
