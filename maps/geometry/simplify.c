/* If a region has a convex vertex v between a and b, and nothing else of its outline is in the
 * triangle avb, that ear can be cut off: the edge ab replaces av and vb. Repeating this cuts off
 * any pocket, and every step keeps the region inside its previous extent and its rings separate. An
 * ear is cut if the contour's vertices from a to b are close to the edge ab; then so is everything
 * inside their convex hull, and with it every pocket and hole cut off between.
 *
 * Small ears are cut first, so that the remaining vertices are evenly spread: the order of
 * Visvalingam and Whyatt, "Line Generalisation by Repeated Elimination of Points", The Cartographic
 * Journal, 1993; here in passes over the vertices with a growing area limit, instead of a queue.
 *
 * An edge that meets a triangle of the region has an end in it, so only vertices are searched for:
 * they are sorted by row, then column, and a triangle covers one interval of each row. */
#include "maps/geometry/simplify.h"

#include <assert.h>

#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"

#define GONE UINT32_MAX

/* The neighbours of a vertex in the rest of its ring; `next` of a removed vertex is GONE. */
struct link {
    uint32_t prev, next, ring;
};

struct simplifier {
    const struct fr_map *map; /* NULL: contours of a drawing */
    int32_t width, height;    /* the range of the contours, from 0, in pixels */
    const struct fr_contours *contours;
    const struct fr_point *at; /* the contours' vertices */
    int64_t reach;             /* the tolerance squared, in squares of half a pixel */
    struct link *links;
    uint32_t *left;      /* number of vertices left in a ring; 0: cut off */
    uint32_t *by_row;    /* the vertices by row, then column */
    uint32_t *row_first; /* by row of lattice points, and at the end: its first index in by_row */
    uint32_t *swallowed; /* one vertex of each hole inside the current ear */
    uint32_t swallowed_count;
};

/* An ear: its corners, and its ring. */
struct ear {
    struct fr_point a, v, b;           /* fr_orient(a, v, b) is positive */
    uint32_t before, at, behind, ring; /* the vertices at a, v, b */
};

/* Whether p is within `reach` of the segment ab. A product of `reach` and squared length is below
 * 2^61, so a cross product of more than 31 bits need not be squared. */
static bool is_near(struct fr_point p, struct fr_point a, struct fr_point b, int64_t reach)
{
    const struct fr_point ab = fr_point_minus(b, a), ap = fr_point_minus(p, a);
    const int64_t along = fr_dot(ap, ab), length = fr_dot(ab, ab);
    if (along <= 0)
        return fr_dot(ap, ap) <= reach;
    if (along >= length) {
        const struct fr_point bp = fr_point_minus(p, b);
        return fr_dot(bp, bp) <= reach;
    }
    const int64_t off = fr_cross(ab, ap);
    return off <= INT32_MAX && off >= -INT32_MAX && off * off <= reach * length;
}

/* Whether all contour vertices between a and b are within reach of the edge ab. */
static bool is_shallow(const struct simplifier *s, uint32_t a, uint32_t b)
{
    const struct fr_ring *ring = &s->contours->rings[s->links[a].ring];
    const uint32_t end = ring->first + ring->count;
    for (uint32_t i = a + 1;; i++) {
        if (i == end)
            i = ring->first;
        if (i == b)
            return true;
        if (!is_near(s->at[i], s->at[a], s->at[b], s->reach))
            return false;
    }
}

static bool strictly_inside(const struct ear *ear, struct fr_point p)
{
    return fr_orient(ear->a, ear->v, p) > 0 && fr_orient(ear->v, ear->b, p) > 0 &&
           fr_orient(ear->b, ear->a, p) > 0;
}

/* Whether a vertex belongs to a hole, not the ear's own ring, that is inside the ear. */
static bool swallows(const struct simplifier *s, const struct ear *ear, uint32_t vertex)
{
    const uint32_t ring = s->links[vertex].ring;
    if (ring == ear->ring || s->contours->rings[ring].outer == ring)
        return false;
    uint32_t i = vertex;
    do {
        if (!strictly_inside(ear, s->at[i]))
            return false;
        i = s->links[i].next;
    } while (i != vertex);
    return true;
}

