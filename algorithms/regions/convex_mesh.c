#include "algorithms/regions/convex_mesh.h"

#include <string.h>

#include "algorithms/regions/mesh_blocks.h"
#include "algorithms/regions/mesh_repair.h"

/* Places are reused once the unused ones exceed those in use by this factor. */
#define MOST_GARBAGE 2

/* Units of work for each listed triangle; tuned on adventure-150. */
enum { LIST_UNITS = 3 };

static void release_repair(struct mesh_repair *repair)
{
    const struct fr_allocator *allocator = repair->allocator;
    fr_triangulation_plan_release(&repair->triangles);
    search_heap_release(&repair->waiting, allocator);
    fr_deallocate(allocator, repair->seeds, repair->seed_capacity, sizeof *repair->seeds);
    fr_deallocate(allocator, repair->members, repair->member_capacity, sizeof *repair->members);
    fr_deallocate(allocator, repair->made, repair->made_capacity, sizeof *repair->made);
    fr_deallocate(allocator, repair->gone, repair->gone_capacity, sizeof *repair->gone);
}

/* Makes room for the data of each triangle: there may be more triangles now. */
static bool reserve(struct mesh *mesh, size_t triangles)
{
    const size_t before = mesh->triangle_room;
    const struct fr_growing arrays[] = {{&mesh->states, 3 * sizeof *mesh->states},
                                        {&mesh->polygon_of, sizeof *mesh->polygon_of}};
    if (triangles <= before)
        return true;
    if (!fr_enlarge(mesh->allocator, arrays, 2, &mesh->triangle_room, triangles))
        return false;
    for (size_t i = before; i < triangles; i++)
        mesh->polygon_of[i] = MESH_NO_POLYGON;
    return true;
}

static void release_polygons(struct mesh *mesh)
{
    const struct fr_allocator *allocator = mesh->allocator;
    mesh_blocks_release(mesh);
    fr_deallocate(allocator, mesh->edges, mesh->edge_room, sizeof *mesh->edges);
    fr_deallocate(allocator, mesh->first, mesh->polygon_room, sizeof *mesh->first);
    fr_deallocate(allocator, mesh->states, 3 * mesh->triangle_room, sizeof *mesh->states);
    fr_deallocate(allocator, mesh->polygon_of, mesh->triangle_room, sizeof *mesh->polygon_of);
    *mesh = (struct mesh){.triangulation = mesh->triangulation,
                          .allocator = allocator,
                          .spare_polygon = MESH_NO_POLYGON};
    for (int i = 0; i <= MESH_MOST_SIDES; i++)
        mesh->free_rings[i] = MESH_WALL;
}

static enum fr_status build_triangles(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    return fr_triangulation_build(&repair->triangles, work);
}

static enum fr_status begin_again(void *context, struct fr_work *work)
{
    const struct mesh_repair *repair = context;
    const size_t triangles = (size_t)repair->mesh->triangulation->covering_count;
    release_polygons(repair->mesh);
    work->left -= (int64_t)triangles;
    return reserve(repair->mesh, fr_at_least_one(triangles)) ? FR_OK : FR_NO_MEMORY;
}

/* Lists all triangles and edges. */
static enum fr_status list_all(void *context, struct fr_work *work)
{
    struct mesh_repair *repair = context;
    struct mesh *mesh = repair->mesh;
    const struct fr_triangulation *t = mesh->triangulation;
    repair->whole = true;
    for (size_t *i = &repair->progress.item; *i < (size_t)t->covering_count; (*i)++) {
        const int32_t triangle = (int32_t)*i;
        if (fr_work_pauses(work))
            return FR_OK;
        for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++)
            if (t->twins[edge] > edge && fr_triangulation_is_free(t, triangle) &&
                !mesh_wait(repair, edge, mesh_order_of(mesh, edge)))
                return FR_NO_MEMORY;
        if (!mesh_seed(repair, triangle))
            return FR_NO_MEMORY;
        work->left -= LIST_UNITS;
    }
    return FR_OK;
}

/* The first stage: from a map alone; from its triangles; or, to rebuild some polygons, from
 * seeds and listed edges. */
enum { FROM_MAP, FROM_TRIANGLES, FROM_SEEDS = 3 };
static fr_stage *const stages[] = {build_triangles, begin_again,     list_all,
                                   mesh_decide,     mesh_gather_all, mesh_store_rings,
                                   mesh_link_rings, mesh_clean_up,   NULL};

