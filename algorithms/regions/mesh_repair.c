/* Which edges of the triangulation are removed depends only on the map, not on earlier changes:
 * edges are tested in order of length, ties in order of place, and each result depends on the edges
 * tested earlier at the edge's two ends. After a change, edges are tested again from the changed
 * triangles outward, as far as results change; other polygons are not touched. */
#include "algorithms/regions/mesh_repair.h"

#include "maps/bits.h"

/* Edges are tested in order of length, in classes of a quarter of an octave. */
#define LENGTH_CLASSES 160

/* A place after all edges in the order: is_out then accepts every edge that is OUT. */
#define ANY_ORDER UINT64_MAX

/* Bits of the sum of two coordinates. */
#define SUM_BITS 17

/* A triangle of a polygon that has to be split. */
struct part {
    uint32_t owner; /* union-find over the polygon's triangles */
    uint32_t polygon;
    uint16_t sides;
};

/* Units of work for each item of a stage; tuned on adventure-150. */
enum { DECIDE_UNITS = 10, GATHER_UNITS = 1, RING_UNITS = 5, LINK_UNITS = 1 };

static struct fr_point origin(const struct mesh *mesh, int32_t edge)
{
    return mesh->triangulation->vertices[mesh->triangulation->origins[edge]];
}

/* ---- which edges stay ---- */

/* The class of a length, from its square: the exponent, and the two bits after the leading one.
 * Long edges come first. */
static int length_class(struct fr_point d)
{
    const uint64_t square = (uint64_t)fr_dot(d, d);
    const int shift = square < 8 ? 0 : fr_highest_bit(square) - 2;
    return LENGTH_CLASSES - 1 - 4 * shift - (int)(square >> shift & 3);
}

/* No two edges of a triangulation have the same middle. */
uint64_t mesh_order_of(const struct mesh *mesh, int32_t edge)
{
    const struct fr_point a = origin(mesh, edge), b = origin(mesh, fr_next_edge(edge));
    const uint64_t place = (uint64_t)(a.y + b.y) << SUM_BITS | (uint64_t)(a.x + b.x);
    return (uint64_t)length_class(fr_point_minus(a, b)) << 2 * SUM_BITS | place;
}

/* Whether an edge is OUT, and before a place in the order. */
static bool is_out(const struct mesh *mesh, int32_t edge, uint64_t before)
{
    return mesh->states[edge] & OUT && (before == ANY_ORDER || mesh_order_of(mesh, edge) < before);
}

/* Whether the polygon without an edge, given the edges removed before `order`, is convex at the
 * edge's origin. */
static bool stays_convex(const struct mesh *mesh, int32_t edge, int32_t twin, uint64_t order)
{
    const int32_t *twins = mesh->triangulation->twins;
    int32_t in = fr_previous_edge(edge), out = fr_next_edge(twin);
    while (is_out(mesh, in, order))
        in = fr_previous_edge(twins[in]);
    while (is_out(mesh, out, order))
        out = fr_next_edge(twins[out]);
    return fr_orient(origin(mesh, in), origin(mesh, edge), origin(mesh, fr_next_edge(out))) >= 0;
}

bool mesh_wait(struct mesh_repair *repair, int32_t edge, uint64_t order)
{
    struct mesh *mesh = repair->mesh;
    if (mesh->states[edge] & WAITING)
        return true;
    mesh->states[edge] |= WAITING;
    mesh->states[mesh->triangulation->twins[edge]] |= WAITING;
    return search_heap_push(&repair->waiting, repair->allocator, order, (uint32_t)edge);
}

/* The next edge around an edge's origin, toward the negative or the positive side; negative at a
 * wall. */
static int32_t turned(const struct mesh *mesh, int32_t edge, bool negative)
{
    const int32_t *twins = mesh->triangulation->twins;
    if (!negative)
        return twins[fr_previous_edge(edge)];
    return twins[edge] < 0 ? twins[edge] : fr_next_edge(twins[edge]);
}

bool mesh_wait_beyond(struct mesh_repair *repair, int32_t edge, uint64_t order, bool negative)
{
    const struct mesh *mesh = repair->mesh;
    for (int32_t at = edge; at >= 0 && mesh->triangulation->twins[at] >= 0;
         at = turned(mesh, at, negative)) {
        const uint64_t other = mesh_order_of(mesh, at);
        if (other > order && !mesh_wait(repair, at, other))
            return false;
        order = other > order ? other : order;
        if (!(mesh->states[at] & OUT))
            break;
    }
    return true;
}

