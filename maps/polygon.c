#include "maps/polygon.h"

#include <stdlib.h>
#include <string.h>

#include "maps/geometry/predicates.h"

#define MOST_VERTICES (UINT32_C(1) << 28)

enum fr_status fr_polygon_create(const struct fr_allocator *allocator, struct fr_polygon **polygon)
{
    struct fr_polygon *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    *polygon = fresh;
    return FR_OK;
}

void fr_polygon_release(struct fr_polygon *polygon)
{
    if (!polygon)
        return;
    const struct fr_allocator *allocator = polygon->allocator;
    fr_deallocate(allocator, polygon->vertices, polygon->vertex_capacity,
                  sizeof *polygon->vertices);
    fr_deallocate(allocator, polygon->rings, polygon->ring_capacity, sizeof *polygon->rings);
    fr_deallocate(allocator, polygon, 1, sizeof *polygon);
}

int64_t fr_ring_doubled_area(const struct fr_point *vertices, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_point a = vertices[i], b = vertices[i + 1 < count ? i + 1 : 0];
        sum += (int64_t)a.x * b.y - (int64_t)a.y * b.x;
    }
    return sum;
}

/* Room for this many more; an empty array may stay NULL. */
static bool reserve(struct fr_polygon *polygon, uint32_t vertices, uint32_t rings)
{
    struct fr_point *more_vertices =
        fr_grow(polygon->allocator, polygon->vertices, polygon->vertex_count, vertices,
                &polygon->vertex_capacity, sizeof *more_vertices);
    if (more_vertices)
        polygon->vertices = more_vertices;
    struct fr_polygon_ring *more_rings =
        fr_grow(polygon->allocator, polygon->rings, polygon->ring_count, rings,
                &polygon->ring_capacity, sizeof *more_rings);
    if (more_rings)
        polygon->rings = more_rings;
    return (more_vertices || vertices == 0) && (more_rings || rings == 0);
}

static void reverse(struct fr_point *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        const struct fr_point kept = vertices[i];
        vertices[i] = vertices[count - 1 - i];
        vertices[count - 1 - i] = kept;
    }
}

enum fr_status fr_polygon_append(struct fr_polygon *polygon, const struct fr_point *vertices,
                                 uint32_t count, uint32_t outer, uint8_t area)
{
    const bool hole = outer != FR_NO_RING;
    if (count >= MOST_VERTICES - polygon->vertex_count)
        return FR_UNSUPPORTED;
    if (!reserve(polygon, count, 1))
        return FR_NO_MEMORY;
    struct fr_point *place = polygon->vertices + polygon->vertex_count;
    memcpy(place, vertices, count * sizeof *place);
    const int64_t doubled = fr_ring_doubled_area(vertices, count);
    if (hole ? doubled > 0 : doubled < 0)
        reverse(place + 1, count - 1);
    polygon->rings[polygon->ring_count] =
        (struct fr_polygon_ring){.first = polygon->vertex_count,
                                 .count = count,
                                 .outer = hole ? outer : polygon->ring_count,
                                 .area = hole ? polygon->rings[outer].area : area};
    polygon->vertex_count += count;
    polygon->ring_count++;
    return FR_OK;
}

enum fr_status fr_polygon_clone(const struct fr_polygon *polygon,
                                const struct fr_allocator *allocator, struct fr_polygon **clone)
{
    struct fr_polygon *copy;
    if (fr_polygon_create(allocator, &copy) != FR_OK)
        return FR_NO_MEMORY;
    if (!reserve(copy, polygon->vertex_count, polygon->ring_count)) {
        fr_polygon_release(copy);
        return FR_NO_MEMORY;
    }
    copy->vertex_count = polygon->vertex_count;
    copy->ring_count = polygon->ring_count;
    if (polygon->ring_count > 0) {
        memcpy(copy->vertices, polygon->vertices, polygon->vertex_count * sizeof *copy->vertices);
        memcpy(copy->rings, polygon->rings, polygon->ring_count * sizeof *copy->rings);
    }
    *clone = copy;
    return FR_OK;
}

enum side { OUTSIDE, ON_EDGE, INSIDE };

/* Where a point lies to a ring: by the parity of the edges that a ray to +x crosses, of which each
 * owns its upper end. */
static enum side side_of_ring(const struct fr_point *vertices, uint32_t count,
                              struct fr_point point)
{
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        struct fr_point a = vertices[i], b = vertices[i + 1 < count ? i + 1 : 0];
        if (a.y > b.y) {
            const struct fr_point kept = a;
            a = b;
            b = kept;
        }
        if (point.y < a.y || point.y > b.y)
            continue;
        const int64_t turn = fr_orient(a, b, point);
        if (turn == 0 && (a.x < b.x ? a.x : b.x) <= point.x && point.x <= (a.x < b.x ? b.x : a.x))
            return ON_EDGE;
        if (point.y < b.y && turn > 0)
            inside = !inside;
    }
    return inside ? INSIDE : OUTSIDE;
}

