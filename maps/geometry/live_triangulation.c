/* Contours that meet a region are released, points in the regions are removed and added, and the
 * contours that now meet a region are followed to their ends and become constrained edges. A
 * contour is followed along pixel borders; its ends outside the regions are points where a contour
 * ended before. */
#include "maps/geometry/live_triangulation.h"

#include <string.h>

#include "maps/bits.h"
#include "maps/geometry/delaunay.h"
#include "maps/geometry/delaunay_steps.h"

#define NO_VERTEX UINT32_MAX
#define BOX_CORNERS 4

/* If the contours that meet regions, and the new points in the regions, are more than
 * 1/MOST_CHANGED of all points, a new triangulation is as fast. */
#define MOST_CHANGED 2

#define SEEN 4 /* a mark: reached by the current search */

struct patch {
    struct fr_triangulation *t;
    const struct fr_map *map;
    struct fr_touched *touched;
    struct fr_delaunay d; /* borrows the arrays of t */
    const struct fr_region *regions;
    size_t region_count;
    size_t turn_count; /* points in the regions where the boundary now turns */
    int32_t *list;     /* triangles that meet a region */
    size_t list_count, list_capacity;
    int32_t *contours; /* constrained edges that meet a region */
    size_t contour_count, contour_capacity;
    /* A hash table by place: the ends of the contours, and the points inserted. */
    uint32_t *known;
    int known_bits; /* the table has 2^known_bits places, half of them free */
};

/* ---- the lattice ---- */

static struct fr_point lattice_point(int32_t x, int32_t y)
{
    return (struct fr_point){2 * x, 2 * y};
}

/* Whether the boundary turns at a lattice point. */
static bool turns(const struct fr_map *map, int32_t x, int32_t y)
{
    const bool nw = fr_map_walkable(map, x - 1, y - 1), ne = fr_map_walkable(map, x, y - 1);
    const bool sw = fr_map_walkable(map, x - 1, y), se = fr_map_walkable(map, x, y);
    return (nw ^ ne ^ sw ^ se) || (nw == se && ne == sw && nw != ne);
}

/* 64 pixels of a row, one per bit, beginning at x, which is -1 or more. */
static uint64_t pixels_from(const uint64_t *row, int32_t x)
{
    const int32_t at = x + 64, shift = at & 63;
    const uint64_t *word = row + (at >> 6) - 1;
    return shift ? word[0] >> shift | word[1] << (64 - shift) : word[0];
}

/* Whether the boundary turns at 64 lattice points beginning at x: one per bit. */
static uint64_t turns_from(const struct fr_map *map, int32_t x, int32_t y)
{
    const uint64_t *above = fr_map_row(map, y - 1), *below = fr_map_row(map, y);
    const uint64_t nw = pixels_from(above, x - 1), ne = pixels_from(above, x);
    const uint64_t sw = pixels_from(below, x - 1), se = pixels_from(below, x);
    return (nw ^ ne ^ sw ^ se) | (~(nw ^ se) & ~(ne ^ sw) & (nw ^ ne));
}

/* Whether the boundary runs from a lattice point to the next in a direction. */
static bool runs(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const int32_t px = x - (dx < 0), py = y - (dy < 0);
    return dx != 0 ? fr_map_walkable(map, px, y - 1) != fr_map_walkable(map, px, y)
                   : fr_map_walkable(map, x - 1, py) != fr_map_walkable(map, x, py);
}

static struct fr_point follow(const struct fr_map *map, int32_t x, int32_t y, int32_t dx,
                              int32_t dy)
{
    do {
        x += dx;
        y += dy;
    } while (!turns(map, x, y));
    return lattice_point(x, y);
}

/* The turns of 64 lattice points of a region, beginning at column i of row y. */
static uint64_t turns_in(const struct fr_map *map, struct fr_region region, int32_t i, int32_t y)
{
    const int32_t left = region.left / 2, more = region.right / 2 - left - i;
    const uint64_t turning = turns_from(map, left + i, y);
    return more < 63 ? turning & ((UINT64_C(2) << more) - 1) : turning;
}

