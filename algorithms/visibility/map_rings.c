#include "algorithms/visibility/map_rings.h"

#include <string.h>

#include "maps/geometry/simplify.h"
#include "maps/polygon.h"

static enum fr_status rings_of_mask(const struct fr_map *map, int32_t tolerance,
                                    const struct fr_allocator *allocator,
                                    struct fr_contours **contours)
{
    struct fr_contours *exact;
    enum fr_status status = fr_contours_create(map, allocator, &exact);
    if (status != FR_OK || tolerance == 0) {
        if (status == FR_OK)
            *contours = exact;
        return status;
    }
    status = fr_contours_simplify(map, exact, tolerance, allocator, contours);
    fr_contours_release(exact);
    return status;
}

/* Copies the rings of enabled areas. Outer rings precede their holes; opening an area enables
 * both. */
static void copy_rings(const struct fr_map *map, const struct fr_polygon *drawing,
                       struct fr_contours *contours, uint32_t *copies)
{
    for (uint32_t i = 0; i < drawing->ring_count; i++) {
        const struct fr_polygon_ring *ring = &drawing->rings[i];
        if (!map->enabled[ring->area])
            continue;
        copies[i] = contours->ring_count;
        contours->outer_count += ring->outer == i;
        contours->rings[contours->ring_count++] = (struct fr_ring){
            .first = ring->first, .count = ring->count, .outer = copies[ring->outer]};
    }
}

static enum fr_status rings_of_drawing(const struct fr_map *map, const struct fr_polygon *drawing,
                                       const struct fr_allocator *allocator,
                                       struct fr_contours **contours)
{
    if (!drawing)
        return FR_UNSUPPORTED;
    struct fr_contours *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    const uint32_t rings = drawing->ring_count + 1;
    uint32_t *copies = fr_allocate(allocator, rings, sizeof *copies);
    fresh->allocator = allocator;
    fresh->ring_capacity = rings;
    fresh->rings = fr_allocate(allocator, rings, sizeof *fresh->rings);
    fresh->vertex_count = drawing->vertex_count;
    fresh->vertices = fr_allocate(allocator, drawing->vertex_count ? drawing->vertex_count : 1,
                                  sizeof *fresh->vertices);
    const bool whole = copies && fresh->rings && fresh->vertices;
    if (whole) {
        if (drawing->vertex_count > 0)
            memcpy(fresh->vertices, drawing->vertices,
                   drawing->vertex_count * sizeof *fresh->vertices);
        copy_rings(map, drawing, fresh, copies);
        *contours = fresh;
    } else {
        fr_contours_release(fresh);
    }
    fr_deallocate(allocator, copies, rings, sizeof *copies);
    return whole ? FR_OK : FR_NO_MEMORY;
}

enum fr_status map_rings_create(const struct fr_map *map, enum ring_source source,
                                int32_t tolerance, const struct fr_allocator *allocator,
                                struct fr_contours **contours)
{
    if (source == RINGS_OF_MASK)
        return rings_of_mask(map, tolerance, allocator, contours);
    const bool joined = source == RINGS_JOINED && map->joined;
    return rings_of_drawing(map, joined ? map->joined : map->drawing, allocator, contours);
}
