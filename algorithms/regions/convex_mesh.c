#include "algorithms/regions/convex_mesh.h"

#include "algorithms/regions/mesh_blocks.h"
#include "maps/geometry/retriangulate.h"

/* Edges are tested in order of length, in classes of a quarter of an octave. */
#define LENGTH_CLASSES 160

#define NONE (-1)

/* Polygons under construction: rings of edges of the triangulation. */
struct merge {
    const struct fr_triangulation *triangles;
    size_t edge_count;
    int32_t *next, *previous; /* by edge; next is NONE if it was removed */
    int32_t *number;          /* in the mesh; NONE: not yet numbered, or removed */
    int32_t *order;           /* portals, each once, long ones first */
    uint32_t *owner;          /* union-find over triangles */
    uint16_t *sides;          /* of a polygon, by its root in owner */
};

static size_t at_least_one(size_t count)
{
    return count ? count : 1;
}

static struct fr_point origin(const struct merge *merge, int32_t edge)
{
    return merge->triangles->vertices[merge->triangles->origins[edge]];
}

/* The class of the squared length: its exponent and two more bits, descending. */
static int length_class(struct fr_point d)
{
    uint64_t square = (uint64_t)fr_dot(d, d);
    int class = LENGTH_CLASSES - 1;
    for (; square >= 8; square >>= 1)
        class -= 4;
    return class - (int)(square & 3);
}

/* Lists the portals by counting sort; returns their number. */
static size_t order_portals(struct merge *merge)
{
    const int32_t *twins = merge->triangles->twins;
    size_t starts[LENGTH_CLASSES + 1] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t edge = 0; edge < (int32_t)merge->edge_count; edge++) {
            if (twins[edge] < edge)
                continue;
            const int class = length_class(
                fr_point_minus(origin(merge, edge), origin(merge, fr_next_edge(edge))));
            if (pass == 0)
                starts[class + 1]++;
            else
                merge->order[starts[class]++] = edge;
        }
        for (int class = 0; pass == 0 && class < LENGTH_CLASSES; class ++)
            starts[class + 1] += starts[class];
    }
    return starts[LENGTH_CLASSES];
}

static uint32_t find_owner(struct merge *merge, uint32_t triangle)
{
    uint32_t *owner = merge->owner;
    while (owner[triangle] != triangle)
        triangle = owner[triangle] = owner[owner[triangle]];
    return triangle;
}

/* Whether the angle at the origin of an edge stays convex if the edge is removed. */
static bool stays_convex(const struct merge *merge, int32_t edge, int32_t twin)
{
    return fr_orient(origin(merge, merge->previous[edge]), origin(merge, edge),
                     origin(merge, merge->next[merge->next[twin]])) >= 0;
}

static void link_edges(struct merge *merge, int32_t edge, int32_t next)
{
    merge->next[edge] = next;
    merge->previous[next] = edge;
}

/* Removes an edge if both polygons together are convex and small enough. */
static void try_edge(struct merge *merge, int32_t edge)
{
    const int32_t twin = merge->triangles->twins[edge];
    const uint32_t one = find_owner(merge, (uint32_t)edge / 3);
    const uint32_t other = find_owner(merge, (uint32_t)twin / 3);
    const int sides = merge->sides[one] + merge->sides[other] - 2;
    if (sides > MESH_MOST_SIDES || !stays_convex(merge, edge, twin) ||
        !stays_convex(merge, twin, edge))
        return;
    link_edges(merge, merge->previous[edge], merge->next[twin]);
    link_edges(merge, merge->previous[twin], merge->next[edge]);
    merge->next[edge] = merge->next[twin] = NONE;
    merge->owner[other] = one;
    merge->sides[one] = (uint16_t)sides;
}

static void merge_triangles(struct merge *merge)
{
    for (int32_t edge = 0; edge < (int32_t)merge->edge_count; edge++) {
        link_edges(merge, edge, fr_next_edge(edge));
        merge->number[edge] = NONE;
    }
    for (uint32_t triangle = 0; triangle < merge->edge_count / 3; triangle++) {
        merge->owner[triangle] = triangle;
        merge->sides[triangle] = 3;
    }
    const size_t portals = order_portals(merge);
    for (size_t i = 0; i < portals; i++)
        try_edge(merge, merge->order[i]);
}

