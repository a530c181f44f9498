/* Points are inserted one at a time along a Hilbert curve, so that the walk from the last triangle
 * to the next point is short; edges around the new point are flipped until they are Delaunay
 * (Lawson, "Software for C1 surface interpolation", 1977). A segment is then made an edge by
 * flipping the edges that cross it (Sloan, "A fast algorithm for generating constrained Delaunay
 * triangulations", 1993), here kept in their order along the segment: a flip spoils the place of at
 * most the following one, so that no edge has to be looked up by its ends. */
#include "maps/delaunay.h"

#include <string.h>

#include "maps/hilbert.h"
#include "maps/predicates.h"

#define BOX_MARGIN 2

static bool push(struct fr_delaunay *d, int32_t edge)
{
    if (d->stack_count == d->stack_capacity) {
        const size_t capacity = d->stack_capacity ? 2 * d->stack_capacity : 256;
        int32_t *stack = fr_allocate(d->allocator, capacity, sizeof *stack);
        if (!stack)
            return false;
        if (d->stack)
            memcpy(stack, d->stack, d->stack_count * sizeof *stack);
        fr_deallocate(d->allocator, d->stack, d->stack_capacity, sizeof *stack);
        d->stack = stack;
        d->stack_capacity = capacity;
    }
    d->stack[d->stack_count++] = edge;
    return true;
}

static struct fr_point origin_of(const struct fr_delaunay *d, int32_t edge)
{
    return d->points[d->origins[edge]];
}

/* Gives an edge the twin of another, or of none, constrained if that is. */
static void join(struct fr_delaunay *d, int32_t edge, int32_t twin)
{
    d->twins[edge] = twin;
    if (twin >= 0)
        d->twins[twin] = edge;
    else if (twin != FR_NO_EDGE)
        d->twins[~twin] = ~edge;
}

static void set_triangle(struct fr_delaunay *d, int32_t first, uint32_t a, uint32_t b, uint32_t c)
{
    d->origins[first] = a;
    d->origins[first + 1] = b;
    d->origins[first + 2] = c;
}

/* Turns the edge p->q between the triangles (p, q, r) and (q, p, s) into r->s: they become
 * (s, q, r), in the place of the edge, and (r, p, s), in the place of its twin. */
static void flip(struct fr_delaunay *d, int32_t edge)
{
    const int32_t twin = d->twins[edge];
    const int32_t edge_next = fr_next_edge(edge), edge_previous = fr_previous_edge(edge);
    const int32_t twin_next = fr_next_edge(twin), twin_previous = fr_previous_edge(twin);
    d->leaving[d->origins[edge]] = twin_next;
    d->leaving[d->origins[twin]] = edge_next;
    d->origins[edge] = d->origins[twin_previous];
    d->origins[twin] = d->origins[edge_previous];
    join(d, edge, d->twins[twin_previous]);
    join(d, twin, d->twins[edge_previous]);
    join(d, edge_previous, twin_previous);
}

static bool is_delaunay(const struct fr_delaunay *d, int32_t edge, int32_t twin)
{
    return !fr_in_circle(origin_of(d, edge), origin_of(d, twin),
                         origin_of(d, fr_previous_edge(edge)),
                         origin_of(d, fr_previous_edge(twin)));
}

/* Flips the edges on the stack, all of them opposite a new point, and those behind them, until
 * none has the point inside the circle of the triangle behind it. */
static bool settle_point(struct fr_delaunay *d)
{
    while (d->stack_count) {
        const int32_t edge = d->stack[--d->stack_count], twin = d->twins[edge];
        if (twin < 0 || is_delaunay(d, edge, twin))
            continue;
        flip(d, edge);
        if (!push(d, edge) || !push(d, fr_next_edge(twin)))
            return false;
    }
    return true;
}

/* The same for edges in any place: each flip puts the four edges around it on the stack. */
static bool settle_edges(struct fr_delaunay *d)
{
    while (d->stack_count) {
        const int32_t edge = d->stack[--d->stack_count], twin = d->twins[edge];
        if (twin < 0 || is_delaunay(d, edge, twin))
            continue;
        flip(d, edge);
        if (!push(d, edge) || !push(d, fr_next_edge(edge)) || !push(d, twin) ||
            !push(d, fr_next_edge(twin)))
            return false;
    }
    return true;
}

/* Walks from triangle to triangle until none of the edges has the point behind it. Yields an edge
 * of the triangle, the one that the point lies on if any. The walk ends, as the triangulation is
 * Delaunay. */