static bool is_swallowed(const struct simplifier *s, uint32_t ring)
{
    for (uint32_t i = 0; i < s->swallowed_count; i++)
        if (s->links[s->swallowed[i]].ring == ring)
            return true;
    return false;
}

/* Whether a vertex at the position of a corner does not block the ear: it is that corner or, on a
 * map, shares a pinch with it from the far side. In a drawing a ring that touches a corner may
 * enter the ear. */
static bool is_corner(const struct simplifier *s, const struct ear *ear, uint32_t vertex)
{
    const struct fr_point p = s->at[vertex];
    if (!s->map)
        return vertex == ear->before || vertex == ear->at || vertex == ear->behind;
    return fr_point_equal(p, ear->a) || fr_point_equal(p, ear->v) || fr_point_equal(p, ear->b);
}

/* Whether a vertex in the closed triangle allows the cut. A vertex of another region is in a hole
 * of the ear's region, whose vertices decide. */
static bool gives_way(struct simplifier *s, const struct ear *ear, uint32_t vertex)
{
    const struct fr_ring *rings = s->contours->rings;
    const struct link *link = &s->links[vertex];
    if (link->next == GONE || is_corner(s, ear, vertex) ||
        rings[link->ring].outer != rings[ear->ring].outer || is_swallowed(s, link->ring))
        return true;
    if (!swallows(s, ear, vertex))
        return false;
    s->swallowed[s->swallowed_count++] = vertex;
    return true;
}

struct interval {
    int64_t low, high;
};

/* Widens an interval to the integers x between which the segment pq passes row y. */
static void widen(struct interval *across, struct fr_point p, struct fr_point q, int32_t y)
{
    if (p.y > q.y) {
        const struct fr_point swapped = p;
        p = q;
        q = swapped;
    }
    if (p.y == q.y || y < p.y || y > q.y)
        return;
    const int64_t height = q.y - p.y;
    const int64_t x = (int64_t)p.x * (q.y - y) + (int64_t)q.x * (y - p.y); /* times height */
    const int64_t low = (x + height - 1) / height, high = x / height;
    across->low = low < across->low ? low : across->low;
    across->high = high > across->high ? high : across->high;
}

