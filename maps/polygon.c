#include "maps/polygon.h"

#include <string.h>

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

/* Makes room for more vertices and rings; an empty array may stay NULL. */
static bool reserve(struct fr_polygon *polygon, uint32_t vertices, uint32_t rings)
{
    return fr_reserve(polygon->allocator, &polygon->vertices, polygon->vertex_count, vertices,
                      &polygon->vertex_capacity, sizeof *polygon->vertices) &&
           fr_reserve(polygon->allocator, &polygon->rings, polygon->ring_count, rings,
                      &polygon->ring_capacity, sizeof *polygon->rings);
}

void fr_ring_reverse(struct fr_point *vertices, uint32_t count)
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
        fr_ring_reverse(place + 1, count - 1);
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
