/* The jump-point graph: shortest grid8 paths over the corners of a map, for maps that change.
 *
 * A graph joins all corners that are next to each other (links.h): octile walks lead from one to
 * the other in any order of their steps, past no other corner. A click joins its start and goal to
 * the graph in the same way, by their isovists, and A* does the rest.
 *
 * Isovists. `walk` finds the corners next to a cell in the bits of rows and columns; `lazy` does so
 * for the start alone, a walk at a time as the search comes to need it, and looks for the goal from
 * each node that it expands. `scan` tests every corner of the map by tables of distances, as the
 * article does at first; `formations` finds obstacles by beams, and tests their corners only
 * (formations.h): where that misses all ways to the goal, `walk` takes its place.
 *
 * Data: 64 bytes for each 64 cells, twice, and 16 to number corners; 48 bytes for each corner and
 * 24 or 48 for the search, 12 for each link. `scan` and `formations` keep 17 bytes a cell besides.
 * An update rebuilds what is next to the change; the next click labels, if it has to. Complexity:
 * O(cells + corners * clearance) to prepare; a click O(links log corners) at worst.
 *
 * Source: Gilmok, "Adventures in pathfinding", java-gaming.org, 2017; what makes the graph exact is
 * due to Uras, Koenig and Hernandez, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor
 * Grids", ICAPS 2013.
 *
 * Deviations: corners of all directions stop walks, which makes adjacency the same both ways; links
 * that cannot go on from their node on a shortest path are not followed; a start that walks
 * straight or diagonally and then straight to its goal needs no search; bounded wedges, edge walls
 * and updates stay exact. `wedges=published` and `isovist=formations` do not. */
#include "algorithms/jumpgraph/formations.h"
#include "algorithms/jumpgraph/graph_search.h"
#include "algorithms/pathfinder.h"
#include "algorithms/shared/grid_walk.h"
#include "algorithms/shared/reach.h"

enum { ISOVIST_LAZY, ISOVIST_WALK, ISOVIST_SCAN, ISOVIST_FORMATIONS };
enum { SINGLE, BIDIRECTIONAL };

enum { ISOVIST, WEDGES, SEARCH };

static const struct fr_option options[] = {
    [ISOVIST] = {"isovist", FR_OPTION_CHOICE, "lazy|walk|scan|formations", 0, 0, ISOVIST_LAZY,
                 "how start and goal join the graph; lazy (single, not published): as needed"},
    [WEDGES] = {"wedges", FR_OPTION_CHOICE, "off|published|bounded", 0, 0, WEDGES_OFF,
                "follow all links of a node, or those of one direction first"},
    [SEARCH] = {"search", FR_OPTION_CHOICE, "single|bidirectional", 0, 0, SINGLE,
                "from the start, or from both ends"},
};

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct jump_graph graph;
    struct graph_search search;
    struct formations formations; /* for `scan` and `formations` */
    struct fr_reach reach;
    int isovist;
    bool searched; /* the last click; else it needed no search */
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const bool exact =
        values->at[WEDGES] != WEDGES_PUBLISHED && values->at[ISOVIST] != ISOVIST_FORMATIONS;
    *traits = (struct fr_traits){.movement = FR_GRID8,
                                 .optimality = exact ? FR_OPTIMAL_LENGTH : FR_OPTIMAL_NONE,
                                 .edge_walls = true};
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    fr_reach_release(&state->reach);
    formations_release(&state->formations);
    graph_search_release(&state->search);
    jump_graph_release(&state->graph);
    fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static bool reads_tables(const struct fr_state *state)
{
    return state->isovist == ISOVIST_SCAN || state->isovist == ISOVIST_FORMATIONS;
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *values,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = allocator;
    fresh->isovist = (int)values->at[ISOVIST];
    graph_search_init(&fresh->search, &fresh->graph, allocator);
    fresh->search.wedges = (enum wedges)values->at[WEDGES];
    fresh->search.bidirectional = values->at[SEARCH] == BIDIRECTIONAL;
    fresh->search.lazy = fresh->isovist == ISOVIST_LAZY && !fresh->search.bidirectional &&
                         fresh->search.wedges != WEDGES_PUBLISHED;
    if (jump_graph_init(&fresh->graph, map, allocator) != FR_OK ||
        (reads_tables(fresh) && formations_init(&fresh->formations, &fresh->graph,
                                                fresh->isovist == ISOVIST_FORMATIONS) != FR_OK) ||
        graph_search_reserve(&fresh->search) != FR_OK ||
        fr_reach_refresh(&fresh->reach, map, FR_GRID8, allocator) != FR_OK) {
        release(fresh);
        return FR_NO_MEMORY;
    }
    *state = fresh;
    return FR_OK;
}

/* All corners next to a cell. False without memory. */
static bool find_links(struct fr_state *state, int isovist, struct fr_pixel from,
                       struct links *links)
{
    const struct jump_graph *graph = &state->graph;
    bool memory;
    if (isovist == ISOVIST_SCAN)
        memory = formations_scan(&state->formations, from, links);
    else if (isovist == ISOVIST_FORMATIONS)
        memory = formations_see(&state->formations, from, links);
    else
        memory = links_all(&graph->lanes, from, links);
    if (memory)
        jump_graph_resolve(graph, from, links, 0);
    return memory;
}

