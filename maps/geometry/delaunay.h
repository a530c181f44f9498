/* A constrained Delaunay triangulation under construction: first points, then edges between them.
 * The data is in maps/geometry/delaunay_edges.h, the result in maps/geometry/triangulation.h. */
#ifndef FOOTRACE_MAPS_GEOMETRY_DELAUNAY_H
#define FOOTRACE_MAPS_GEOMETRY_DELAUNAY_H

#include "maps/geometry/delaunay_edges.h"
#include "maps/status.h"
#include "maps/work.h"

#define FR_DELAUNAY_MAX_POINTS (1 << 28)

/* Begins the Delaunay triangulation of `count` distinct points, sorted by row, then column, with
 * coordinates in -2^15..2^16.
 * FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for too many points. */
FR_MUST_USE enum fr_status fr_delaunay_begin(const struct fr_point *points, uint32_t count,
                                             const struct fr_allocator *allocator,
                                             struct fr_delaunay **delaunay);

/* Inserts the points, and pauses when the allowed work is done. FR_OK; or FR_NO_MEMORY, or
 * FR_BAD_INPUT if points are not sorted or two are equal, after which the triangulation can only be
 * released. */
FR_MUST_USE enum fr_status fr_delaunay_insert_all(struct fr_delaunay *delaunay,
                                                  struct fr_work *work);

/* Turns the segment between two points into a constrained edge, or into several if points are on
 * it, and makes the triangulation constrained Delaunay again. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT
 * if the segment crosses another constrained edge. After a failure the triangulation can only be
 * released. */
FR_MUST_USE enum fr_status fr_delaunay_constrain(struct fr_delaunay *delaunay, uint32_t a,
                                                 uint32_t b);

/* The functions below change a constrained Delaunay triangulation and keep it one. After
 * FR_NO_MEMORY the triangulation can only be released. */

/* Inserts a point that has no edges yet and is not on a constrained edge into a triangle that
 * contains it. The arrays must have room for the point and for two more triangles. FR_OK,
 * FR_NO_MEMORY, or FR_BAD_INPUT for a point that already exists. */
FR_MUST_USE enum fr_status fr_delaunay_insert(struct fr_delaunay *delaunay, uint32_t point,
                                              int32_t triangle);

/* Removes a point that has no constrained edges and is not a corner of the box. Other triangles may
 * be renumbered. After all removals, and before any other change, call fr_delaunay_settle, which
 * makes the changed triangles Delaunay again. FR_OK or FR_NO_MEMORY. */
void fr_delaunay_remove(struct fr_delaunay *delaunay, uint32_t point);
FR_MUST_USE enum fr_status fr_delaunay_settle(struct fr_delaunay *delaunay);

/* Makes constrained edges, each listed at least once, ordinary again. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_delaunay_loosen(struct fr_delaunay *delaunay, const int32_t *edges,
                                              size_t count);

/* Accepts NULL. */
void fr_delaunay_release(struct fr_delaunay *delaunay);

#endif
