#include "algorithms/visibility/ring_clamp.h"

#include "algorithms/visibility/exact_sight.h"

#define REACH 1 /* grid points tried on each side of the unit square with an edge's nearest point */

/* The best point so far. */
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

/* Whether the bounds of an edge, grown by REACH, are no nearer than the best point. */
static bool too_far(const struct clamp *clamp, const struct ring_edge *edge)
{
    int64_t x = beyond(clamp->click.x, edge->from.x, edge->to.x) - REACH - 1;
    int64_t y = beyond(clamp->click.y, edge->from.y, edge->to.y) - REACH - 1;
    x = x < 0 ? 0 : x;
    y = y < 0 ? 0 : y;
    return x * x + y * y >= clamp->distance;
}

/* The whole grid steps along one axis to the fraction dot/length of an edge, rounded down. */
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
