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
 * they are integers, so visibility is decided exactly. The points where they meet a portal are
 * rational, and only used for costs. A view that narrows to a single ray is not followed: the
 * corners that narrow it are roots themselves, and see along it.
 *
 * Complexity: preparation takes the triangulation, O(n log n) for n contour points, and linear
 * passes over it; a click takes at worst a view for each portal and each way to it between
 * obstacles. Memory: 20 bytes per edge of the mesh, 51 per triangle, 32 per contour point. After a
 * change of the map the mesh is repaired there (convex_mesh.h).
 *
 * Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI
 * 2017. Deviations: a corner is a node, and its surroundings are viewed when it is expanded, where
 * the published search makes all their views when the corner becomes visible; only taut turns are
 * made; a view is dropped if one of the portal's ends is known to give a shorter path to all of it;
 * all parts of the mesh that are connected by a single polygon are omitted if a path need not enter
 * them, not only dead ends (mesh_blocks.h). */
#include "algorithms/front.h"
#include "algorithms/regions/mesh_field.h"
#include "algorithms/regions/mesh_sketch.h"
#include "algorithms/regions/polyanya_search.h"

struct fr_state {
    struct fr_head head;
    struct mesh mesh;
    struct mesh_repair *repair; /* while it is prepared; else NULL */
    struct polyanya_search search;
    struct mesh_field field;
};

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
    .prepare_some = prepare_some,
    .find = find,
    .fill = fill,
    .follow = follow,
    .update = update,
    .sketch = sketch,
    .release = release,
};
