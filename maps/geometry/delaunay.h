/* A constrained Delaunay triangulation under construction: first points, then edges between them.
 *
 * Triangles cover a box around the points, whose four corners are added as points. Triangle t has
 * the edges 3t, 3t+1 and 3t+2, in order to the positive side (maps/geometry/predicates.h); each
 * runs from its origin to the origin of the next and has the triangle on its positive side. Its
 * twin is the same edge seen from the other triangle: an index, or the complement (~) of one if the
 * edge is constrained, or FR_NO_EDGE at the border of the box. All tests are exact. Ties (four
 * points on a circle) leave the edge as it is, so that the result depends on the input alone.
 * maps/geometry/triangulation.h holds the result. */
#ifndef FOOTRACE_MAPS_GEOMETRY_DELAUNAY_H
#define FOOTRACE_MAPS_GEOMETRY_DELAUNAY_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

#define FR_NO_EDGE INT32_MIN
#define FR_DELAUNAY_MAX_POINTS (1 << 28)

struct fr_delaunay {
    struct fr_point *points; /* the points given, then the corners of the box */
    uint32_t point_count;    /* with those */
    uint32_t *origins;       /* of each edge */
    int32_t *twins;          /* of each edge */
    int32_t *leaving;        /* per point, one of the edges that leave it */
    uint32_t triangle_count;
    uint32_t triangle_capacity;
    int32_t *stack; /* edges to be looked at again */
    size_t stack_count, stack_capacity;
    uint8_t
        *marks; /* per triangle: FR_DELAUNAY_TOUCHED is set where it changes; NULL: nobody asks */
    const struct fr_allocator *allocator;
};

#define FR_DELAUNAY_TOUCHED 1

static inline int32_t fr_next_edge(int32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

static inline int32_t fr_previous_edge(int32_t edge)
{
    return edge % 3 == 0 ? edge + 2 : edge - 1;
}

/* Creates the Delaunay triangulation of count distinct points with coordinates in -2^15..2^16.
 * FR_OK, FR_NO_MEMORY, FR_UNSUPPORTED for too many points, or FR_BAD_INPUT if two are equal. */
FR_MUST_USE enum fr_status fr_delaunay_create(const struct fr_point *points, uint32_t count,
                                              const struct fr_allocator *allocator,
                                              struct fr_delaunay **delaunay);

/* Turns the segment between two points into a constrained edge, or into several if points lie on
 * it, and makes the triangulation constrained Delaunay again. FR_OK, FR_NO_MEMORY, or
 * FR_BAD_INPUT if it crosses another constrained edge. After a failure the triangulation can
 * only be released. */
FR_MUST_USE enum fr_status fr_delaunay_constrain(struct fr_delaunay *delaunay, uint32_t a,
                                                 uint32_t b);

/* The functions below change a triangulation that is constrained Delaunay, and keep it so. After
 * FR_NO_MEMORY it can only be released. */

/* Inserts a point that has no edges yet and lies on no constrained edge. The arrays must have room
 * for it and for two more triangles. near is an edge near it, and is replaced by a nearer one.
 * FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT for a point that exists already. */
FR_MUST_USE enum fr_status fr_delaunay_insert(struct fr_delaunay *delaunay, uint32_t point,
                                              int32_t *near);

/* Removes a point that has no constrained edges and is no corner of the box. Other triangles may be
 * renumbered. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_delaunay_remove(struct fr_delaunay *delaunay, uint32_t point);

/* Makes constrained edges ordinary again. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_delaunay_loosen(struct fr_delaunay *delaunay, const int32_t *edges,
                                              size_t count);

/* Accepts NULL. */
void fr_delaunay_release(struct fr_delaunay *delaunay);

#endif
