/* Validity of drawings.
 *
 * Two rings are compared edge by edge: an edge, moved aside by an infinitesimal step, overlaps no
 * ring's border. The parity of the crossings before a point on it thus decides between inside and
 * outside, and rings that touch, share edges or pass through vertices need no special cases. */
#include "maps/geometry/polygon_check.h"

#include <stdlib.h>

#include "maps/geometry/predicates.h"

struct edge {
    struct fr_point from, to;
    int32_t left, right; /* of its bounding box */
    uint32_t ring, vertex;
};

struct box {
    int32_t left, top, right, bottom;
};

/* A position along an edge: numerator / denominator of its length, from 0 to 1. */
struct place {
    uint64_t numerator, denominator; /* below 2^36 */
};

struct check {
    const struct fr_polygon *polygon;
    struct fr_polygon_fault *fault;
    struct box *boxes;    /* of each ring */
    struct edge *edges;   /* of one ring, sorted by the left ends of their boxes */
    struct place *places; /* where one edge is crossed */
    uint32_t place_count;
};

static bool found(const struct check *check, enum fr_polygon_fault_kind kind, uint32_t ring,
                  uint32_t vertex, uint32_t other)
{
    *check->fault = (struct fr_polygon_fault){kind, ring, vertex, other};
    return false;
}

static struct edge edge_at(const struct fr_polygon *polygon, uint32_t ring, uint32_t vertex)
{
    const struct fr_polygon_ring *of = &polygon->rings[ring];
    const struct fr_point *vertices = polygon->vertices + of->first;
    const struct fr_point from = vertices[vertex];
    const struct fr_point to = vertices[vertex + 1 < of->count ? vertex + 1 : 0];
    return (struct edge){from, to,    from.x < to.x ? from.x : to.x, from.x < to.x ? to.x : from.x,
                         ring, vertex};
}

static bool check_shape(const struct check *check, uint32_t ring)
{
    const struct fr_polygon_ring *of = &check->polygon->rings[ring];
    if (of->count < 3)
        return found(check, FR_RING_SHORT, ring, 0, 0);
    for (uint32_t i = 0; i < of->count; i++) {
        const struct edge edge = edge_at(check->polygon, ring, i);
        if (fr_point_equal(edge.from, edge.to))
            return found(check, FR_RING_REPEATS, ring, i, 0);
    }
    if (fr_ring_doubled_area(check->polygon->vertices + of->first, of->count) == 0)
        return found(check, FR_RING_FLAT, ring, 0, 0);
    return true;
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool in_box(struct fr_point point, struct fr_point a, struct fr_point b)
{
    return (a.x < b.x ? a.x : b.x) <= point.x && point.x <= (a.x < b.x ? b.x : a.x) &&
           (a.y < b.y ? a.y : b.y) <= point.y && point.y <= (a.y < b.y ? b.y : a.y);
}

enum meeting { APART, TOUCHING, CROSSING };

/* Whether two collinear edges that meet share only an end. */
static bool end_to_end(const struct edge *e, const struct edge *f)
{
    const bool from_e = fr_point_equal(e->from, f->from) || fr_point_equal(e->from, f->to);
    const bool to_e = fr_point_equal(e->to, f->from) || fr_point_equal(e->to, f->to);
    if (from_e == to_e)
        return false;
    const struct fr_point at = from_e ? e->from : e->to, away_e = from_e ? e->to : e->from;
    const struct fr_point away_f = fr_point_equal(at, f->from) ? f->to : f->from;
    return fr_dot(fr_point_minus(away_e, at), fr_point_minus(away_f, at)) < 0;
}

static enum meeting meet(const struct edge *e, const struct edge *f)
{
    const int f0 = sign(fr_orient(e->from, e->to, f->from));
    const int f1 = sign(fr_orient(e->from, e->to, f->to));
    const int e0 = sign(fr_orient(f->from, f->to, e->from));
    const int e1 = sign(fr_orient(f->from, f->to, e->to));
    if (f0 * f1 > 0 || e0 * e1 > 0)
        return APART;
    if (f0 * f1 < 0 && e0 * e1 < 0)
        return CROSSING;
    const bool e_on_f =
        (e0 == 0 && in_box(e->from, f->from, f->to)) || (e1 == 0 && in_box(e->to, f->from, f->to));
    const bool f_on_e =
        (f0 == 0 && in_box(f->from, e->from, e->to)) || (f1 == 0 && in_box(f->to, e->from, e->to));
    if (f0 != 0 || f1 != 0)
        return e_on_f || f_on_e ? TOUCHING : APART;
    if (!e_on_f && !f_on_e)
        return APART;
    return end_to_end(e, f) ? TOUCHING : CROSSING;
}

static int compare_edges(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static enum meeting meet_in_ring(const struct edge *e, const struct edge *f, uint32_t count)
{
    const bool adjacent =
        (e->vertex + 1) % count == f->vertex || (f->vertex + 1) % count == e->vertex;
    const enum meeting meeting = meet(e, f);
    return adjacent && meeting == TOUCHING ? APART : meeting;
}

static bool found_pair(const struct check *check, enum meeting meeting, const struct edge *e,
                       const struct edge *f)
{
    return found(check, meeting == TOUCHING ? FR_RING_TOUCHES : FR_RING_CROSSES, e->ring,
                 e->vertex < f->vertex ? e->vertex : f->vertex,
                 e->vertex < f->vertex ? f->vertex : e->vertex);
}

/* Finds pairs of edges whose boxes overlap horizontally, by a sweep. A ring is said to touch itself
 * only if it never crosses itself. */
static bool check_simple(const struct check *check, uint32_t ring)
{
    const uint32_t count = check->polygon->rings[ring].count;
    struct edge *edges = check->edges;
    bool simple = true;
    for (uint32_t i = 0; i < count; i++)
        edges[i] = edge_at(check->polygon, ring, i);
    qsort(edges, count, sizeof *edges, compare_edges);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && edges[j].left <= edges[i].right; j++) {
            const enum meeting meeting = meet_in_ring(&edges[i], &edges[j], count);
            if (meeting == CROSSING)
                return found_pair(check, meeting, &edges[i], &edges[j]);
            if (meeting == TOUCHING && simple)
                simple = found_pair(check, meeting, &edges[i], &edges[j]);
        }
    return simple;
}

/* Compares products of numbers of 36 bits, which are split at bit 20. */
static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    const uint64_t low_bits = (UINT64_C(1) << 20) - 1;
    const uint64_t ab0 = a->numerator * (b->denominator & low_bits);
    const uint64_t ba0 = b->numerator * (a->denominator & low_bits);
    const uint64_t ab1 = a->numerator * (b->denominator >> 20) + (ab0 >> 20);
    const uint64_t ba1 = b->numerator * (a->denominator >> 20) + (ba0 >> 20);
    if (ab1 != ba1)
        return ab1 < ba1 ? -1 : 1;
    return ((ab0 & low_bits) > (ba0 & low_bits)) - ((ab0 & low_bits) < (ba0 & low_bits));
}

