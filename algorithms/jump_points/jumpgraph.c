/* The jump-point graph: shortest grid8 paths over the corners of a map.
 *
 * A graph joins all corners that are next to each other (links.h): octile walks lead from one to
 * the other in any order of their steps, past no other corner. A click joins its start and goal to
 * the graph in the same way, by their isovists, and A* does the rest.
 *
 * Isovists. `walk` finds the corners next to a cell in the bits of rows and columns; `lazy` does so
 * for the start alone, a walk at a time as the search comes to need it, and looks for the goal from
 * each node that it expands.
 *
 * The graph is flat: a change of the map costs it next to nothing. For a map that keeps still there
 * is `contracted`, which puts a hierarchy on it.
 *
 * Data: 64 bytes for each 64 cells, twice, and 16 to number corners; 48 bytes for each corner and
 * 24 or 48 for the search, 12 for each link. An update rebuilds what is next to the change; a
 * click labels, if it has to. Complexity: O(cells + corners * clearance) to prepare; a click
 * O(links log corners) at worst.
 *
 * Source: Gilmok, "Adventures in pathfinding", java-gaming.org, 2017 (as printed in
 * published/jumpgraph_published.c); what makes the graph exact is due to Uras, Koenig and
 * Hernandez, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids", ICAPS 2013.
 *
 * Deviations: corners of all directions stop walks, which makes adjacency the same both ways; links
 * that cannot go on from their node on a shortest path are not followed; a start that walks
 * straight or diagonally and then straight to its goal needs no search; bounded wedges, edge walls
 * and updates stay exact. */
#include "algorithms/jump_points/graph_click.h"
#include "algorithms/jump_points/graph_search.h"
#include "algorithms/steps/smooth.h"

enum { ISOVIST_LAZY, ISOVIST_WALK };
enum { SINGLE, BIDIRECTIONAL };

enum { ISOVIST, WEDGES, SEARCH, SMOOTH };

static const struct fr_option options[] = {
    [ISOVIST] = {"isovist", FR_OPTION_CHOICE, "lazy|walk", 0, 0, ISOVIST_LAZY,
                 "how start and goal join the graph; lazy (single): as needed"},
    [WEDGES] = {"wedges", FR_OPTION_CHOICE, "off|bounded", 0, 0, 0,
                "follow all links of a node, or those of one direction first"},
    [SEARCH] = {"search", FR_OPTION_CHOICE, "single|bidirectional", 0, 0, SINGLE,
                "from the start, or from both ends"},
    [SMOOTH] = FR_SMOOTH_OPTION(FR_SMOOTH_NONE),
};

struct fr_state {
    const struct fr_allocator *allocator;
    struct jump_graph graph;
    struct graph_search search;
    struct fr_reach reach;
    struct fr_smoother smoother;
    bool searched; /* the last click; else it needed no search */
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = FR_GRID8,
                                 .optimality = FR_OPTIMAL_LENGTH,
                                 .edge_walls = true,
                                 .tells_expansions = true};
    fr_smoothed_traits(values->at[SMOOTH], traits);
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    fr_smoother_release(&state->smoother);
    fr_reach_release(&state->reach);
    graph_search_release(&state->search);
    jump_graph_release(&state->graph);
    fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *values,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    if (!fr_smoother_takes(values->at[SMOOTH], map))
        return FR_UNSUPPORTED;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fr_smoother_init(&fresh->smoother, values->at[SMOOTH], map, allocator);
    graph_search_init(&fresh->search, &fresh->graph, allocator);
    fresh->search.bounded_wedges = values->at[WEDGES] != 0;
    fresh->search.bidirectional = values->at[SEARCH] == BIDIRECTIONAL;
    fresh->search.lazy = values->at[ISOVIST] == ISOVIST_LAZY && !fresh->search.bidirectional;
    if (jump_graph_init(&fresh->graph, map, allocator) != FR_OK ||
        graph_search_reserve(&fresh->search) != FR_OK ||
        fr_reach_refresh(&fresh->reach, map, FR_GRID8, allocator) != FR_OK) {
        release(fresh);
        return FR_NO_MEMORY;
    }
    *state = fresh;
    return FR_OK;
}