bool fr_polygon_covers(const struct fr_polygon *polygon, const bool enabled[FR_AREAS],
                       struct fr_point point)
{
    bool inside = false;
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const struct fr_polygon_ring *ring = &polygon->rings[i];
        if (enabled && !enabled[ring->area])
            continue;
        const enum side side = side_of_ring(polygon->vertices + ring->first, ring->count, point);
        if (side == ON_EDGE)
            return true;
        inside ^= side == INSIDE;
    }
    return inside;
}

/* A vertex off the border decides; a ring all of whose vertices lie on the border is in. */
static bool ring_within(const struct fr_point *around, uint32_t around_count,
                        const struct fr_point *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const enum side side = side_of_ring(around, around_count, vertices[i]);
        if (side != ON_EDGE)
            return side == INSIDE;
    }
    return true;
}

uint32_t fr_polygon_outer_around(const struct fr_polygon *polygon, uint8_t area,
                                 const struct fr_point *vertices, uint32_t count)
{
    uint32_t best = FR_NO_RING;
    int64_t least = 0;
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const struct fr_polygon_ring *ring = &polygon->rings[i];
        const struct fr_point *around = polygon->vertices + ring->first;
        if (ring->outer != i || ring->area != area ||
            !ring_within(around, ring->count, vertices, count))
            continue;
        const int64_t doubled = fr_ring_doubled_area(around, ring->count);
        if (best == FR_NO_RING || doubled < least) {
            best = i;
            least = doubled;
        }
    }
    return best;
}

static int before(struct fr_point a, struct fr_point b)
{
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

/* Keeps the vertices at which the ring turns, the topmost, then leftmost of them first. */
static void tidy_ring(struct fr_point *vertices, uint32_t *count)
{
    const struct fr_point first = vertices[0];
    struct fr_point last = vertices[*count - 1];
    uint32_t kept = 0, top = 0;
    for (uint32_t i = 0; i < *count; i++) {
        const struct fr_point at = vertices[i], next = i + 1 < *count ? vertices[i + 1] : first;
        if (fr_orient(last, at, next) != 0)
            vertices[kept++] = at;
        last = at;
    }
    for (uint32_t i = 1; i < kept; i++)
        if (before(vertices[i], vertices[top]) < 0)
            top = i;
    reverse(vertices, top);
    reverse(vertices + top, kept - top);
    reverse(vertices, kept);
    *count = kept;
}

struct ring_key {
    struct fr_point first, second;
    bool hole;
    uint32_t index;
};

static int compare_keys(const void *left, const void *right)
{
    const struct ring_key *a = left, *b = right;
    int order = before(a->first, b->first);
    if (order == 0)
        order = a->hole - b->hole;
    if (order == 0)
        order = before(a->second, b->second);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* Copies the rings in the order of the keys. places[i] becomes where ring i went. */
static void copy_sorted(const struct fr_polygon *from, const struct ring_key *keys,
                        uint32_t *places, struct fr_point *vertices, struct fr_polygon_ring *rings)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < from->ring_count; i++) {
        rings[i] = from->rings[keys[i].index];
        memcpy(vertices + used, from->vertices + rings[i].first, rings[i].count * sizeof *vertices);
        rings[i].first = used;
        used += rings[i].count;
        places[keys[i].index] = i;
    }
    for (uint32_t i = 0; i < from->ring_count; i++)
        rings[i].outer = places[rings[i].outer];
}

static void fill_keys(struct fr_polygon *polygon, struct ring_key *keys)
{
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        struct fr_polygon_ring *ring = &polygon->rings[i];
        struct fr_point *vertices = polygon->vertices + ring->first;
        tidy_ring(vertices, &ring->count);
        keys[i] = (struct ring_key){vertices[0], vertices[1], ring->outer != i, i};
    }
}

enum fr_status fr_polygon_normalise(struct fr_polygon *polygon)
{
    const struct fr_allocator *allocator = polygon->allocator;
    const uint32_t count = polygon->ring_count, capacity = polygon->vertex_count;
    if (count == 0)
        return FR_OK;
    struct ring_key *keys = fr_allocate(allocator, count, sizeof *keys);
    uint32_t *places = fr_allocate(allocator, count, sizeof *places);
    struct fr_point *vertices = fr_allocate(allocator, capacity, sizeof *vertices);
    struct fr_polygon_ring *rings = fr_allocate(allocator, count, sizeof *rings);
    const bool room = keys && places && vertices && rings;
    if (room) {
        fill_keys(polygon, keys);
        qsort(keys, count, sizeof *keys, compare_keys);
        copy_sorted(polygon, keys, places, vertices, rings);
        fr_deallocate(allocator, polygon->vertices, polygon->vertex_capacity, sizeof *vertices);
        fr_deallocate(allocator, polygon->rings, polygon->ring_capacity, sizeof *rings);
        polygon->vertices = vertices;
        polygon->rings = rings;
        polygon->vertex_capacity = capacity;
        polygon->ring_capacity = count;
        polygon->vertex_count = rings[count - 1].first + rings[count - 1].count;
    } else {
        fr_deallocate(allocator, vertices, capacity, sizeof *vertices);
        fr_deallocate(allocator, rings, count, sizeof *rings);
    }
    fr_deallocate(allocator, keys, count, sizeof *keys);
    fr_deallocate(allocator, places, count, sizeof *places);
    return room ? FR_OK : FR_NO_MEMORY;
}
