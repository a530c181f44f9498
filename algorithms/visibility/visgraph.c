/* Visibility graph: the exact shortest any-angle path, over the corners where it can turn.
 *
 * A shortest path among polygons consists of straight segments that turn only at reflex corners
 * (the concave vertices of an outline, the convex ones of a hole), so the graph of mutually visible
 * corners contains it. The corners come from the mask itself, 2x2 pixels at a time, and lines of
 * sight are decided exactly, in integers. Only taut edges are kept, those that bend around the
 * blocked quadrant at both ends. Most taut edges have a level, because they lead only out of a dead
 * end: a search goes upward over them from the start, through the core, and downward over them to
 * the goal.
 *
 * When part of the map changes, the graph keeps everything that the part does not touch: triangles,
 * pairs of corners whose segment misses it, levels. Corners that see the part are tested again, in
 * its direction only (taut_graph.h). Limit: after a change, corners are numbered in a different
 * order than in a new graph, so another of several shortest paths may be chosen.
 *
 * Landmarks guide A* in the core (Goldberg and Harrelson), because straight-line distances say
 * little in rooms and corridors. Edges of the core store their lengths and the edges that continue
 * them at their ends, and skip corners without a choice; for most corners visible from a start or
 * goal, one look shows that no path continues there (core_ways.h). Landmarks and core data belong
 * to one graph: after a change, clicks work without them until they have expanded as many corners
 * as choosing new landmarks would.
 *
 * Complexity: preparation takes a triangular expansion from each corner; a click takes two
 * expansions, and A* on the edges above what start and goal see. Memory: 8 bytes per edge end, 44
 * more in the core; 156 per corner, 32 more in the core. Graph and landmarks can be saved; loading
 * is much faster than preparing.
 *
 * Sources: Gouveia, "Pathfinding on a 2D polygonal map", 2011; Uurloon, "Pathfinding in a 2D point
 * and click adventure game", 2015 (their graph is published/visgraph_published.c); Oh and Leong,
 * "Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using Hierarchical
 * Taut Paths", SoCS 2017; Goldberg and Harrelson, "Computing the shortest path: A* search meets
 * graph theory", SODA 2005. Deviations: polygons are the exact outline of the mask; the goal's
 * upward search is recorded with its lengths, and the search from the start ends where both
 * searches meet. */
#include "algorithms/front.h"
#include "algorithms/saved.h"
#include "algorithms/visibility/query.h"
#include "algorithms/visibility/taut_graph.h"
#include "maps/geometry/line_of_sight.h"

enum { OPTION_EDGES };
enum { EDGES_LEVELS, EDGES_TAUT };

static const struct fr_option option_table[] = {
    [OPTION_EDGES] = FR_CHOICE("edges", "levels|taut", EDGES_LEVELS,
                               "search taut edges sorted into levels, or all taut edges alike"),
};

/* Work: units for each edge of the core, and the pixels that cost a unit; tuned on
 * adventure-150. */
#define WAY_UNITS 2
#define PIXELS_PER_UNIT 16

struct fr_state {
    struct fr_head head; /* after a change, the first click without a path searches the graph */
    struct taut_graph taut;
    struct query query;
    /* Landmarks and core ways are valid only for the graph for which they were built. */
    struct landmarks landmarks;
    struct core_ways ways;
    struct visgraph_plan *plan; /* during preparation; else NULL */
    int64_t expanded;           /* since a change of the map, while there are no landmarks */
    struct fr_corner_list from_start, from_goal;
};

/* A state under construction. */
struct visgraph_plan {
    struct fr_work_progress progress;
    struct taut_plan *taut;
    struct core_search search;
    struct landmark_plan *landmarks;
};

static void release_plan(struct fr_state *state)
{
    struct visgraph_plan *plan = state->plan;
    if (!plan)
        return;
    landmark_plan_release(plan->landmarks);
    core_search_release(&plan->search);
    taut_plan_release(plan->taut);
    fr_deallocate(state->head.allocator, plan, 1, sizeof *plan);
    state->plan = NULL;
}

static void release(struct fr_state *state)
{
    release_plan(state);
    fr_corner_list_clear(&state->from_start);
    fr_corner_list_clear(&state->from_goal);
    query_release(&state->query);
    landmarks_release(&state->landmarks);
    core_ways_release(&state->ways);
    taut_graph_release(&state->taut);
}