/* Lists the edges on both sides of a changed edge whose tests may change, too. */
static bool wait_around(struct mesh_repair *repair, int32_t edge, uint64_t order)
{
    return mesh_wait_beyond(repair, turned(repair->mesh, edge, false), order, false) &&
           mesh_wait_beyond(repair, turned(repair->mesh, edge, true), order, true);
}

bool mesh_seed(struct mesh_repair *repair, int32_t triangle)
{
    return fr_append(repair->allocator, &repair->seeds, &repair->seed_count, &repair->seed_capacity,
                     &triangle, sizeof triangle);
}

/* Tests all listed edges, and later ones that depend on an edge whose result changed. */
enum fr_status mesh_decide(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    struct mesh *mesh = repair->mesh;
    while (repair->waiting.count > 0) {
        if (fr_work_pauses(work))
            return FR_OK;
        work->left -= DECIDE_UNITS;
        const struct search_entry entry = search_heap_pop(&repair->waiting);
        const int32_t edge = (int32_t)entry.node, twin = mesh->triangulation->twins[edge];
        const uint64_t order = repair->whole ? ANY_ORDER : entry.f;
        const bool goes =
            stays_convex(mesh, edge, twin, order) && stays_convex(mesh, twin, edge, order);
        mesh->states[edge] &= (uint8_t)~WAITING;
        mesh->states[twin] &= (uint8_t)~WAITING;
        if (goes == (mesh->states[edge] & OUT))
            continue;
        mesh->states[edge] ^= OUT;
        mesh->states[twin] ^= OUT;
        if (repair->whole)
            continue;
        if (!mesh_seed(repair, edge / 3) || !mesh_seed(repair, twin / 3) ||
            !wait_around(repair, edge, entry.f) || !wait_around(repair, twin, entry.f))
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

/* ---- polygons ---- */

static bool is_inner(const struct mesh *mesh, int32_t edge)
{
    return (mesh->states[edge] & (OUT | SPLIT)) == OUT;
}

/* The edge that follows an edge in its polygon. */
static int32_t ring_next(const struct mesh *mesh, int32_t edge)
{
    int32_t next = fr_next_edge(edge);
    while (is_inner(mesh, next))
        next = fr_next_edge(mesh->triangulation->twins[next]);
    return next;
}

bool mesh_dissolve(struct mesh_repair *repair, int32_t triangle)
{
    struct mesh *mesh = repair->mesh;
    const uint32_t polygon = mesh->polygon_of[triangle];
    if (polygon == MESH_NO_POLYGON || mesh->first[polygon] < 0)
        return true;
    const int32_t first = mesh->first[polygon], count = mesh->edges[first].count;
    mesh->used_edges -= count;
    for (int32_t edge = first; edge < first + count; edge++)
        mesh->edges[edge] = (struct mesh_edge){.twin = MESH_WALL, .corner = MESH_NO_CORNER};
    mesh->edges[first].twin = mesh->free_rings[count];
    mesh->free_rings[count] = first;
    mesh->first[polygon] = MESH_WALL;
    return fr_append(repair->allocator, &repair->gone, &repair->gone_count, &repair->gone_capacity,
                     &polygon, sizeof polygon);
}

static bool gather_one(struct mesh_repair *repair, int32_t triangle)
{
    repair->mesh->states[3 * triangle] |= GATHERED;
    return mesh_dissolve(repair, triangle) &&
           fr_append(repair->allocator, &repair->members, &repair->member_count,
                     &repair->member_capacity, &triangle, sizeof triangle);
}

/* The number of a new polygon, which has no ring yet; MESH_NO_POLYGON if out of memory. */
static uint32_t take_polygon(struct mesh_repair *repair)
{
    struct mesh *mesh = repair->mesh;
    uint32_t polygon = mesh->spare_polygon;
    if (polygon != MESH_NO_POLYGON) {
        mesh->spare_polygon = (uint32_t)(-1 - mesh->first[polygon]) - 1;
    } else {
        if (!fr_reserve(mesh->allocator, &mesh->first, mesh->polygon_count, 1, &mesh->polygon_room,
                        sizeof *mesh->first))
            return MESH_NO_POLYGON;
        polygon = mesh->polygon_count++;
    }
    mesh->first[polygon] = MESH_WALL;
    return fr_append(repair->allocator, &repair->made, &repair->made_count, &repair->made_capacity,
                     &polygon, sizeof polygon)
               ? polygon
               : MESH_NO_POLYGON;
}

static uint32_t find_owner(struct part *parts, uint32_t at)
{
    while (parts[at].owner != at)
        at = parts[at].owner = parts[parts[at].owner].owner;
    return at;
}

/* Joins two parts of a polygon unless they have too many edges together. */
static void join_parts(struct mesh *mesh, struct part *parts, int32_t edge)
{
    const int32_t twin = mesh->triangulation->twins[edge];
    const uint32_t one = find_owner(parts, mesh->polygon_of[edge / 3]);
    const uint32_t other = find_owner(parts, mesh->polygon_of[twin / 3]);
    const int sides = parts[one].sides + parts[other].sides - 2;
    if (sides > MESH_MOST_SIDES) {
        mesh->states[edge] |= SPLIT;
        mesh->states[twin] |= SPLIT;
        return;
    }
    parts[other].owner = one;
    parts[one].sides = (uint16_t)sides;
}

/* Splits a polygon: removes its inner edges again, in order, unless a part becomes too large. */
static bool split(struct mesh_repair *repair, const int32_t *members, size_t count)
{
    struct mesh *mesh = repair->mesh;
    struct part *parts = fr_allocate(repair->allocator, count, sizeof *parts);
    bool room = parts != NULL;
    for (uint32_t i = 0; i < count && room; i++) {
        parts[i] = (struct part){i, MESH_NO_POLYGON, 3};
        mesh->polygon_of[members[i]] = i;
        for (int32_t edge = 3 * members[i]; edge < 3 * members[i] + 3 && room; edge++)
            if (mesh->states[edge] & OUT && edge < mesh->triangulation->twins[edge])
                room = search_heap_push(&repair->waiting, repair->allocator,
                                        mesh_order_of(mesh, edge), (uint32_t)edge);
    }
    while (room && repair->waiting.count > 0)
        join_parts(mesh, parts, (int32_t)search_heap_pop(&repair->waiting).node);
    for (uint32_t i = 0; i < count && room; i++) {
        struct part *whole = &parts[find_owner(parts, i)];
        if (whole->polygon == MESH_NO_POLYGON)
            whole->polygon = take_polygon(repair);
        mesh->polygon_of[members[i]] = whole->polygon;
        room = whole->polygon != MESH_NO_POLYGON;
    }
    fr_deallocate(repair->allocator, parts, count, sizeof *parts);
    return room;
}

/* Makes the ring of each new polygon begin at its first vertex. */
static void begin_rings(struct mesh *mesh, const int32_t *members, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int32_t edge = 3 * members[i]; edge < 3 * members[i] + 3; edge++) {
            int32_t *first = &mesh->first[mesh->polygon_of[members[i]]];
            if (!is_inner(mesh, edge) &&
                (*first < 0 || fr_point_before(origin(mesh, edge), origin(mesh, *first))))
                *first = edge;
        }
}

/* Gathers the polygon of a triangle, or the parts that it is split into. */
static bool gather(struct mesh_repair *repair, int32_t triangle)
{
    struct mesh *mesh = repair->mesh;
    const struct fr_triangulation *t = mesh->triangulation;
    const size_t begin = repair->member_count;
    size_t sides = 0;
    if (!fr_triangulation_is_free(t, triangle) || mesh->states[3 * triangle] & GATHERED)
        return true;
    if (!gather_one(repair, triangle))
        return false;
    for (size_t i = begin; i < repair->member_count; i++)
        for (int32_t edge = 3 * repair->members[i], k = 0; k < 3; k++, edge++) {
            mesh->states[edge] &= (uint8_t)~SPLIT;
            if (!(mesh->states[edge] & OUT))
                sides++;
            else if (!(mesh->states[t->twins[edge] / 3 * 3] & GATHERED) &&
                     !gather_one(repair, t->twins[edge] / 3))
                return false;
        }
    const int32_t *members = repair->members + begin;
    const size_t count = repair->member_count - begin;
    const uint32_t whole = sides > MESH_MOST_SIDES ? MESH_NO_POLYGON : take_polygon(repair);
    if (sides > MESH_MOST_SIDES ? !split(repair, members, count) : whole == MESH_NO_POLYGON)
        return false;
    for (size_t i = 0; whole != MESH_NO_POLYGON && i < count; i++)
        mesh->polygon_of[members[i]] = whole;
    begin_rings(mesh, members, count);
    return true;
}

/* ---- rings ---- */

/* A place for this many consecutive edges; MESH_WALL if out of memory. */
static int32_t take_ring(struct mesh *mesh, int32_t count)
{
    int32_t first = mesh->free_rings[count];
    if (first != MESH_WALL) {
        mesh->free_rings[count] = mesh->edges[first].twin;
    } else {
        if (!fr_reserve(mesh->allocator, &mesh->edges, (size_t)mesh->edge_count, (size_t)count,
                        &mesh->edge_room, sizeof *mesh->edges))
            return MESH_WALL;
        first = mesh->edge_count;
        mesh->edge_count += count;
    }
    mesh->used_edges += count;
    return first;
}

/* The corner at a vertex, as in mesh_edge: with three free pixels around it. */
static uint32_t corner_of(const struct fr_map *map, uint32_t vertex, struct fr_point at)
{
    const int32_t x = at.x / 2, y = at.y / 2;
    const bool nw = fr_map_walkable(map, x - 1, y - 1), ne = fr_map_walkable(map, x, y - 1);
    const bool sw = fr_map_walkable(map, x - 1, y), se = fr_map_walkable(map, x, y);
    if (nw + ne + sw + se != 3)
        return MESH_NO_CORNER;
    return vertex << 2 | (uint32_t)(!ne || !sw) | (uint32_t)(!sw || !se) << 1;
}

/* Until a portal is linked, it stores its twin in the triangulation as a number below MESH_WALL;
 * this converts either number to the other. */
static int32_t unlinked(int32_t twin)
{
    return MESH_WALL - 1 - twin;
}

/* Writes the ring of a new polygon, from its first edge in the triangulation, unlinked. */
static bool store_ring(struct mesh_repair *repair, uint32_t polygon)
{
    struct mesh *mesh = repair->mesh;
    const struct fr_triangulation *t = mesh->triangulation;
    const int32_t begin = mesh->first[polygon];
    uint16_t count = 0;
    int32_t edge = begin;
    do {
        count++;
        edge = ring_next(mesh, edge);
    } while (edge != begin);
    const int32_t first = take_ring(mesh, count);
    if (first == MESH_WALL)
        return false;
    mesh->first[polygon] = first;
    for (uint16_t place = 0; place < count; place++, edge = ring_next(mesh, edge)) {
        const struct fr_point at = origin(mesh, edge);
        mesh->edges[first + place] =
            (struct mesh_edge){.x = (uint16_t)at.x,
                               .y = (uint16_t)at.y,
                               .twin = t->twins[edge] < 0 ? MESH_WALL : unlinked(t->twins[edge]),
                               .corner = corner_of(repair->map, t->origins[edge], at),
                               .block = MESH_NO_BLOCK,
                               .place = place,
                               .count = count};
    }
    return true;
}

/* Links a new polygon's portals to their twins, unless the polygons beyond have done so. */
static void link_ring(struct mesh *mesh, uint32_t polygon)
{
    const int32_t end = mesh_end(mesh, polygon);
    for (int32_t edge = mesh->first[polygon]; edge < end; edge++) {
        if (mesh->edges[edge].twin >= MESH_WALL)
            continue;
        const struct fr_point begin = mesh_origin(mesh, mesh_next(mesh, edge));
        int32_t twin = mesh->first[mesh->polygon_of[unlinked(mesh->edges[edge].twin) / 3]];
        while (!fr_point_equal(mesh_origin(mesh, twin), begin))
            twin++;
        mesh->edges[edge].twin = twin;
        mesh->edges[twin].twin = edge;
    }
}

/* ---- the whole repair ---- */

enum fr_status mesh_gather_all(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    for (size_t *i = &repair->progress.item; *i < repair->seed_count; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        if (!gather(repair, repair->seeds[*i]))
            return FR_NO_MEMORY;
        work->left -= GATHER_UNITS;
    }
    return FR_OK;
}

enum fr_status mesh_store_rings(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    for (size_t *i = &repair->progress.item; *i < repair->made_count; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        if (!store_ring(repair, repair->made[*i]))
            return FR_NO_MEMORY;
        const struct mesh *mesh = repair->mesh;
        work->left -= RING_UNITS * mesh->edges[mesh->first[repair->made[*i]]].count;
    }
    return FR_OK;
}

enum fr_status mesh_link_rings(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    struct mesh *mesh = repair->mesh;
    for (size_t *i = &repair->progress.item; *i < repair->made_count; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        link_ring(mesh, repair->made[*i]);
        work->left -= LINK_UNITS * mesh->edges[mesh->first[repair->made[*i]]].count;
    }
    return FR_OK;
}

enum fr_status mesh_clean_up(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    struct mesh *mesh = repair->mesh;
    for (size_t i = 0; i < repair->member_count; i++)
        mesh->states[3 * repair->members[i]] &= (uint8_t)~GATHERED;
    for (size_t i = 0; i < repair->gone_count; i++) {
        mesh->first[repair->gone[i]] = -1 - (int32_t)(mesh->spare_polygon + 1);
        mesh->spare_polygon = repair->gone[i];
    }
    mesh->corner_count = mesh->triangulation->vertex_count;
    work->left -= (int64_t)repair->member_count;
    return FR_OK;
}
