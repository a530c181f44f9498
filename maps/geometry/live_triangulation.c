/* Contours that meet a region are released, points in the regions are removed and added, and the
 * contours that now meet a region are followed to their ends and become constrained edges. A
 * contour is followed along pixel borders; its ends outside the regions are points where a contour
 * ended before. */
#include "maps/geometry/live_triangulation.h"

#include <string.h>

#include "maps/geometry/delaunay.h"

#define NO_VERTEX UINT32_MAX
#define BOX_CORNERS 4

/* If more than 1/MOST_CHANGED of the lattice points of the box are in regions, a new triangulation
 * is as fast. */
#define MOST_CHANGED 16

#define SEEN 4 /* a mark: reached by the current search */

/* The lattice points of a region, and the index of its part of the vertex table. */
struct plot {
    struct fr_region region;
    int32_t left, top, columns, rows; /* lattice points */
    size_t base;
};

struct patch {
    struct fr_triangulation *t;
    const struct fr_map *map;
    struct fr_touched *touched;
    const struct fr_allocator *allocator;
    struct fr_delaunay d; /* borrows the arrays of t */
    struct plot *plots;
    size_t plot_count;
    uint32_t *vertex_at; /* by lattice point of the plots */
    size_t table_count;
    int32_t *list; /* triangles, or constrained edges */
    size_t list_count, list_capacity;
    uint32_t *anchors; /* ends, outside all regions, of released contours */
    size_t anchor_count, anchor_capacity;
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

/* 64 pixels of a row from x on, -1 at the least, one a bit. */
static uint64_t pixels_from(const uint64_t *row, int32_t x)
{
    const int32_t at = x + 64, shift = at & 63;
    const uint64_t *word = row + (at >> 6) - 1;
    return shift ? word[0] >> shift | word[1] << (64 - shift) : word[0];
}

/* The same as turns, of 64 lattice points from x on: one a bit. */
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

static uint32_t *entry_at(const struct patch *patch, struct fr_point at)
{
    for (size_t i = 0; i < patch->plot_count; i++) {
        const struct plot *plot = &patch->plots[i];
        if (fr_region_code(plot->region, at) == 0)
            return &patch->vertex_at[plot->base +
                                     (size_t)(at.y / 2 - plot->top) * (size_t)plot->columns +
                                     (size_t)(at.x / 2 - plot->left)];
    }
    return NULL;
}

/* The vertex at a point where a contour ends; NO_VERTEX if none is known. */
static uint32_t vertex_of(const struct patch *patch, struct fr_point at)
{
    const uint32_t *entry = entry_at(patch, at);
    if (entry)
        return *entry;
    for (size_t i = 0; i < patch->anchor_count; i++)
        if (fr_point_equal(patch->t->vertices[patch->anchors[i]], at))
            return patch->anchors[i];
    return NO_VERTEX;
}

/* ---- capacity ---- */

static void *moved(const struct fr_allocator *allocator, void *items, size_t room, size_t more,
                   size_t size)
{
    char *fresh = fr_allocate(allocator, more, size);
    if (fresh && room > 0)
        memcpy(fresh, items, room * size);
    return fresh;
}

static bool grow_points(struct fr_triangulation *t, size_t room)
{
    const struct fr_allocator *allocator = t->allocator;
    struct fr_point *vertices =
        moved(allocator, t->vertices, t->point_room, room, sizeof *vertices);
    int32_t *leaving = moved(allocator, t->leaving, t->point_room, room, sizeof *leaving);
    if (!vertices || !leaving) {
        fr_deallocate(allocator, vertices, room, sizeof *vertices);
        fr_deallocate(allocator, leaving, room, sizeof *leaving);
        return false;
    }
    fr_deallocate(allocator, t->vertices, t->point_room, sizeof *vertices);
    fr_deallocate(allocator, t->leaving, t->point_room, sizeof *leaving);
    t->vertices = vertices;
    t->leaving = leaving;
    t->point_room = room;
    return true;
}

static bool grow_triangles(struct fr_triangulation *t, size_t room)
{
    const struct fr_allocator *allocator = t->allocator;
    const size_t old = t->triangle_room;
    uint32_t *origins = moved(allocator, t->origins, 3 * old, 3 * room, sizeof *origins);
    int32_t *twins = moved(allocator, t->twins, 3 * old, 3 * room, sizeof *twins);
    uint8_t *marks = moved(allocator, t->marks, t->marks ? old : 0, room, sizeof *marks);
    if (!origins || !twins || !marks) {
        fr_deallocate(allocator, origins, 3 * room, sizeof *origins);
        fr_deallocate(allocator, twins, 3 * room, sizeof *twins);
        fr_deallocate(allocator, marks, room, sizeof *marks);
        return false;
    }
    fr_deallocate(allocator, t->origins, 3 * old, sizeof *origins);
    fr_deallocate(allocator, t->twins, 3 * old, sizeof *twins);
    fr_deallocate(allocator, t->marks, old, sizeof *marks);
    t->origins = origins;
    t->twins = twins;
    memset(marks + old, 0, room - old);
    t->marks = marks;
    t->triangle_room = room;
    return true;
}

/* Makes room for this many more vertices, and an eighth in advance. */
static bool reserve(struct patch *patch, size_t more)
{
    struct fr_triangulation *t = patch->t;
    const size_t points = (size_t)t->vertex_count + more;
    const size_t triangles = (size_t)patch->d.triangle_count + 2 * more;
    if (points > t->point_room && !grow_points(t, points + points / 8))
        return false;
    if (triangles > t->triangle_room && !grow_triangles(t, triangles + triangles / 8))
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

static bool add_edge(struct patch *patch, int32_t item)
{
    if (!fr_reserve(patch->allocator, &patch->list, patch->list_count, 1, &patch->list_capacity,
                    sizeof *patch->list))
        return false;
    patch->list[patch->list_count++] = item;
    return true;
}

static bool add_vertex(const struct fr_allocator *allocator, uint32_t **items, size_t *count,
                       size_t *capacity, uint32_t vertex)
{
    if (!fr_reserve(allocator, items, *count, 1, capacity, sizeof **items))
        return false;
    (*items)[(*count)++] = vertex;
    return true;
}

/* ---- triangles and contours that meet a region ---- */

static bool reach(struct patch *patch, int32_t triangle)
{
    if (patch->t->marks[triangle] & SEEN)
        return true;
    patch->t->marks[triangle] |= SEEN;
    return add_edge(patch, triangle);
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
 * that meet it. */
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
            const int32_t twin = t->twins[edge];
            if (twin != FR_NO_EDGE &&
                fr_region_touches(region, t->vertices[t->origins[edge]],
                                  t->vertices[t->origins[fr_next_edge(edge)]]) &&
                !reach(patch, (twin < 0 ? ~twin : twin) / 3))
                return false;
        }
    }
    for (size_t i = 0; i < patch->list_count; i++)
        t->marks[patch->list[i]] &= (uint8_t)~SEEN;
    return true;
}

