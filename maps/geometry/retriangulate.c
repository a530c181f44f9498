#include "maps/geometry/retriangulate.h"

#include <string.h>

#include "maps/geometry/boundary.h"

#define GONE UINT32_MAX
#define BOX_CORNERS 4

/* If more than this fraction of the points is added or removed, a new triangulation is faster. */
#define MOST_CHANGED 8

/* Points have a final number, with the corners of the box last, and a working number: first the old
 * points with the box, then the new ones. */
struct patch {
    const struct fr_triangulation *before;
    const struct fr_allocator *allocator;
    const struct fr_region *regions;
    size_t region_count;
    struct fr_boundary *boundary; /* of the current map */
    size_t room;                  /* for a point for each turn, and the box */
    struct fr_point *points;      /* after */
    uint32_t *point_of;           /* by turn */
    uint32_t *number;             /* while numbering: by new point */
    uint32_t point_count;         /* without the box */
    uint32_t new_count;
    uint32_t *after; /* by working number: the final one, or GONE */
    struct fr_delaunay *delaunay;
};

static size_t old_count(const struct patch *patch)
{
    return (size_t)patch->before->vertex_count + BOX_CORNERS;
}

static size_t meanwhile_count(const struct patch *patch)
{
    return old_count(patch) + patch->new_count;
}

static enum fr_status list_points(struct patch *patch, const struct fr_map *map)
{
    const enum fr_status status = fr_boundary_create(map, patch->allocator, &patch->boundary);
    if (status != FR_OK)
        return status;
    patch->room = (size_t)patch->boundary->count + BOX_CORNERS;
    patch->points = fr_allocate(patch->allocator, patch->room, sizeof *patch->points);
    patch->point_of = fr_allocate(patch->allocator, patch->room, sizeof *patch->point_of);
    patch->number = fr_allocate(patch->allocator, patch->room, sizeof *patch->number);
    if (!patch->points || !patch->point_of || !patch->number)
        return FR_NO_MEMORY;
    patch->point_count = fr_boundary_points(patch->boundary, patch->points, patch->point_of);
    memcpy(patch->points + patch->point_count,
           patch->before->vertices + patch->before->vertex_count,
           BOX_CORNERS * sizeof *patch->points);
    return FR_OK;
}

