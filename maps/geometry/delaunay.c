#include "maps/geometry/delaunay.h"

#include <string.h>

#include "maps/geometry/delaunay_steps.h"

#define BOX_MARGIN 2

/* Splits the triangle into three around the point. If the point is on an edge, flips the edge,
 * which removes the flat triangle between the two. */
enum fr_status fr_delaunay_insert(struct fr_delaunay *d, uint32_t point, int32_t triangle)
{
    int32_t edge = 3 * triangle;
    bool is_on = false;
    for (int i = 0; i < 3 && !is_on; i++) {
        edge = 3 * triangle + i;
        is_on =
            fr_orient(origin_of(d, edge), origin_of(d, fr_next_edge(edge)), d->points[point]) == 0;
    }
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
    bool room = push(d, bc) && push(d, ca) && push(d, ab);
    if (room && is_on) {
        flip(d, ab);
        room = push(d, fr_next_edge(beyond_ab));
    }
    return room && settle_edges(d, true) ? FR_OK : FR_NO_MEMORY;
}

/* Sets the corners of a box with all points strictly inside. */
static void set_box(struct fr_delaunay *d)
{
    const uint32_t count = d->point_count - 4;
    const int32_t top = (count ? d->points[0].y : 0) - BOX_MARGIN;
    const int32_t bottom = (count ? d->points[count - 1].y : 0) + BOX_MARGIN;
    int32_t left = count ? d->points[0].x : 0, right = left;
    for (uint32_t i = 1; i < count; i++) {
        left = fr_lesser(left, d->points[i].x);
        right = fr_greater(right, d->points[i].x);
    }
    left -= BOX_MARGIN;
    right += BOX_MARGIN;
    d->points[count] = (struct fr_point){left, top};
    d->points[count + 1] = (struct fr_point){right, top};
    d->points[count + 2] = (struct fr_point){right, bottom};
    d->points[count + 3] = (struct fr_point){left, bottom};
    d->front_columns = right - left + 1;
}

static size_t twin_room(const struct fr_delaunay *d)
{
    return 3 * (size_t)d->triangle_capacity + (size_t)d->front_columns;
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
    fresh->points = fr_allocate(allocator, fresh->point_count, sizeof *fresh->points);
    enum fr_status status = FR_NO_MEMORY;
    if (fresh->points) {
        if (count)
            memcpy(fresh->points, points, count * sizeof *points);
        set_box(fresh);
        fresh->leaving = fr_allocate(allocator, fresh->point_count, sizeof *fresh->leaving);
        fresh->origins =
            fr_allocate(allocator, fresh->triangle_capacity, 3 * sizeof *fresh->origins);
        fresh->twins = fr_allocate(allocator, twin_room(fresh), sizeof *fresh->twins);
        if (fresh->leaving && fresh->origins && fresh->twins && fr_delaunay_begin_front(fresh))
            status = FR_OK;
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
    fr_delaunay_forget_front(d);
    fr_deallocate(allocator, d->points, d->point_count, sizeof *d->points);
    fr_deallocate(allocator, d->leaving, d->point_count, sizeof *d->leaving);
    fr_deallocate(allocator, d->origins, d->triangle_capacity, 3 * sizeof *d->origins);
    fr_deallocate(allocator, d->twins, twin_room(d), sizeof *d->twins);
    fr_deallocate(allocator, d->stack, d->stack_capacity, sizeof *d->stack);
    fr_deallocate(allocator, d, 1, sizeof *d);
}