/* Enters a vertex into the table or, outside the regions, into the anchors. */
static bool know_vertex(struct patch *patch, uint32_t vertex)
{
    uint32_t *entry = entry_at(patch, patch->t->vertices[vertex]);
    if (entry) {
        *entry = vertex;
        return true;
    }
    return add_vertex(patch->allocator, &patch->anchors, &patch->anchor_count,
                      &patch->anchor_capacity, vertex);
}

/* Appends the contours that meet a region to the list, after its triangles, and records their
 * ends. */
static bool collect_contours(struct patch *patch, struct fr_region region, size_t triangles)
{
    const struct fr_triangulation *t = patch->t;
    for (size_t i = 0; i < triangles; i++) {
        const int32_t base = 3 * patch->list[i];
        for (int32_t edge = base; edge < base + 3; edge++) {
            const int32_t twin = t->twins[edge];
            const uint32_t a = t->origins[edge], b = t->origins[fr_next_edge(edge)];
            if (twin >= 0 || twin == FR_NO_EDGE || edge > ~twin ||
                !fr_region_touches(region, t->vertices[a], t->vertices[b]))
                continue;
            if (!know_vertex(patch, a) || !know_vertex(patch, b) || !add_edge(patch, edge))
                return false;
        }
    }
    return true;
}

