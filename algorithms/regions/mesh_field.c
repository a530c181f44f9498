#include "algorithms/regions/mesh_field.h"

#include <math.h>
#include <string.h>

#include "maps/geometry/predicates.h"

/* Makes room for the search's views, and for the index of each edge's first view. */
static bool make_room(struct mesh_field *field)
{
    const struct polyanya_search *search = &field->search;
    const size_t edges = (size_t)search->mesh->edge_count + 2, views = search->view_count;
    if (edges > field->edge_room) {
        fr_deallocate(search->allocator, field->begins, field->edge_room, sizeof *field->begins);
        field->edge_room = edges;
        field->begins = fr_allocate(search->allocator, edges, sizeof *field->begins);
    }
    if (views > field->view_room) {
        fr_deallocate(search->allocator, field->views, field->view_room, sizeof *field->views);
        field->view_room = views;
        field->views = fr_allocate(search->allocator, views, sizeof *field->views);
    }
    return field->begins && (field->views || views == 0);
}

/* Sorts the views by polygon, in linear time; within one, they stay in the order of the search. */
static void sort_views(struct mesh_field *field)
{
    const struct polyanya_search *search = &field->search;
    const struct mesh *mesh = search->mesh;
    uint32_t *begins = field->begins;
    const size_t edges = (size_t)mesh->edge_count;
    memset(begins, 0, (edges + 2) * sizeof *begins);
    for (size_t i = 0; i < search->view_count; i++)
        begins[mesh_base(mesh, search->views[i].portal) + 2]++;
    for (size_t i = 2; i < edges + 2; i++)
        begins[i] += begins[i - 1];
    for (size_t i = 0; i < search->view_count; i++)
        field->views[begins[mesh_base(mesh, search->views[i].portal) + 1]++] = search->views[i];
}

static bool try_fill(struct mesh_field *field, struct mesh *mesh,
                     const struct fr_allocator *allocator, struct fr_point goal)
{
    struct polyanya_search *search = &field->search;
    const enum fr_status status = search->mesh ? polyanya_search_renew(search)
                                               : polyanya_search_create(search, mesh, allocator);
    if (status != FR_OK)
        return false;
    polyanya_polygons(mesh, mesh_locate(mesh, goal), goal, field->goal_polygons);
    if (polyanya_search_fill(search, goal, field->goal_polygons) != FR_FOUND || !make_room(field))
        return false;
    sort_views(field);
    return true;
}

enum fr_outcome mesh_field_fill(struct mesh_field *field, struct mesh *mesh,
                                const struct fr_allocator *allocator, struct fr_point goal)
{
    field->filled = try_fill(field, mesh, allocator, goal);
    if (!field->filled)
        mesh_field_release(field);
    return field->filled ? FR_FOUND : FR_OUT_OF_MEMORY;
}

/* The root that sees a point of a polygon and has the shortest length by it; MESH_NO_CORNER: none. */
static uint32_t best_root(const struct mesh_field *field, int32_t first, struct fr_point point)
{
    double best = INFINITY;
    uint32_t by = MESH_NO_CORNER;
    for (uint32_t i = field->begins[first]; i < field->begins[first + 1]; i++) {
        const struct polyanya_view *view = &field->views[i];
        const struct polyanya_root *root = &field->search.roots[view->root];
        const struct fr_point d = {point.x - root->x, point.y - root->y};
        if (fr_cross(view->right, d) < 0 || fr_cross(d, view->left) < 0)
            continue;
        const double whole = root->from_start + sqrt((double)fr_dot(d, d));
        by = whole < best ? view->root : by;
        best = whole < best ? whole : best;
    }
    return by;
}

enum fr_outcome mesh_field_follow(const struct mesh_field *field, struct fr_point from,
                                  struct fr_path *path)
{
    path->count = 0;
    if (!field->filled)
        return FR_UNREACHABLE;
    const struct mesh *mesh = field->search.mesh;
    const int32_t first = mesh->first[mesh_locate(mesh, from)];
    const bool near = first == field->goal_polygons[0] || first == field->goal_polygons[1];
    uint32_t root = near ? mesh->corner_count : best_root(field, first, from);
    if (root == MESH_NO_CORNER)
        return FR_UNREACHABLE;
    enum fr_status status = fr_path_append(path, from);
    for (bool more = true; more && status == FR_OK; root = field->search.roots[root].parent) {
        const struct polyanya_root *at = &field->search.roots[root];
        const struct fr_point point = {at->x, at->y};
        more = root != mesh->corner_count;
        if (!fr_point_equal(point, from))
            status = fr_path_append(path, point);
    }
    if (status != FR_OK)
        path->count = 0;
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

void mesh_field_release(struct mesh_field *field)
{
    const struct fr_allocator *allocator = field->search.allocator;
    if (!allocator)
        return;
    fr_deallocate(allocator, field->begins, field->edge_room, sizeof *field->begins);
    fr_deallocate(allocator, field->views, field->view_room, sizeof *field->views);
    polyanya_search_release(&field->search);
    *field = (struct mesh_field){.filled = false};
}