static void forget_landmarks(struct fr_state *state)
{
    landmarks_release(&state->landmarks);
    core_ways_release(&state->ways);
    state->landmarks = (struct landmarks){0};
    state->ways = (struct core_ways){0};
}

/* Makes clicks use the landmarks, which are valid for the graph, and builds core ways with them. */
static enum fr_status use_landmarks(struct fr_state *state)
{
    const enum fr_status status = core_ways_create(&state->ways, &state->taut.graph,
                                                   &state->landmarks, state->head.allocator);
    if (status == FR_OK) {
        state->query.landmarks = &state->landmarks;
        state->query.ways = &state->ways;
    }
    return status;
}

static enum fr_status choose_landmarks(struct fr_state *state)
{
    struct core_search search;
    struct landmark_plan *plan = NULL;
    struct fr_work all = FR_ALL_WORK;
    forget_landmarks(state);
    enum fr_status status = core_search_create(&search, &state->taut.graph, state->head.allocator);
    if (status == FR_OK)
        status = landmarks_build(&state->landmarks, &search, state->head.allocator, &plan, &all);
    landmark_plan_release(plan);
    core_search_release(&search);
    return status == FR_OK ? use_landmarks(state) : status;
}

/* Whether landmarks have lengths for every corner of the core. */
static bool landmarks_suit(const struct landmarks *landmarks, const struct graph *graph)
{
    const struct graph_lists *core = &graph->lists[GRAPH_CROSS];
    if (landmarks->corner_count != graph->corner_count)
        return false;
    for (size_t i = 0; i < core->count; i++)
        if (landmarks->rows[core->edges[i].target] == CORE_NONE)
            return false;
    for (uint32_t corner = 0; corner < landmarks->corner_count; corner++) {
        const uint32_t *ends = graph_ends(core, 2 * corner);
        if (ends[0] < ends[2] && landmarks->rows[corner] == CORE_NONE)
            return false;
    }
    return true;
}

static enum fr_status load_landmarks(struct fr_state *state, struct fr_saved *saved)
{
    landmarks_pass(&state->landmarks, saved);
    if (saved->status == FR_OK && !landmarks_suit(&state->landmarks, &state->taut.graph))
        return FR_BAD_INPUT;
    return saved->status == FR_OK ? use_landmarks(state) : saved->status;
}

/* Makes the data that clicks need besides the taut graph. */
static enum fr_status make_query(struct fr_state *state)
{
    const enum fr_status status = fr_head_label(&state->head, FR_GRID4);
    return status == FR_OK ? query_create(&state->query, &state->taut.graph) : status;
}

/* After a change of the map, clicks work without landmarks until they have expanded as many corners
 * as choosing new landmarks takes. */
static enum fr_status update_landmarks(struct fr_state *state)
{
    state->expanded += state->query.expanded;
    if (state->query.landmarks || !state->taut.levels ||
        state->expanded < (int64_t)LANDMARKS * state->landmarks.count)
        return FR_OK;
    return choose_landmarks(state);
}

static bool has_levels(const struct fr_state *state)
{
    return state->head.options.at[OPTION_EDGES] == EDGES_LEVELS;
}

static void begin(struct fr_state *state)
{
    state->taut.graph.allocator = state->head.allocator;
    state->from_start.allocator = state->from_goal.allocator = state->head.allocator;
}

static enum fr_status load(struct fr_state *state, struct fr_saved *saved)
{
    const struct fr_head *head = &state->head;
    uint8_t chosen = false; /* whether landmarks were chosen before saving */
    begin(state);
    enum fr_status status =
        taut_graph_load(&state->taut, head->map, has_levels(state), head->allocator, saved);
    fr_saved_pass(saved, &chosen, 1, sizeof chosen);
    if (status == FR_OK)
        status = saved->status;
    if (status == FR_OK)
        status = make_query(state);
    if (status != FR_OK || !state->taut.levels)
        return status;
    return chosen ? load_landmarks(state, saved) : choose_landmarks(state);
}

static enum fr_status build_taut(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    const struct fr_head *head = &state->head;
    return taut_graph_build(&state->taut, head->map, has_levels(state), true, head->allocator,
                            &state->plan->taut, work);
}