/* Where a point is in the table of known vertices, or would be. */
static uint32_t *place_of(const struct patch *patch, struct fr_point at)
{
    const uint32_t last = ((uint32_t)1 << patch->known_bits) - 1;
    uint32_t i =
        ((uint32_t)at.y << 16 ^ (uint32_t)at.x) * UINT32_C(2654435769) >> (32 - patch->known_bits);
    while (patch->known[i] != NO_VERTEX && !fr_point_equal(patch->t->vertices[patch->known[i]], at))
        i = (i + 1) & last;
    return &patch->known[i];
}

/* ---- capacity ---- */

/* Makes room for `more` vertices, and an eighth in advance. */
static bool reserve(struct patch *patch, size_t more)
{
    struct fr_triangulation *t = patch->t;
    const size_t points = (size_t)t->vertex_count + more;
    const size_t triangles = (size_t)patch->d.triangle_count + 2 * more;
    const struct fr_growing by_point[] = {{&t->vertices, sizeof *t->vertices},
                                          {&t->leaving, sizeof *t->leaving}};
    const struct fr_growing by_triangle[] = {{&t->origins, 3 * sizeof *t->origins},
                                             {&t->twins, 3 * sizeof *t->twins},
                                             {&t->marks, sizeof *t->marks}};
    if ((points > t->point_room &&
         !fr_enlarge(t->allocator, by_point, 2, &t->point_room, points + points / 8)) ||
        (triangles > t->triangle_room &&
         !fr_enlarge(t->allocator, by_triangle, 3, &t->triangle_room, triangles + triangles / 8)))
        return false;
    patch->d.points = t->vertices;
    patch->d.leaving = t->leaving;
    patch->d.origins = t->origins;
    patch->d.twins = t->twins;
    patch->d.marks = t->marks;
    return true;
}

/* Before the first update: marks free triangles, and makes the corners of the box ordinary
 * vertices. */
static bool come_alive(struct fr_triangulation *t)
{
    t->marks = fr_allocate_zeroed(t->allocator, t->triangle_room, sizeof *t->marks);
    if (!t->marks)
        return false;
    memset(t->marks, FR_TRIANGLE_FREE, (size_t)t->triangle_count);
    for (int32_t edge = 0; edge < 3 * t->covering_count; edge++)
        if (t->origins[edge] >= t->vertex_count)
            t->leaving[t->origins[edge]] = edge;
    t->vertex_count += BOX_CORNERS;
    t->triangle_count = t->covering_count;
    return true;
}

/* ---- triangles and contours that meet a region ---- */

static bool reach(struct patch *patch, int32_t triangle)
{
    patch->t->marks[triangle] |= SEEN;
    return fr_append(patch->d.allocator, &patch->list, &patch->list_count, &patch->list_capacity,
                     &triangle, sizeof triangle);
}

static int32_t inner(int32_t least, int32_t at, int32_t most)
{
    return at < least ? least : at > most ? most : at;
}

/* A point of the region inside the box, if any. */
static struct fr_point point_within(const struct fr_triangulation *t, struct fr_region region)
{
    return (struct fr_point){inner(t->left, region.left, t->right),
                             inner(t->top, region.top, t->bottom)};
}

/* Lists the triangles that meet a region, marked SEEN: those reached from one of them across edges
 * that meet the region. */
static bool list_triangles(struct patch *patch, struct fr_region region)
{
    const struct fr_triangulation *t = patch->t;
    const int32_t first = fr_triangulation_locate(t, point_within(t, region));
    patch->list_count = 0;
    if (!reach(patch, first))
        return false;
    for (size_t i = 0; i < patch->list_count; i++) {
        const int32_t base = 3 * patch->list[i];
        for (int32_t edge = base; edge < base + 3; edge++) {
            const int32_t twin = t->twins[edge], beyond = (twin < 0 ? ~twin : twin) / 3;
            if (twin != FR_NO_EDGE && !(t->marks[beyond] & SEEN) &&
                fr_region_touches(region, t->vertices[t->origins[edge]],
                                  t->vertices[t->origins[fr_next_edge(edge)]]) &&
                !reach(patch, beyond))
                return false;
        }
    }
    for (size_t i = 0; i < patch->list_count; i++)
        t->marks[patch->list[i]] &= (uint8_t)~SEEN;
    return true;
}

