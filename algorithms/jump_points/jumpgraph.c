/* The jump-point graph: shortest grid8 paths over the corners of a map.
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
 * Searches. `single` and `bidirectional` follow the links. `contracted` puts a hierarchy of
 * shortcuts on them (hierarchy.h), so that a click expands some tens of corners on any map, and
 * joins its ends to it by jump points in place of isovists (climb.h). The flat graph ships as the
 * default because a change costs it next to nothing; a map that keeps still deserves `contracted`.
 *
 * Data: 64 bytes for each 64 cells, twice, and 16 to number corners; 48 bytes for each corner and
 * 24 or 48 for the search, 12 for each link. `scan` and `formations` keep 17 bytes a cell besides,
 * `contracted` 48 for each 64 cells, 12 for each corner and 32 for each way up. An update rebuilds
 * what is next to the change, and all of the hierarchy; the next click labels, if it has to.
 * Complexity: O(cells + corners * clearance) to prepare, and O(links) more for the hierarchy, with
 * a large factor; a click O(links log corners) at worst.
 *
 * Source: Gilmok, "Adventures in pathfinding", java-gaming.org, 2017; what makes the graph exact is
 * due to Uras, Koenig and Hernandez, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor
 * Grids", ICAPS 2013; the hierarchy to Uras and Koenig, "Understanding Subgoal Graphs by Augmenting
 * Contraction Hierarchies", IJCAI 2018.
 *
 * Deviations: corners of all directions stop walks, which makes adjacency the same both ways; links
 * that cannot go on from their node on a shortest path are not followed; a start that walks
 * straight or diagonally and then straight to its goal needs no search; bounded wedges, edge walls
 * and updates stay exact. `wedges=published` and `isovist=formations` do not. */
#include "algorithms/jump_points/formations.h"
#include "algorithms/jump_points/graph_search.h"
#include "algorithms/jump_points/hierarchy_query.h"
#include "algorithms/pathfinder.h"
#include "algorithms/steps/grid_walk.h"
#include "algorithms/steps/reach.h"

enum { ISOVIST_LAZY, ISOVIST_WALK, ISOVIST_SCAN, ISOVIST_FORMATIONS };
enum { SINGLE, BIDIRECTIONAL, CONTRACTED };

enum { ISOVIST, WEDGES, SEARCH };

static const struct fr_option options[] = {
    [ISOVIST] = {"isovist", FR_OPTION_CHOICE, "lazy|walk|scan|formations", 0, 0, ISOVIST_LAZY,
                 "how start and goal join the graph; lazy (single, not published): as needed"},
    [WEDGES] = {"wedges", FR_OPTION_CHOICE, "off|published|bounded", 0, 0, WEDGES_OFF,
                "follow all links of a node, or those of one direction first"},
    [SEARCH] =
        {"search", FR_OPTION_CHOICE, "single|bidirectional|contracted", 0, 0, SINGLE,
         "from the start, from both ends, or up a hierarchy: contracted clicks are fastest, but "
         "each change of the map costs a preparation; it knows no isovists and wedges"},
};

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct jump_graph graph;
    struct graph_search search;
    struct climb climb; /* in its place, if contracted */
    bool contracted;
    struct formations formations; /* for `scan` and `formations` */
    struct fr_reach reach;
    int isovist;
    bool searched; /* the last click; else it needed no search */
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const bool exact =
        values->at[SEARCH] == CONTRACTED ||
        (values->at[WEDGES] != WEDGES_PUBLISHED && values->at[ISOVIST] != ISOVIST_FORMATIONS);
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
    climb_release(&state->climb);
    jump_graph_release(&state->graph);
    fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static bool reads_tables(const struct fr_state *state)
{
    return !state->contracted &&
           (state->isovist == ISOVIST_SCAN || state->isovist == ISOVIST_FORMATIONS);
}

