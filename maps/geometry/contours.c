#include "maps/geometry/contours.h"

#include "maps/analysis/components.h"
#include "maps/geometry/boundary.h"
#include "maps/geometry/predicates.h"

#define VISITED UINT32_MAX

static bool add_ring(struct fr_contours *contours, struct fr_ring ring)
{
    if (contours->ring_count == contours->ring_capacity &&
        !fr_resize(contours->allocator, &contours->rings, contours->ring_count,
                   &contours->ring_capacity, sizeof *contours->rings,
                   contours->ring_capacity ? 2 * contours->ring_capacity : 16))
        return false;
    contours->rings[contours->ring_count++] = ring;
    return true;
}

/* Follows the boundary from a turn until it comes back; marks the turns of the ring as visited. */
static struct fr_ring follow(struct fr_point *vertices, struct fr_turn *turns, uint32_t turn,
                             uint32_t first)
{
    struct fr_ring ring = {.first = first};
    const struct fr_point start = turns[turn].at;
    int64_t doubled = 0; /* twice the area, in squares of half a pixel */
    while (turns[turn].next != VISITED) {
        const uint32_t next = turns[turn].next;
        turns[turn].next = VISITED;
        vertices[first + ring.count++] = turns[turn].at;
        doubled += fr_orient(start, turns[turn].at, turns[next].at);
        turn = next;
    }
    ring.area_px = doubled / 8;
    return ring;
}

static enum fr_status follow_all(struct fr_contours *contours, struct fr_boundary *boundary)
{
    uint32_t first = 0;
    for (uint32_t turn = 0; turn < boundary->count; turn++) {
        if (boundary->turns[turn].next == VISITED)
            continue;
        const struct fr_ring ring = follow(contours->vertices, boundary->turns, turn, first);
        if (!add_ring(contours, ring))
            return FR_NO_MEMORY;
        first += ring.count;
        contours->outer_count += ring.area_px > 0;
    }
    return FR_OK;
}

/* The outer ring of a hole is that of the component on the free side of its uppermost edge. Outer
 * rings are found in the order of their component's first pixel, which is the order of
 * components. */
static enum fr_status find_outers(struct fr_contours *contours, const struct fr_map *map)
{
    if (contours->ring_count == contours->outer_count) {
        for (uint32_t ring = 0; ring < contours->ring_count; ring++)
            contours->rings[ring].outer = ring;
        return FR_OK;
    }
    const struct fr_allocator *allocator = contours->allocator;
    uint32_t *outer_of = fr_allocate(allocator, contours->outer_count, sizeof *outer_of);
    struct fr_components *components;
    if (!outer_of || fr_components_create(map, FR_CONNECTED_4, allocator, &components) != FR_OK) {
        fr_deallocate(allocator, outer_of, contours->outer_count, sizeof *outer_of);
        return FR_NO_MEMORY;
    }
    uint32_t outers = 0;
    for (uint32_t index = 0; index < contours->ring_count; index++) {
        struct fr_ring *ring = &contours->rings[index];
        if (ring->area_px > 0) {
            ring->outer = outer_of[outers++] = index;
            continue;
        }
        const struct fr_point top = contours->vertices[ring->first];
        ring->outer = outer_of[fr_components_at(components, top.x / 2, top.y / 2 - 1)];
    }
    fr_components_release(components);
    fr_deallocate(allocator, outer_of, contours->outer_count, sizeof *outer_of);
    return FR_OK;
}

enum fr_status fr_contours_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                  struct fr_contours **contours)
{
    struct fr_boundary *boundary;
    if (map->wall_count > 0)
        return FR_UNSUPPORTED;
    enum fr_status status = fr_boundary_create(map, allocator, &boundary);
    if (status != FR_OK)
        return status;
    struct fr_contours *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    status = FR_NO_MEMORY;
    if (!fresh)
        goto done;
    fresh->allocator = allocator;
    fresh->vertex_count = boundary->count;
    fresh->vertices =
        fr_allocate(allocator, fr_at_least_one(fresh->vertex_count), sizeof *fresh->vertices);
    if (!fresh->vertices)
        goto done;
    status = follow_all(fresh, boundary);
    if (status == FR_OK)
        status = find_outers(fresh, map);

done:
    fr_boundary_release(boundary);
    if (status == FR_OK)
        *contours = fresh;
    else
        fr_contours_release(fresh);
    return status;
}

void fr_contours_release(struct fr_contours *contours)
{
    if (!contours)
        return;
    const struct fr_allocator *allocator = contours->allocator;
    fr_deallocate(allocator, contours->vertices, fr_at_least_one(contours->vertex_count),
                  sizeof *contours->vertices);
    fr_deallocate(allocator, contours->rings, contours->ring_capacity, sizeof *contours->rings);
    fr_deallocate(allocator, contours, 1, sizeof *contours);
}
