/* The triangles of a triangulation under construction, by their edges.
 *
 * Triangles cover a box around the points, whose four corners are added as points. Triangle t has
 * the edges 3t, 3t+1 and 3t+2, in the order of a positive turn (maps/geometry/predicates.h); each
 * runs from its origin to the origin of the next and has the triangle on its positive side. An
 * edge's twin is the same edge seen from the other triangle: an index, or the complement (~) of one
 * if the edge is constrained, or FR_NO_EDGE at the border of the box. All tests are exact. The
 * places of the points decide ties (four points on a circle), so the result depends only on the
 * points and the constrained edges, not on earlier changes. */
#ifndef FOOTRACE_MAPS_GEOMETRY_DELAUNAY_EDGES_H
#define FOOTRACE_MAPS_GEOMETRY_DELAUNAY_EDGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"

#define FR_NO_EDGE INT32_MIN

struct fr_delaunay {
    struct fr_point *points; /* the points given, then the corners of the box */
    uint32_t point_count;    /* the corners of the box included */
    uint32_t *origins;       /* by edge */
    int32_t *twins;          /* by edge */
    int32_t *leaving;        /* by point: one of the edges that leave it */
    uint32_t triangle_count;
    uint32_t triangle_capacity;
    int32_t *stack; /* edges to be tested again */
    size_t stack_count, stack_capacity;
    uint8_t *marks;   /* by triangle; NULL: changes are not recorded */
    int32_t *changed; /* the triangles marked as changed, some of them removed since */
    size_t changed_count, changed_capacity;
    bool lost; /* there was no memory to list a change */
    /* While points are inserted (delaunay_sweep.c); by column, the first at the left side of the
     * box. */
    uint32_t inserted; /* points */
    int32_t front_columns;
    uint32_t *front;      /* vertices of the front */
    uint64_t *front_bits; /* the columns that have a vertex */
    const struct fr_allocator *allocator;
};

/* A mark: the corners, constrained edges or number of a triangle have changed. */
#define FR_DELAUNAY_CHANGED 1

/* Begins a front at the upper side of the box. False if out of memory. */
bool fr_delaunay_begin_front(struct fr_delaunay *delaunay);

void fr_delaunay_forget_front(struct fr_delaunay *delaunay);

static inline int32_t fr_next_edge(int32_t edge)
{
    return (uint32_t)edge % 3 == 2 ? edge - 2 : edge + 1;
}

static inline int32_t fr_previous_edge(int32_t edge)
{
    return (uint32_t)edge % 3 == 0 ? edge + 2 : edge - 1;
}

#endif
