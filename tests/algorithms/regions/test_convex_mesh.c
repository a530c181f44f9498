/* The mesh of convex polygons, on random maps, as they are and after edits: exact, convex, with
 * each corner where the mask has it, and blocks as a search without shortcuts finds them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/regions/convex_mesh.h"
#include "algorithms/regions/mesh_blocks.h"
#include "algorithms/regions/mesh_repair.h"
#include "maps/geometry/contours.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/predicates.h"
#include "tests/algorithms/random_edits.h"
#include "tests/soak.h"

#define MAPS 150 /* times the soak scale */
#define EDITS 4
#define PAIRS 3 /* of polygons, whose blocks are looked for */

static void fail_map(const struct fr_map *map, uint64_t seed, const char *what)
{
    print_error("FOOTRACE_SEED=%llu: %s\n", (unsigned long long)seed, what);
    print_map(map);
    fail();
}

/* Whether edges and twins belong together and polygons are convex. */
static bool is_sound(const struct mesh *mesh)
{
    int32_t used = 0;
    for (int32_t edge = 0; edge < mesh->edge_count; edge++) {
        if (mesh->edges[edge].count == 0)
            continue;
        used++;
        const int32_t next = mesh_next(mesh, edge), twin = mesh->edges[edge].twin;
        if (mesh_previous(mesh, next) != edge || mesh_base(mesh, next) != mesh_base(mesh, edge) ||
            fr_orient(mesh_origin(mesh, edge), mesh_origin(mesh, next),
                      mesh_origin(mesh, mesh_next(mesh, next))) < 0)
            return false;
        if (twin != MESH_WALL &&
            (mesh->edges[twin].twin != edge || mesh_base(mesh, twin) == mesh_base(mesh, edge) ||
             !fr_point_equal(mesh_origin(mesh, twin), mesh_origin(mesh, next)) ||
             !fr_point_equal(mesh_origin(mesh, mesh_next(mesh, twin)), mesh_origin(mesh, edge))))
            return false;
    }
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++)
        used -= mesh->first[polygon] < 0 ? 0 : mesh->edges[mesh->first[polygon]].count;
    return used == 0;
}

/* Twice the area of a polygon, in squares of half a pixel. */
static int64_t doubled_area(const struct mesh *mesh, uint32_t polygon)
{
    int64_t area = 0;
    const struct fr_point from = mesh_origin(mesh, mesh->first[polygon]);
    for (int32_t edge = mesh->first[polygon]; edge < mesh_end(mesh, polygon); edge++)
        area += fr_orient(from, mesh_origin(mesh, edge), mesh_origin(mesh, mesh_next(mesh, edge)));
    return area;
}

/* Whether the polygons cover as much as is walkable, behind as many walls as the contours have. */
static bool is_exact(const struct mesh *mesh, const struct fr_map *map)
{
    struct fr_contours *contours;
    int64_t area = 0;
    uint32_t walls = 0;
    assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_OK);
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        if (mesh->first[polygon] < 0)
            continue;
        const int64_t own = doubled_area(mesh, polygon);
        if (own <= 0)
            return false;
        area += own;
    }
    for (int32_t edge = 0; edge < mesh->edge_count; edge++)
        walls += mesh->edges[edge].count > 0 && mesh->edges[edge].twin == MESH_WALL;
    const bool exact = area == 8 * fr_map_walkable_count(map) && walls == contours->vertex_count;
    fr_contours_release(contours);
    return exact;
}

static const struct fr_corner *corner_at(const struct fr_corners *corners, struct fr_point at)
{
    for (uint32_t i = 0; i < corners->count; i++)
        if (corners->items[i].x == at.x && corners->items[i].y == at.y)
            return &corners->items[i];
    return NULL;
}

/* Whether a corner of the mesh takes directions as that of the mask does. */
static bool bends_alike(uint32_t corner, const struct fr_corner *truth)
{
    const struct fr_point blocked = {truth->qx, truth->qy};
    for (int32_t y = -2; y <= 2; y++)
        for (int32_t x = -2; x <= 2; x++) {
            const struct fr_point d = {x, y};
            if (x == 0 && y == 0)
                continue;
            if (mesh_corner_taut(corner, d) != fr_corner_taut(truth, d))
                return false;
            if (mesh_corner_taut(corner, d) &&
                mesh_corner_turns_negative(corner, d) != (fr_cross(d, blocked) < 0))
                return false;
        }
    return true;
}