/* Records where another edge crosses the line through an edge, shifted to its positive or negative
 * side. Crossings before or after the edge count as being at its ends. */
static void note_crossing(struct check *check, const struct edge *edge, int side,
                          struct fr_point from, struct fr_point to)
{
    const int64_t at_from = fr_orient(edge->from, edge->to, from);
    const int64_t at_to = fr_orient(edge->from, edge->to, to);
    const bool beyond_from = side > 0 ? at_from > 0 : at_from >= 0;
    const bool beyond_to = side > 0 ? at_to > 0 : at_to >= 0;
    if (beyond_from == beyond_to)
        return;
    int64_t denominator = at_to - at_from;
    int64_t numerator = fr_cross(fr_point_minus(from, edge->from), fr_point_minus(to, from));
    if (denominator < 0) {
        denominator = -denominator;
        numerator = -numerator;
    }
    if (numerator < 0)
        numerator = 0;
    if (numerator > denominator)
        numerator = denominator;
    check->places[check->place_count++] =
        (struct place){(uint64_t)numerator, (uint64_t)denominator};
}

static void note_ring(struct check *check, const struct edge *edge, int side, uint32_t ring)
{
    const struct fr_polygon_ring *of = &check->polygon->rings[ring];
    const struct fr_point *vertices = check->polygon->vertices + of->first;
    for (uint32_t i = 0; i < of->count; i++)
        note_crossing(check, edge, side, vertices[i], vertices[i + 1 < of->count ? i + 1 : 0]);
}

enum share { NONE, PART, ALL };

/* The part of the shifted edge inside the recorded rings. */
static enum share share_inside(struct check *check)
{
    static const struct place end = {1, 1};
    struct place at = {0, 1};
    bool in = false, any_in = false, any_out = false;
    qsort(check->places, check->place_count, sizeof *check->places, compare_places);
    for (uint32_t i = 0; i < check->place_count; i++) {
        if (compare_places(&check->places[i], &at) > 0) {
            any_in |= in;
            any_out |= !in;
        }
        at = check->places[i];
        in = !in;
    }
    any_out |= compare_places(&end, &at) > 0;
    return !any_in ? NONE : any_out ? PART : ALL;
}

