#include "algorithms/published/published_sight.h"

#include <math.h>

#define ELLIPSE 0.5f       /* square pixels by which (d1+d2)^2 may exceed L^2 (Gouveia 2011) */
#define SAME_POINT 0.5f    /* pixels: the article's epsilon, which it defines elsewhere */
#define EXPANSION 1.5f     /* pixels; "one or two" */
#define SHARPEST_BEND 0.1f /* 1 + cosine below which an expanded corner is not mitred */

static struct vector2 minus(struct vector2 a, struct vector2 b)
{
    return (struct vector2){a.x - b.x, a.y - b.y};
}

static float cross(struct vector2 a, struct vector2 b)
{
    return a.x * b.y - a.y * b.x;
}

static float squared(struct vector2 a)
{
    return a.x * a.x + a.y * a.y;
}

/* The direction out of the polygon, of length 1, or none for an edge without length. */
static struct vector2 outward(struct vector2 from, struct vector2 to)
{
    const struct vector2 along = minus(to, from);
    const float length = sqrtf(squared(along));
    return length > 0 ? (struct vector2){along.y / length, -along.x / length} : along;
}

static struct vector2 expand_vertex(const struct vector2 *ring, uint32_t count, uint32_t vertex)
{
    const struct vector2 at = ring[vertex];
    const struct vector2 before = outward(ring[(vertex + count - 1) % count], at);
    const struct vector2 after = outward(at, ring[(vertex + 1) % count]);
    const float bend = 1 + before.x * after.x + before.y * after.y;
    const float reach = EXPANSION / (bend > SHARPEST_BEND ? bend : 1);
    return (struct vector2){at.x + (before.x + after.x) * reach,
                            at.y + (before.y + after.y) * reach};
}

static enum fr_status expand(struct published_sight *sight)
{
    const struct fr_contours *contours = sight->contours;
    sight->expanded =
        fr_allocate(sight->allocator, contours->vertex_count + 1, sizeof *sight->expanded);
    if (!sight->expanded)
        return FR_NO_MEMORY;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        for (uint32_t j = 0; j < ring->count; j++)
            sight->expanded[ring->first + j] =
                expand_vertex(sight->vertices + ring->first, ring->count, j);
    }
    return FR_OK;
}

enum fr_status published_sight_create(struct published_sight *sight,
                                      const struct fr_contours *contours,
                                      enum published_tolerance tolerance,
                                      const struct fr_allocator *allocator)
{
    *sight = (struct published_sight){
        .allocator = allocator, .contours = contours, .tolerance = tolerance};
    sight->vertices = fr_allocate(allocator, contours->vertex_count + 1, sizeof *sight->vertices);
    if (!sight->vertices)
        return FR_NO_MEMORY;
    for (uint32_t i = 0; i < contours->vertex_count; i++)
        sight->vertices[i] = published_sight_vector(contours->vertices[i]);
    return tolerance == TOLERANCE_EXPANDED ? expand(sight) : FR_OK;
}

/* (d1 + d2)^2 - L^2, of which only the root is computed in double precision. */
static bool near_edge(struct vector2 point, struct vector2 from, struct vector2 to)
{
    const float d1 = squared(minus(from, point)), d2 = squared(minus(to, point));
    const double sum = (double)(d1 + d2) + 2.0 * sqrt((double)(d1 * d2));
    return sum - (double)squared(minus(to, from)) < (double)ELLIPSE;
}

/* Whether the number of edges below the point is odd; `near` is the result near an edge. */
static bool inside_ring(const struct vector2 *ring, uint32_t count, struct vector2 point,
                        bool tolerant, bool near)
{
    if (count < 3)
        return false;
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct vector2 from = ring[i == 0 ? count - 1 : i - 1], to = ring[i];
        if (tolerant && near_edge(point, from, to))
            return near;
        const struct vector2 left = to.x > from.x ? from : to, right = to.x > from.x ? to : from;
        if (left.x < point.x && point.x <= right.x &&
            (point.y - left.y) * (right.x - left.x) < (right.y - left.y) * (point.x - left.x))
            inside = !inside;
    }
    return inside;
}

bool published_sight_inside(const struct published_sight *sight, struct vector2 point)
{
    const struct fr_contours *contours = sight->contours;
    const struct vector2 *vertices = sight->expanded ? sight->expanded : sight->vertices;
    const bool tolerant =
        sight->tolerance == TOLERANCE_ELLIPSE || sight->tolerance == TOLERANCE_ALL;
    bool inside = false;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        const bool outer = ring->outer == i;
        if ((outer && inside) ||
            !inside_ring(vertices + ring->first, ring->count, point, tolerant, outer))
            continue;
        if (!outer)
            return false;
        inside = true;
    }
    return inside;
}