static bool has_corners(const struct mesh *mesh, const struct fr_map *map)
{
    struct fr_corners *corners;
    uint32_t count = 0;
    bool right = true;
    assert_int_equal(fr_corners_create(map, &fr_default_allocator, &corners), FR_OK);
    for (int32_t edge = 0; edge < mesh->edge_count && right; edge++) {
        const uint32_t corner = mesh->edges[edge].corner;
        if (mesh->edges[edge].count == 0)
            continue;
        const struct fr_corner *truth = corner_at(corners, mesh_origin(mesh, edge));
        right =
            (corner != MESH_NO_CORNER) == (truth != NULL) &&
            (!truth || (mesh_corner_index(corner) < mesh->corner_count &&
                        fr_point_equal(mesh->triangulation->vertices[mesh_corner_index(corner)],
                                       mesh_origin(mesh, edge)) &&
                        bends_alike(corner, truth)));
        count += truth && mesh->edges[edge].twin == MESH_WALL;
    }
    right &= count == corners->count; /* one wall leaves a corner */
    fr_corners_release(corners);
    return right;
}

static bool holds(const struct mesh *mesh, uint32_t polygon, struct fr_point point)
{
    for (int32_t edge = mesh->first[polygon]; edge < mesh_end(mesh, polygon); edge++)
        if (fr_orient(mesh_origin(mesh, edge), mesh_origin(mesh, mesh_next(mesh, edge)), point) < 0)
            return false;
    return true;
}

/* Whether each pixel's centre is found, and on the other side too where it lies on a portal. */
static bool finds_pixels(const struct mesh *mesh, const struct fr_map *map)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const struct fr_point at = fr_pixel_centre((struct fr_pixel){x, y});
            const uint32_t polygon = mesh_locate(mesh, at);
            if ((polygon != MESH_NO_POLYGON) != fr_map_walkable(map, x, y))
                return false;
            if (polygon == MESH_NO_POLYGON)
                continue;
            const int32_t portal = mesh_portal_under(mesh, polygon, at);
            if (!holds(mesh, polygon, at) ||
                (portal != MESH_WALL && fr_orient(mesh_origin(mesh, portal),
                                                  mesh_origin(mesh, mesh_next(mesh, portal)), at)))
                return false;
        }
    return true;
}

/* Marks the polygons connected with one after removing another; the pair counts as connected. */
struct flood {
    const struct mesh *mesh;
    const uint32_t *polygon_of; /* by edge */
    uint32_t one, other;        /* the pair */
    bool *reached;
    uint32_t *waiting;
};

static void reach(const struct flood *flood, size_t *count, uint32_t polygon, uint32_t without)
{
    if (polygon != without && !flood->reached[polygon]) {
        flood->reached[polygon] = true;
        flood->waiting[(*count)++] = polygon;
    }
}

static void flood_without(const struct flood *flood, uint32_t without)
{
    const struct mesh *mesh = flood->mesh;
    size_t count = 0;
    memset(flood->reached, 0, mesh->polygon_count * sizeof *flood->reached);
    reach(flood, &count, flood->one == without ? flood->other : flood->one, without);
    while (count > 0) {
        const uint32_t polygon = flood->waiting[--count];
        if (polygon == flood->one || polygon == flood->other) {
            reach(flood, &count, flood->one, without);
            reach(flood, &count, flood->other, without);
        }
        for (int32_t edge = mesh->first[polygon]; edge < mesh_end(mesh, polygon); edge++)
            if (mesh->edges[edge].twin != MESH_WALL)
                reach(flood, &count, flood->polygon_of[mesh->edges[edge].twin], without);
    }
}

/* A portal is open unless one polygon taken away keeps it from both polygons of the pair. */
static bool opens_right(const struct flood *flood, bool *closed)
{
    const struct mesh *mesh = flood->mesh;
    memset(closed, 0, (size_t)mesh->edge_count * sizeof *closed);
    for (uint32_t without = 0; without < mesh->polygon_count; without++) {
        flood_without(flood, without);
        for (int32_t edge = 0; edge < mesh->edge_count; edge++) {
            if (mesh->edges[edge].count == 0)
                continue;
            const uint32_t here = flood->polygon_of[edge];
            closed[edge] |= here != without && !flood->reached[here];
            if (mesh->edges[edge].twin != MESH_WALL)
                closed[mesh->edges[edge].twin] |= here != without && !flood->reached[here];
        }
    }
    for (int32_t edge = 0; edge < mesh->edge_count; edge++)
        if (mesh->edges[edge].count > 0 && mesh->edges[edge].twin != MESH_WALL &&
            mesh_leads_on(mesh, edge) == closed[edge])
            return false;
    return true;
}