static bool is_before(struct fr_point a, struct fr_point b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* Numbers the points; both lists are in row order. */
static void number_points(struct patch *patch)
{
    const struct fr_triangulation *before = patch->before;
    uint32_t old = 0;
    for (uint32_t i = 0; i < patch->point_count; i++) {
        const struct fr_point at = patch->points[i];
        while (old < before->vertex_count && is_before(before->vertices[old], at))
            old++;
        const bool stays = old < before->vertex_count && fr_point_equal(before->vertices[old], at);
        patch->number[i] = stays ? old : (uint32_t)meanwhile_count(patch);
        patch->new_count += !stays;
    }
    for (uint32_t i = 0; i < BOX_CORNERS; i++)
        patch->number[patch->point_count + i] = before->vertex_count + i;
}

/* Whether all points are in the box, and only a few are added or removed. */
static bool is_worthwhile(const struct patch *patch)
{
    const uint32_t kept = patch->point_count - patch->new_count;
    const uint32_t gone = patch->before->vertex_count - kept;
    const struct fr_point low = patch->points[patch->point_count];
    const struct fr_point high = patch->points[patch->point_count + 2];
    for (uint32_t i = 0; i < patch->point_count; i++) {
        const struct fr_point at = patch->points[i];
        if (at.x <= low.x || at.y <= low.y || at.x >= high.x || at.y >= high.y)
            return false;
    }
    return gone + patch->new_count <= patch->before->vertex_count / MOST_CHANGED;
}

/* Copies the old triangulation, with room for the new points. */
static enum fr_status copy_triangles(struct patch *patch)
{
    const struct fr_triangulation *before = patch->before;
    const size_t edges = 3 * (size_t)before->covering_count;
    const size_t points = meanwhile_count(patch);
    struct fr_delaunay *d = fr_allocate_zeroed(patch->allocator, 1, sizeof *d);
    patch->delaunay = d;
    if (!d)
        return FR_NO_MEMORY;
    d->allocator = patch->allocator;
    d->point_count = (uint32_t)points;
    d->triangle_count = (uint32_t)before->covering_count;
    d->triangle_capacity = d->triangle_count + 2 * patch->new_count;
    const size_t room = 3 * (size_t)d->triangle_capacity;
    d->points = fr_allocate(patch->allocator, points, sizeof *d->points);
    d->leaving = fr_allocate(patch->allocator, points, sizeof *d->leaving);
    d->origins = fr_allocate(patch->allocator, room, sizeof *d->origins);
    d->twins = fr_allocate(patch->allocator, room, sizeof *d->twins);
    patch->after = fr_allocate(patch->allocator, points, sizeof *patch->after);
    if (!d->points || !d->leaving || !d->origins || !d->twins || !patch->after)
        return FR_NO_MEMORY;
    memcpy(d->points, before->vertices, old_count(patch) * sizeof *d->points);
    memcpy(d->origins, before->origins, edges * sizeof *d->origins);
    memcpy(d->twins, before->twins, edges * sizeof *d->twins);
    for (size_t edge = 0; edge < edges; edge++)
        d->leaving[d->origins[edge]] = (int32_t)edge;
    for (size_t i = 0; i < points; i++)
        patch->after[i] = GONE;
    for (uint32_t i = 0; i < patch->point_count + BOX_CORNERS; i++) {
        patch->after[patch->number[i]] = i;
        d->points[patch->number[i]] = patch->points[i];
    }
    return FR_OK;
}

static bool touches(const struct patch *patch, struct fr_point a, struct fr_point b)
{
    for (size_t i = 0; i < patch->region_count; i++)
        if (fr_region_touches(patch->regions[i], a, b))
            return true;
    return false;
}

/* Releases the constrained edges of contours that meet a region. */
static enum fr_status loosen_contours(struct patch *patch)
{
    struct fr_delaunay *d = patch->delaunay;
    int32_t *edges = NULL;
    size_t count = 0, capacity = 0;
    enum fr_status status = FR_OK;
    for (int32_t edge = 0; edge < 3 * patch->before->covering_count; edge++) {
        const int32_t twin = d->twins[edge];
        if (twin >= 0 || twin == FR_NO_EDGE || edge > ~twin ||
            !touches(patch, d->points[d->origins[edge]], d->points[d->origins[~twin]]))
            continue;
        int32_t *grown = fr_grow(patch->allocator, edges, count, 1, &capacity, sizeof *edges);
        if (!grown) {
            status = FR_NO_MEMORY;
            break;
        }
        edges = grown;
        edges[count++] = edge;
    }
    if (status == FR_OK)
        status = fr_delaunay_loosen(d, edges, count);
    fr_deallocate(patch->allocator, edges, capacity, sizeof *edges);
    return status;
}

/* Removes old points and inserts new ones, each near the previous one. */
static enum fr_status exchange_points(struct patch *patch)
{
    struct fr_delaunay *d = patch->delaunay;
    enum fr_status status = FR_OK;
    for (uint32_t i = 0; i < patch->before->vertex_count && status == FR_OK; i++)
        if (patch->after[i] == GONE)
            status = fr_delaunay_remove(d, i);
    for (uint32_t i = 0; i < patch->point_count && status == FR_OK; i++) {
        if (patch->number[i] < old_count(patch))
            continue;
        int32_t near = i ? d->leaving[patch->number[i - 1]] : 0;
        status = fr_delaunay_insert(d, patch->number[i], &near);
    }
    return status;
}

/* Turns the contours that meet a region into constrained edges. */
static enum fr_status constrain_contours(struct patch *patch)
{
    const struct fr_boundary *boundary = patch->boundary;
    enum fr_status status = FR_OK;
    for (uint32_t i = 0; i < boundary->count && status == FR_OK; i++) {
        const uint32_t next = boundary->turns[i].next;
        if (touches(patch, boundary->turns[i].at, boundary->turns[next].at))
            status = fr_delaunay_constrain(patch->delaunay, patch->number[patch->point_of[i]],
                                           patch->number[patch->point_of[next]]);
    }
    return status;
}

/* Gives the points their final numbers. */
static enum fr_status store(const struct patch *patch, struct fr_triangulation **after)
{
    const struct fr_delaunay *d = patch->delaunay;
    const size_t points = (size_t)patch->point_count + BOX_CORNERS;
    int32_t *leaving = fr_allocate(patch->allocator, points, sizeof *leaving);
    if (!leaving)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < points; i++)
        leaving[i] = d->leaving[patch->number[i]];
    for (size_t edge = 0; edge < 3 * (size_t)d->triangle_count; edge++)
        d->origins[edge] = patch->after[d->origins[edge]];
    struct fr_delaunay renumbered = *d;
    renumbered.points = patch->points;
    renumbered.point_count = (uint32_t)points;
    renumbered.leaving = leaving;
    const enum fr_status status =
        fr_triangulation_of_delaunay(&renumbered, patch->allocator, after);
    fr_deallocate(patch->allocator, leaving, points, sizeof *leaving);
    return status;
}

static enum fr_status apply(struct patch *patch, struct fr_triangulation **after)
{
    enum fr_status status = copy_triangles(patch);
    if (status == FR_OK)
        status = loosen_contours(patch);
    if (status == FR_OK)
        status = exchange_points(patch);
    if (status == FR_OK)
        status = constrain_contours(patch);
    return status == FR_OK ? store(patch, after) : status;
}

static void release(struct patch *patch)
{
    const struct fr_allocator *allocator = patch->allocator;
    fr_deallocate(allocator, patch->after, meanwhile_count(patch), sizeof *patch->after);
    fr_deallocate(allocator, patch->number, patch->room, sizeof *patch->number);
    fr_deallocate(allocator, patch->point_of, patch->room, sizeof *patch->point_of);
    fr_deallocate(allocator, patch->points, patch->room, sizeof *patch->points);
    fr_delaunay_release(patch->delaunay);
    fr_boundary_release(patch->boundary);
}

enum fr_status fr_retriangulate(const struct fr_triangulation *before, const struct fr_map *map,
                                const struct fr_region *regions, size_t count,
                                const struct fr_allocator *allocator,
                                struct fr_triangulation **after)
{
    struct patch patch = {
        .before = before, .allocator = allocator, .regions = regions, .region_count = count};
    enum fr_status status = list_points(&patch, map);
    if (status == FR_OK) {
        number_points(&patch);
        status = is_worthwhile(&patch) ? apply(&patch, after)
                                       : fr_triangulation_of_map(map, allocator, after);
    }
    release(&patch);
    return status;
}
