#include "algorithms/visibility/outline.h"

#include "algorithms/steps/heap_sort.h"

/* A vertex on the interior of an edge. */
struct split {
    uint32_t edge;
    int64_t along; /* its position on the edge, as a dot product */
    struct fr_point at;
};

struct split_list {
    struct split *at;
    size_t count, capacity;
};

/* An edge at one of its ends; sorted by point. */
struct edge_end {
    struct fr_point at;
    struct fr_point direction; /* the direction from this end along the edge */
    uint32_t edge;
    bool incoming;
};

static int64_t doubled_area(const struct fr_point *vertices, uint32_t count)
{
    int64_t doubled = 0;
    for (uint32_t i = 2; i < count; i++)
        doubled += fr_orient(vertices[0], vertices[i - 1], vertices[i]);
    return doubled;
}

/* Appends the edges of a ring, with the polygon on their positive side. */
static void add_ring(struct outline *outline, const struct fr_point *vertices, uint32_t count,
                     bool outer)
{
    const bool backward = (doubled_area(vertices, count) > 0) != outer;
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_point a = vertices[i], b = vertices[i + 1 < count ? i + 1 : 0];
        if (!fr_point_equal(a, b))
            outline->edges[outline->edge_count++] =
                backward ? (struct ring_edge){b, a} : (struct ring_edge){a, b};
    }
}

static bool within(const struct ring_edge *edge, struct fr_point point)
{
    return fr_orient(edge->from, edge->to, point) == 0 &&
           fr_dot(fr_point_minus(edge->from, point), fr_point_minus(edge->to, point)) < 0;
}

static bool add_split(const struct outline *outline, struct split_list *splits, uint32_t index,
                      struct fr_point at)
{
    if (!fr_reserve(outline->allocator, &splits->at, splits->count, 1, &splits->capacity,
                    sizeof *splits->at))
        return false;
    const struct ring_edge *edge = &outline->edges[index];
    const int64_t along =
        fr_dot(fr_point_minus(at, edge->from), fr_point_minus(edge->to, edge->from));
    splits->at[splits->count++] = (struct split){index, along, at};
    return true;
}

static enum fr_status find_splits(const struct outline *outline, struct split_list *splits)
{
    const struct edge_grid *grid = &outline->grid;
    for (uint32_t i = 0; i < outline->edge_count; i++) {
        const struct fr_point at = outline->edges[i].from;
        const uint32_t *cell = grid->first +
                               (size_t)edge_grid_row(grid, at.y) * (size_t)grid->columns +
                               (size_t)edge_grid_column(grid, at.x);
        for (uint32_t entry = cell[0]; entry < cell[1]; entry++) {
            const uint32_t edge = grid->entries[entry] >> 1;
            if (within(&outline->edges[edge], at) && !add_split(outline, splits, edge, at))
                return FR_NO_MEMORY;
        }
    }
    return FR_OK;
}

static int compare_splits(const void *left, const void *right)
{
    const struct split *a = left, *b = right;
    if (a->edge != b->edge)
        return a->edge < b->edge ? -1 : 1;
    return (a->along > b->along) - (a->along < b->along);
}

/* Splits edges at vertices that touch them: rings then meet only at ends of edges. */
static enum fr_status cut_edges(struct outline *outline, struct split_list *splits)
{
    heap_sort(splits->at, splits->count, sizeof *splits->at, compare_splits);
    const size_t capacity = outline->edge_count + splits->count;
    struct ring_edge *pieces = capacity < UINT32_MAX / 2
                                   ? fr_allocate(outline->allocator, capacity, sizeof *pieces)
                                   : NULL;
    if (!pieces)
        return FR_NO_MEMORY;
    uint32_t count = 0;
    size_t next = 0;
    for (uint32_t i = 0; i < outline->edge_count; i++) {
        struct fr_point from = outline->edges[i].from;
        for (; next < splits->count && splits->at[next].edge == i; next++) {
            if (fr_point_equal(from, splits->at[next].at))
                continue;
            pieces[count++] = (struct ring_edge){from, splits->at[next].at};
            from = splits->at[next].at;
        }
        pieces[count++] = (struct ring_edge){from, outline->edges[i].to};
    }
    fr_deallocate(outline->allocator, outline->edges, outline->edge_capacity, sizeof *pieces);
    outline->edges = pieces;
    outline->edge_capacity = (uint32_t)capacity;
    outline->edge_count = count;
    return FR_OK;
}

static enum fr_status split_edges(struct outline *outline)
{
    struct split_list splits = {0};
    enum fr_status status = edge_grid_create(&outline->grid, outline->edges, outline->edge_count,
                                             false, outline->allocator);
    if (status == FR_OK)
        status = find_splits(outline, &splits);
    if (status == FR_OK && splits.count > 0)
        status = cut_edges(outline, &splits);
    fr_deallocate(outline->allocator, splits.at, splits.capacity, sizeof *splits.at);
    edge_grid_release(&outline->grid);
    return status;
}