/* This stage is not divided into slices; it counts as work for each pixel and edge. */
static enum fr_status begin_search(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    const struct fr_map *map = state->head.map;
    enum fr_status status = make_query(state);
    if (status == FR_OK && state->taut.levels)
        status =
            core_search_create(&state->plan->search, &state->taut.graph, state->head.allocator);
    work->left -= (int64_t)map->width * map->height / PIXELS_PER_UNIT +
                  (int64_t)state->taut.graph.lists[GRAPH_CROSS].count;
    return status;
}

static enum fr_status build_landmarks(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    return state->taut.levels
               ? landmarks_build(&state->landmarks, &state->plan->search, state->head.allocator,
                                 &state->plan->landmarks, work)
               : FR_OK;
}

static enum fr_status build_ways(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    core_search_release(&state->plan->search);
    state->plan->search = (struct core_search){0};
    work->left -= WAY_UNITS * (int64_t)state->taut.graph.lists[GRAPH_CROSS].count;
    return state->taut.levels ? use_landmarks(state) : FR_OK;
}

static enum fr_status prepare_some(struct fr_state *state, struct fr_work *work)
{
    static fr_stage *const stages[] = {build_taut, begin_search, build_landmarks, build_ways, NULL};
    if (!state->plan) {
        begin(state);
        state->plan = fr_allocate_zeroed(state->head.allocator, 1, sizeof *state->plan);
        if (!state->plan)
            return FR_NO_MEMORY;
    }
    const enum fr_status status = fr_stages_run(stages, state, &state->plan->progress, work);
    if (status == FR_OK && !work->paused)
        release_plan(state);
    return status;
}

static enum fr_status append(const struct fr_state *state, struct fr_bytes *bytes)
{
    struct fr_saved saved = {.bytes = bytes};
    struct graph graph = state->taut.graph;
    struct landmarks landmarks = state->landmarks;
    uint8_t chosen = state->query.landmarks != NULL;
    graph_pass(&graph, &saved);
    fr_saved_pass(&saved, &chosen, 1, sizeof chosen);
    if (chosen)
        landmarks_pass(&landmarks, &saved);
    return saved.status;
}

/* After changes, corners are numbered in a different order than in a loaded state: everything is
 * rebuilt. */
static enum fr_status save(const struct fr_state *state, struct fr_bytes *bytes)
{
    const struct fr_head *head = &state->head;
    struct fr_state fresh = {
        .head = {.map = head->map, .allocator = head->allocator, .options = head->options}};
    if (!state->taut.sight.was_updated)
        return append(state, bytes);
    struct fr_work all = FR_ALL_WORK;
    enum fr_status status = prepare_some(&fresh, &all);
    if (status == FR_OK)
        status = append(&fresh, bytes);
    release(&fresh);
    fr_components_release(fresh.head.reach.labels);
    return status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    if (count == 0)
        return FR_OK;
    state->head.reach.stale = true;
    state->query.landmarks = NULL;
    state->query.ways = NULL;
    state->expanded = 0;
    const enum fr_status status = taut_graph_update(&state->taut, rects, count);
    return status == FR_OK ? query_update(&state->query) : status;
}

static enum fr_outcome search(struct fr_state *state, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    struct query *query = &state->query;
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (sight_from_point(&state->taut.sight, goal, &state->from_goal) != FR_OK ||
        sight_from_point(&state->taut.sight, start, &state->from_start) != FR_OK)
        return FR_OUT_OF_MEMORY;
    query->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome =
        query_run(query, start, state->from_start.items, state->from_start.count, goal,
                  state->from_goal.items, state->from_goal.count, path);
    state->head.stats.expanded = query->expanded;
    state->head.stats.generated = query->generated;
    return fr_head_learns(&state->head, FR_GRID4, outcome);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    if (update_landmarks(state) != FR_OK)
        return FR_OUT_OF_MEMORY;
    query_forget(&state->query);
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    state->head.stats.sight_checks = 1;
    if (fr_line_of_sight(state->head.map, start, goal))
        return fr_find_straight(path, start, goal);
    if (!state->head.reach.stale && !fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    return search(state, start, goal, probe, path);
}

const struct fr_pathfinder fr_visgraph = {
    .name = "visgraph",
    .label = "Visibility graph",
    .summary = "the exact shortest any-angle path, over the corners of the mask",
    .source = "Gouveia 2011; Uurloon 2015; Oh and Leong, SoCS 2017",
    .colour = "#CC79A7",
    .marker = 'p',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH, .expansions = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare_some = prepare_some,
    .find = find,
    .update = update,
    .save = save,
    .load = load,
    .saved_layout = 4,
    .release = release,
};
