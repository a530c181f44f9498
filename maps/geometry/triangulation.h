/* Free space cut into triangles: the constrained Delaunay triangulation of its boundary.
 *
 * Its vertices are the points of the contours, its constrained edges the contours themselves; no
 * vertex is added, none is left out. A pinch is one vertex, whose two sides are kept apart by
 * constrained edges. Triangle t has the edges 3t, 3t+1 and 3t+2, to the positive side
 * (maps/geometry/predicates.h): edge e runs from vertex origins[e] to the origin of the next edge and has
 * its triangle on the positive side. twins[e] is the same edge seen from the triangle beyond it,
 * in the opposite direction; it is negative where an obstacle lies beyond.
 *
 * Triangles 0..triangle_count-1 cover free space. Behind them the arrays hold the triangles that
 * cover the obstacles and a margin, for point location only: ~twins[e] leads there, FR_NO_EDGE
 * nowhere. Once it has followed a change of its map (live_triangulation.h), triangles and vertices
 * are in no order any more, marks show which are free, and vertex_count counts the four corners of
 * the box and the places of vertices that are gone. Reading is safe from several threads. */
#ifndef FOOTRACE_MAPS_GEOMETRY_TRIANGULATION_H
#define FOOTRACE_MAPS_GEOMETRY_TRIANGULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/geometry/delaunay.h"
#include "maps/map.h"

#define FR_NO_TRIANGLE (-1)

struct fr_triangulation {
    struct fr_point *vertices;
    uint32_t vertex_count;  /* the four corners of a box around them follow */
    uint32_t *origins;      /* of each edge, a vertex */
    int32_t *twins;         /* of each edge */
    int32_t triangle_count; /* in free space */
    int32_t covering_count; /* with those on obstacles */
    /* Per vertex, a contour edge that leaves it: turning to the positive side from there, through
     * previous and twin, meets the triangles around it up to the next obstacle. */
    int32_t *leaving;
    /* For point location: per cell of a grid, a triangle that holds the cell's middle or is next to
     * it. */
    int32_t *nearby;
    int32_t columns, rows;
    int32_t left, top, right, bottom; /* the box */
    int cell_shift;                   /* cells measure 2^cell_shift half pixels */
    size_t point_room;                /* of the arrays per vertex, with the box */
    size_t triangle_room;
    uint8_t *marks;  /* per triangle, once it followed a change; else NULL */
    uint32_t *spare; /* vertices that are gone, once it followed a change */
    size_t spare_count, spare_room;
    const struct fr_allocator *allocator;
};

#define FR_TRIANGLE_FREE 2 /* a mark; that of delaunay.h is another */

static inline bool fr_triangulation_is_free(const struct fr_triangulation *triangulation,
                                            int32_t triangle)
{
    return triangulation->marks ? triangulation->marks[triangle] & FR_TRIANGLE_FREE
                                : triangle < triangulation->triangle_count;
}

/* Triangulates a map as it is now: vertices by row, then by column, on even coordinates. FR_OK,
 * FR_NO_MEMORY, or FR_UNSUPPORTED beyond FR_DELAUNAY_MAX_POINTS vertices. */
FR_MUST_USE enum fr_status fr_triangulation_of_map(const struct fr_map *map,
                                                   const struct fr_allocator *allocator,
                                                   struct fr_triangulation **triangulation);

/* Of any region: count different points with coordinates in -2^15..2^16, and edge_count edges
 * between them, two indices each, that bound it. Edges cross nowhere but may meet, and a point may
 * lie on an edge; an even number of edges meets at every point, and crossing one leads in or out of
 * free space. Vertices keep the order of the points. FR_OK, FR_NO_MEMORY, FR_UNSUPPORTED beyond
 * FR_DELAUNAY_MAX_POINTS points, or FR_BAD_INPUT for equal points or crossing edges. */
FR_MUST_USE enum fr_status fr_triangulation_create(const struct fr_point *points, uint32_t count,
                                                   const uint32_t (*edges)[2], uint32_t edge_count,
                                                   const struct fr_allocator *allocator,
                                                   struct fr_triangulation **triangulation);

/* Converts a complete Delaunay triangulation in which the edges of the region are constrained.
 * FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_triangulation_of_delaunay(const struct fr_delaunay *delaunay,
                                                        const struct fr_allocator *allocator,
                                                        struct fr_triangulation **triangulation);

/* A triangle of free space that holds the point, inside or on its border; FR_NO_TRIANGLE if it is
 * not in free space. At a pinch, a triangle on either side. Takes a short walk from the middle of a
 * cell. */
int32_t fr_triangulation_find(const struct fr_triangulation *triangulation, struct fr_point point);

/* Any triangle that holds the point, or FR_NO_TRIANGLE outside the box. */
int32_t fr_triangulation_locate(const struct fr_triangulation *triangulation,
                                struct fr_point point);

/* Starts the search for points again in cells whose triangle is none any more, or is marked touched
 * (delaunay.h). */
void fr_triangulation_mend_grid(struct fr_triangulation *triangulation);

/* Accepts NULL. */
void fr_triangulation_release(struct fr_triangulation *triangulation);

#endif