/* Whether ab and cd cross strictly between their ends; parallel segments do not. */
static bool segments_cross(struct vector2 a, struct vector2 b, struct vector2 c, struct vector2 d)
{
    const struct vector2 ab = minus(b, a), cd = minus(d, c), ca = minus(a, c);
    const float denominator = cross(ab, cd);
    if (denominator == 0)
        return false;
    const float r = cross(cd, ca) / denominator, s = cross(ab, ca) / denominator;
    return r > 0 && r < 1 && s > 0 && s < 1;
}

bool published_sight_sees(const struct published_sight *sight, struct vector2 a, struct vector2 b)
{
    if (sqrtf(squared(minus(a, b))) < SAME_POINT)
        return true;
    const struct fr_contours *contours = sight->contours;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct vector2 *ring = sight->vertices + contours->rings[i].first;
        const uint32_t count = contours->rings[i].count;
        for (uint32_t j = 0; j < count; j++) {
            const struct vector2 from = ring[j], to = ring[j + 1 < count ? j + 1 : 0];
            if (segments_cross(a, b, from, to) &&
                !(sight->tolerance == TOLERANCE_ALL &&
                  (near_edge(a, from, to) || near_edge(b, from, to))))
                return false;
        }
    }
    return published_sight_inside(sight, (struct vector2){(a.x + b.x) / 2, (a.y + b.y) / 2});
}

static struct vector2 place_of(const struct published_sight *sight, struct fr_point point)
{
    for (int i = 0; i < sight->moved_count; i++)
        if (fr_point_equal(sight->moved[i].asked, point))
            return sight->moved[i].at;
    return published_sight_vector(point);
}

static bool inside_polygon(const void *polygon, struct fr_point point)
{
    return published_sight_inside(polygon, place_of(polygon, point));
}

static bool sees_in_polygon(const void *polygon, struct fr_point a, struct fr_point b)
{
    return published_sight_sees(polygon, place_of(polygon, a), place_of(polygon, b));
}

static bool is_concave(const struct published_sight *sight, const struct fr_ring *ring,
                       uint32_t vertex)
{
    const struct vector2 *vertices = sight->vertices + ring->first;
    const struct vector2 before = vertices[(vertex + ring->count - 1) % ring->count];
    const struct vector2 at = vertices[vertex], after = vertices[(vertex + 1) % ring->count];
    return cross(minus(at, before), minus(after, at)) < 0;
}

static uint32_t corners_of_polygon(const void *polygon, struct ring_corner *corners)
{
    const struct published_sight *sight = polygon;
    const struct fr_contours *contours = sight->contours;
    uint32_t count = 0;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        for (uint32_t j = 0; j < ring->count; j++) {
            const struct fr_point at = contours->vertices[ring->first + j];
            if (is_concave(sight, ring, j) && inside_polygon(sight, at))
                corners[count++] = (struct ring_corner){.at = at};
        }
    }
    return count;
}

struct ring_sight published_sight_of(const struct published_sight *sight)
{
    return (struct ring_sight){sight, sight->contours->vertex_count, corners_of_polygon,
                               inside_polygon, sees_in_polygon};
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

static struct vector2 nearest_on_edges(const struct published_sight *sight, struct vector2 click)
{
    const struct fr_contours *contours = sight->contours;
    struct vector2 best = click;
    bool found = false;
    for (uint32_t i = 0; i < contours->ring_count; i++) {
        const struct vector2 *ring = sight->vertices + contours->rings[i].first;
        const uint32_t count = contours->rings[i].count;
        for (uint32_t j = 0; j < count; j++) {
            const struct vector2 at = nearest_on_edge(click, ring[j], ring[(j + 1) % count]);
            if (!found || squared(minus(at, click)) < squared(minus(best, click)))
                best = at;
            found = true;
        }
    }
    return best;
}

void published_sight_move(struct published_sight *sight, struct fr_point end)
{
    sight->moved[sight->moved_count++] =
        (struct moved_end){end, nearest_on_edges(sight, published_sight_vector(end))};
}

void published_sight_release(struct published_sight *sight)
{
    if (!sight->contours)
        return;
    const size_t count = (size_t)sight->contours->vertex_count + 1;
    fr_deallocate(sight->allocator, sight->vertices, count, sizeof *sight->vertices);
    fr_deallocate(sight->allocator, sight->expanded, count, sizeof *sight->expanded);
    *sight = (struct published_sight){.allocator = sight->allocator};
}