static enum fr_outcome run(struct fr_state *state, int isovist, struct fr_pixel start,
                           struct fr_pixel goal, const struct fr_probe *probe)
{
    struct graph_search *search = &state->search;
    graph_search_begin(search, start, goal);
    state->searched = true;
    if (!search->lazy) {
        fr_probe_enter(probe, FR_PHASE_ISOVIST);
        if (!find_links(state, isovist, start, &search->sides[0].links) ||
            !find_links(state, isovist, goal, &search->sides[1].links))
            return FR_OUT_OF_MEMORY;
    }
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    return graph_search_run(search);
}

/* The way of one diagonal run and one straight one, in either order, where it is open. */
static enum fr_outcome walk_at_once(const struct fr_state *state, struct fr_pixel start,
                                    struct fr_pixel goal, struct fr_path *path)
{
    const struct fr_jump_lanes *lanes = &state->graph.lanes;
    const int32_t dx = goal.x - start.x, dy = goal.y - start.y;
    const bool forward = links_walk_open(lanes, start, dx, dy);
    if (!forward && !links_walk_open(lanes, goal, -dx, -dy))
        return FR_UNREACHABLE;
    if (fr_grid_walk_run(path, start) == FR_OK && fr_grid_walk_to(path, goal, !forward) == FR_OK)
        return FR_FOUND;
    path->count = 0;
    return FR_OUT_OF_MEMORY;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel first = fr_point_pixel(start), last = fr_point_pixel(goal);
    path->count = 0;
    state->searched = false;
    state->search.expanded = state->search.generated = 0;
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    enum fr_outcome outcome = walk_at_once(state, first, last, path);
    if (outcome != FR_UNREACHABLE)
        return outcome;
    if (state->reach.stale &&
        fr_reach_refresh(&state->reach, state->map, FR_GRID8, state->allocator) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (!fr_reach_joins(&state->reach, first, last))
        return FR_UNREACHABLE;
    outcome = run(state, state->isovist, first, last, probe);
    if (outcome == FR_UNREACHABLE && state->isovist == ISOVIST_FORMATIONS)
        outcome = run(state, ISOVIST_WALK, first, last, probe);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return graph_search_trace(&state->search, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    state->reach.stale = true;
    enum fr_status status = jump_graph_update(&state->graph, rects, count);
    if (status == FR_OK && reads_tables(state))
        status = formations_update(&state->formations, rects, count);
    return status == FR_OK ? graph_search_reserve(&state->search) : status;
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    *stats = (struct fr_stats){.expanded = state->search.expanded,
                               .generated = state->search.generated,
                               .cleared = 0,
                               .sight_checks = -1};
}

/* The last click's label of a node from one end, or NULL. */
static const struct search_label *label_of(const struct fr_state *state, int side, uint32_t node)
{
    const struct search_label *labels = state->search.sides[side].labels;
    return state->searched && labels && labels[node].stamp == state->search.stamp ? &labels[node]
                                                                                  : NULL;
}

static bool went_along(const struct fr_state *state, uint32_t node, uint32_t parent)
{
    for (int side = 0; side < 2; side++) {
        const struct search_label *label = label_of(state, side, node);
        if (label && label->parent == parent)
            return true;
    }
    return false;
}

/* Links of a node to the ends of the last click. */
static void sketch_ends(const struct fr_state *state, uint32_t node, struct fr_point at,
                        const struct fr_sketch *sketch)
{
    for (int side = 0; side < 2; side++) {
        const struct search_label *label = label_of(state, side, node);
        const bool linked = label && label->parent == SEARCH_END;
        const bool met = side == 1 && state->search.lazy && state->searched &&
                         state->search.best != UINT64_MAX && state->search.meet == node;
        const struct fr_sketch_edge edge = {
            .a = fr_pixel_centre(state->search.sides[side].from), .b = at, .touched = true};
        if (linked || met)
            sketch->edge(sketch->context, &edge);
    }
}

/* Every link is listed at both of its corners. */
static void draw_graph(const struct fr_state *state, const struct fr_sketch *sketch)
{
    const struct jump_graph *graph = &state->graph;
    for (uint32_t number = 0; number < graph->node_count; number++) {
        const struct graph_node *node = &graph->nodes[number];
        const struct fr_point at = fr_pixel_centre(jump_graph_pixel(graph, number));
        if (!node->used)
            continue;
        sketch->corner(sketch->context, at);
        for (uint32_t i = 0; i < node->count; i++) {
            const uint32_t other = graph->links.at[node->first + i].corner;
            const struct fr_sketch_edge edge = {
                .a = at,
                .b = fr_pixel_centre(jump_graph_pixel(graph, other)),
                .touched = went_along(state, number, other) || went_along(state, other, number)};
            if (number < other)
                sketch->edge(sketch->context, &edge);
        }
        sketch_ends(state, number, at, sketch);
    }
}

const struct fr_pathfinder fr_jumpgraph = {
    .name = "jumpgraph",
    .label = "Jump-point graph",
    .summary = "A* over corners next to each other, joined to start and goal by isovists",
    .source = "Gilmok, \"Adventures in pathfinding\", java-gaming.org, 2017; Uras, Koenig and "
              "Hernandez, \"Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids\", "
              "ICAPS 2013",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .sketch = draw_graph,
    .release = release,
};
