#include "maps/geometry/polygon_inside.h"

#include "maps/geometry/predicates.h"

enum side { OUTSIDE, ON_EDGE, INSIDE };

/* Whether a point is inside a ring, outside or on its border: by the parity of the edges that a ray
 * to +x crosses. Each edge owns its upper end. */
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

/* The first vertex off the border decides; a ring with all vertices on the border counts as
 * inside. */
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
