/* An exact navigation mesh: free space divided into convex polygons.
 *
 * The mesh is the constrained Delaunay triangulation of the mask; edges whose removal leaves a
 * convex polygon are removed, long ones first, and polygons with too many edges are cut. Every
 * vertex is a point of the contours, on even coordinates; polygons cover free space and nothing
 * else. A vertex may lie on a straight side. At a pinch, the polygons on either side share a point
 * but no edge, so no path across portals leads through it. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H
#define FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H

#include <stdint.h>

#include "algorithms/regions/mesh.h"
#include "maps/map.h"
#include "maps/work.h"

/* Polygons under construction. */
struct mesh_repair;

/* Builds the mesh of a map in slices; map and allocator are borrowed. *repair must be NULL at
 * first, and is NULL again when the mesh is built. FR_OK at a pause and at the end; FR_NO_MEMORY;
 * or FR_UNSUPPORTED for too many vertices. In all cases the caller releases mesh and repair. */
FR_MUST_USE enum fr_status mesh_create_some(struct mesh *mesh, const struct fr_map *map,
                                            const struct fr_allocator *allocator,
                                            struct mesh_repair **repair, struct fr_work *work);

/* Accepts NULL. */
void mesh_repair_release(struct mesh_repair *repair);

/* Builds the mesh at once, with the same statuses; in all cases the caller releases it. */
FR_MUST_USE enum fr_status mesh_create(struct mesh *mesh, const struct fr_map *map,
                                       const struct fr_allocator *allocator);

/* Updates the mesh after the map changed in these rectangles. The polygons are then those of a
 * newly built mesh; the cost depends on the change. FR_OK; or FR_NO_MEMORY or FR_UNSUPPORTED, after
 * which the mesh can only be released. */
FR_MUST_USE enum fr_status mesh_update(struct mesh *mesh, const struct fr_map *map,
                                       const struct fr_rect *rects, size_t count);

/* A polygon, border included, that contains the centre of a walkable pixel. */
uint32_t mesh_locate(const struct mesh *mesh, struct fr_point point);

/* The portal on which a point of a polygon's border lies, vertices excluded; MESH_WALL: none. */
int32_t mesh_portal_under(const struct mesh *mesh, uint32_t polygon, struct fr_point point);

/* The first edges of the one or two polygons that hold a point of a polygon; MESH_WALL: none. */
void mesh_polygons_at(const struct mesh *mesh, uint32_t polygon, struct fr_point point,
                      int32_t firsts[2]);

void mesh_release(struct mesh *mesh);

#endif