/* Releases the contours that meet a plot. Contours shared with an earlier plot are already
 * released, and their ends recorded. */
static enum fr_status loosen_contours(struct patch *patch, const struct plot *plot)
{
    if (!list_triangles(patch, plot->region))
        return FR_NO_MEMORY;
    const size_t triangles = patch->list_count;
    if (!collect_contours(patch, plot->region, triangles))
        return FR_NO_MEMORY;
    return fr_delaunay_loosen(&patch->d, patch->list + triangles, patch->list_count - triangles);
}

/* ---- points ---- */

static bool in_box(const struct fr_triangulation *t, struct fr_point at)
{
    return at.x > t->left && at.y > t->top && at.x < t->right && at.y < t->bottom;
}

/* Removes the points where the boundary no longer turns; *missing gets the number of points to
 * insert. */
static enum fr_status remove_points(struct patch *patch, const struct plot *plot, size_t *missing)
{
    struct fr_touched *touched = patch->touched;
    uint32_t *entry = patch->vertex_at + plot->base;
    uint64_t turning = 0;
    for (int32_t y = plot->top; y < plot->top + plot->rows; y++)
        for (int32_t i = 0; i < plot->columns; i++, entry++) {
            turning = i % 64 ? turning >> 1 : turns_from(patch->map, plot->left + i, y);
            const bool is_turn = turning & 1;
            *missing += is_turn && *entry == NO_VERTEX;
            if (is_turn || *entry == NO_VERTEX)
                continue;
            if (fr_delaunay_remove(&patch->d, *entry) != FR_OK ||
                !add_vertex(touched->allocator, &touched->gone, &touched->gone_count,
                            &touched->gone_capacity, *entry))
                return FR_NO_MEMORY;
            *entry = NO_VERTEX;
        }
    return FR_OK;
}

static uint32_t take_vertex(struct fr_triangulation *t)
{
    return t->spare_count > 0 ? t->spare[--t->spare_count] : t->vertex_count++;
}

/* Inserts the points where the boundary now turns, each near the previous one, and lists all
 * vertices of the plot. */
static enum fr_status insert_points(struct patch *patch, const struct plot *plot)
{
    struct fr_triangulation *t = patch->t;
    struct fr_touched *touched = patch->touched;
    uint32_t *entry = patch->vertex_at + plot->base;
    int32_t near = FR_NO_EDGE;
    uint64_t turning = 0;
    for (int32_t y = plot->top; y < plot->top + plot->rows; y++)
        for (int32_t i = 0; i < plot->columns; i++, entry++) {
            turning = i % 64 ? turning >> 1 : turns_from(patch->map, plot->left + i, y);
            if (!(turning & 1))
                continue;
            if (*entry == NO_VERTEX) {
                const struct fr_point at = lattice_point(plot->left + i, y);
                if (!in_box(t, at))
                    return FR_UNSUPPORTED;
                *entry = take_vertex(t);
                t->vertices[*entry] = at;
                if (near == FR_NO_EDGE)
                    near = 3 * fr_triangulation_locate(t, at);
                const enum fr_status status = fr_delaunay_insert(&patch->d, *entry, &near);
                t->covering_count = (int32_t)patch->d.triangle_count;
                if (status != FR_OK)
                    return status;
            }
            if (!add_vertex(touched->allocator, &touched->vertices, &touched->vertex_count,
                            &touched->vertex_capacity, *entry))
                return FR_NO_MEMORY;
        }
    return FR_OK;
}

/* ---- contours ---- */

static enum fr_status constrain(struct patch *patch, uint32_t from, struct fr_point to)
{
    const uint32_t vertex = vertex_of(patch, to);
    return vertex == NO_VERTEX ? FR_UNSUPPORTED : fr_delaunay_constrain(&patch->d, from, vertex);
}