/* All corners next to a cell. False without memory. */
static bool find_links(const struct jump_graph *graph, struct fr_pixel from, struct links *links)
{
    if (!links_all(&graph->lanes, from, links))
        return false;
    jump_graph_resolve(graph, from, links, 0);
    return true;
}

static enum fr_outcome run(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal,
                           const struct fr_probe *probe)
{
    struct graph_search *search = &state->search;
    state->searched = true;
    search->probe = fr_probe_for_expansions(probe);
    graph_search_begin(search, start, goal);
    if (!search->lazy) {
        fr_probe_enter(probe, FR_PHASE_ISOVIST);
        if (!find_links(&state->graph, start, &search->sides[0].links) ||
            !find_links(&state->graph, goal, &search->sides[1].links))
            return FR_OUT_OF_MEMORY;
    }
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    return graph_search_run(search);
}

static enum fr_outcome answer(struct fr_state *state, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    state->searched = false;
    state->search.expanded = state->search.generated = 0;
    enum fr_outcome outcome =
        graph_click_at_once(&state->graph, NULL, &state->reach, start, goal, probe, path);
    if (outcome != FR_NONE)
        return outcome;
    outcome = graph_click_searched(&state->graph, &state->reach,
                                   run(state, fr_point_pixel(start), fr_point_pixel(goal), probe));
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return graph_search_trace(&state->search, path);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const enum fr_outcome outcome = answer(state, start, goal, probe, path);
    return fr_smoother_finish(&state->smoother, outcome, probe, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    if (!fr_smoother_takes(state->smoother.smoothing, state->graph.map))
        return FR_UNSUPPORTED;
    state->reach.stale = true;
    /* Smoothed, paths of equal length have different ones: ties must be broken as by a fresh graph. */
    const enum fr_status status = state->smoother.smoothing == FR_SMOOTH_NONE
                                      ? jump_graph_update(&state->graph, rects, count)
                                      : jump_graph_rebuild(&state->graph, rects, count);
    return status == FR_OK ? graph_search_reserve(&state->search) : status;
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    *stats = (struct fr_stats){.expanded = state->search.expanded,
                               .generated = state->search.generated,
                               .cleared = 0,
                               .sight_checks = -1};
}

static bool reached(const void *search, int side, uint32_t node, uint32_t *parent)
{
    const struct graph_search *flat = search;
    const struct search_label *labels = flat->sides[side].labels;
    if (!labels || labels[node].stamp != flat->stamp)
        return false;
    *parent = labels[node].parent;
    return true;
}

static bool met_goal(const void *search, uint32_t node)
{
    const struct graph_search *flat = search;
    return flat->best != UINT64_MAX && flat->lazy && flat->meet == node;
}

static void sketch(const struct fr_state *state, const struct fr_sketch *sketch)
{
    const struct graph_click_trail trail = {
        .graph = &state->graph,
        .search = &state->search,
        .ends = {state->search.sides[0].from, state->search.sides[1].from},
        .searched = state->searched,
        .reached = reached,
        .met_goal = met_goal};
    graph_click_draw(&trail, sketch);
}

static const char *const settings[] = {"wedges=bounded", "search=bidirectional", NULL};

const struct fr_pathfinder fr_jumpgraph = {
    .name = "jumpgraph",
    .label = "Jump-point graph",
    .summary = "A* over corners next to each other, joined to start and goal by isovists",
    .source = "Gilmok, \"Adventures in pathfinding\", java-gaming.org, 2017; Uras, Koenig and "
              "Hernandez, \"Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids\", "
              "ICAPS 2013",
    .colour = "#6600CC",
    .marker = '*',
    .candidate = true,
    .settings = settings,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .sketch = sketch,
    .release = release,
};