/* Lists the contours that meet a region; some may already be listed for an earlier region. */
static bool list_contours(struct patch *patch, struct fr_region region)
{
    const struct fr_triangulation *t = patch->t;
    if (!list_triangles(patch, region))
        return false;
    for (size_t i = 0; i < patch->list_count; i++) {
        const int32_t base = 3 * patch->list[i];
        for (int32_t edge = base; edge < base + 3; edge++) {
            const int32_t twin = t->twins[edge];
            if (twin < 0 && twin != FR_NO_EDGE && edge < ~twin &&
                fr_region_touches(region, t->vertices[t->origins[edge]],
                                  t->vertices[t->origins[fr_next_edge(edge)]]) &&
                !fr_append(patch->d.allocator, &patch->contours, &patch->contour_count,
                           &patch->contour_capacity, &edge, sizeof edge))
                return false;
        }
    }
    return true;
}

static void count_turns(struct patch *patch, struct fr_region region)
{
    for (int32_t y = region.top / 2; y <= region.bottom / 2; y++)
        for (int32_t i = 0; i <= (region.right - region.left) / 2; i += 64)
            patch->turn_count += (size_t)fr_popcount(turns_in(patch->map, region, i, y));
}

/* Makes the table of known vertices, with the ends of the listed contours. */
static bool know_ends(struct patch *patch)
{
    const struct fr_triangulation *t = patch->t;
    size_t room = 2;
    for (patch->known_bits = 1; room < 2 * (2 * patch->contour_count + patch->turn_count);
         room *= 2)
        patch->known_bits++;
    patch->known = fr_allocate(patch->d.allocator, room, sizeof *patch->known);
    if (!patch->known)
        return false;
    for (size_t i = 0; i < room; i++)
        patch->known[i] = NO_VERTEX;
    for (size_t i = 0; i < patch->contour_count; i++) {
        const uint32_t a = t->origins[patch->contours[i]];
        const uint32_t b = t->origins[fr_next_edge(patch->contours[i])];
        *place_of(patch, t->vertices[a]) = a;
        *place_of(patch, t->vertices[b]) = b;
    }
    return true;
}

/* ---- points ---- */

static bool in_box(const struct fr_triangulation *t, struct fr_point at)
{
    return at.x > t->left && at.y > t->top && at.x < t->right && at.y < t->bottom;
}

/* Removes the points where the boundary no longer turns. */
static enum fr_status remove_points(struct patch *patch)
{
    const struct fr_triangulation *t = patch->t;
    struct fr_touched *touched = patch->touched;
    for (size_t i = 0; i >> patch->known_bits == 0; i++) {
        const uint32_t vertex = patch->known[i];
        if (vertex == NO_VERTEX ||
            turns(patch->map, t->vertices[vertex].x / 2, t->vertices[vertex].y / 2))
            continue;
        fr_delaunay_remove(&patch->d, vertex);
        if (!fr_append(touched->allocator, &touched->gone, &touched->gone_count,
                       &touched->gone_capacity, &vertex, sizeof vertex))
            return FR_NO_MEMORY;
    }
    return fr_delaunay_settle(&patch->d);
}

static uint32_t take_vertex(struct fr_triangulation *t)
{
    return t->spare_count > 0 ? t->spare[--t->spare_count] : t->vertex_count++;
}

