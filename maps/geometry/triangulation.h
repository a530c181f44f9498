/* Free space divided into triangles: the constrained Delaunay triangulation of its boundary.
 *
 * The vertices are the points of the contours, the constrained edges the contours themselves; no
 * vertex is added or left out. A pinch is one vertex; constrained edges separate its two sides.
 * Triangle t has the edges 3t, 3t+1 and 3t+2, in the order of a positive turn
 * (maps/geometry/predicates.h): edge e runs from vertex origins[e] to the origin of the next edge
 * and has its triangle on the positive side. twins[e] is the same edge in the triangle on the other
 * side, in the opposite direction; it is negative if that side is an obstacle.
 *
 * Triangles 0..triangle_count-1 cover free space. Further triangles cover the obstacles and a
 * margin, for point location only: ~twins[e] leads to them, FR_NO_EDGE to no triangle. After an
 * update (live_triangulation.h), triangles and vertices are unordered, marks show which are free,
 * and vertex_count includes the four corners of the box and the places of removed vertices. Several
 * threads may read it. */
#ifndef FOOTRACE_MAPS_GEOMETRY_TRIANGULATION_H
#define FOOTRACE_MAPS_GEOMETRY_TRIANGULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/geometry/delaunay.h"
#include "maps/map.h"

#define FR_NO_TRIANGLE (-1)

struct fr_triangulation {
    struct fr_point *vertices;
    uint32_t vertex_count;  /* without the four corners of a box, which follow */
    uint32_t *origins;      /* by edge: a vertex */
    int32_t *twins;         /* by edge */
    int32_t triangle_count; /* in free space */
    int32_t covering_count; /* including those on obstacles */
    /* By vertex: a contour edge that leaves it. Turning to the positive side from this edge,
     * through previous and twin, visits the triangles around the vertex up to the next obstacle. */
    int32_t *leaving;
    /* For point location, by cell of a grid: a triangle that contains the cell's middle, if any;
     * after an update, other cells may hold any number. */
    int32_t *nearby;
    int32_t columns, rows;
    int32_t left, top, right, bottom; /* the bounding box */
    int cell_shift;                   /* cells have sides of 2^cell_shift half pixels */
    size_t point_room;                /* capacity of the arrays by vertex, box included */
    size_t triangle_room;
    uint8_t *marks;  /* by triangle, after an update; else NULL */
    uint32_t *spare; /* removed vertices, after an update */
    size_t spare_count, spare_room;
    const struct fr_allocator *allocator;
};

#define FR_TRIANGLE_FREE 2 /* a mark; delaunay_edges.h has another */

static inline bool fr_triangulation_is_free(const struct fr_triangulation *triangulation,
                                            int32_t triangle)
{
    return triangulation->marks ? triangulation->marks[triangle] & FR_TRIANGLE_FREE
                                : triangle < triangulation->triangle_count;
}

/* A triangulation under construction, between two slices. */
struct fr_triangulation_plan {
    struct fr_work_progress progress;
    const struct fr_allocator *allocator;
    uint32_t (*made_edges)[2]; /* what is freed with the plan; or NULL */
    size_t edge_room;
    const uint32_t (*edges)[2];
    uint32_t edge_count;
    struct fr_delaunay *delaunay;
    struct fr_triangulation **triangulation;
};

/* Begins to triangulate the current map; later steps do not read it. FR_OK, FR_NO_MEMORY, or
 * FR_UNSUPPORTED for too many vertices; in all cases the caller releases the plan. */
FR_MUST_USE enum fr_status fr_triangulation_plan(struct fr_triangulation_plan *plan,
                                                 const struct fr_map *map,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_triangulation **triangulation);

/* Carries out the plan. FR_OK if building paused or is done; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_triangulation_build(struct fr_triangulation_plan *plan,
                                                  struct fr_work *work);

/* Accepts an all-zero plan, and leaves the plan all-zero. */
void fr_triangulation_plan_release(struct fr_triangulation_plan *plan);

/* Triangulates the current map at once; vertices are sorted by row, then column, on even
 * coordinates. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for more than FR_DELAUNAY_MAX_POINTS
 * vertices. */
FR_MUST_USE enum fr_status fr_triangulation_of_map(const struct fr_map *map,
                                                   const struct fr_allocator *allocator,
                                                   struct fr_triangulation **triangulation);

/* Triangulates the region bounded by edge_count edges, two indices each, between `count` different
 * points, sorted by row, then column, with coordinates in -2^15..2^16. Edges may meet but not
 * cross, and a point may be on an edge; an even number of edges meets at every point, and crossing
 * one leads into or out of free space. Vertices keep the order of the points. FR_OK, FR_NO_MEMORY,
 * FR_UNSUPPORTED for more than FR_DELAUNAY_MAX_POINTS points, or FR_BAD_INPUT for equal or unsorted
 * points or crossing edges. */
FR_MUST_USE enum fr_status fr_triangulation_create(const struct fr_point *points, uint32_t count,
                                                   const uint32_t (*edges)[2], uint32_t edge_count,
                                                   const struct fr_allocator *allocator,
                                                   struct fr_triangulation **triangulation);

/* A triangle of free space that contains the point, border included, or else FR_NO_TRIANGLE. At a
 * pinch, a triangle on either side. Crosses a few triangles, from the middle of a cell. */
int32_t fr_triangulation_find(const struct fr_triangulation *triangulation, struct fr_point point);

/* Any triangle that contains the point, or FR_NO_TRIANGLE outside the box. */
int32_t fr_triangulation_locate(const struct fr_triangulation *triangulation,
                                struct fr_point point);

/* Makes point location start from a triangle in the cells whose middle it contains, if their own
 * triangle no longer exists or is marked as changed (delaunay_edges.h). */
void fr_triangulation_mend_grid(struct fr_triangulation *triangulation, int32_t triangle);

/* Accepts NULL. */
void fr_triangulation_release(struct fr_triangulation *triangulation);

#endif
