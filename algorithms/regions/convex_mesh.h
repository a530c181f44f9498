/* Free space cut into convex polygons, exactly: a navigation mesh.
 *
 * The constrained Delaunay triangulation of the mask, with every edge taken out that leaves the
 * polygon around it convex, long ones first. Every vertex is a point of the contours, on even
 * coordinates; polygons cover free space and nothing else. A vertex may lie on a straight side. At
 * a pinch the polygons of either side share a point but no edge, so that no path over portals leads
 * through it.
 *
 * A polygon's edges follow one another in one array, to the positive side
 * (maps/geometry/predicates.h): each runs from its origin to the origin of the next, with the
 * polygon on its positive side. A portal is an edge with another polygon beyond; a wall has none.
 * Which of them a path may have to cross at all is told by blocks (mesh_blocks.h). */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H
#define FOOTRACE_ALGORITHMS_REGIONS_CONVEX_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/regions/mesh_blocks.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/triangulation.h"
#include "maps/map.h"

/* Polygons have no more edges, so that crossing one costs a bounded time: a side in the open may
 * have a vertex at every pixel. (Tuned on orz900d and adventure-150.) */
#define MESH_MOST_SIDES 64

#define MESH_WALL (-1)
#define MESH_NO_POLYGON UINT32_MAX
#define MESH_NO_CORNER UINT32_MAX

struct mesh_edge {
    uint16_t x, y;   /* of its origin, half pixels */
    int32_t twin;    /* the same edge seen from the polygon beyond, or MESH_WALL */
    uint32_t corner; /* of its origin: see mesh_corner_index; MESH_NO_CORNER: no path turns there */
    uint32_t block;  /* a portal's, see mesh_blocks.h */
    uint16_t place;  /* in its polygon: the first edge is 0 */
    uint16_t count;  /* of the polygon's edges */
};

struct mesh {
    struct mesh_edge *edges;
    int32_t edge_count;
    int32_t *first; /* per polygon, its first edge; one more at the end */
    uint32_t polygon_count;
    uint32_t corner_count;
    struct fr_triangulation *triangulation;
    uint32_t *polygon_of; /* per triangle of free space */
    struct mesh_blocks blocks;
    const struct fr_allocator *allocator;
};

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

static inline struct fr_point mesh_origin(const struct mesh *mesh, int32_t edge)
{
    return (struct fr_point){mesh->edges[edge].x, mesh->edges[edge].y};
}

static inline int32_t mesh_base(const struct mesh *mesh, int32_t edge)
{
    return edge - mesh->edges[edge].place;
}

static inline int32_t mesh_next(const struct mesh *mesh, int32_t edge)
{
    const struct mesh_edge *e = &mesh->edges[edge];
    return e->place + 1 == e->count ? edge - e->place : edge + 1;
}

static inline int32_t mesh_previous(const struct mesh *mesh, int32_t edge)
{
    const struct mesh_edge *e = &mesh->edges[edge];
    return e->place == 0 ? edge + e->count - 1 : edge - 1;
}

/* Whether a path may cross an edge: a portal in a block that is open. */
static inline bool mesh_leads_on(const struct mesh *mesh, int32_t edge)
{
    const struct mesh_edge *e = &mesh->edges[edge];
    return e->twin != MESH_WALL && mesh->blocks.stamps[e->block] == mesh->blocks.stamp;
}

/* Corners are the vertices that a shortest path may turn at: with three free pixels around them. In
 * mesh_edge a corner is its index and two bits that say where the blocked pixel lies. */
static inline uint32_t mesh_corner_index(uint32_t corner)
{
    return corner >> 2;
}

/* Whether a path may arrive at a corner in direction d and bend around its blocked pixel. */
static inline bool mesh_corner_taut(uint32_t corner, struct fr_point d)
{
    const int64_t product = (int64_t)d.x * d.y;
    return corner & 1 ? product >= 0 : product <= 0;
}

/* Of a taut direction, whether the blocked pixel lies to the negative side of it; both where it
 * comes straight at a wall is no question, as that is not taut. */
static inline bool mesh_corner_turns_negative(uint32_t corner, struct fr_point d)
{
    const int32_t along = d.x != 0 ? d.x : corner & 1 ? d.y : -d.y;
    return (corner & 2 ? -along : along) > 0;
}

void mesh_release(struct mesh *mesh);

#endif