/* Inserts a point unless it is a vertex, and lists it. */
static enum fr_status insert_point(struct patch *patch, struct fr_point at)
{
    struct fr_triangulation *t = patch->t;
    struct fr_touched *touched = patch->touched;
    uint32_t *place = place_of(patch, at);
    enum fr_status status = in_box(t, at) ? FR_OK : FR_UNSUPPORTED;
    if (*place == NO_VERTEX && status == FR_OK) {
        *place = take_vertex(t);
        t->vertices[*place] = at;
        status = fr_delaunay_insert(&patch->d, *place, fr_triangulation_locate(t, at));
        t->covering_count = (int32_t)patch->d.triangle_count;
    }
    if (status == FR_OK &&
        !fr_append(touched->allocator, &touched->vertices, &touched->vertex_count,
                   &touched->vertex_capacity, place, sizeof *place))
        status = FR_NO_MEMORY;
    return status;
}

/* Inserts the points where the boundary now turns, and lists all vertices of the region. */
static enum fr_status insert_points(struct patch *patch, struct fr_region region)
{
    enum fr_status status = FR_OK;
    for (int32_t y = region.top / 2; y <= region.bottom / 2; y++)
        for (int32_t i = 0; i <= (region.right - region.left) / 2; i += 64)
            for (uint64_t turning = turns_in(patch->map, region, i, y); turning && status == FR_OK;
                 turning &= turning - 1)
                status = insert_point(
                    patch, lattice_point(region.left / 2 + i + fr_lowest_bit(turning), y));
    return status;
}

/* ---- contours ---- */

/* Constrains the contour between two points, the first of them a vertex. */
static enum fr_status constrain(struct patch *patch, uint32_t from, struct fr_point to)
{
    const uint32_t vertex = *place_of(patch, to);
    return vertex == NO_VERTEX ? FR_UNSUPPORTED : fr_delaunay_constrain(&patch->d, from, vertex);
}

/* Constrains the contours that leave a vertex of a region to the right or down; to the left and up,
 * only those at the region's border, as the others are constrained from elsewhere. */
static enum fr_status constrain_from(struct patch *patch, struct fr_region region, uint32_t vertex)
{
    static const int8_t ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const struct fr_point at = patch->t->vertices[vertex];
    const int32_t x = at.x / 2, y = at.y / 2;
    const bool leaves[4] = {true, true, at.x == region.left, at.y == region.top};
    enum fr_status status = FR_OK;
    for (int i = 0; i < 4 && status == FR_OK; i++)
        if (leaves[i] && runs(patch->map, x, y, ways[i][0], ways[i][1]))
            status = constrain(patch, vertex, follow(patch->map, x, y, ways[i][0], ways[i][1]));
    return status;
}

/* Constrains a contour that passes a lattice point, in both directions. */
static enum fr_status constrain_through(struct patch *patch, int32_t x, int32_t y, int32_t dx,
                                        int32_t dy)
{
    const struct fr_map *map = patch->map;
    if (turns(map, x, y) || !runs(map, x, y, dx, dy))
        return FR_OK;
    const uint32_t from = *place_of(patch, follow(map, x, y, -dx, -dy));
    return from == NO_VERTEX ? FR_UNSUPPORTED : constrain(patch, from, follow(map, x, y, dx, dy));
}

/* Constrains the contours that cross a region; their ends are outside. */
static enum fr_status constrain_across(struct patch *patch, struct fr_region region)
{
    enum fr_status status = FR_OK;
    for (int32_t y = region.top / 2; y <= region.bottom / 2 && status == FR_OK; y++)
        status = constrain_through(patch, region.left / 2, y, 1, 0);
    for (int32_t x = region.left / 2; x <= region.right / 2 && status == FR_OK; x++)
        status = constrain_through(patch, x, region.top / 2, 0, 1);
    return status;
}

/* Constrains all contours of a region; its vertices begin at number *next. */
static enum fr_status constrain_all(struct patch *patch, struct fr_region region, size_t *next)
{
    const struct fr_touched *touched = patch->touched;
    enum fr_status status = constrain_across(patch, region);
    for (; *next < touched->vertex_count && status == FR_OK; (*next)++) {
        const uint32_t vertex = touched->vertices[*next];
        if (fr_region_code(region, patch->t->vertices[vertex]))
            break;
        status = constrain_from(patch, region, vertex);
    }
    return status;
}

/* ---- changed triangles ---- */

