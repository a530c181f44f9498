#include "maps/geometry/polygon_normalise.h"

#include <stdlib.h>
#include <string.h>

#include "maps/geometry/predicates.h"

static int before(struct fr_point a, struct fr_point b)
{
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

/* Keeps the vertices at which the ring turns, starting with the topmost, then leftmost. */
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
    fr_ring_reverse(vertices, top);
    fr_ring_reverse(vertices + top, kept - top);
    fr_ring_reverse(vertices, kept);
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

/* Copies the rings in the order of the keys. places[i] becomes the new place of ring i. */
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
