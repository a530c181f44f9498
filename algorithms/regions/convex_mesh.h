/* Free space cut into convex polygons, exactly: a navigation mesh.
 *
 * The constrained Delaunay triangulation of the mask, with every edge taken out that leaves the
 * polygon around it convex, long ones first. Every vertex is a point of the contours, on even
 * coordinates; polygons cover free space and nothing else. A vertex may lie on a straight side. At
 * a pinch the polygons of either side share a point but no edge, so that no path over portals leads
 * through it. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H
#define FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H

#include <stdint.h>

#include "algorithms/regions/mesh.h"
#include "maps/map.h"

/* Polygons have no more edges, so that crossing one costs a bounded time: a side in the open may
 * have a vertex at every pixel. (Tuned on orz900d and adventure-150.) */
#define MESH_MOST_SIDES 64

/* FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED for too many vertices; either way the caller releases it.
 */
FR_MUST_USE enum fr_status mesh_create(struct mesh *mesh, const struct fr_map *map,
                                       const struct fr_allocator *allocator);

/* Follows the map, which changed in these rectangles. FR_OK; or, with the mesh fit only for being
 * released, FR_NO_MEMORY or FR_UNSUPPORTED. */
FR_MUST_USE enum fr_status mesh_update(struct mesh *mesh, const struct fr_map *map,
                                       const struct fr_rect *rects, size_t count);

/* A polygon that holds the centre of a walkable pixel, or that has it on its border. */
uint32_t mesh_locate(const struct mesh *mesh, struct fr_point point);

/* The portal of a polygon on which a point of it lies that is no vertex, or MESH_WALL. */
int32_t mesh_portal_under(const struct mesh *mesh, uint32_t polygon, struct fr_point point);

void mesh_release(struct mesh *mesh);

#endif
