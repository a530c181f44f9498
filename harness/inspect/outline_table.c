#include "harness/inspect/outline_table.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/geometry/contours.h"
#include "maps/geometry/simplify.h"
#include "maps/map.h"

#define PINHOLE_PIXELS 8 /* a larger hole was meant by the painter */

/* Directions are those of the outline simplified by 2 pixels, so that a slanted line of pixels
 * counts as slanted; the map's frame is excluded. */
struct outline_facts {
    double length;            /* of the simplified outline, pixels */
    double axial, diagonal;   /* of that length, the parts within 5 degrees of the axes, and of 45
                             * degrees */
    uint32_t holes, pinholes; /* blocked components surrounded by walkable pixels, and the tiny ones
                          * among them */
    int64_t median_hole;      /* pixels, without pinholes; 0: no hole */
};

#define TOLERANCE_PX 2
#define NEAR_AXIS 0.0875    /* tangent of 5 degrees */
#define NEAR_DIAGONAL 0.839 /* tangent of 40 degrees */

static int compare_sizes(const void *a, const void *b)
{
    const int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static enum fr_status weigh_holes(const struct fr_contours *contours,
                                  const struct fr_allocator *allocator, struct outline_facts *facts)
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
        if (pixels <= PINHOLE_PIXELS)
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
                     struct outline_facts *facts)
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
                      struct outline_facts *facts)
{
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        const struct fr_point *vertices = contours->vertices + ring->first;
        for (uint32_t j = 0; j < ring->count; j++)
            add_side(map, vertices[j], vertices[j + 1 < ring->count ? j + 1 : 0], facts);
    }
}

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a map with edge walls. */
static enum fr_status find_facts(const struct fr_map *map, const struct fr_allocator *allocator,
                                 struct outline_facts *facts)
{
    struct fr_contours *contours, *simplified;
    struct outline_facts fresh;
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

void fr_outline_table_head(void)
{
    printf("| mask | size | walkable | corners | a megapixel | holes | median hole | pinholes | "
           "along the axes | at 45° | slanted | soft |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

/* "80 %", or "-" if whole is 0. */
static void print_share(double part, double whole)
{
    if (whole > 0)
        printf(" %.0f %% |", 100 * part / whole);
    else
        printf(" - |");
}

enum fr_status fr_outline_table_row(const struct fr_inspection *inspection,
                                    const struct fr_allocator *allocator, struct fr_error *error)
{
    const struct fr_health *health = &inspection->health;
    const struct fr_map *map = inspection->map;
    const char *slash = strrchr(inspection->spec, '/');
    const int64_t corners = health->corners + 2 * health->pinches;
    struct outline_facts facts;
    const enum fr_status status = find_facts(map, allocator, &facts);
    if (status == FR_UNSUPPORTED)
        return fr_fail(error, status,
                       "%s: has edge walls; expected a mask without them for --outline",
                       inspection->spec);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for its outline", inspection->spec);
    printf("| %s | %d x %d |", slash ? slash + 1 : inspection->spec, map->width, map->height);
    print_share((double)health->walkable, (double)health->pixels);
    printf(" %lld | %.0f | %u | %lld px | %u |", (long long)corners,
           1e6 * (double)corners / (double)health->pixels, facts.holes,
           (long long)facts.median_hole, facts.pinholes);
    print_share(facts.axial, facts.length);
    print_share(facts.diagonal, facts.length);
    print_share(facts.length - facts.axial - facts.diagonal, facts.length);
    printf(" %.2f |\n", facts.length > 0 ? (double)inspection->report.between / facts.length : 0.0);
    return FR_OK;
}