/* Whether a triangle is free. All constrained edges are on contours, so a triangle is free entirely
 * or not at all, like the pixel in its middle. */
static bool is_ground(const struct patch *patch, int32_t triangle)
{
    const struct fr_triangulation *t = patch->t;
    int32_t x = 0, y = 0;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        x += t->vertices[t->origins[edge]].x;
        y += t->vertices[t->origins[edge]].y;
    }
    return x >= 0 && y >= 0 && fr_map_walkable(patch->map, x / 6, y / 6);
}

/* Marks which of the changed triangles are free; others beside them become free, or blocked, like
 * the neighbour across an unconstrained edge. */
static bool list_changed(struct patch *patch)
{
    struct fr_triangulation *t = patch->t;
    struct fr_delaunay *d = &patch->d;
    size_t kept = 0;
    for (size_t i = 0; i < d->changed_count; i++) {
        const int32_t triangle = d->changed[i];
        t->marks[triangle] = 0;
        if (triangle >= t->covering_count)
            continue;
        t->marks[triangle] =
            FR_DELAUNAY_CHANGED | (is_ground(patch, triangle) ? FR_TRIANGLE_FREE : 0);
        d->changed[kept++] = triangle;
    }
    d->changed_count = kept;
    for (size_t i = 0; i < d->changed_count; i++)
        for (int32_t edge = 3 * d->changed[i], k = 0; k < 3; edge++, k++) {
            const int32_t twin = t->twins[edge];
            if (twin < 0 || t->marks[twin / 3] & FR_DELAUNAY_CHANGED ||
                !((t->marks[twin / 3] ^ t->marks[edge / 3]) & FR_TRIANGLE_FREE))
                continue;
            t->marks[twin / 3] ^= FR_TRIANGLE_FREE;
            change(d, twin);
        }
    return !d->lost;
}

/* An edge of a contour, with free space beside it, that leaves the origin of an edge; else any edge
 * that leaves it. Often the edge in t->leaving is already on a contour. */
static int32_t contour_around(const struct fr_triangulation *t, int32_t first)
{
    int32_t edge = t->leaving[t->origins[first]];
    do {
        if (t->twins[edge] < 0 && fr_triangulation_is_free(t, edge / 3))
            return edge;
        const int32_t beyond = t->twins[fr_previous_edge(edge)];
        if (beyond == FR_NO_EDGE)
            return first;
        edge = beyond < 0 ? ~beyond : beyond;
    } while (edge != t->leaving[t->origins[first]]);
    return first;
}

/* Updates the leaving edges of contours and point location, and clears the marks. */
static bool settle(struct patch *patch)
{
    struct fr_triangulation *t = patch->t;
    const struct fr_touched *touched = patch->touched;
    for (size_t i = 0; i < patch->d.changed_count; i++) {
        const int32_t triangle = patch->d.changed[i];
        for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++)
            t->leaving[t->origins[edge]] = contour_around(t, edge);
        fr_triangulation_mend_grid(t, triangle);
    }
    for (size_t i = 0; i < patch->d.changed_count; i++)
        t->marks[patch->d.changed[i]] &= FR_TRIANGLE_FREE;
    for (size_t i = 0; i < touched->gone_count; i++)
        if (!fr_append(t->allocator, &t->spare, &t->spare_count, &t->spare_room, &touched->gone[i],
                       sizeof *touched->gone))
            return false;
    return true;
}

/* ---- the update ---- */

static enum fr_status apply(struct patch *patch)
{
    struct fr_triangulation *t = patch->t;
    const size_t count = patch->region_count;
    for (size_t i = 0; i < count; i++) {
        if (!list_contours(patch, patch->regions[i]))
            return FR_NO_MEMORY;
        count_turns(patch, patch->regions[i]);
    }
    if (MOST_CHANGED * (patch->contour_count + patch->turn_count) > t->vertex_count)
        return FR_UNSUPPORTED;
    if (!know_ends(patch))
        return FR_NO_MEMORY;
    enum fr_status status = fr_delaunay_loosen(&patch->d, patch->contours, patch->contour_count);
    if (status == FR_OK && !reserve(patch, patch->turn_count))
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count && status == FR_OK; i++)
        status = insert_points(patch, patch->regions[i]);
    if (status == FR_OK)
        status = remove_points(patch);
    t->covering_count = (int32_t)patch->d.triangle_count;
    for (size_t i = 0, next = 0; i < count && status == FR_OK; i++)
        status = constrain_all(patch, patch->regions[i], &next);
    if (status != FR_OK)
        return status;
    t->triangle_count = t->covering_count;
    return list_changed(patch) && settle(patch) ? FR_OK : FR_NO_MEMORY;
}