/* A polygon that is none of the gaps. */
static uint32_t draw_polygon(const struct mesh *mesh, struct fr_random *random)
{
    uint32_t polygon = fr_random_below(random, mesh->polygon_count);
    while (mesh->first[polygon] < 0)
        polygon = (polygon + 1) % mesh->polygon_count;
    return polygon;
}

static bool has_blocks(struct mesh *mesh, struct fr_random *random)
{
    const size_t edges = (size_t)mesh->edge_count + 1, polygons = (size_t)mesh->polygon_count + 1;
    uint32_t *polygon_of = malloc(edges * sizeof *polygon_of);
    bool *closed = malloc(edges * sizeof *closed);
    struct flood flood = {.mesh = mesh,
                          .polygon_of = polygon_of,
                          .reached = malloc(polygons * sizeof *flood.reached),
                          .waiting = malloc(polygons * sizeof *flood.waiting)};
    assert_true(polygon_of && closed && flood.reached && flood.waiting);
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++)
        for (int32_t edge = mesh->first[polygon];
             mesh->first[polygon] >= 0 && edge < mesh_end(mesh, polygon); edge++)
            polygon_of[edge] = polygon;
    bool right = true;
    mesh->blocks.searched = mesh->polygon_count; /* if they are outdated, they are found again */
    for (int i = 0; i < PAIRS && right && mesh->used_edges > 0; i++) {
        flood.one = draw_polygon(mesh, random);
        flood.other = flood.one;
        flood_without(&flood, MESH_NO_POLYGON);
        flood.other = draw_polygon(mesh, random);
        const bool joined = flood.reached[flood.other];
        right = mesh_blocks_open(mesh, flood.one, flood.other) == joined &&
                (!joined || flood.one == flood.other || opens_right(&flood, closed));
    }
    free(flood.waiting);
    free(flood.reached);
    free(closed);
    free(polygon_of);
    return right;
}

static void check_mesh(struct mesh *mesh, const struct fr_map *map, struct fr_random *random,
                       uint64_t seed)
{
    if (!is_sound(mesh))
        fail_map(map, seed, "edges that do not belong together, or a polygon that is not convex");
    if (!is_exact(mesh, map))
        fail_map(map, seed, "the polygons are not free space");
    if (!has_corners(mesh, map))
        fail_map(map, seed, "corners differ from the mask's");
    if (!finds_pixels(mesh, map))
        fail_map(map, seed, "a pixel is not found where it is");
    if (!has_blocks(mesh, random))
        fail_map(map, seed, "wrong portals are open between two polygons");
}

static bool has_edge(const struct mesh *mesh, struct fr_point from, struct fr_point to, uint16_t place,
                     uint16_t count)
{
    for (int32_t edge = 0; edge < mesh->edge_count; edge++) {
        const struct mesh_edge *e = &mesh->edges[edge];
        if (e->count == count && e->place == place && fr_point_equal(mesh_origin(mesh, edge), from) &&
            fr_point_equal(mesh_origin(mesh, mesh_next(mesh, edge)), to))
            return true;
    }
    return false;
}

/* Whether a mesh that followed has the polygons of a new one, which begin at the same vertices. */
static bool is_as_new(const struct mesh *mesh, const struct fr_map *map)
{
    struct mesh fresh;
    assert_int_equal(mesh_create(&fresh, map, &fr_default_allocator), FR_OK);
    bool same = mesh->used_edges == fresh.used_edges;
    for (int32_t edge = 0; edge < mesh->edge_count && same; edge++)
        same = mesh->edges[edge].count == 0 ||
               has_edge(&fresh, mesh_origin(mesh, edge), mesh_origin(mesh, mesh_next(mesh, edge)),
                        mesh->edges[edge].place, mesh->edges[edge].count);
    mesh_release(&fresh);
    return same;
}

