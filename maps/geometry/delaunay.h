/* A constrained Delaunay triangulation while it is built: points first, then edges between them.
 *
 * Triangles cover a box around the points, whose four corners are added as points of its own. A
 * triangle t has the three edges 3t, 3t+1, 3t+2, in order to the positive side (maps/geometry/predicates.h);
 * each runs from its origin to the origin of the next and has the triangle on its positive side.
 * Its twin is the same edge seen from the other triangle: an index, or the complement (~) of one
 * where the edge is constrained, or FR_NO_EDGE at the border of the box. All tests are exact; ties
 * (four points on a circle) keep what is there, so that the result depends on the input alone.
 *
 * maps/geometry/triangulation.h is what is made of it. */
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
    struct fr_point *points; /* as given, then the corners of the box */
    uint32_t point_count;    /* with those */
    uint32_t *origins;       /* of each edge */
    int32_t *twins;          /* of each edge */
    int32_t *leaving;        /* of each point, one of the edges that leave it */
    uint32_t triangle_count;
    uint32_t triangle_capacity;
    int32_t *stack; /* edges to be looked at again */
    size_t stack_count, stack_capacity;
    const struct fr_allocator *allocator;
};

static inline int32_t fr_next_edge(int32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

static inline int32_t fr_previous_edge(int32_t edge)
{
    return edge % 3 == 0 ? edge + 2 : edge - 1;
}

/* The Delaunay triangulation of count points, which differ from one another and whose coordinates
 * lie in -2^15..2^16. FR_OK, FR_NO_MEMORY, FR_UNSUPPORTED for too many points, or FR_BAD_INPUT
 * where two are equal. */
FR_MUST_USE enum fr_status fr_delaunay_create(const struct fr_point *points, uint32_t count,
                                              const struct fr_allocator *allocator,
                                              struct fr_delaunay **delaunay);

/* Makes the segment between two points an edge that stays, or several where points lie on it, and
 * the triangulation constrained Delaunay again. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT where it
 * crosses another such edge; the triangulation is then only good for being released. */
FR_MUST_USE enum fr_status fr_delaunay_constrain(struct fr_delaunay *delaunay, uint32_t a,
                                                 uint32_t b);

/* The rest is for changing a triangulation that is constrained Delaunay; it is so again afterwards,
 * or after FR_NO_MEMORY only good for being released. */

/* Puts in a point that no edge leaves yet, off constrained edges. There is room for it and for two
 * more triangles. near is an edge near it, and becomes one that is nearer. FR_OK, FR_NO_MEMORY, or
 * FR_BAD_INPUT for a point that is there already. */
FR_MUST_USE enum fr_status fr_delaunay_insert(struct fr_delaunay *delaunay, uint32_t point,
                                              int32_t *near);

/* Takes out a point that no constrained edge leaves, and that is no corner of the box; other
 * triangles may change their numbers. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_delaunay_remove(struct fr_delaunay *delaunay, uint32_t point);

/* Makes constrained edges ordinary ones. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_delaunay_loosen(struct fr_delaunay *delaunay, const int32_t *edges,
                                              size_t count);

/* Accepts NULL. */
void fr_delaunay_release(struct fr_delaunay *delaunay);

#endif