/* Numbers the remaining edges ring by ring; each ring is a polygon. */
static void number_rings(struct merge *merge, struct mesh *mesh)
{
    for (int32_t edge = 0; edge < (int32_t)merge->edge_count; edge++) {
        if (merge->next[edge] == NONE || merge->number[edge] != NONE)
            continue;
        mesh->polygon_of[find_owner(merge, (uint32_t)edge / 3)] = mesh->polygon_count++;
        for (int32_t at = edge; merge->number[at] == NONE; at = merge->next[at])
            merge->number[at] = mesh->edge_count++;
    }
    for (uint32_t triangle = 0; triangle < merge->edge_count / 3; triangle++)
        mesh->polygon_of[triangle] = mesh->polygon_of[find_owner(merge, triangle)];
}

static void store_edge(struct merge *merge, struct mesh *mesh, int32_t edge)
{
    const int32_t number = merge->number[edge], twin = merge->triangles->twins[edge];
    const struct fr_point at = origin(merge, edge);
    mesh->edges[number] =
        (struct mesh_edge){.x = (uint16_t)at.x,
                           .y = (uint16_t)at.y,
                           .twin = twin < 0 ? MESH_WALL : merge->number[twin],
                           .corner = MESH_NO_CORNER,
                           .block = MESH_NO_BLOCK,
                           .count = merge->sides[find_owner(merge, (uint32_t)edge / 3)]};
}

static void store_edges(struct merge *merge, struct mesh *mesh)
{
    for (int32_t edge = 0; edge < (int32_t)merge->edge_count; edge++)
        if (merge->number[edge] != NONE)
            store_edge(merge, mesh, edge);
    int32_t edge = 0;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        mesh->first[polygon] = edge;
        for (uint16_t place = 0; place < mesh->edges[mesh->first[polygon]].count; place++)
            mesh->edges[edge++].place = place;
    }
    mesh->first[mesh->polygon_count] = edge;
}

/* The quadrant of the blocked pixel at a corner, between the incoming and outgoing wall, as
 * mesh_corner_taut reads it. */
static uint32_t corner_bits(struct fr_point in, struct fr_point out)
{
    const int32_t sx = in.x + out.x, sy = in.y + out.y;
    return (uint32_t)((sx > 0) == (sy > 0)) | (uint32_t)(sx < 0) << 1;
}

/* If a wall begins at a corner, numbers the corner on all edges that begin there. */
static void mark_corner(struct mesh *mesh, int32_t wall)
{
    struct mesh_edge *edges = mesh->edges;
    int32_t last = wall, before = mesh_previous(mesh, wall);
    while (edges[before].twin != MESH_WALL) {
        last = edges[before].twin;
        before = mesh_previous(mesh, last);
    }
    const struct fr_point at = mesh_origin(mesh, wall);
    const struct fr_point in = fr_point_minus(at, mesh_origin(mesh, before));
    const struct fr_point out = fr_point_minus(mesh_origin(mesh, mesh_next(mesh, wall)), at);
    if (fr_cross(in, out) >= 0)
        return;
    const uint32_t corner = mesh->corner_count++ << 2 | corner_bits(in, out);
    for (int32_t edge = wall; edge != last; edge = edges[mesh_previous(mesh, edge)].twin)
        edges[edge].corner = corner;
    edges[last].corner = corner;
}

static void mark_corners(struct mesh *mesh)
{
    for (int32_t edge = 0; edge < mesh->edge_count; edge++)
        if (mesh->edges[edge].twin == MESH_WALL)
            mark_corner(mesh, edge);
}

static enum fr_status store(struct merge *merge, struct mesh *mesh)
{
    const size_t triangles = merge->edge_count / 3;
    mesh->polygon_of =
        fr_allocate(mesh->allocator, at_least_one(triangles), sizeof *mesh->polygon_of);
    if (!mesh->polygon_of)
        return FR_NO_MEMORY;
    number_rings(merge, mesh);
    mesh->edges =
        fr_allocate(mesh->allocator, at_least_one((size_t)mesh->edge_count), sizeof *mesh->edges);
    mesh->first =
        fr_allocate(mesh->allocator, (size_t)mesh->polygon_count + 1, sizeof *mesh->first);
    if (!mesh->edges || !mesh->first)
        return FR_NO_MEMORY;
    store_edges(merge, mesh);
    mark_corners(mesh);
    return FR_OK;
}