static void meshes_are_exact_and_follow_edits(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct mesh mesh;
        assert_int_equal(mesh_create(&mesh, map, &fr_default_allocator), FR_OK);
        check_mesh(&mesh, map, &random, seed + (uint64_t)i);
        for (int edit = 0; edit < EDITS; edit++) {
            const struct fr_rect changed = fr_conformance_edit(map, &random, false);
            assert_int_equal(mesh_update(&mesh, map, &changed, changed.width > 0), FR_OK);
            check_mesh(&mesh, map, &random, seed + (uint64_t)i);
            if (!is_as_new(&mesh, map))
                fail_map(map, seed + (uint64_t)i, "not the polygons of a new mesh");
        }
        mesh_release(&mesh);
        fr_map_release(map);
    }
}

/* Three rooms in a row: for paths from the first to the last, the middle one's niches are
 * useless. */
static void niches_are_left_out(void **state)
{
    struct fr_map *map = ascii_map("...#.#.#...|"
                                   "...........|"
                                   "...#.#.#...");
    struct mesh mesh;
    (void)state;
    assert_int_equal(mesh_create(&mesh, map, &fr_default_allocator), FR_OK);
    assert_true(mesh_blocks_open(&mesh, mesh_locate(&mesh, (struct fr_point){1, 1}),
                                 mesh_locate(&mesh, (struct fr_point){21, 1})));
    for (int32_t edge = 0; edge < mesh.edge_count; edge++) {
        const struct fr_point a = mesh_origin(&mesh, edge);
        const struct fr_point b = mesh_origin(&mesh, mesh_next(&mesh, edge));
        const bool is_mouth = a.y == b.y && (a.y == 2 || a.y == 4) && a.x > 6 && a.x < 16;
        if (is_mouth && mesh.edges[edge].twin != MESH_WALL)
            assert_false(mesh_leads_on(&mesh, edge));
    }
    mesh_release(&mesh);
    fr_map_release(map);
}

/* Together with all that lies between them, the two pixels would be so large a change that the mesh would be made
 * again. */
static void far_changes_are_followed_one_by_one(void **state)
{
    enum { SIDE = 60 };
    const struct fr_rect rects[] = {{2, 2, 1, 1}, {SIDE - 3, SIDE - 3, 1, 1}};
    struct fr_map *map;
    struct mesh mesh;
    (void)state;
    assert_int_equal(fr_map_create(SIDE, SIDE, &fr_default_allocator, &map), FR_OK);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        fr_map_set_area(map, i % SIDE, i / SIDE, i % SIDE % 4 != 0 || i / SIDE % 4 != 0);
    assert_int_equal(mesh_create(&mesh, map, &fr_default_allocator), FR_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(fr_map_block(map, rects[i], true), FR_OK);
    assert_int_equal(mesh_update(&mesh, map, rects, 2), FR_OK);
    assert_non_null(mesh.triangulation->marks); /* a new one has none */
    assert_true(is_as_new(&mesh, map));
    mesh_release(&mesh);
    fr_map_release(map);
}

static int64_t square_of(const struct fr_triangulation *t, int32_t edge)
{
    const struct fr_point from = t->vertices[t->origins[edge]];
    const struct fr_point along = fr_point_minus(t->vertices[t->origins[fr_next_edge(edge)]], from);
    return fr_dot(along, along);
}

/* If the squares of two lengths differ by a quarter or more; closer ones may count as equal. */
static void long_edges_are_tested_first(void **state)
{
    struct fr_random random = {soak_seed(5)};
    int64_t shortest = INT64_MAX;
    (void)state;
    for (int i = 0; i < 10 * soak_scale(); i++) {
        struct fr_map *map = mixed_map(&random);
        struct mesh mesh;
        assert_int_equal(mesh_create(&mesh, map, &fr_default_allocator), FR_OK);
        const struct fr_triangulation *t = mesh.triangulation;
        for (int32_t one = 0; one < 3 * t->triangle_count; one++)
            for (int32_t other = 0; other < 3 * t->triangle_count; other++) {
                const int64_t long_square = square_of(t, one), square = square_of(t, other);
                if (4 * long_square >= 5 * square)
                    assert_true(mesh_order_of(&mesh, one) < mesh_order_of(&mesh, other));
                shortest = square < shortest ? square : shortest;
            }
        mesh_release(&mesh);
        fr_map_release(map);
    }
    assert_int_equal(shortest, 4); /* a pixel's edge */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(niches_are_left_out),
        cmocka_unit_test(far_changes_are_followed_one_by_one),
        cmocka_unit_test(long_edges_are_tested_first),
        cmocka_unit_test(meshes_are_exact_and_follow_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
