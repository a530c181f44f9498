/* Polyanya: the exact shortest any-angle path, searched for online over a mesh of convex polygons.
 *
 * A node of the search is no point but a view: what a root (the start, or a corner turned at) sees
 * through one portal between two directions. To expand it is to look on through the polygon beyond:
 * each further portal in view is a view of the same root, and each corner in view that a path can
 * bend around is a root that waits for its turn. The cost of a view is the length up to its root,
 * and from there through what is seen of the portal to the goal as the crow flies, the goal being
 * mirrored where it lies on this side. So when the goal comes into view of the cheapest node, the
 * path is a shortest one.
 *
 * The limits of a view are directions to corners, or the one in which its root was reached: they
 * are integers, and what is in view is decided exactly. The points where they meet a portal are
 * rational, and only go into costs. What is seen along a single ray is not followed: the corners
 * that narrow a view to a ray are roots, and see along it.
 *
 * Complexity: preparing takes the triangulation, O(n log n) for n contour points, and linear passes
 * over it; a click at worst a view for each portal and each way to it between obstacles. Memory:
 * 20 bytes an edge of the mesh, 51 a triangle, 32 a contour point. When the map changes, the mesh is
 * repaired where it does (convex_mesh.h).
 *
 * Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI
 * 2017. Deviations: corners are nodes, looked around from when their turn comes, where the
 * published search makes nodes of all that lies around a corner when it comes into view; only taut
 * turns are made; a view is dropped where one of the portal's ends is known to be a shorter way to
 * all of it; of parts of the mesh that hang on a single polygon, not only dead ends are left out
 * (mesh_blocks.h). */
#include "algorithms/front.h"
#include "algorithms/regions/mesh_field.h"
#include "algorithms/regions/mesh_sketch.h"
#include "algorithms/regions/polyanya_search.h"

struct fr_state {
    struct fr_head head;
    struct mesh mesh;
    struct polyanya_search search;
    struct mesh_field field;
};

static void release(struct fr_state *state)
{
    polyanya_search_release(&state->search);
    mesh_field_release(&state->field);
    mesh_release(&state->mesh);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->search.allocator = state->head.allocator;
    const enum fr_status status = mesh_create(&state->mesh, state->head.map, allocator);
    return status == FR_OK ? polyanya_search_create(&state->search, &state->mesh, allocator)
                           : status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    polyanya_search_forget(&state->search);
    mesh_field_forget(&state->field);
    const enum fr_status status = mesh_update(&state->mesh, state->head.map, rects, count);
    return status == FR_OK ? polyanya_search_renew(&state->search) : status;
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
    return fr_map_walkable_centre(state->head.map, goal)
               ? mesh_field_fill(&state->field, &state->mesh, state->head.allocator, goal)
               : FR_UNREACHABLE;
}

static enum fr_outcome follow(const struct fr_state *state, struct fr_point from,
                              struct fr_path *path)
{
    path->count = 0;
    return fr_map_walkable_centre(state->head.map, from)
               ? mesh_field_follow(&state->field, from, path)
               : FR_UNREACHABLE;
}

/* Without memory no portal is marked. */
static void sketch(const struct fr_state *state, const struct fr_sketch *sketch)
{
    const size_t edges = (size_t)state->mesh.edge_count;
    const size_t views = state->head.asked ? state->search.view_count : 0;
    bool *crossed = fr_allocate_zeroed(state->head.allocator, edges, sizeof *crossed);
    for (size_t i = 0; crossed && i < views; i++)
        crossed[state->search.views[i].portal] = true;
    mesh_sketch(&state->mesh, crossed, sketch);
    fr_deallocate(state->head.allocator, crossed, edges, sizeof *crossed);
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
    .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH, .tells_expansions = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .fill = fill,
    .follow = follow,
    .update = update,
    .sketch = sketch,
    .release = release,
};