static int32_t find(const struct fr_delaunay *d, int32_t edge, struct fr_point point, bool *is_on)
{
    int32_t entered = FR_NO_EDGE;
    for (;;) {
        int32_t leaving = FR_NO_EDGE, touching = FR_NO_EDGE;
        for (int i = 0; i < 3 && leaving == FR_NO_EDGE; i++, edge = fr_next_edge(edge)) {
            if (edge == entered)
                continue;
            const int64_t side =
                fr_orient(origin_of(d, edge), origin_of(d, fr_next_edge(edge)), point);
            if (side < 0)
                leaving = edge;
            else if (side == 0)
                touching = edge;
        }
        if (leaving == FR_NO_EDGE) {
            *is_on = touching != FR_NO_EDGE;
            return *is_on ? touching : edge;
        }
        edge = entered = d->twins[leaving];
    }
}

/* Splits the triangle of an edge in three around a point, and flips the edge if the point lies on
 * it, which does away with the flat triangle between them. */
static enum fr_status insert(struct fr_delaunay *d, uint32_t point, int32_t *near)
{
    bool is_on;
    const int32_t edge = find(d, *near, d->points[point], &is_on);
    const int32_t next = fr_next_edge(edge), previous = fr_previous_edge(edge);
    const uint32_t a = d->origins[edge], b = d->origins[next], c = d->origins[previous];
    const struct fr_point at = d->points[point];
    if (is_on && (fr_point_equal(at, d->points[a]) || fr_point_equal(at, d->points[b])))
        return FR_BAD_INPUT;
    const int32_t beyond_ab = d->twins[edge], beyond_bc = d->twins[next],
                  beyond_ca = d->twins[previous];
    const int32_t ab = edge - edge % 3, bc = 3 * (int32_t)d->triangle_count, ca = bc + 3;
    d->triangle_count += 2;
    set_triangle(d, ab, a, b, point);
    set_triangle(d, bc, b, c, point);
    set_triangle(d, ca, c, a, point);
    join(d, ab, beyond_ab);
    join(d, bc, beyond_bc);
    join(d, ca, beyond_ca);
    join(d, ab + 1, bc + 2);
    join(d, bc + 1, ca + 2);
    join(d, ca + 1, ab + 2);
    d->leaving[a] = ab;
    d->leaving[b] = bc;
    d->leaving[c] = ca;
    d->leaving[point] = ab + 2;
    *near = ab;
    bool room = push(d, bc) && push(d, ca) && push(d, ab);
    if (room && is_on) {
        flip(d, ab);
        room = push(d, fr_next_edge(beyond_ab));
    }
    return room && settle_point(d) ? FR_OK : FR_NO_MEMORY;
}

/* Two triangles over a box that holds the points strictly inside. */
static void make_box(struct fr_delaunay *d)
{
    const uint32_t count = d->point_count - 4;
    struct fr_point low = {0, 0}, high = {0, 0};
    if (count)
        low = high = d->points[0];
    for (uint32_t i = 1; i < count; i++) {
        const struct fr_point point = d->points[i];
        low.x = point.x < low.x ? point.x : low.x;
        low.y = point.y < low.y ? point.y : low.y;
        high.x = point.x > high.x ? point.x : high.x;
        high.y = point.y > high.y ? point.y : high.y;
    }
    const int32_t left = low.x - BOX_MARGIN, right = high.x + BOX_MARGIN;
    const int32_t top = low.y - BOX_MARGIN, bottom = high.y + BOX_MARGIN;
    d->points[count] = (struct fr_point){left, top};
    d->points[count + 1] = (struct fr_point){right, top};
    d->points[count + 2] = (struct fr_point){right, bottom};
    d->points[count + 3] = (struct fr_point){left, bottom};
    set_triangle(d, 0, count, count + 1, count + 2);
    set_triangle(d, 3, count, count + 2, count + 3);
    d->triangle_count = 2;
    for (int32_t edge = 0; edge < 6; edge++) {
        d->twins[edge] = FR_NO_EDGE;
        d->leaving[d->origins[edge]] = edge;
    }
    join(d, 2, 3);
}

static enum fr_status insert_all(struct fr_delaunay *d)
{
    const uint32_t count = d->point_count - 4;
    if (count == 0)
        return FR_OK;
    uint32_t *order = fr_allocate(d->allocator, count, sizeof *order);
    enum fr_status status =
        order ? fr_hilbert_order(d->points, count, d->allocator, order) : FR_NO_MEMORY;
    int32_t near = 0;
    for (uint32_t i = 0; status == FR_OK && i < count; i++)
        status = insert(d, order[i], &near);
    fr_deallocate(d->allocator, order, count, sizeof *order);
    return status;
}