/* Builds the polygons from the triangulation. */
static enum fr_status build(struct mesh *mesh)
{
    const struct fr_allocator *allocator = mesh->allocator;
    const size_t triangles = at_least_one((size_t)mesh->triangulation->triangle_count);
    const size_t edges = 3 * triangles;
    struct merge merge = {.triangles = mesh->triangulation,
                          .edge_count = 3 * (size_t)mesh->triangulation->triangle_count,
                          .next = fr_allocate(allocator, edges, sizeof *merge.next),
                          .previous = fr_allocate(allocator, edges, sizeof *merge.previous),
                          .number = fr_allocate(allocator, edges, sizeof *merge.number),
                          .order = fr_allocate(allocator, edges, sizeof *merge.order),
                          .owner = fr_allocate(allocator, triangles, sizeof *merge.owner),
                          .sides = fr_allocate(allocator, triangles, sizeof *merge.sides)};
    enum fr_status status = FR_NO_MEMORY;
    if (merge.next && merge.previous && merge.number && merge.order && merge.owner && merge.sides) {
        merge_triangles(&merge);
        status = store(&merge, mesh);
    }
    fr_deallocate(allocator, merge.sides, triangles, sizeof *merge.sides);
    fr_deallocate(allocator, merge.owner, triangles, sizeof *merge.owner);
    fr_deallocate(allocator, merge.order, edges, sizeof *merge.order);
    fr_deallocate(allocator, merge.number, edges, sizeof *merge.number);
    fr_deallocate(allocator, merge.previous, edges, sizeof *merge.previous);
    fr_deallocate(allocator, merge.next, edges, sizeof *merge.next);
    return status == FR_OK ? mesh_blocks_create(mesh) : status;
}

enum fr_status mesh_create(struct mesh *mesh, const struct fr_map *map,
                           const struct fr_allocator *allocator)
{
    *mesh = (struct mesh){.allocator = allocator};
    const enum fr_status status = fr_triangulation_of_map(map, allocator, &mesh->triangulation);
    return status == FR_OK ? build(mesh) : status;
}

/* Releases all but the triangulation. */
static void release_polygons(struct mesh *mesh)
{
    const struct fr_allocator *allocator = mesh->allocator;
    const size_t triangles = mesh->triangulation ? (size_t)mesh->triangulation->triangle_count : 0;
    mesh_blocks_release(mesh);
    fr_deallocate(allocator, mesh->edges, at_least_one((size_t)mesh->edge_count),
                  sizeof *mesh->edges);
    fr_deallocate(allocator, mesh->first, (size_t)mesh->polygon_count + 1, sizeof *mesh->first);
    fr_deallocate(allocator, mesh->polygon_of, at_least_one(triangles), sizeof *mesh->polygon_of);
}

enum fr_status mesh_update(struct mesh *mesh, const struct fr_map *map, const struct fr_rect *rects,
                           size_t count)
{
    const struct fr_allocator *allocator = mesh->allocator;
    struct mesh after = {.allocator = allocator};
    struct fr_region *regions = fr_allocate(allocator, at_least_one(count), sizeof *regions);
    size_t used = 0;
    for (size_t i = 0; regions && i < count; i++)
        used += fr_region_of(map, rects[i], &regions[used]);
    enum fr_status status = FR_NO_MEMORY;
    if (regions)
        status = fr_retriangulate(mesh->triangulation, map, regions, used, allocator,
                                  &after.triangulation);
    fr_deallocate(allocator, regions, at_least_one(count), sizeof *regions);
    if (status == FR_OK)
        status = build(&after);
    mesh_release(mesh);
    *mesh = after;
    return status;
}

uint32_t mesh_locate(const struct mesh *mesh, struct fr_point point)
{
    const int32_t triangle = fr_triangulation_find(mesh->triangulation, point);
    return triangle == FR_NO_TRIANGLE ? MESH_NO_POLYGON : mesh->polygon_of[triangle];
}

int32_t mesh_portal_under(const struct mesh *mesh, uint32_t polygon, struct fr_point point)
{
    for (int32_t edge = mesh->first[polygon]; edge < mesh->first[polygon + 1]; edge++) {
        const struct fr_point from = fr_point_minus(mesh_origin(mesh, edge), point);
        const struct fr_point to = fr_point_minus(mesh_origin(mesh, mesh_next(mesh, edge)), point);
        if (mesh->edges[edge].twin != MESH_WALL && fr_cross(from, to) == 0 && fr_dot(from, to) < 0)
            return edge;
    }
    return MESH_WALL;
}

void mesh_release(struct mesh *mesh)
{
    release_polygons(mesh);
    fr_triangulation_release(mesh->triangulation);
    *mesh = (struct mesh){.allocator = mesh->allocator};
}
