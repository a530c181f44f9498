/* What a test knows of rings by brute force: their edges, which meet, and what lies inside. Simplified
 * rings are held against it. Include cmocka and its requirements first. */
#ifndef FOOTRACE_TESTS_MAPS_GEOMETRY_RING_EDGES_H
#define FOOTRACE_TESTS_MAPS_GEOMETRY_RING_EDGES_H

#include <stdlib.h>

#include "maps/geometry/predicates.h"
#include "maps/geometry/simplify.h"
#include "tests/maps/geometry/ring_checks.h"

static inline struct fr_contours *
simplified(const struct fr_map *map, const struct fr_contours *contours, int32_t tolerance_px)
{
    struct fr_contours *simple;
    assert_int_equal(
        fr_contours_simplify(map, contours, tolerance_px, &fr_default_allocator, &simple), FR_OK);
    return simple;
}

/* A ring's edge, and where it is. */
struct edge {
    struct fr_point a, b;
    uint32_t ring;
};

static inline struct edge *edges_of(const struct fr_contours *contours)
{
    struct edge *edges = calloc(contours->vertex_count + 1, sizeof *edges);
    assert_non_null(edges);
    for (uint32_t r = 0; r < contours->ring_count; r++) {
        const struct fr_ring *ring = &contours->rings[r];
        const struct fr_point *at = contours->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++)
            edges[ring->first + i] = (struct edge){at[i], at[(i + 1) % ring->count], r};
    }
    return edges;
}

static inline int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static inline bool on_segment(struct fr_point p, struct fr_point a, struct fr_point b)
{
    return fr_orient(a, b, p) == 0 && fr_dot(fr_point_minus(p, a), fr_point_minus(p, b)) <= 0;
}

/* Whether two edges meet anywhere but in an end of both. */
static inline bool collide(const struct edge *e, const struct edge *f)
{
    const bool ends[4] = {fr_point_equal(e->a, f->a), fr_point_equal(e->a, f->b),
                          fr_point_equal(e->b, f->a), fr_point_equal(e->b, f->b)};
    if ((on_segment(e->a, f->a, f->b) && !ends[0] && !ends[1]) ||
        (on_segment(e->b, f->a, f->b) && !ends[2] && !ends[3]) ||
        (on_segment(f->a, e->a, e->b) && !ends[0] && !ends[2]) ||
        (on_segment(f->b, e->a, e->b) && !ends[1] && !ends[3]))
        return true;
    if ((ends[0] && ends[3]) || (ends[1] && ends[2]))
        return true;
    return sign(fr_orient(e->a, e->b, f->a)) * sign(fr_orient(e->a, e->b, f->b)) < 0 &&
           sign(fr_orient(f->a, f->b, e->a)) * sign(fr_orient(f->a, f->b, e->b)) < 0;
}

/* How often the edges of one ring, or of all (UINT32_MAX), go around a point that is on none. */
static inline int winding(const struct edge *edges, uint32_t count, uint32_t ring,
                          struct fr_point p)
{
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct edge *e = &edges[i];
        if (ring != UINT32_MAX && e->ring != ring)
            continue;
        const int64_t side = fr_orient(e->a, e->b, p);
        if (e->a.y <= p.y && e->b.y > p.y)
            turns += side > 0;
        else if (e->a.y > p.y && e->b.y <= p.y)
            turns -= side < 0;
    }
    return turns;
}

static inline bool on_an_edge(const struct edge *edges, uint32_t count, struct fr_point p)
{
    for (uint32_t i = 0; i < count; i++)
        if (on_segment(p, edges[i].a, edges[i].b))
            return true;
    return false;
}

/* Whether a point is within a distance of an edge, in half pixels; on maps of up to 2^10 pixels. */
static inline bool is_near(const struct edge *edges, uint32_t count, struct fr_point p,
                           int64_t reach)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_point ab = fr_point_minus(edges[i].b, edges[i].a);
        const struct fr_point ap = fr_point_minus(p, edges[i].a);
        const struct fr_point bp = fr_point_minus(p, edges[i].b);
        const int64_t off = fr_cross(ab, ap);
        const bool beside = fr_dot(ab, ap) > 0 && fr_dot(ab, bp) < 0;
        if (fr_dot(ap, ap) <= reach * reach || fr_dot(bp, bp) <= reach * reach ||
            (beside && off * off <= reach * reach * fr_dot(ab, ab)))
            return true;
    }
    return false;
}

static inline bool are_apart(const struct edge *edges, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (collide(&edges[i], &edges[j]))
                return false;
    return true;
}

/* Whether each ring has its vertices from a contour, in their order, with none on a straight
 * stretch, and what is left out are holes. */
static inline bool comes_from(const struct fr_contours *simple, const struct fr_contours *contours)
{
    uint32_t next = 0;
    for (uint32_t r = 0; r < contours->ring_count; r++) {
        const struct fr_ring *from = &contours->rings[r];
        const struct fr_ring *ring = &simple->rings[next];
        uint32_t found = 0;
        for (uint32_t i = 0; i < from->count && next < simple->ring_count; i++)
            found += found < ring->count && fr_point_equal(contours->vertices[from->first + i],
                                                           simple->vertices[ring->first + found]);
        if (next < simple->ring_count && found == ring->count) {
            if ((from->outer == r) != (ring->outer == next))
                return false;
            next++;
        } else if (from->outer == r) {
            return false;
        }
    }
    for (uint32_t r = 0; r < next; r++) {
        const struct fr_ring *ring = &simple->rings[r];
        const struct fr_point *at = simple->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++)
            if (fr_orient(at[i], at[(i + 1) % ring->count], at[(i + 2) % ring->count]) == 0)
                return false;
    }
    return next == simple->ring_count && simple->outer_count == contours->outer_count;
}

/* Whether all holes lie inside of their outer rings, and rings bound areas of their sign. */
static inline bool is_nested(const struct fr_contours *simple, const struct edge *edges)
{
    for (uint32_t r = 0; r < simple->ring_count; r++) {
        const struct fr_ring *ring = &simple->rings[r];
        if ((ring->outer == r) != (ring->area_px > 0) || ring->outer > r || ring->count < 3)
            return false;
        for (uint32_t i = 0; i < ring->count && ring->outer != r; i++)
            if (winding(edges, simple->vertex_count, ring->outer,
                        simple->vertices[ring->first + i]) != 1)
                return false;
    }
    return true;
}

#endif
