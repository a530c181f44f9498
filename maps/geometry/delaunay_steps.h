/* The elementary steps that change a triangulation. */
#ifndef FOOTRACE_MAPS_GEOMETRY_DELAUNAY_STEPS_H
#define FOOTRACE_MAPS_GEOMETRY_DELAUNAY_STEPS_H

#include <stdbool.h>

#include "maps/geometry/delaunay_edges.h"
#include "maps/geometry/predicates.h"

static inline bool push(struct fr_delaunay *d, int32_t edge)
{
    if (!fr_reserve(d->allocator, &d->stack, d->stack_count, 1, &d->stack_capacity,
                    sizeof *d->stack))
        return false;
    d->stack[d->stack_count++] = edge;
    return true;
}

static inline struct fr_point origin_of(const struct fr_delaunay *d, int32_t edge)
{
    return d->points[d->origins[edge]];
}

/* Marks and lists the triangle of an edge as changed; if out of memory, sets `lost`. */
static inline void change(struct fr_delaunay *d, int32_t edge)
{
    const int32_t triangle = edge / 3;
    if (!d->marks || d->marks[triangle] & FR_DELAUNAY_CHANGED)
        return;
    d->marks[triangle] |= FR_DELAUNAY_CHANGED;
    if (fr_reserve(d->allocator, &d->changed, d->changed_count, 1, &d->changed_capacity,
                   sizeof *d->changed))
        d->changed[d->changed_count++] = triangle;
    else
        d->lost = true;
}

/* Makes another edge, or none, the twin of an edge; the edge is constrained if its twin is. The
 * triangle of `edge` or `twin` has changed. */
static inline void join(struct fr_delaunay *d, int32_t edge, int32_t twin)
{
    d->twins[edge] = twin;
    if (twin != FR_NO_EDGE)
        d->twins[twin < 0 ? ~twin : twin] = twin < 0 ? ~edge : edge;
}

/* Constrains an edge, or makes a constrained one ordinary again. */
static inline void turn_constraint(struct fr_delaunay *d, int32_t edge)
{
    const int32_t twin = d->twins[edge];
    join(d, edge, ~twin);
    change(d, edge);
    change(d, twin < 0 ? ~twin : twin);
}

static inline void set_triangle(struct fr_delaunay *d, int32_t first, uint32_t a, uint32_t b,
                                uint32_t c)
{
    d->origins[first] = a;
    d->origins[first + 1] = b;
    d->origins[first + 2] = c;
    change(d, first);
}

/* Replaces the edge p->q between the triangles (p, q, r) and (q, p, s) with r->s: they become (s,
 * q, r), in the place of the edge, and (r, p, s), in the place of its twin. */
static inline void flip(struct fr_delaunay *d, int32_t edge)
{
    const int32_t twin = d->twins[edge];
    const int32_t edge_next = fr_next_edge(edge), edge_previous = fr_previous_edge(edge);
    const int32_t twin_next = fr_next_edge(twin), twin_previous = fr_previous_edge(twin);
    d->leaving[d->origins[edge]] = twin_next;
    d->leaving[d->origins[twin]] = edge_next;
    d->origins[edge] = d->origins[twin_previous];
    d->origins[twin] = d->origins[edge_previous];
    change(d, edge);
    change(d, twin);
    join(d, edge, d->twins[twin_previous]);
    join(d, twin, d->twins[edge_previous]);
    join(d, edge_previous, twin_previous);
}

/* If four points are on a circle, the first one by row and column is an end of the edge. The edges
 * are those of the lower hull of the points lifted onto a paraboloid, if each point is then lowered
 * slightly, by more than all later points together. */
static inline bool is_delaunay(const struct fr_delaunay *d, int32_t edge, int32_t twin)
{
    const struct fr_point p = origin_of(d, edge), q = origin_of(d, twin);
    const struct fr_point r = origin_of(d, fr_previous_edge(edge));
    const struct fr_point s = origin_of(d, fr_previous_edge(twin));
    const int64_t inside = fr_in_circle(p, q, r, s);
    if (inside != 0)
        return inside < 0;
    return fr_point_before(fr_point_before(p, q) ? p : q, fr_point_before(r, s) ? r : s);
}

/* Whether the triangles beside an edge form a strictly convex quadrilateral. */
static inline bool can_flip(const struct fr_delaunay *d, int32_t edge)
{
    const int32_t twin = d->twins[edge];
    const struct fr_point p = origin_of(d, edge), q = origin_of(d, twin);
    const struct fr_point r = origin_of(d, fr_previous_edge(edge));
    const struct fr_point s = origin_of(d, fr_previous_edge(twin));
    return fr_orient(s, q, r) > 0 && fr_orient(r, p, s) > 0;
}

/* Flips the edges on the stack that are not Delaunay, and those around them, until all are. If the
 * edges are opposite a new point, only the two edges far from the point need a test after a flip. */
static inline bool settle_edges(struct fr_delaunay *d, bool opposite_new_point)
{
    while (d->stack_count) {
        const int32_t edge = d->stack[--d->stack_count], twin = d->twins[edge];
        if (twin < 0 || is_delaunay(d, edge, twin))
            continue;
        flip(d, edge);
        if (!push(d, edge) ||
            (!opposite_new_point && (!push(d, fr_next_edge(edge)) || !push(d, twin))) ||
            !push(d, fr_next_edge(twin)))
            return false;
    }
    return true;
}

#endif