/* Continues to the polygons and their blocks. */
static enum fr_status run_all(struct mesh_repair *repair, struct fr_work *work)
{
    const enum fr_status status = fr_stages_run(stages, repair, &repair->progress, work);
    return status == FR_OK && !work->paused ? mesh_blocks_create(repair->mesh) : status;
}

/* Makes all polygons of the existing triangulation. */
static enum fr_status build_again(struct mesh *mesh, const struct fr_map *map)
{
    struct fr_work all = FR_ALL_WORK;
    struct mesh_repair repair = {.progress = {.stage = FROM_TRIANGLES},
                                 .mesh = mesh,
                                 .map = map,
                                 .allocator = mesh->allocator};
    const enum fr_status status = run_all(&repair, &all);
    release_repair(&repair);
    return status;
}

static enum fr_status begin(struct mesh *mesh, const struct fr_map *map,
                            const struct fr_allocator *allocator, struct mesh_repair **repair)
{
    *mesh = (struct mesh){.allocator = allocator};
    *repair = fr_allocate_zeroed(allocator, 1, sizeof **repair);
    if (!*repair)
        return FR_NO_MEMORY;
    (*repair)->mesh = mesh;
    (*repair)->map = map;
    (*repair)->allocator = allocator;
    return fr_triangulation_plan(&(*repair)->triangles, map, allocator, &mesh->triangulation);
}

void mesh_repair_release(struct mesh_repair *repair)
{
    if (!repair)
        return;
    release_repair(repair);
    fr_deallocate(repair->allocator, repair, 1, sizeof *repair);
}

enum fr_status mesh_create_some(struct mesh *mesh, const struct fr_map *map,
                                const struct fr_allocator *allocator, struct mesh_repair **repair,
                                struct fr_work *work)
{
    enum fr_status status = *repair ? FR_OK : begin(mesh, map, allocator, repair);
    if (status == FR_OK)
        status = run_all(*repair, work);
    if (status != FR_OK || work->paused)
        return status;
    mesh_repair_release(*repair);
    *repair = NULL;
    return FR_OK;
}

enum fr_status mesh_create(struct mesh *mesh, const struct fr_map *map,
                           const struct fr_allocator *allocator)
{
    struct mesh_repair *repair = NULL;
    struct fr_work all = FR_ALL_WORK;
    const enum fr_status status = mesh_create_some(mesh, map, allocator, &repair, &all);
    mesh_repair_release(repair);
    return status;
}

/* Lists the edges that a changed triangle may alter: its own, and those around the ends of each
 * edge that it shares with an unchanged triangle. Whether an edge to an unchanged triangle is
 * removed is still known; if it is, the polygon beyond is rebuilt. */
static bool start_again(struct mesh_repair *repair, int32_t triangle)
{
    struct mesh *mesh = repair->mesh;
    const int32_t *twins = mesh->triangulation->twins;
    bool room = mesh_seed(repair, triangle);
    for (int32_t edge = 3 * triangle; room && edge < 3 * triangle + 3; edge++) {
        const int32_t twin = twins[edge];
        if (twin < 0)
            continue;
        if (mesh->polygon_of[twin / 3] == MESH_NO_POLYGON) { /* it changed, too */
            room = mesh_wait(repair, edge, mesh_order_of(mesh, edge));
            continue;
        }
        if (mesh->states[twin] & OUT) {
            mesh->states[edge] |= OUT;
            room = mesh_seed(repair, twin / 3);
        }
        room = room && mesh_wait_beyond(repair, edge, 0, true) &&
               mesh_wait_beyond(repair, twin, 0, false);
    }
    return room;
}

static enum fr_status repair_polygons(struct mesh_repair *repair, const struct fr_touched *touched,
                                      int32_t before)
{
    struct mesh *mesh = repair->mesh;
    const struct fr_triangulation *t = mesh->triangulation;
    bool room = reserve(mesh, t->triangle_room);
    for (size_t i = 0; room && i < touched->triangle_count; i++) {
        const int32_t triangle = touched->triangles[i];
        room = mesh_dissolve(repair, triangle);
        mesh->polygon_of[triangle] = MESH_NO_POLYGON;
        memset(&mesh->states[3 * triangle], 0, 3 * sizeof *mesh->states);
    }
    for (int32_t triangle = t->covering_count; room && triangle < before; triangle++) {
        room = mesh_dissolve(repair, triangle);
        mesh->polygon_of[triangle] = MESH_NO_POLYGON;
    }
    for (size_t i = 0; room && i < touched->triangle_count; i++)
        if (fr_triangulation_is_free(t, touched->triangles[i]))
            room = start_again(repair, touched->triangles[i]);
    struct fr_work all = FR_ALL_WORK;
    repair->progress.stage = FROM_SEEDS;
    return room ? fr_stages_run(stages, repair, &repair->progress, &all) : FR_NO_MEMORY;
}