static int compare_points(struct fr_point a, struct fr_point b)
{
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

/* Orders ends by point; at the same point, outgoing ends precede incoming ones. */
static int compare_ends(const void *left, const void *right)
{
    const struct edge_end *a = left, *b = right;
    const int points = compare_points(a->at, b->at);
    if (points != 0 || a->incoming != b->incoming)
        return points ? points : a->incoming - b->incoming;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

static void sort_ends(const struct outline *outline, struct edge_end *ends)
{
    for (uint32_t i = 0; i < outline->edge_count; i++) {
        const struct ring_edge *edge = &outline->edges[i];
        ends[2 * i] = (struct edge_end){edge->from, fr_point_minus(edge->to, edge->from), i, false};
        ends[2 * i + 1] =
            (struct edge_end){edge->to, fr_point_minus(edge->from, edge->to), i, true};
    }
    heap_sort(ends, 2 * (size_t)outline->edge_count, sizeof *ends, compare_ends);
}

/* The number of ends at the point of the first end; half of them are outgoing. */
static size_t ends_at_point(const struct edge_end *ends, size_t most)
{
    size_t count = 1;
    while (count < most && fr_point_equal(ends[count].at, ends[0].at))
        count++;
    return count;
}

/* Removes pairs of opposite edges: the floor continues across them. */
static void cancel_edges(struct outline *outline, const struct edge_end *ends, size_t count)
{
    struct ring_edge *edges = outline->edges;
    for (size_t out = 0; out < count / 2; out++) {
        for (size_t in = count / 2; in < count; in++) {
            struct ring_edge *one = &edges[ends[out].edge], *other = &edges[ends[in].edge];
            if (fr_point_equal(one->from, one->to) || !fr_point_equal(one->from, other->to) ||
                !fr_point_equal(one->to, other->from))
                continue;
            one->to = one->from;
            other->from = other->to;
        }
    }
}

/* Whether a positive turn from `base` reaches `a` before `b`. */
static bool comes_before(struct fr_point base, struct fr_point a, struct fr_point b)
{
    const int64_t to_a = fr_cross(base, a), to_b = fr_cross(base, b);
    const bool far_a = to_a < 0 || (to_a == 0 && fr_dot(base, a) > 0);
    const bool far_b = to_b < 0 || (to_b == 0 && fr_dot(base, b) > 0);
    return far_a != far_b ? far_b : fr_cross(a, b) > 0;
}

static void make_sectors(struct outline *outline, const struct edge_end *ends, size_t count)
{
    const size_t half = count / 2;
    for (size_t i = 0; i < half; i++) {
        struct ring_sector *sector = &outline->sectors[ends[i].edge];
        *sector = (struct ring_sector){.out = ends[i].direction,
                                       .in = ends[half].direction,
                                       .next = ends[(i + 1) % half].edge};
        for (size_t in = half + 1; in < count; in++)
            if (comes_before(sector->out, ends[in].direction, sector->in))
                sector->in = ends[in].direction;
    }
}

static void drop_empty_edges(struct outline *outline)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->edge_count; i++)
        if (!fr_point_equal(outline->edges[i].from, outline->edges[i].to))
            outline->edges[count++] = outline->edges[i];
    outline->edge_count = count;
}

static enum fr_status join_edges(struct outline *outline)
{
    const size_t capacity = 2 * (size_t)outline->edge_count;
    struct edge_end *ends = fr_allocate(outline->allocator, capacity, sizeof *ends);
    outline->sectors =
        fr_allocate(outline->allocator, outline->edge_capacity, sizeof *outline->sectors);
    if (!ends || !outline->sectors) {
        fr_deallocate(outline->allocator, ends, capacity, sizeof *ends);
        return FR_NO_MEMORY;
    }
    sort_ends(outline, ends);
    for (size_t first = 0, count; first < capacity; first += count) {
        count = ends_at_point(ends + first, capacity - first);
        cancel_edges(outline, ends + first, count);
    }
    drop_empty_edges(outline);
    sort_ends(outline, ends);
    const size_t left = 2 * (size_t)outline->edge_count;
    for (size_t first = 0, count; first < left; first += count) {
        count = ends_at_point(ends + first, left - first);
        make_sectors(outline, ends + first, count);
    }
    fr_deallocate(outline->allocator, ends, capacity, sizeof *ends);
    return FR_OK;
}

enum fr_status outline_create(struct outline *outline, const struct fr_contours *contours,
                              bool through_pinches, const struct fr_allocator *allocator)
{
    *outline = (struct outline){.allocator = allocator, .through_pinches = through_pinches};
    outline->edge_capacity = contours->vertex_count + 1;
    outline->edges = fr_allocate(allocator, outline->edge_capacity, sizeof *outline->edges);
    if (!outline->edges)
        return FR_NO_MEMORY;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        add_ring(outline, contours->vertices + ring->first, ring->count, ring->outer == i);
    }
    if (outline->edge_count == 0)
        return FR_OK;
    enum fr_status status = split_edges(outline);
    if (status == FR_OK)
        status = join_edges(outline);
    return status == FR_OK ? edge_grid_create(&outline->grid, outline->edges, outline->edge_count,
                                              false, allocator)
                           : status;
}

void outline_release(struct outline *outline)
{
    const struct fr_allocator *allocator = outline->allocator;
    fr_deallocate(allocator, outline->edges, outline->edge_capacity, sizeof *outline->edges);
    fr_deallocate(allocator, outline->sectors, outline->edge_capacity, sizeof *outline->sectors);
    if (outline->grid.allocator)
        edge_grid_release(&outline->grid);
    *outline = (struct outline){.allocator = allocator};
}
