#include "algorithms/visibility/ring_clamp.h"

#include "algorithms/visibility/exact_sight.h"

#define REACH 1 /* grid points tried around the unit square that holds an edge's nearest point */

static float squared_distance(struct vector2 a, struct vector2 b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static struct vector2 nearest_on_edge(struct vector2 click, struct vector2 from, struct vector2 to)
{
    const struct vector2 along = {to.x - from.x, to.y - from.y};
    const float length = along.x * along.x + along.y * along.y;
    if (length == 0)
        return from;
    const float dot = (click.x - from.x) * along.x + (click.y - from.y) * along.y;
    const float t = dot / length < 0 ? 0 : dot / length > 1 ? 1 : dot / length;
    return (struct vector2){from.x + along.x * t, from.y + along.y * t};
}

struct vector2 ring_clamp_published(const struct published_sight *sight, struct vector2 click)
{
    const struct fr_contours *contours = sight->contours;
    struct vector2 best = click;
    bool found = published_sight_inside(sight, click);
    if (found)
        return click;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct vector2 *ring = sight->vertices + contours->rings[i].first;
        const uint32_t count = contours->rings[i].count;
        for (uint32_t j = 0; j < count; j++) {
            const struct vector2 at = nearest_on_edge(click, ring[j], ring[(j + 1) % count]);
            if (!found || squared_distance(at, click) < squared_distance(best, click))
                best = at;
            found = true;
        }
    }
    return best;
}

/* The best so far. */
struct clamp {
    const struct outline *outline;
    struct fr_point click, at;
    int64_t distance; /* squared half pixels */
};

static int64_t distance_to(struct fr_point click, struct fr_point point)
{
    const struct fr_point to = fr_point_minus(point, click);
    return fr_dot(to, to);
}

static int64_t beyond(int32_t value, int32_t a, int32_t b)
{
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    return value < low ? (int64_t)low - value : value > high ? (int64_t)value - high : 0;
}

/* Whether an edge's bounds, with what is tried around them, are as far away as the best. */
static bool too_far(const struct clamp *clamp, const struct ring_edge *edge)
{
    int64_t x = beyond(clamp->click.x, edge->from.x, edge->to.x) - REACH - 1;
    int64_t y = beyond(clamp->click.y, edge->from.y, edge->to.y) - REACH - 1;
    x = x < 0 ? 0 : x;
    y = y < 0 ? 0 : y;
    return x * x + y * y >= clamp->distance;
}

/* The offset of whole grid steps along one axis to a fraction dot/length of an edge, rounded
 * down. */
static int32_t floor_part(int64_t dot, int32_t along, int64_t length)
{
    const int64_t product = dot * along;
    return (int32_t)(product / length - (product % length < 0));
}

static void try_edge(struct clamp *clamp, const struct ring_edge *edge)
{
    const struct fr_point along = fr_point_minus(edge->to, edge->from);
    const int64_t dot = fr_dot(fr_point_minus(clamp->click, edge->from), along);
    const int64_t length = fr_dot(along, along);
    if (dot <= 0 || dot >= length)
        return;
    const int32_t left = edge->from.x + floor_part(dot, along.x, length);
    const int32_t top = edge->from.y + floor_part(dot, along.y, length);
    for (int32_t y = top - REACH; y <= top + 1 + REACH; y++) {
        for (int32_t x = left - REACH; x <= left + 1 + REACH; x++) {
            const struct fr_point point = {x, y};
            const int64_t distance = distance_to(clamp->click, point);
            if (distance >= clamp->distance || !exact_sight_inside(clamp->outline, point))
                continue;
            clamp->at = point;
            clamp->distance = distance;
        }
    }
}

bool ring_clamp_exact(const struct outline *outline, struct fr_point click,
                      struct fr_point *clamped)
{
    if (outline->edge_count == 0)
        return false;
    if (exact_sight_inside(outline, click)) {
        *clamped = click;
        return true;
    }
    struct clamp clamp = {.outline = outline, .click = click, .distance = INT64_MAX};
    for (uint32_t i = 0; i < outline->edge_count; i++) {
        const int64_t distance = distance_to(click, outline->edges[i].from);
        if (distance < clamp.distance) {
            clamp.at = outline->edges[i].from;
            clamp.distance = distance;
        }
    }
    for (uint32_t i = 0; i < outline->edge_count; i++)
        if (!too_far(&clamp, &outline->edges[i]))
            try_edge(&clamp, &outline->edges[i]);
    *clamped = clamp.at;
    return true;
}