/* Fills in the regions of rectangles, joining regions that meet; returns the number of regions. */
static size_t list_regions(const struct fr_map *map, const struct fr_rect *rects, size_t count,
                           struct fr_region *regions)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        struct fr_region region;
        if (!fr_region_of(map, rects[i], &region))
            continue;
        for (size_t j = used; j-- > 0;) {
            const struct fr_region other = regions[j];
            if (other.left > region.right || other.right < region.left ||
                other.top > region.bottom || other.bottom < region.top)
                continue;
            region = fr_region_around(region, other);
            regions[j] = regions[--used];
            j = used; /* the region has grown and may meet other regions now */
        }
        regions[used++] = region;
    }
    return used;
}

/* FR_UNSUPPORTED if starting again is as fast. */
static enum fr_status follow(struct mesh *mesh, const struct fr_map *map,
                             const struct fr_region *regions, size_t count)
{
    struct mesh_repair repair = {.mesh = mesh, .map = map, .allocator = mesh->allocator};
    struct fr_touched touched = {.allocator = mesh->allocator};
    const int32_t before = mesh->triangulation->covering_count;
    enum fr_status status =
        fr_triangulation_follow(mesh->triangulation, map, regions, count, &touched);
    if (status == FR_OK)
        status = repair_polygons(&repair, &touched, before);
    release_repair(&repair);
    fr_touched_release(&touched);
    if (status != FR_OK)
        return status;
    return mesh->edge_count > MOST_GARBAGE * mesh->used_edges ? build_again(mesh, map)
                                                              : mesh_blocks_outdate(mesh);
}

enum fr_status mesh_update(struct mesh *mesh, const struct fr_map *map, const struct fr_rect *rects,
                           size_t count)
{
    const struct fr_allocator *allocator = mesh->allocator;
    struct fr_region *regions = fr_allocate(allocator, fr_at_least_one(count), sizeof *regions);
    if (!regions)
        return FR_NO_MEMORY;
    enum fr_status status = follow(mesh, map, regions, list_regions(map, rects, count, regions));
    fr_deallocate(allocator, regions, fr_at_least_one(count), sizeof *regions);
    if (status != FR_UNSUPPORTED)
        return status;
    mesh_release(mesh);
    return mesh_create(mesh, map, allocator);
}

uint32_t mesh_locate(const struct mesh *mesh, struct fr_point point)
{
    const int32_t triangle = fr_triangulation_find(mesh->triangulation, point);
    return triangle == FR_NO_TRIANGLE ? MESH_NO_POLYGON : mesh->polygon_of[triangle];
}

int32_t mesh_portal_under(const struct mesh *mesh, uint32_t polygon, struct fr_point point)
{
    const int32_t end = mesh_end(mesh, polygon);
    for (int32_t edge = mesh->first[polygon]; edge < end; edge++) {
        const struct fr_point from = fr_point_minus(mesh_origin(mesh, edge), point);
        const struct fr_point to = fr_point_minus(mesh_origin(mesh, mesh_next(mesh, edge)), point);
        if (mesh->edges[edge].twin != MESH_WALL && fr_cross(from, to) == 0 && fr_dot(from, to) < 0)
            return edge;
    }
    return MESH_WALL;
}

void mesh_polygons_at(const struct mesh *mesh, uint32_t polygon, struct fr_point point,
                      int32_t firsts[2])
{
    const int32_t portal = mesh_portal_under(mesh, polygon, point);
    firsts[0] = mesh->first[polygon];
    firsts[1] = portal == MESH_WALL ? MESH_WALL : mesh_base(mesh, mesh->edges[portal].twin);
}

void mesh_release(struct mesh *mesh)
{
    release_polygons(mesh);
    fr_triangulation_release(mesh->triangulation);
    *mesh = (struct mesh){.allocator = mesh->allocator};
}