/* What the search keeps for the graph as it is now. */
static enum fr_status reserve_search(struct fr_state *state)
{
    return state->contracted ? climb_rebuild(&state->climb) : graph_search_reserve(&state->search);
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
    fresh->contracted = values->at[SEARCH] == CONTRACTED;
    climb_init(&fresh->climb, &fresh->graph, allocator);
    graph_search_init(&fresh->search, &fresh->graph, allocator);
    fresh->search.wedges = (enum wedges)values->at[WEDGES];
    fresh->search.bidirectional = values->at[SEARCH] == BIDIRECTIONAL;
    fresh->search.lazy = fresh->isovist == ISOVIST_LAZY && !fresh->search.bidirectional &&
                         fresh->search.wedges != WEDGES_PUBLISHED;
    if (jump_graph_init(&fresh->graph, map, allocator) != FR_OK ||
        (reads_tables(fresh) && formations_init(&fresh->formations, &fresh->graph,
                                                fresh->isovist == ISOVIST_FORMATIONS) != FR_OK) ||
        reserve_search(fresh) != FR_OK ||
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

static enum fr_outcome run_flat(struct fr_state *state, int isovist, struct fr_pixel start,
                                struct fr_pixel goal, const struct fr_probe *probe)
{
    struct graph_search *search = &state->search;
    graph_search_begin(search, start, goal);
    if (!search->lazy) {
        fr_probe_enter(probe, FR_PHASE_ISOVIST);
        if (!find_links(state, isovist, start, &search->sides[0].links) ||
            !find_links(state, isovist, goal, &search->sides[1].links))
            return FR_OUT_OF_MEMORY;
    }
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    return graph_search_run(search);
}

static enum fr_outcome run(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal,
                           const struct fr_probe *probe)
{
    state->searched = true;
    if (state->contracted) {
        fr_probe_enter(probe, FR_PHASE_SEARCH);
        return climb_run(&state->climb, start, goal);
    }
    const enum fr_outcome outcome = run_flat(state, state->isovist, start, goal, probe);
    if (outcome == FR_UNREACHABLE && state->isovist == ISOVIST_FORMATIONS)
        return run_flat(state, ISOVIST_WALK, start, goal, probe);
    return outcome;
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
    state->climb.expanded = state->climb.generated = 0;
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
    outcome = run(state, first, last, probe);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return state->contracted ? climb_trace(&state->climb, path)
                             : graph_search_trace(&state->search, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    state->reach.stale = true;
    enum fr_status status = jump_graph_update(&state->graph, rects, count);
    if (status == FR_OK && reads_tables(state))
        status = formations_update(&state->formations, rects, count);
    return status == FR_OK ? reserve_search(state) : status;
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    /* Only one of the two searches. */
    *stats = (struct fr_stats){.expanded = state->search.expanded + state->climb.expanded,
                               .generated = state->search.generated + state->climb.generated,
                               .cleared = 0,
                               .sight_checks = -1};
}

/* Whether the last click reached a node from one end, and then its parent. */
static bool reached(const struct fr_state *state, int side, uint32_t node, uint32_t *parent)
{
    if (state->contracted)
        return state->searched && climb_reached(&state->climb, side, node, parent);
    const struct search_label *labels = state->search.sides[side].labels;
    if (!state->searched || !labels || labels[node].stamp != state->search.stamp)
        return false;
    *parent = labels[node].parent;
    return true;
}

/* Whether the last click went from a node to its goal without reaching it from there. */
static bool met_goal(const struct fr_state *state, uint32_t node)
{
    const struct graph_search *flat = &state->search;
    const struct climb *climb = &state->climb;
    if (!state->searched)
        return false;
    return state->contracted ? climb->best != UINT64_MAX && climb->direct && climb->meet == node
                             : flat->best != UINT64_MAX && flat->lazy && flat->meet == node;
}

static bool went_along(const struct fr_state *state, uint32_t a, uint32_t b)
{
    uint32_t parent;
    for (int side = 0; side < 2; side++)
        if ((reached(state, side, a, &parent) && parent == b) ||
            (reached(state, side, b, &parent) && parent == a))
            return true;
    return false;
}

static void sketch_edge(const struct fr_state *state, uint32_t a, uint32_t b,
                        const struct fr_sketch *sketch)
{
    const struct fr_sketch_edge edge = {.a = fr_pixel_centre(jump_graph_pixel(&state->graph, a)),
                                        .b = fr_pixel_centre(jump_graph_pixel(&state->graph, b)),
                                        .touched = went_along(state, a, b)};
    sketch->edge(sketch->context, &edge);
}

/* Joins a node to the ends of the last click. */
static void sketch_ends(const struct fr_state *state, uint32_t node, const struct fr_sketch *sketch)
{
    for (int side = 0; side < 2; side++) {
        uint32_t parent;
        const bool joined = reached(state, side, node, &parent) && parent == SEARCH_END;
        const struct fr_pixel end =
            state->contracted ? state->climb.sides[side].from : state->search.sides[side].from;
        const struct fr_sketch_edge edge = {
            .a = fr_pixel_centre(end),
            .b = fr_pixel_centre(jump_graph_pixel(&state->graph, node)),
            .touched = true};
        if (joined || (side == 1 && met_goal(state, node)))
            sketch->edge(sketch->context, &edge);
    }
}

/* Every link is listed at both of its corners; a way up at the lower one, but in the core, where
 * each is above the other. */
static void sketch_edges(const struct fr_state *state, uint32_t number,
                         const struct fr_sketch *sketch)
{
    const struct jump_graph *graph = &state->graph;
    const struct hierarchy *hierarchy = &state->climb.hierarchy;
    const struct graph_node *node = &graph->nodes[number];
    const uint32_t count = state->contracted ? hierarchy->nodes[number].count : node->count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = state->contracted
                                   ? hierarchy->ways[hierarchy->nodes[number].first + i].to
                                   : graph->links.at[node->first + i].corner;
        const bool twice = !state->contracted || hierarchy->nodes[number].core;
        if (!twice || number < other)
            sketch_edge(state, number, other, sketch);
    }
}

static void draw_graph(const struct fr_state *state, const struct fr_sketch *sketch)
{
    for (uint32_t number = 0; number < state->graph.node_count; number++) {
        if (!state->graph.nodes[number].used)
            continue;
        sketch->corner(sketch->context, fr_pixel_centre(jump_graph_pixel(&state->graph, number)));
        sketch_edges(state, number, sketch);
        sketch_ends(state, number, sketch);
    }
}

static const char *const settings[] = {"wedges=bounded", "search=bidirectional",
                                       "search=contracted", NULL};

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
    .sketch = draw_graph,
    .release = release,
};