/* The index in by_row of the first vertex of a row at x or to the right. */
static uint32_t find_in_row(const struct simplifier *s, int32_t row, int64_t x)
{
    uint32_t low = s->row_first[row], high = s->row_first[row + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (s->at[s->by_row[middle]].x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether the closed triangle contains no vertices except those of holes that are cut off with
 * it. */
static bool is_empty(struct simplifier *s, const struct ear *ear)
{
    const int32_t top = fr_lesser(fr_lesser(ear->a.y, ear->v.y), ear->b.y);
    const int32_t bottom = -fr_lesser(fr_lesser(-ear->a.y, -ear->v.y), -ear->b.y);
    s->swallowed_count = 0;
    for (int32_t y = top; y <= bottom; y += 2) {
        struct interval across = {INT32_MAX, 0};
        widen(&across, ear->a, ear->v, y);
        widen(&across, ear->v, ear->b, y);
        widen(&across, ear->b, ear->a, y);
        for (uint32_t i = find_in_row(s, y / 2, across.low);
             i < s->row_first[y / 2 + 1] && s->at[s->by_row[i]].x <= across.high; i++)
            if (!gives_way(s, ear, s->by_row[i]))
                return false;
    }
    return true;
}

static void drop_swallowed(struct simplifier *s)
{
    for (uint32_t i = 0; i < s->swallowed_count; i++) {
        uint32_t vertex = s->swallowed[i];
        s->left[s->links[vertex].ring] = 0;
        while (s->links[vertex].next != GONE) {
            const uint32_t next = s->links[vertex].next;
            s->links[vertex].next = GONE;
            vertex = next;
        }
    }
}

/* Cuts the ear at a vertex of a ring if allowed; if its doubled area exceeds the limit, sets
 * *beyond instead. */
static bool cut_ear(struct simplifier *s, uint32_t vertex, int64_t limit, bool *beyond)
{
    const struct link link = s->links[vertex];
    const struct ear ear = {s->at[link.prev], s->at[vertex], s->at[link.next], link.prev,
                            vertex,           link.next,     link.ring};
    const int64_t area = fr_orient(ear.a, ear.v, ear.b);
    if (area < 0 || s->left[link.ring] == 3)
        return false;
    if (area > limit) {
        *beyond = true;
        return false;
    }
    if (!is_shallow(s, link.prev, link.next))
        return false;
    if (area > 0) {
        if (!is_empty(s, &ear))
            return false;
        drop_swallowed(s);
    }
    assert(!s->map || fr_line_of_sight(s->map, ear.a, ear.b));
    s->links[link.prev].next = link.next;
    s->links[link.next].prev = link.prev;
    s->links[vertex].next = GONE;
    s->left[link.ring]--;
    return true;
}

/* Cuts ears until none is left. Within a pass the vertex after an ear is skipped, so that edges on
 * long straight slopes grow in pairs and the vertices between are tested about log n times. */
static void cut_ears(struct simplifier *s)
{
    bool beyond = true;
    for (int64_t limit = 0; beyond; limit = limit ? 4 * limit : 4)
        for (bool any = true; any;) {
            any = beyond = false;
            uint32_t spared = GONE;
            for (uint32_t i = 0; i < s->contours->vertex_count; i++) {
                const uint32_t next = s->links[i].next;
                if (next == GONE || i == spared || !cut_ear(s, i, limit, &beyond))
                    continue;
                spared = next;
                any = true;
            }
        }
}

static void link_rings(struct simplifier *s)
{
    for (uint32_t r = 0; r < s->contours->ring_count; r++) {
        const struct fr_ring *ring = &s->contours->rings[r];
        const uint32_t end = ring->first + ring->count;
        for (uint32_t i = ring->first; i < end; i++)
            s->links[i] = (struct link){i - 1, i + 1, r};
        s->links[ring->first].prev = end - 1;
        s->links[end - 1].next = ring->first;
        s->left[r] = ring->count;
    }
}

/* Sorts the vertices stably by row or by column, starting from their order in `from` (NULL: as they
 * are). `first` has two elements more than there are keys; afterwards it has the index where each
 * key starts, and the end. */
static void sort_vertices(const struct fr_contours *contours, bool by_row, const uint32_t *from,
                          uint32_t *to, uint32_t *first, size_t keys)
{
    const struct fr_point *at = contours->vertices;
    for (size_t key = 0; key < keys + 2; key++)
        first[key] = 0;
    for (uint32_t i = 0; i < contours->vertex_count; i++)
        first[(by_row ? at[i].y : at[i].x) / 2 + 2]++;
    for (size_t key = 2; key < keys + 2; key++)
        first[key] += first[key - 1];
    for (uint32_t i = 0; i < contours->vertex_count; i++) {
        const uint32_t vertex = from ? from[i] : i;
        to[first[(by_row ? at[vertex].y : at[vertex].x) / 2 + 1]++] = vertex;
    }
}

static bool index_rows(struct simplifier *s, const struct fr_allocator *allocator)
{
    const size_t columns = (size_t)s->width + 1, rows = (size_t)s->height + 1;
    const size_t count = fr_at_least_one(s->contours->vertex_count);
    uint32_t *by_column = fr_allocate(allocator, count, sizeof *by_column);
    uint32_t *column_first = fr_allocate(allocator, columns + 2, sizeof *column_first);
    const bool has_room = by_column && column_first;
    if (has_room) {
        sort_vertices(s->contours, false, NULL, by_column, column_first, columns);
        sort_vertices(s->contours, true, by_column, s->by_row, s->row_first, rows);
    }
    fr_deallocate(allocator, by_column, count, sizeof *by_column);
    fr_deallocate(allocator, column_first, columns + 2, sizeof *column_first);
    return has_room;
}

/* Appends the rest of a ring to the vertices. */
static struct fr_ring copy_ring(const struct simplifier *s, uint32_t index, uint32_t first,
                                struct fr_point *vertices)
{
    uint32_t start = s->contours->rings[index].first;
    while (s->links[start].next == GONE)
        start++;
    struct fr_ring ring = {.first = first};
    int64_t doubled = 0; /* twice the area, in squares of half a pixel */
    uint32_t i = start;
    do {
        const uint32_t next = s->links[i].next;
        doubled += fr_orient(s->at[start], s->at[i], s->at[next]);
        vertices[first + ring.count++] = s->at[i];
        i = next;
    } while (i != start);
    ring.area_px = (doubled + (doubled > 0 ? 7 : -7)) / 8;
    return ring;
}

/* Copies the remaining rings; the array of their vertex counts becomes the array of their new
 * places. */
static void copy_rings(struct simplifier *s, struct fr_contours *to)
{
    uint32_t first = 0;
    for (uint32_t r = 0; r < s->contours->ring_count; r++) {
        if (s->left[r] == 0)
            continue;
        const uint32_t place = to->ring_count++, outer = s->contours->rings[r].outer;
        to->rings[place] = copy_ring(s, r, first, to->vertices);
        s->left[r] = place;
        to->rings[place].outer = s->left[outer];
        to->outer_count += outer == r;
        first += to->rings[place].count;
    }
}

/* Allocates contours for the remaining rings; NULL if out of memory. */
static struct fr_contours *make_room(const struct simplifier *s,
                                     const struct fr_allocator *allocator)
{
    struct fr_contours *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->allocator = allocator;
    for (uint32_t r = 0; r < s->contours->ring_count; r++) {
        fresh->vertex_count += s->left[r];
        fresh->ring_capacity += s->left[r] > 0;
    }
    fresh->vertices =
        fr_allocate(allocator, fr_at_least_one(fresh->vertex_count), sizeof *fresh->vertices);
    fresh->rings = fr_allocate(allocator, fresh->ring_capacity, sizeof *fresh->rings);
    if (fresh->vertices && (fresh->rings || fresh->ring_capacity == 0))
        return fresh;
    fr_contours_release(fresh);
    return NULL;
}

/* `map` is NULL for contours of a drawing. */
static enum fr_status simplify(const struct fr_map *map, int32_t width, int32_t height,
                               const struct fr_contours *contours, int32_t tolerance_px,
                               const struct fr_allocator *allocator,
                               struct fr_contours **simplified)
{
    const size_t vertices = fr_at_least_one(contours->vertex_count);
    const size_t rings = fr_at_least_one(contours->ring_count);
    const size_t row_firsts = (size_t)height + 3;
    struct simplifier s = {
        .map = map,
        .width = width,
        .height = height,
        .contours = contours,
        .at = contours->vertices,
        .reach = (int64_t)4 * tolerance_px * tolerance_px,
        .links = fr_allocate(allocator, vertices, sizeof *s.links),
        .left = fr_allocate(allocator, rings, sizeof *s.left),
        .by_row = fr_allocate(allocator, vertices, sizeof *s.by_row),
        .row_first = fr_allocate(allocator, row_firsts, sizeof *s.row_first),
        .swallowed = fr_allocate(allocator, rings, sizeof *s.swallowed),
    };
    struct fr_contours *fresh = NULL;
    if (s.links && s.left && s.by_row && s.row_first && s.swallowed && index_rows(&s, allocator)) {
        link_rings(&s);
        cut_ears(&s);
        fresh = make_room(&s, allocator);
        if (fresh)
            copy_rings(&s, fresh);
    }
    fr_deallocate(allocator, s.links, vertices, sizeof *s.links);
    fr_deallocate(allocator, s.left, rings, sizeof *s.left);
    fr_deallocate(allocator, s.by_row, vertices, sizeof *s.by_row);
    fr_deallocate(allocator, s.row_first, row_firsts, sizeof *s.row_first);
    fr_deallocate(allocator, s.swallowed, rings, sizeof *s.swallowed);
    if (!fresh)
        return FR_NO_MEMORY;
    *simplified = fresh;
    return FR_OK;
}

enum fr_status fr_contours_simplify(const struct fr_map *map, const struct fr_contours *contours,
                                    int32_t tolerance_px, const struct fr_allocator *allocator,
                                    struct fr_contours **simplified)
{
    if (tolerance_px < 0 || tolerance_px > FR_SIMPLIFY_MAX_TOLERANCE)
        return FR_UNSUPPORTED;
    return simplify(map, map->width, map->height, contours, tolerance_px, allocator, simplified);
}

/* The rectangle around the vertices; width and height count points, not pixels. */
static struct fr_rect bounds_of(const struct fr_polygon *polygon)
{
    struct fr_point low = polygon->vertices[0], high = low;
    for (uint32_t i = 1; i < polygon->vertex_count; i++) {
        const struct fr_point at = polygon->vertices[i];
        low = (struct fr_point){fr_lesser(low.x, at.x), fr_lesser(low.y, at.y)};
        high = (struct fr_point){-fr_lesser(-high.x, -at.x), -fr_lesser(-high.y, -at.y)};
    }
    return (struct fr_rect){low.x, low.y, high.x - low.x, high.y - low.y};
}

/* The rings of a drawing relative to `bounds` and scaled by two, so that all coordinates are even.
 * NULL if out of memory. */
static struct fr_contours *doubled_contours(const struct fr_polygon *polygon, struct fr_rect bounds,
                                            const struct fr_allocator *allocator)
{
    struct fr_contours *contours = fr_allocate_zeroed(allocator, 1, sizeof *contours);
    if (!contours)
        return NULL;
    contours->allocator = allocator;
    contours->vertex_count = polygon->vertex_count;
    contours->ring_capacity = contours->ring_count = polygon->ring_count;
    contours->vertices = fr_allocate(allocator, polygon->vertex_count, sizeof *contours->vertices);
    contours->rings = fr_allocate(allocator, polygon->ring_count, sizeof *contours->rings);
    if (!contours->vertices || !contours->rings) {
        fr_contours_release(contours);
        return NULL;
    }
    for (uint32_t i = 0; i < polygon->vertex_count; i++)
        contours->vertices[i] = (struct fr_point){2 * (polygon->vertices[i].x - bounds.x),
                                                  2 * (polygon->vertices[i].y - bounds.y)};
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const struct fr_polygon_ring *ring = &polygon->rings[i];
        contours->rings[i] = (struct fr_ring){ring->first, ring->count, ring->outer, 0};
        contours->outer_count += ring->outer == i;
    }
    return contours;
}

/* Converts doubled contours back to a drawing. */
static enum fr_status halve(struct fr_contours *contours, struct fr_rect bounds,
                            const struct fr_allocator *allocator, struct fr_polygon **halved)
{
    struct fr_polygon *fresh;
    enum fr_status status = fr_polygon_create(allocator, &fresh);
    if (status != FR_OK)
        return status;
    for (uint32_t i = 0; i < contours->vertex_count; i++) {
        struct fr_point *at = &contours->vertices[i];
        *at = (struct fr_point){at->x / 2 + bounds.x, at->y / 2 + bounds.y};
    }
    for (uint32_t i = 0; i < contours->ring_count && status == FR_OK; i++) {
        const struct fr_ring *ring = &contours->rings[i];
        status = fr_polygon_append(fresh, contours->vertices + ring->first, ring->count,
                                   ring->outer == i ? FR_NO_RING : ring->outer, 1);
    }
    if (status == FR_OK)
        *halved = fresh;
    else
        fr_polygon_release(fresh);
    return status;
}

enum fr_status fr_polygon_simplify(const struct fr_polygon *polygon, int32_t tolerance_px,
                                   const struct fr_allocator *allocator,
                                   struct fr_polygon **simplified)
{
    struct fr_contours *simple = NULL;
    if (tolerance_px < 0 || tolerance_px > FR_SIMPLIFY_MAX_TOLERANCE)
        return FR_UNSUPPORTED;
    if (polygon->vertex_count == 0)
        return fr_polygon_create(allocator, simplified);
    const struct fr_rect bounds = bounds_of(polygon);
    struct fr_contours *contours = doubled_contours(polygon, bounds, allocator);
    enum fr_status status = contours ? FR_OK : FR_NO_MEMORY;
    if (status == FR_OK)
        status = simplify(NULL, bounds.width, bounds.height, contours, 2 * tolerance_px, allocator,
                          &simple);
    if (status == FR_OK)
        status = halve(simple, bounds, allocator, simplified);
    fr_contours_release(simple);
    fr_contours_release(contours);
    return status;
}