/* Constrains the contours that leave a vertex of a region. */
static enum fr_status constrain_from(struct patch *patch, uint32_t vertex, int32_t x, int32_t y)
{
    static const int8_t ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    enum fr_status status = FR_OK;
    for (int i = 0; i < 4 && status == FR_OK; i++)
        if (runs(patch->map, x, y, ways[i][0], ways[i][1]))
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
    const uint32_t from = vertex_of(patch, follow(map, x, y, -dx, -dy));
    return from == NO_VERTEX ? FR_UNSUPPORTED : constrain(patch, from, follow(map, x, y, dx, dy));
}

/* Constrains all contours that meet a plot: those with an end in it, and those that cross it. */
static enum fr_status constrain_contours(struct patch *patch, const struct plot *plot)
{
    const uint32_t *entry = patch->vertex_at + plot->base;
    enum fr_status status = FR_OK;
    for (int32_t y = plot->top; y < plot->top + plot->rows; y++)
        for (int32_t x = plot->left; x < plot->left + plot->columns; x++, entry++)
            if (*entry != NO_VERTEX && status == FR_OK)
                status = constrain_from(patch, *entry, x, y);
    for (int32_t y = plot->top; y < plot->top + plot->rows && status == FR_OK; y++)
        status = constrain_through(patch, plot->left, y, 1, 0);
    for (int32_t x = plot->left; x < plot->left + plot->columns && status == FR_OK; x++)
        status = constrain_through(patch, x, plot->top, 0, 1);
    return status;
}

/* ---- touched triangles ---- */

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

/* Whether there are eight more triangles from this one on, none of them touched. */
static bool none_of_eight(const struct fr_triangulation *t, int32_t triangle)
{
    uint64_t marks;
    if (t->covering_count - triangle < 8)
        return false;
    memcpy(&marks, t->marks + triangle, sizeof marks);
    return !(marks & FR_DELAUNAY_TOUCHED * UINT64_C(0x0101010101010101));
}

static bool list_touched(struct patch *patch)
{
    struct fr_triangulation *t = patch->t;
    struct fr_touched *touched = patch->touched;
    for (size_t i = 0; i < patch->plot_count; i++) {
        if (!list_triangles(patch, patch->plots[i].region))
            return false;
        for (size_t j = 0; j < patch->list_count; j++)
            t->marks[patch->list[j]] |= FR_DELAUNAY_TOUCHED;
    }
    for (int32_t triangle = 0; triangle < t->covering_count; triangle++) {
        if (none_of_eight(t, triangle)) {
            triangle += 7;
            continue;
        }
        if (!(t->marks[triangle] & FR_DELAUNAY_TOUCHED))
            continue;
        if (!fr_reserve(touched->allocator, &touched->triangles, touched->triangle_count, 1,
                        &touched->triangle_capacity, sizeof *touched->triangles))
            return false;
        touched->triangles[touched->triangle_count++] = triangle;
        t->marks[triangle] =
            (uint8_t)(FR_DELAUNAY_TOUCHED | (is_ground(patch, triangle) ? FR_TRIANGLE_FREE : 0));
    }
    return true;
}

/* An edge of a contour, with free space beside it, that leaves the origin of an edge; else any edge
 * that does. */
static int32_t contour_around(const struct fr_triangulation *t, int32_t first)
{
    int32_t edge = first;
    do {
        if (t->twins[edge] < 0 && fr_triangulation_is_free(t, edge / 3))
            return edge;
        const int32_t beyond = t->twins[fr_previous_edge(edge)];
        if (beyond == FR_NO_EDGE)
            return first;
        edge = beyond < 0 ? ~beyond : beyond;
    } while (edge != first);
    return first;
}

/* Updates the leaving edges of contours, and clears the touched marks. */
static bool settle(struct patch *patch)
{
    struct fr_triangulation *t = patch->t;
    const struct fr_touched *touched = patch->touched;
    for (size_t i = 0; i < touched->triangle_count; i++)
        for (int32_t edge = 3 * touched->triangles[i], k = 0; k < 3; k++)
            t->leaving[t->origins[edge + k]] = contour_around(t, edge + k);
    fr_triangulation_mend_grid(t);
    for (size_t i = 0; i < t->triangle_room; i++)
        t->marks[i] &= FR_TRIANGLE_FREE;
    for (size_t i = 0; i < touched->gone_count; i++)
        if (!add_vertex(t->allocator, &t->spare, &t->spare_count, &t->spare_room, touched->gone[i]))
            return false;
    return true;
}

