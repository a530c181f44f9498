/* A point is removed by flipping its edges until three are left, whose triangles are merged. With
 * five edges or more, one can always be flipped: the polygon around the point has two ears, and the
 * point is not in both. With four, one can be flipped unless the point is on the line between the
 * ends of two opposite edges; then the triangles on each side of that line are merged. */
#include <assert.h>

#include "maps/geometry/delaunay.h"
#include "maps/geometry/delaunay_steps.h"

#define MOST_MERGED 4

/* The triangles around a point, by the edges that leave it, in the order of a positive turn. */
struct fan {
    int32_t edges[MOST_MERGED];
    int count; /* MOST_MERGED + 1 means any larger number */
};

static struct fan fan_of(const struct fr_delaunay *d, uint32_t point)
{
    struct fan fan = {.count = 0};
    int32_t edge = d->leaving[point];
    do {
        if (fan.count < MOST_MERGED)
            fan.edges[fan.count] = edge;
        fan.count++;
        edge = d->twins[fr_previous_edge(edge)];
    } while (edge != d->leaving[point] && fan.count <= MOST_MERGED);
    return fan;
}

/* Starts a fan of four at one of two opposite edges with the point between their ends. False if
 * there are none. */
static bool begin_between(const struct fr_delaunay *d, struct fan *fan)
{
    for (int turn = 0; turn < 2; turn++) {
        const int32_t first = fan->edges[0];
        if (fr_orient(origin_of(d, fr_next_edge(first)), origin_of(d, first),
                      origin_of(d, fr_next_edge(fan->edges[2]))) == 0)
            return true;
        for (int i = 0; i < 3; i++)
            fan->edges[i] = fan->edges[i + 1];
        fan->edges[3] = first;
    }
    return false;
}

/* Flips one of the edges that leave a point. */
static void flip_one(struct fr_delaunay *d, uint32_t point)
{
    int32_t edge = d->leaving[point];
    while (!can_flip(d, edge)) {
        edge = d->twins[fr_previous_edge(edge)];
        assert(edge != d->leaving[point]);
    }
    flip(d, edge);
}

/* Removes a triangle; the last one takes its place. */
static void drop_triangle(struct fr_delaunay *d, int32_t triangle)
{
    const int32_t last = (int32_t)--d->triangle_count;
    if (triangle == last)
        return;
    change(d, 3 * triangle);
    for (int32_t i = 0; i < 3; i++) {
        const int32_t from = 3 * last + i, to = 3 * triangle + i;
        d->origins[to] = d->origins[from];
        d->leaving[d->origins[to]] = to;
        join(d, to, d->twins[from]);
    }
}

/* Lists the triangles of a fan, the last one first. */
static void list_triangles(const struct fan *fan, int32_t *triangles)
{
    for (int i = 0; i < fan->count; i++) {
        int at = i;
        for (; at > 0 && triangles[at - 1] < fan->edges[i] / 3; at--)
            triangles[at] = triangles[at - 1];
        triangles[at] = fan->edges[i] / 3;
    }
}

/* Merges the triangles of a fan into one, or into two on either side of the line from the end of
 * the first edge to that of the third. The result takes the lowest of the fan's places, so that
 * removing the others does not move it. */
static void merge(struct fr_delaunay *d, const struct fan *fan)
{
    uint32_t ends[MOST_MERGED];
    int32_t beyond[MOST_MERGED], triangles[MOST_MERGED];
    const int count = fan->count;
    for (int i = 0; i < count; i++) {
        ends[i] = d->origins[fr_next_edge(fan->edges[i])];
        beyond[i] = d->twins[fr_next_edge(fan->edges[i])];
    }
    list_triangles(fan, triangles);
    const int32_t one = 3 * triangles[2], other = 3 * triangles[count - 1];
    set_triangle(d, one, ends[0], ends[1], ends[2]);
    if (count == 4)
        set_triangle(d, other, ends[2], ends[3], ends[0]);
    const int32_t edges[MOST_MERGED] = {one, one + 1, count == 4 ? other : one + 2, other + 1};
    for (int i = 0; i < count; i++) {
        join(d, edges[i], beyond[i]);
        d->leaving[ends[i]] = edges[i];
    }
    if (count == 4)
        join(d, one + 2, other + 2);
    drop_triangle(d, triangles[0]);
    drop_triangle(d, triangles[1]);
}

void fr_delaunay_remove(struct fr_delaunay *d, uint32_t point)
{
    struct fan fan = fan_of(d, point);
    while (fan.count > 4 || (fan.count == 4 && !begin_between(d, &fan))) {
        flip_one(d, point);
        fan = fan_of(d, point);
    }
    merge(d, &fan);
}

/* Pushes an edge of a changed triangle, unless it is constrained, or its twin is pushed as well. */
static bool push_changed(struct fr_delaunay *d, int32_t edge)
{
    const int32_t twin = d->twins[edge];
    return twin < 0 || (twin < edge && d->marks[twin / 3] & FR_DELAUNAY_CHANGED) || push(d, edge);
}

enum fr_status fr_delaunay_settle(struct fr_delaunay *d)
{
    for (size_t i = 0; i < d->changed_count; i++) {
        const int32_t edge = 3 * d->changed[i];
        const bool exists = d->changed[i] < (int32_t)d->triangle_count;
        if (exists &&
            !(push_changed(d, edge) && push_changed(d, edge + 1) && push_changed(d, edge + 2)))
            return FR_NO_MEMORY;
    }
    return settle_edges(d, false) ? FR_OK : FR_NO_MEMORY;
}