/* Frees all but the list of changed triangles. */
static void release(struct patch *patch)
{
    const struct fr_delaunay *d = &patch->d;
    const struct fr_allocator *allocator = d->allocator;
    struct fr_touched *touched = patch->touched;
    fr_deallocate(allocator, d->stack, d->stack_capacity, sizeof *d->stack);
    fr_deallocate(allocator, patch->list, patch->list_capacity, sizeof *patch->list);
    fr_deallocate(allocator, patch->contours, patch->contour_capacity, sizeof *patch->contours);
    fr_deallocate(allocator, patch->known, (size_t)1 << patch->known_bits, sizeof *patch->known);
    touched->triangles = d->changed;
    touched->triangle_count = d->changed_count;
    touched->triangle_capacity = d->changed_capacity;
}

enum fr_status fr_triangulation_follow(struct fr_triangulation *t, const struct fr_map *map,
                                       const struct fr_region *regions, size_t count,
                                       struct fr_touched *touched)
{
    if (!t->marks && !come_alive(t))
        return FR_NO_MEMORY;
    struct patch patch = {.t = t,
                          .map = map,
                          .touched = touched,
                          .regions = regions,
                          .region_count = count,
                          .d = {.points = t->vertices,
                                .point_count = t->vertex_count,
                                .origins = t->origins,
                                .twins = t->twins,
                                .leaving = t->leaving,
                                .triangle_count = (uint32_t)t->covering_count,
                                .marks = t->marks,
                                .allocator = touched->allocator}};
    const enum fr_status status = apply(&patch);
    release(&patch);
    return status;
}

bool fr_touched_widen(struct fr_touched *touched, struct fr_triangulation *t,
                      const struct fr_region *regions, size_t count)
{
    struct patch patch = {.t = t,
                          .touched = touched,
                          .d = {.marks = t->marks,
                                .changed = touched->triangles,
                                .changed_count = touched->triangle_count,
                                .changed_capacity = touched->triangle_capacity,
                                .allocator = touched->allocator}};
    struct fr_delaunay *d = &patch.d;
    bool room = true;
    for (size_t i = 0; i < touched->triangle_count; i++)
        d->marks[touched->triangles[i]] |= FR_DELAUNAY_CHANGED;
    for (size_t i = 0; i < touched->triangle_count; i++)
        for (int32_t edge = 3 * d->changed[i], k = 0; k < 3; edge++, k++)
            if (t->twins[edge] != FR_NO_EDGE)
                change(d, t->twins[edge] < 0 ? ~t->twins[edge] : t->twins[edge]);
    for (size_t i = 0; i < count && room; i++) {
        room = list_triangles(&patch, regions[i]);
        for (size_t j = 0; j < patch.list_count && room; j++)
            change(d, 3 * patch.list[j]);
    }
    for (size_t i = 0; i < d->changed_count; i++)
        d->marks[d->changed[i]] &= FR_TRIANGLE_FREE;
    release(&patch);
    return room && !d->lost;
}

void fr_touched_release(struct fr_touched *touched)
{
    const struct fr_allocator *allocator = touched->allocator;
    fr_deallocate(allocator, touched->triangles, touched->triangle_capacity,
                  sizeof *touched->triangles);
    fr_deallocate(allocator, touched->vertices, touched->vertex_capacity,
                  sizeof *touched->vertices);
    fr_deallocate(allocator, touched->gone, touched->gone_capacity, sizeof *touched->gone);
}