/* ---- the update ---- */

static enum fr_status lay_plots(struct patch *patch, const struct fr_region *regions, size_t count)
{
    const struct fr_triangulation *t = patch->t;
    patch->plots = fr_allocate(patch->allocator, count + 1, sizeof *patch->plots);
    if (!patch->plots)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const struct fr_region r = regions[i];
        const struct plot plot = {r,
                                  r.left / 2,
                                  r.top / 2,
                                  (r.right - r.left) / 2 + 1,
                                  (r.bottom - r.top) / 2 + 1,
                                  patch->table_count};
        patch->table_count += (size_t)plot.columns * (size_t)plot.rows;
        patch->plots[i] = plot;
    }
    patch->plot_count = count;
    const size_t lattice =
        ((size_t)t->columns * (size_t)t->rows << 2 * t->cell_shift) / 4 / MOST_CHANGED;
    if (patch->table_count > lattice)
        return FR_UNSUPPORTED;
    patch->vertex_at =
        fr_allocate(patch->allocator, patch->table_count + 1, sizeof *patch->vertex_at);
    for (size_t i = 0; patch->vertex_at && i < patch->table_count; i++)
        patch->vertex_at[i] = NO_VERTEX;
    return patch->vertex_at ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status apply(struct patch *patch)
{
    struct fr_triangulation *t = patch->t;
    size_t missing = 0;
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < patch->plot_count && status == FR_OK; i++)
        status = loosen_contours(patch, &patch->plots[i]);
    for (size_t i = 0; i < patch->plot_count && status == FR_OK; i++)
        status = remove_points(patch, &patch->plots[i], &missing);
    t->covering_count = (int32_t)patch->d.triangle_count;
    if (status == FR_OK && !reserve(patch, missing))
        return FR_NO_MEMORY;
    if (status == FR_OK)
        fr_triangulation_mend_grid(t);
    for (size_t i = 0; i < patch->plot_count && status == FR_OK; i++)
        status = insert_points(patch, &patch->plots[i]);
    for (size_t i = 0; i < patch->plot_count && status == FR_OK; i++)
        status = constrain_contours(patch, &patch->plots[i]);
    if (status != FR_OK)
        return status;
    t->triangle_count = t->covering_count;
    return list_touched(patch) && settle(patch) ? FR_OK : FR_NO_MEMORY;
}

static void release(struct patch *patch)
{
    const struct fr_allocator *allocator = patch->allocator;
    fr_deallocate(allocator, patch->d.stack, patch->d.stack_capacity, sizeof *patch->d.stack);
    fr_deallocate(allocator, patch->plots, patch->plot_count + 1, sizeof *patch->plots);
    fr_deallocate(allocator, patch->vertex_at, patch->table_count + 1, sizeof *patch->vertex_at);
    fr_deallocate(allocator, patch->list, patch->list_capacity, sizeof *patch->list);
    fr_deallocate(allocator, patch->anchors, patch->anchor_capacity, sizeof *patch->anchors);
}

enum fr_status fr_triangulation_follow(struct fr_triangulation *t, const struct fr_map *map,
                                       const struct fr_region *regions, size_t count,
                                       struct fr_touched *touched)
{
    struct patch patch = {.t = t, .map = map, .touched = touched, .allocator = t->allocator};
    enum fr_status status = lay_plots(&patch, regions, count);
    if (status == FR_OK && !t->marks && !come_alive(t))
        status = FR_NO_MEMORY;
    if (status == FR_OK) {
        patch.d = (struct fr_delaunay){.points = t->vertices,
                                       .point_count = t->vertex_count,
                                       .origins = t->origins,
                                       .twins = t->twins,
                                       .leaving = t->leaving,
                                       .triangle_count = (uint32_t)t->covering_count,
                                       .marks = t->marks,
                                       .allocator = t->allocator};
        status = apply(&patch);
    }
    release(&patch);
    return status;
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
