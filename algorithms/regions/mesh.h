/* The data of a mesh (convex_mesh.h) and its blocks (mesh_blocks.h).
 *
 * A polygon's edges are consecutive in one array, in positive order (maps/geometry/predicates.h):
 * each goes from its origin to the origin of the next, with the polygon on its positive side. A
 * portal is an edge with another polygon on the other side; any other edge is a wall. The blocks
 * show which portals a path may need to cross. */
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
    int32_t twin;    /* the same edge in the polygon on the other side, or MESH_WALL */
    uint32_t corner; /* at its origin: see mesh_corner_index; MESH_NO_CORNER: no path turns there */
    uint32_t block;  /* of a portal: see mesh_blocks.h */
    uint16_t place;  /* index in its polygon: the first edge is 0 */
    uint16_t count;  /* number of edges of its polygon */
};

struct mesh_block {
    uint32_t top;   /* the polygon through which it is attached to the tree */
    uint32_t above; /* the block above top; MESH_NO_BLOCK: this is a root */
    uint32_t depth; /* number of blocks from here to the root, both included */
};

/* Polygons have at most this many edges, so crossing one takes a bounded time: a side in the open
 * may have a vertex at every pixel (tuned on orz900d and adventure-150). */
#define MESH_MOST_SIDES 64

struct mesh_block_visit; /* mesh_blocks.c */

struct mesh_blocks {
    uint32_t *above; /* by polygon: the block toward the root; MESH_NO_BLOCK: it is the root */
    struct mesh_block *items;
    uint32_t *stamps; /* by block: the stamp of the last path that may cross it */
    uint32_t count;
    uint32_t stamp; /* of the current path */
    uint32_t room;  /* number of polygons for which there is room */
    /* The mesh has changed since the blocks were found: every portal is open until searches have
     * visited enough polygons to make recomputing the blocks worthwhile. */
    bool outdated;
    int64_t searched; /* polygons, since the change */
    /* To find blocks again; NULL in a mesh that never changed. */
    struct mesh_block_visit *visits;
    uint32_t *waiting;
};

/* After a change, a mesh has gaps: unused edges, which are walls with count 0, and unused polygon
 * numbers, whose first edge is negative. */
struct mesh {
    struct mesh_edge *edges;
    int32_t edge_count, used_edges; /* all, unused ones included; those in use */
    size_t edge_room;
    int32_t free_rings[MESH_MOST_SIDES +
                       1]; /* by size: the first gap, whose twin is the next gap; MESH_WALL: none */
    int32_t *first;        /* per polygon, its first edge; of a gap, -1 - the next gap - 1 */
    uint32_t spare_polygon; /* the first gap; MESH_NO_POLYGON: there is none */
    uint32_t polygon_count; /* with gaps */
    size_t polygon_room;
    uint32_t corner_count; /* above all corner numbers, which are those of the vertices */
    struct fr_triangulation *triangulation;
    uint32_t *polygon_of; /* per triangle; MESH_NO_POLYGON: on an obstacle */
    uint8_t *states;      /* per edge of the triangulation, see mesh_repair.h */
    size_t triangle_room;
    struct mesh_blocks blocks;
    const struct fr_allocator *allocator;
};

static inline struct fr_point mesh_origin(const struct mesh *mesh, int32_t edge)
{
    return (struct fr_point){mesh->edges[edge].x, mesh->edges[edge].y};
}

static inline int32_t mesh_end(const struct mesh *mesh, uint32_t polygon)
{
    return mesh->first[polygon] + mesh->edges[mesh->first[polygon]].count;
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

/* The middle of an edge: its ends are on even coordinates. */
static inline struct fr_point mesh_middle(const struct mesh *mesh, int32_t edge)
{
    const struct fr_point a = mesh_origin(mesh, edge);
    const struct fr_point b = mesh_origin(mesh, mesh_next(mesh, edge));
    return (struct fr_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static inline int32_t mesh_previous(const struct mesh *mesh, int32_t edge)
{
    const struct mesh_edge *e = &mesh->edges[edge];
    return e->place == 0 ? edge + e->count - 1 : edge - 1;
}

/* Whether a path may cross an edge: a portal in an open block. */
static inline bool mesh_leads_on(const struct mesh *mesh, int32_t edge)
{
    const struct mesh_edge *e = &mesh->edges[edge];
    return e->twin != MESH_WALL &&
           (mesh->blocks.outdated || mesh->blocks.stamps[e->block] == mesh->blocks.stamp);
}

/* Corners are the vertices where a shortest path may turn: three of the four pixels around them are
 * free. A mesh_edge stores a corner's index and, in two bits, the quadrant of its blocked pixel. */
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

/* Whether the blocked pixel of a corner is on the negative side of a taut direction. */
static inline bool mesh_corner_turns_negative(uint32_t corner, struct fr_point d)
{
    const int32_t along = d.x != 0 ? d.x : corner & 1 ? d.y : -d.y;
    return (corner & 2 ? -along : along) > 0;
}

#endif
