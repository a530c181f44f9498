#include "harness/inspect/outline_facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maps/geometry/contours.h"
#include "maps/geometry/simplify.h"

#define TOLERANCE_PX 2
#define NEAR_AXIS 0.0875    /* tangent of 5 degrees */
#define NEAR_DIAGONAL 0.839 /* tangent of 40 degrees */

static int compare_sizes(const void *a, const void *b)
{
    const int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static enum fr_status weigh_holes(const struct fr_contours *contours,
                                  const struct fr_allocator *allocator,
                                  struct fr_outline_facts *facts)
{
    const size_t most = (size_t)contours->ring_count + 1;
    int64_t *sizes = fr_allocate(allocator, most, sizeof *sizes);
    size_t large = 0;
    if (!sizes)
        return FR_NO_MEMORY;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const int64_t pixels = -contours->rings[i].area_px;
        if (pixels <= 0)
            continue;
        facts->holes++;
        if (pixels <= FR_PINHOLE_PIXELS)
            facts->pinholes++;
        else
            sizes[large++] = pixels;
    }
    qsort(sizes, large, sizeof *sizes, compare_sizes);
    facts->median_hole = large > 0 ? sizes[large / 2] : 0;
    fr_deallocate(allocator, sizes, most, sizeof *sizes);
    return FR_OK;
}

static bool on_frame(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    return (a.x == b.x && (a.x == 0 || a.x == 2 * map->width)) ||
           (a.y == b.y && (a.y == 0 || a.y == 2 * map->height));
}

static void add_side(const struct fr_map *map, struct fr_point a, struct fr_point b,
                     struct fr_outline_facts *facts)
{
    const double across = fabs((double)b.x - a.x), down = fabs((double)b.y - a.y);
    const double longer = fmax(across, down), shorter = fmin(across, down);
    const double length = sqrt(across * across + down * down) / 2;
    if (on_frame(map, a, b))
        return;
    facts->length += length;
    if (shorter <= NEAR_AXIS * longer)
        facts->axial += length;
    else if (shorter >= NEAR_DIAGONAL * longer)
        facts->diagonal += length;
}

static void add_sides(const struct fr_map *map, const struct fr_contours *contours,
                      struct fr_outline_facts *facts)
{
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        const struct fr_point *vertices = contours->vertices + ring->first;
        for (uint32_t j = 0; j < ring->count; j++)
            add_side(map, vertices[j], vertices[j + 1 < ring->count ? j + 1 : 0], facts);
    }
}

enum fr_status fr_outline_facts_find(const struct fr_map *map, const struct fr_allocator *allocator,
                                     struct fr_outline_facts *facts)
{
    struct fr_contours *contours, *simplified;
    struct fr_outline_facts fresh;
    memset(&fresh, 0, sizeof fresh);
    enum fr_status status = fr_contours_create(map, allocator, &contours);
    if (status != FR_OK)
        return status;
    status = weigh_holes(contours, allocator, &fresh);
    if (status == FR_OK)
        status = fr_contours_simplify(map, contours, TOLERANCE_PX, allocator, &simplified);
    if (status == FR_OK) {
        add_sides(map, simplified, &fresh);
        fr_contours_release(simplified);
        *facts = fresh;
    }
    fr_contours_release(contours);
    return status;
}