enum fr_status fr_delaunay_create(const struct fr_point *points, uint32_t count,
                                  const struct fr_allocator *allocator,
                                  struct fr_delaunay **delaunay)
{
    if (count > FR_DELAUNAY_MAX_POINTS)
        return FR_UNSUPPORTED;
    struct fr_delaunay *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->point_count = count + 4;
    fresh->triangle_capacity = 2 * count + 2;
    const size_t edges = 3 * (size_t)fresh->triangle_capacity;
    fresh->points = fr_allocate(allocator, fresh->point_count, sizeof *fresh->points);
    fresh->leaving = fr_allocate(allocator, fresh->point_count, sizeof *fresh->leaving);
    fresh->origins = fr_allocate(allocator, edges, sizeof *fresh->origins);
    fresh->twins = fr_allocate(allocator, edges, sizeof *fresh->twins);
    enum fr_status status = FR_NO_MEMORY;
    if (fresh->points && fresh->leaving && fresh->origins && fresh->twins) {
        if (count)
            memcpy(fresh->points, points, count * sizeof *points);
        make_box(fresh);
        status = insert_all(fresh);
    }
    if (status == FR_OK)
        *delaunay = fresh;
    else
        fr_delaunay_release(fresh);
    return status;
}

static void mark_constrained(struct fr_delaunay *d, int32_t edge)
{
    if (d->twins[edge] >= 0) {
        d->twins[d->twins[edge]] = ~edge;
        d->twins[edge] = ~d->twins[edge];
    }
}

/* Looks around a point, for what lies from it toward another. Yields an edge that leaves it along
 * the segment (is_along), else the edge across from it that the segment crosses. */
static int32_t find_toward(const struct fr_delaunay *d, uint32_t from, uint32_t to, bool *is_along)
{
    const struct fr_point at = d->points[from];
    const struct fr_point direction = fr_point_minus(d->points[to], at);
    int32_t edge = d->leaving[from];
    for (;;) {
        const int32_t next = fr_next_edge(edge), previous = fr_previous_edge(edge);
        const struct fr_point right = fr_point_minus(origin_of(d, next), at);
        const struct fr_point left = fr_point_minus(origin_of(d, previous), at);
        const int64_t from_right = fr_cross(right, direction);
        if (from_right == 0 && fr_dot(right, direction) > 0) {
            *is_along = true;
            return edge;
        }
        if (from_right > 0 && fr_cross(direction, left) > 0) {
            *is_along = false;
            return next;
        }
        const int32_t twin = d->twins[previous];
        edge = twin < 0 ? ~twin : twin;
    }
}

/* Puts the edges on the stack that the segment crosses, the first one given, up to the next point
 * on it; each as seen from the triangle before it. FR_BAD_INPUT where one is constrained. */
static enum fr_status collect_crossed(struct fr_delaunay *d, int32_t edge, uint32_t from,
                                      uint32_t to, uint32_t *reached)
{
    for (;;) {
        if (d->twins[edge] < 0)
            return FR_BAD_INPUT;
        if (!push(d, edge))
            return FR_NO_MEMORY;
        const int32_t twin = d->twins[edge], apex = fr_previous_edge(twin);
        const int64_t side = fr_orient(d->points[from], d->points[to], origin_of(d, apex));
        if (side == 0) {
            *reached = d->origins[apex];
            return FR_OK;
        }
        edge = side > 0 ? fr_next_edge(twin) : apex;
    }
}

/* Whether the triangles beside an edge form a strictly convex quadrilateral. */
static bool can_flip(const struct fr_delaunay *d, int32_t edge)
{
    const int32_t twin = d->twins[edge];
    const struct fr_point p = origin_of(d, edge), q = origin_of(d, twin);
    const struct fr_point r = origin_of(d, fr_previous_edge(edge));
    const struct fr_point s = origin_of(d, fr_previous_edge(twin));
    return fr_orient(s, q, r) > 0 && fr_orient(r, p, s) > 0;
}

/* The segment that is being made an edge. */
struct segment {
    struct fr_point a, b;
};

