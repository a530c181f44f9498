/* An exact navigation mesh: free space divided into convex polygons.
 *
 * It is the constrained Delaunay triangulation of the mask, from which edges are removed, long ones
 * first, if the merged polygon is convex. Every vertex is a point of the contours, on even
 * coordinates; the polygons cover exactly free space. A vertex may be on a straight side. At a
 * pinch, the polygons of both sides share a point but no edge, so that no path through portals
 * passes it. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H
#define FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H

#include <stdint.h>

#include "algorithms/regions/mesh.h"
#include "maps/map.h"

/* The most edges of a polygon, which bounds the time to cross one: a straight side may have a
 * vertex at every pixel. (Tuned on orz900d and adventure-150.) */
#define MESH_MOST_SIDES 64

/* FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED for too many vertices; in all cases the caller releases
 * it. */
FR_MUST_USE enum fr_status mesh_create(struct mesh *mesh, const struct fr_map *map,
                                       const struct fr_allocator *allocator);

/* Updates the mesh after the map changed in these rectangles. FR_OK; or FR_NO_MEMORY or
 * FR_UNSUPPORTED, and it can only be released. */
FR_MUST_USE enum fr_status mesh_update(struct mesh *mesh, const struct fr_map *map,
                                       const struct fr_rect *rects, size_t count);

/* A polygon that contains the centre of a walkable pixel, border included. */
uint32_t mesh_locate(const struct mesh *mesh, struct fr_point point);

/* The portal of a polygon that contains a point of its border, which is no vertex; or MESH_WALL. */
int32_t mesh_portal_under(const struct mesh *mesh, uint32_t polygon, struct fr_point point);

void mesh_release(struct mesh *mesh);

#endif
