/* A segment is made an edge by flipping the edges that cross it (Sloan, "A fast algorithm for
 * generating constrained Delaunay triangulations", 1993). The edges are kept in order along the
 * segment: a flip invalidates the position of at most the next one, so no edge need be looked up by
 * its ends. */
#include "maps/geometry/delaunay.h"
#include "maps/geometry/delaunay_steps.h"

/* Searches around one point in the direction of another. Returns an edge that leaves the point
 * along the segment (is_along), or else the opposite edge that the segment crosses. */
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

/* Pushes onto the stack the edges that the segment crosses, from the given one to the next point on
 * the segment, each as an edge of the triangle before it. FR_BAD_INPUT for a constrained edge. */
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

/* The segment that becomes an edge. */
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

/* Whether to flip an edge that crosses the segment: the flip is possible, and the new edge either
 * does not cross it, or lacks the farther end of the old edge. Of the ends of all crossing edges,
 * the farthest always has an edge to flip and loses it; so flipping terminates. */
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

/* Flips edges until none of the `count` edges at the bottom of the stack crosses the segment.
 * Pushes every edge whose triangles changed onto the stack. */
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
            if (d->twins[edge] >= 0)
                turn_constraint(d, edge);
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
        if (d->twins[edge] >= 0)
            turn_constraint(d, edge);
        if (!settle_edges(d, false))
            return FR_NO_MEMORY;
        a = reached;
    }
    return FR_OK;
}

enum fr_status fr_delaunay_loosen(struct fr_delaunay *d, const int32_t *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (d->twins[edges[i]] >= 0)
            continue;
        if (!push(d, edges[i]))
            return FR_NO_MEMORY;
        turn_constraint(d, edges[i]);
    }
    return settle_edges(d, false) ? FR_OK : FR_NO_MEMORY;
}