/* A strict order of the points beside a segment: by distance from its line, then along it. */
static bool is_farther(const struct fr_delaunay *d, struct segment segment, uint32_t v, uint32_t w)
{
    const int64_t from_v = fr_orient(segment.a, segment.b, d->points[v]);
    const int64_t from_w = fr_orient(segment.a, segment.b, d->points[w]);
    const int64_t distance_v = from_v < 0 ? -from_v : from_v;
    const int64_t distance_w = from_w < 0 ? -from_w : from_w;
    if (distance_v != distance_w)
        return distance_v > distance_w;
    const struct fr_point direction = fr_point_minus(segment.b, segment.a);
    const int64_t along = fr_dot(direction, fr_point_minus(d->points[v], d->points[w]));
    return along > 0 || (along == 0 && v > w);
}

static bool crosses(const struct fr_delaunay *d, struct segment segment, uint32_t r, uint32_t s)
{
    const int64_t from_r = fr_orient(segment.a, segment.b, d->points[r]);
    const int64_t from_s = fr_orient(segment.a, segment.b, d->points[s]);
    return (from_r < 0 && from_s > 0) || (from_r > 0 && from_s < 0);
}

/* Whether to flip an edge that crosses the segment: its flip exists, and the new edge either does
 * not cross, or lacks the farther end of the old one. Of the ends of all crossing edges, the
 * farthest one always has such an edge, and loses it; so flipping comes to an end. */
static bool should_flip(const struct fr_delaunay *d, struct segment segment, int32_t edge)
{
    if (!can_flip(d, edge))
        return false;
    const int32_t twin = d->twins[edge];
    const uint32_t p = d->origins[edge], q = d->origins[twin];
    const uint32_t r = d->origins[fr_previous_edge(edge)], s = d->origins[fr_previous_edge(twin)];
    if (!crosses(d, segment, r, s))
        return true;
    const uint32_t old_end = is_farther(d, segment, p, q) ? p : q;
    return is_farther(d, segment, old_end, r) && is_farther(d, segment, old_end, s);
}

/* Flips until none of the count crossing edges at the bottom of the stack crosses the segment, and
 * puts every edge on the stack whose triangles changed. */
static bool clear_crossed(struct fr_delaunay *d, struct segment segment, size_t count)
{
    while (count) {
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            const int32_t edge = d->stack[i];
            if (!should_flip(d, segment, edge)) {
                d->stack[kept++] = edge;
                continue;
            }
            const int32_t twin = d->twins[edge];
            const int32_t r_to_s = fr_previous_edge(edge), s_to_r = fr_previous_edge(twin);
            flip(d, edge);
            if (i + 1 < count && d->stack[i + 1] == s_to_r)
                d->stack[i + 1] = edge;
            const uint32_t r = d->origins[r_to_s], s = d->origins[s_to_r];
            if (crosses(d, segment, r, s)) {
                const bool is_right = fr_orient(segment.a, segment.b, d->points[r]) < 0;
                d->stack[kept++] = is_right ? r_to_s : s_to_r;
            }
            if (!push(d, edge) || !push(d, fr_next_edge(edge)) || !push(d, r_to_s) ||
                !push(d, twin) || !push(d, fr_next_edge(twin)))
                return false;
        }
        count = kept;
    }
    return true;
}

enum fr_status fr_delaunay_constrain(struct fr_delaunay *d, uint32_t a, uint32_t b)
{
    while (a != b) {
        bool is_along;
        int32_t edge = find_toward(d, a, b, &is_along);
        if (is_along) {
            mark_constrained(d, edge);
            a = d->origins[fr_next_edge(edge)];
            continue;
        }
        uint32_t reached;
        const enum fr_status status = collect_crossed(d, edge, a, b, &reached);
        if (status != FR_OK)
            return status;
        const struct segment segment = {d->points[a], d->points[reached]};
        if (!clear_crossed(d, segment, d->stack_count))
            return FR_NO_MEMORY;
        edge = find_toward(d, a, reached, &is_along);
        mark_constrained(d, edge);
        if (!settle_edges(d))
            return FR_NO_MEMORY;
        a = reached;
    }
    return FR_OK;
}

void fr_delaunay_release(struct fr_delaunay *d)
{
    if (!d)
        return;
    const struct fr_allocator *allocator = d->allocator;
    const size_t edges = 3 * (size_t)d->triangle_capacity;
    fr_deallocate(allocator, d->points, d->point_count, sizeof *d->points);
    fr_deallocate(allocator, d->leaving, d->point_count, sizeof *d->leaving);
    fr_deallocate(allocator, d->origins, edges, sizeof *d->origins);
    fr_deallocate(allocator, d->twins, edges, sizeof *d->twins);
    fr_deallocate(allocator, d->stack, d->stack_capacity, sizeof *d->stack);
    fr_deallocate(allocator, d, 1, sizeof *d);
}
