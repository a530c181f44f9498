/* Points are inserted one at a time along a Hilbert curve, so that the search from the last
 * triangle to the next point is short; edges around the new point are flipped until they are
 * Delaunay (Lawson, "Software for C1 surface interpolation", 1977). */
#include "maps/geometry/delaunay.h"

#include <string.h>

#include "maps/geometry/delaunay_steps.h"
#include "maps/geometry/hilbert.h"

#define BOX_MARGIN 2

/* Units of work for each point; tuned on adventure-150. */
#define INSERT_UNITS 30

/* Like settle_edges, for edges opposite a new point: after a flip, only the two far edges need a
 * test. */
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

/* An edge of an edge's triangle that has the point on its far side, other than the one through
 * which the triangle was entered. FR_NO_EDGE if the triangle contains the point; *touching then
 * gets the edge that the point is on, if any. */
static inline int32_t edge_before(const struct fr_delaunay *d, int32_t edge, int32_t entered,
                                  struct fr_point point, int32_t *touching)
{
    *touching = FR_NO_EDGE;
    for (int i = 0; i < 3; i++, edge = fr_next_edge(edge)) {
        if (edge == entered)
            continue;
        const int64_t side = fr_orient(origin_of(d, edge), origin_of(d, fr_next_edge(edge)), point);
        if (side < 0)
            return edge;
        if (side == 0)
            *touching = edge;
    }
    return FR_NO_EDGE;
}

/* An edge of the triangle that contains the point: the edge that the point is on, if any (is_on).
 * Goes from triangle to triangle. Constrained edges can make the search go in circles, so after
 * more steps than a search that ends can take, all triangles are tested. */
static int32_t find(const struct fr_delaunay *d, int32_t edge, struct fr_point point, bool *is_on)
{
    int32_t entered = FR_NO_EDGE, touching;
    for (uint32_t step = 0; step < d->triangle_count; step++) {
        const int32_t before = edge_before(d, edge, entered, point, &touching);
        *is_on = touching != FR_NO_EDGE;
        if (before == FR_NO_EDGE)
            return *is_on ? touching : edge;
        const int32_t twin = d->twins[before];
        edge = entered = twin < 0 ? ~twin : twin;
    }
    edge = 0;
    while (edge_before(d, edge, FR_NO_EDGE, point, &touching) != FR_NO_EDGE)
        edge += 3;
    *is_on = touching != FR_NO_EDGE;
    return *is_on ? touching : edge;
}

/* Splits the triangle of an edge into three around the point. If the point is on the edge, flips
 * the edge, which removes the flat triangle between them. */
enum fr_status fr_delaunay_insert(struct fr_delaunay *d, uint32_t point, int32_t *near)
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

/* Makes two triangles over a box with all points strictly inside. */
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

static void forget_order(struct fr_delaunay *d)
{
    fr_deallocate(d->allocator, d->order, d->point_count - 4, sizeof *d->order);
    d->order = NULL;
}

static enum fr_status find_order(struct fr_delaunay *d)
{
    const uint32_t count = d->point_count - 4;
    if (count == 0)
        return FR_OK;
    d->order = fr_allocate(d->allocator, count, sizeof *d->order);
    return d->order ? fr_hilbert_order(d->points, count, d->allocator, d->order) : FR_NO_MEMORY;
}

enum fr_status fr_delaunay_insert_all(struct fr_delaunay *d, struct fr_work *work)
{
    for (; d->inserted < d->point_count - 4; d->inserted++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const enum fr_status status = fr_delaunay_insert(d, d->order[d->inserted], &d->near);
        if (status != FR_OK)
            return status;
        work->left -= INSERT_UNITS;
    }
    forget_order(d);
    return FR_OK;
}

enum fr_status fr_delaunay_begin(const struct fr_point *points, uint32_t count,
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
        status = find_order(fresh);
    }
    if (status == FR_OK)
        *delaunay = fresh;
    else
        fr_delaunay_release(fresh);
    return status;
}

void fr_delaunay_release(struct fr_delaunay *d)
{
    if (!d)
        return;
    const struct fr_allocator *allocator = d->allocator;
    const size_t edges = 3 * (size_t)d->triangle_capacity;
    forget_order(d);
    fr_deallocate(allocator, d->points, d->point_count, sizeof *d->points);
    fr_deallocate(allocator, d->leaving, d->point_count, sizeof *d->leaving);
    fr_deallocate(allocator, d->origins, edges, sizeof *d->origins);
    fr_deallocate(allocator, d->twins, edges, sizeof *d->twins);
    fr_deallocate(allocator, d->stack, d->stack_capacity, sizeof *d->stack);
    fr_deallocate(allocator, d, 1, sizeof *d);
}
