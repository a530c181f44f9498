/* What a mesh (convex_mesh.h) and its blocks (mesh_blocks.h) are made of.
 *
 * A polygon's edges follow one another in one array, to the positive side
 * (maps/geometry/predicates.h): each runs from its origin to the origin of the next, with the
 * polygon on its positive side. A portal is an edge with another polygon beyond; a wall has none.
 * Which of them a path may have to cross at all is known by blocks. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_MESH_H
#define FOOTRACE_ALGORITHMS_REGIONS_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/geometry/triangulation.h"
#include "maps/point.h"

#define MESH_WALL (-1)
#define MESH_NO_POLYGON UINT32_MAX
#define MESH_NO_CORNER UINT32_MAX
#define MESH_NO_BLOCK UINT32_MAX

struct mesh_edge {
    uint16_t x, y;   /* of its origin, half pixels */
    int32_t twin;    /* the same edge seen from the polygon beyond, or MESH_WALL */
    uint32_t corner; /* of its origin: see mesh_corner_index; MESH_NO_CORNER: no path turns there */
    uint32_t block;  /* a portal's, see mesh_blocks.h */
    uint16_t place;  /* in its polygon: the first edge is 0 */
    uint16_t count;  /* of the polygon's edges */
};

struct mesh_block {
    uint32_t top;   /* the polygon in which it hangs on the tree */
    uint32_t above; /* the block above that; MESH_NO_BLOCK: it is a root */
    uint32_t depth; /* blocks from here to the root, this one counted */
};

struct mesh_blocks {
    uint32_t *above; /* per polygon, the block toward the root; MESH_NO_BLOCK: it is the root */
    struct mesh_block *items;
    uint32_t *stamps; /* per block, of the last path that may cross it */
    uint32_t count;
    uint32_t stamp; /* of the path asked for now */
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

#endif
