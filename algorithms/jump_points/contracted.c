/* The contracted jump-point graph: shortest grid8 paths up and down a hierarchy of shortcuts.
 *
 * Problem: shortest grid8 paths on a map that does not change, with a few dozen expanded corners
 * per click.
 *
 * Idea: a graph links neighbouring corners of the map (links.h). Corners are contracted one by one,
 * and shortcuts preserve shortest paths (hierarchy.h), so that a shortest path goes upward to its
 * highest corner and downward from there. A click joins its ends to the hierarchy at the jump
 * points around them, and searches upward from both ends (hierarchy_query.h).
 *
 * Data: the jump-point graph; 48 bytes for each 64 cells, 12 for each corner, 32 for each upward
 * edge, and 64 per corner for the search. An update repairs the graph near the change, and rebuilds
 * the hierarchy; as corners are then numbered in another order than in a new graph, another of
 * several shortest paths may be chosen (with smoothing, a new graph is built instead). Complexity:
 * O(cells + corners * clearance) for the graph, and O(links) with a large factor for the hierarchy;
 * a click expands a few dozen corners on any map.
 *
 * Source: Uras and Koenig, "Understanding Subgoal Graphs by Augmenting Contraction Hierarchies",
 * IJCAI 2018; Geisberger, Sanders, Schultes and Delling, "Contraction Hierarchies: Faster and
 * Simpler Hierarchical Routing in Road Networks", WEA 2008. Deviations: ends are joined by jump
 * points instead of isovists; a path of a diagonal and a straight run, in either order, needs no
 * search. */
#include "algorithms/jump_points/graph_click.h"
#include "algorithms/jump_points/hierarchy_query.h"
#include "algorithms/steps/smooth.h"

struct fr_state {
    struct fr_head head;
    struct jump_graph graph;
    struct hierarchy_query query;
};

static void release(struct fr_state *state)
{
    hierarchy_query_release(&state->query);
    jump_graph_release(&state->graph);
}

static enum fr_status build(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    const enum fr_status status = jump_graph_init(&state->graph, head->map, head->allocator);
    return status == FR_OK ? hierarchy_query_rebuild(&state->query) : status;
}

static enum fr_status load_built(struct fr_state *state, struct fr_saved *saved)
{
    const struct fr_head *head = &state->head;
    const enum fr_status status = jump_graph_nodes(&state->graph, head->map, head->allocator);
    return status == FR_OK ? hierarchy_query_load(&state->query, saved) : status;
}

/* A state from saved bytes, or built if `saved` is NULL. */
static enum fr_status load(struct fr_state *state, struct fr_saved *saved)
{
    hierarchy_query_init(&state->query, &state->graph, state->head.allocator);
    const enum fr_status status = saved ? load_built(state, saved) : build(state);
    return status == FR_OK ? fr_head_label(&state->head, FR_GRID8) : status;
}

static enum fr_status prepare(struct fr_state *state)
{
    return load(state, NULL);
}

/* A graph that was updated after changes numbers its nodes in another order than a loaded one, so a
 * new one is built. */
static enum fr_status save(const struct fr_state *state, struct fr_bytes *bytes)
{
    struct jump_graph graph;
    struct hierarchy hierarchy = {0};
    struct fr_saved saved = {.bytes = bytes};
    if (state->graph.is_fresh) {
        hierarchy = state->query.hierarchy;
        hierarchy_pass(&hierarchy, &state->graph, &saved);
        return saved.status;
    }
    saved.status = jump_graph_init(&graph, state->graph.map, state->head.allocator);
    if (saved.status == FR_OK)
        saved.status = hierarchy_create(&hierarchy, &graph, HIERARCHY_SCANS);
    hierarchy_pass(&hierarchy, &graph, &saved);
    hierarchy_release(&hierarchy);
    jump_graph_release(&graph);
    return saved.status;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    return hierarchy_query_click(&state->query, &state->head, start, goal, probe, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    state->head.reach.stale = true;
    /* Paths of equal length differ once smoothed: ties must be broken as in a new graph. */
    const enum fr_status status = state->head.smoother
                                      ? jump_graph_rebuild(&state->graph, rects, count)
                                      : jump_graph_update(&state->graph, rects, count);
    return status == FR_OK ? hierarchy_query_rebuild(&state->query) : status;
}

const struct fr_pathfinder fr_contracted = {
    .name = "contracted",
    .label = "Contracted jump-point graph",
    .summary = "shortest grid8 paths over a hierarchy of jump points, for maps that do not change",
    .source = "Uras and Koenig, IJCAI 2018; Geisberger, Sanders, Schultes and Delling, WEA 2008",
    .colour = "#3D007A",
    .marker = '<',
    .candidate = true,
    .counts = FR_COUNTS_NODES,
    .options = fr_smooth_only,
    .option_count = 1,
    .smoothing = &fr_smoothing,
    .traits = FR_EXACT_GRID8,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
    .save = save,
    .load = load,
    .saved_layout = 4,
};
