/* Polyanya: the exact shortest any-angle path, by a search over a mesh of convex polygons.
 *
 * A node of the search is not a point but a view: what a root (the start, or a corner where the
 * path turned) sees through one portal between two directions. Expanding it means looking through
 * the next polygon: each further portal in view becomes a view of the same root, and each visible
 * corner around which a path can bend becomes a root on the open list. The cost of a view is the
 * length up to its root, plus the straight distance from there to the goal through the visible part
 * of the portal; a goal on this side of the portal is mirrored. So when the goal is visible from
 * the cheapest node, the path is a shortest one.
 *
 * The limits of a view are directions to corners, or the direction in which its root was reached:
 * these are integers, so visibility is decided exactly. The points where limits cross a portal are
 * rational and only used for costs. A view that narrows to a single ray is not followed: the
 * corners that narrow it are roots themselves, and see along it.
 *
 * Complexity: preparation takes the triangulation, O(n log n) for n contour points, and linear
 * passes over it; a click takes at worst a view for each portal and each path to it between
 * obstacles. Memory: 20 bytes per edge of the mesh, 51 per triangle, 32 per contour point. When the
 * map changes, the mesh is repaired where it changed (convex_mesh.h).
 *
 * Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI
 * 2017. Deviations: a corner is a node, and its surroundings are viewed when it is expanded, where
 * the published search makes all its views when the corner becomes visible; only taut turns are
 * made; a view is dropped if one of the portal's ends is known to give a shorter path to all of it;
 * all parts of the mesh that are connected by a single polygon are omitted if a path need not enter
 * them, not only dead ends (mesh_blocks.h). */
#include <math.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/regions/polyanya_search.h"
#include "maps/geometry/predicates.h"

/* The exact any-angle distances of all pixels to one goal, over a mesh: for many figures that walk
 * to the same place.
 *
 * A fill is a search of Polyanya (polyanya_search.h) from the goal that does not end before it has
 * visited everything. For each polygon, a fill keeps the views that the goal and the corners have
 * of it, each with its length to the goal. A shortest path from a pixel begins with a straight line
 * to the best root that sees the pixel, so the pixel's distance needs few views on any map. */
struct mesh_field {
    struct polyanya_search search; /* from the goal */
    struct polyanya_view *views;   /* by polygon */
    size_t view_room;
    uint32_t *begins; /* by a polygon's first edge: its first view; next element: the end */
    size_t edge_room;
    int32_t goal_polygons[2];
    bool filled;
};

struct fr_state {
    struct fr_head head;
    struct mesh mesh;
    struct mesh_repair *repair; /* during preparation; else NULL */
    struct polyanya_search search;
    struct mesh_field field;
};

/* Makes room for the search's views, and for the first index of each edge, plus two. */
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

/* Sorts the views by polygon in linear time; those of a polygon stay in the order of the search. */
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

static void mesh_field_release(struct mesh_field *field)
{
    const struct fr_allocator *allocator = field->search.allocator;
    if (!allocator)
        return;
    fr_deallocate(allocator, field->begins, field->edge_room, sizeof *field->begins);
    fr_deallocate(allocator, field->views, field->view_room, sizeof *field->views);
    polyanya_search_release(&field->search);
    *field = (struct mesh_field){.filled = false};
}

static bool fill_field(struct mesh_field *field, struct mesh *mesh,
                       const struct fr_allocator *allocator, struct fr_point goal)
{
    struct polyanya_search *search = &field->search;
    const enum fr_status status = search->mesh ? polyanya_search_update(search)
                                               : polyanya_search_create(search, mesh, allocator);
    if (status != FR_OK)
        return false;
    mesh_polygons_at(mesh, mesh_locate(mesh, goal), goal, field->goal_polygons);
    if (polyanya_search_fill(search, goal, field->goal_polygons) != FR_FOUND || !make_room(field))
        return false;
    sort_views(field);
    return true;
}

/* The root that sees a point of a polygon and is on the shortest path; MESH_NO_CORNER: none. */
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

static enum fr_outcome follow(const struct fr_state *state, struct fr_point from,
                              struct fr_path *path)
{
    const struct mesh_field *field = &state->field;
    const struct mesh *mesh = &state->mesh;
    path->count = 0;
    if (!field->filled || !fr_map_walkable_centre(state->head.map, from))
        return FR_UNREACHABLE;
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

static void release(struct fr_state *state)
{
    polyanya_search_release(&state->search);
    mesh_field_release(&state->field);
    mesh_repair_release(state->repair);
    mesh_release(&state->mesh);
}

static enum fr_status prepare_some(struct fr_state *state, struct fr_work *work)
{
    const struct fr_allocator *allocator = state->search.allocator = state->head.allocator;
    const enum fr_status status =
        mesh_create_some(&state->mesh, state->head.map, allocator, &state->repair, work);
    return status == FR_OK && !work->paused
               ? polyanya_search_create(&state->search, &state->mesh, allocator)
               : status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    polyanya_search_forget(&state->search);
    state->field.filled = false;
    const enum fr_status status = mesh_update(&state->mesh, state->head.map, rects, count);
    return status == FR_OK ? polyanya_search_update(&state->search) : status;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    polyanya_search_forget(&state->search);
    const enum fr_outcome outcome = polyanya_search_run(&state->search, start, goal, probe, path);
    state->head.stats.expanded = state->search.expanded;
    state->head.stats.generated = state->search.generated;
    return outcome;
}

static enum fr_outcome fill(struct fr_state *state, struct fr_point goal)
{
    struct mesh_field *field = &state->field;
    if (!fr_map_walkable_centre(state->head.map, goal))
        return FR_UNREACHABLE;
    field->filled = fill_field(field, &state->mesh, state->head.allocator, goal);
    if (!field->filled)
        mesh_field_release(field);
    return field->filled ? FR_FOUND : FR_OUT_OF_MEMORY;
}

const struct fr_pathfinder fr_polyanya = {
    .name = "polyanya",
    .label = "Polyanya",
    .summary = "the exact shortest any-angle path, by a search over convex polygons",
    .source = "Cui, Harabor and Grastien, IJCAI 2017",
    .colour = "#882255",
    .marker = 'P',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH, .expansions = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare_some = prepare_some,
    .find = find,
    .fill = fill,
    .follow = follow,
    .update = update,
    .release = release,
};