static enum share share_of_ring(struct check *check, const struct edge *edge, int side,
                                uint32_t ring)
{
    check->place_count = 0;
    note_ring(check, edge, side, ring);
    return share_inside(check);
}

/* Whether a box contains part of the edge; if not, the edge is outside the ring of that box. */
static bool near_box(const struct edge *edge, const struct box *box)
{
    const int32_t top = edge->from.y < edge->to.y ? edge->from.y : edge->to.y;
    const int32_t bottom = edge->from.y < edge->to.y ? edge->to.y : edge->from.y;
    return edge->left <= box->right && edge->right >= box->left && top <= box->bottom &&
           bottom >= box->top;
}

static bool check_hole_edge(struct check *check, const struct edge *edge)
{
    const struct fr_polygon_ring *rings = check->polygon->rings;
    const uint32_t outer = rings[edge->ring].outer;
    if (share_of_ring(check, edge, 1, outer) != ALL || share_of_ring(check, edge, -1, outer) != ALL)
        return found(check, FR_HOLE_OUTSIDE, edge->ring, edge->vertex, 0);
    for (uint32_t i = 0; i < check->polygon->ring_count; i++)
        if (rings[i].outer == outer && i != outer && i != edge->ring &&
            near_box(edge, &check->boxes[i]) &&
            (share_of_ring(check, edge, 1, i) != NONE || share_of_ring(check, edge, -1, i) != NONE))
            return found(check, FR_HOLES_OVERLAP, edge->ring, edge->vertex, 0);
    return true;
}

/* Checks that no other region is on the inner side of an edge of a region. */
static bool check_region_edge(struct check *check, const struct edge *edge)
{
    const struct fr_polygon_ring *rings = check->polygon->rings;
    check->place_count = 0;
    for (uint32_t i = 0; i < check->polygon->ring_count; i++)
        if (rings[i].outer != rings[edge->ring].outer && near_box(edge, &check->boxes[i]))
            note_ring(check, edge, 1, i);
    return share_inside(check) == NONE ||
           found(check, FR_REGIONS_OVERLAP, edge->ring, edge->vertex, 0);
}

static bool check_edges(struct check *check,
                        bool (*check_edge)(struct check *check, const struct edge *edge),
                        bool holes_only)
{
    const struct fr_polygon *polygon = check->polygon;
    for (uint32_t ring = 0; ring < polygon->ring_count; ring++)
        for (uint32_t i = 0; i < polygon->rings[ring].count; i++) {
            const struct edge edge = edge_at(polygon, ring, i);
            if (!(holes_only && polygon->rings[ring].outer == ring) && !check_edge(check, &edge))
                return false;
        }
    return true;
}

static struct box box_of(const struct fr_point *vertices, uint32_t count)
{
    struct box box = {vertices[0].x, vertices[0].y, vertices[0].x, vertices[0].y};
    for (uint32_t i = 1; i < count; i++) {
        box.left = vertices[i].x < box.left ? vertices[i].x : box.left;
        box.right = vertices[i].x > box.right ? vertices[i].x : box.right;
        box.top = vertices[i].y < box.top ? vertices[i].y : box.top;
        box.bottom = vertices[i].y > box.bottom ? vertices[i].y : box.bottom;
    }
    return box;
}

static bool check_all(struct check *check)
{
    const struct fr_polygon *polygon = check->polygon;
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        if (!check_shape(check, i) || !check_simple(check, i))
            return false;
        check->boxes[i] =
            box_of(polygon->vertices + polygon->rings[i].first, polygon->rings[i].count);
    }
    return check_edges(check, check_hole_edge, true) &&
           check_edges(check, check_region_edge, false);
}

enum fr_status fr_polygon_check(const struct fr_polygon *polygon, struct fr_polygon_fault *fault)
{
    const struct fr_allocator *allocator = polygon->allocator;
    const uint32_t rings = polygon->ring_count, vertices = polygon->vertex_count;
    if (rings == 0)
        return FR_OK;
    struct check check = {.polygon = polygon, .fault = fault};
    check.boxes = fr_allocate(allocator, rings, sizeof *check.boxes);
    check.edges = fr_allocate(allocator, vertices, sizeof *check.edges);
    check.places = fr_allocate(allocator, vertices, sizeof *check.places);
    enum fr_status status = FR_NO_MEMORY;
    if (check.boxes && check.edges && check.places)
        status = check_all(&check) ? FR_OK : FR_BAD_INPUT;
    fr_deallocate(allocator, check.boxes, rings, sizeof *check.boxes);
    fr_deallocate(allocator, check.edges, vertices, sizeof *check.edges);
    fr_deallocate(allocator, check.places, vertices, sizeof *check.places);
    return status;
}
