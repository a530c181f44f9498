/* The jump-point graph of Gilmok 2017 as told: corners by tables of distances, wedges, formations.
 *
 * Problem: paths for the many units of a strategy game, over far fewer nodes than there are tiles.
 *
 * What the article tells, point by point (it prints no code):
 *
 *   Jump points. Tiles beside convex corners are the nodes, and tiles whose borders make them so;
 *   they are linked where walks lead straight from one to the other (jump_points/jump_graph.h,
 *   which is kept up as the map changes, as the article's is).
 *
 *   Distances. Each tile holds, in eight directions, how far it is to a wall or a jump point;
 *   whether two tiles are adjacent takes a diagonal and a straight part, and few reads
 *   (formations.h).
 *
 *   Isovists. The start is joined to all jump points that it is adjacent to: by testing every one
 *   of them (isovist=scan), which costs as much as the search. A search from both ends was given up
 *   for that.
 *
 *   Wedges. The links of a node fall into eight, like a pie; only those of the wedge toward the
 *   goal are costed, or of the next one beside it that leads to anything new, and the rest waits
 *   until nothing else is left (wedges=on; graph_search.h). Paths are then not always the shortest.
 *
 *   Formations. Obstacles are traced with the distance markers and boxed; beams in eight directions
 *   find those that are in view, and only their corners are tested (isovist=formations). A box
 *   hides more than its formation does: corners are missed. Interval trees, which the author only
 *   read of, find the boxes in a beam's way.
 *
 * Deviations: corners of all directions stop walks, which makes adjacency the same both ways; links
 * that cannot go on from their node on a shortest path are not followed; a start that walks
 * straight or diagonally and then straight to its goal needs no search; where formations miss all
 * ways to the goal, isovists are found anew, exactly, by the bits of rows and columns (isovist=walk
 * does so always).
 *
 * Data: the jump-point graph, 24 bytes a corner and side for the search, 17 a cell for the tables.
 * Complexity: O(cells + corners * clearance) to prepare; a click O(corners + links log corners).
 *
 * Source: Gilmok, "Adventures in pathfinding", java-gaming.org, 2017. */
#include "algorithms/jump_points/graph_click.h"
#include "algorithms/jump_points/graph_search.h"
#include "algorithms/published/formations.h"

enum { ISOVIST_SCAN, ISOVIST_FORMATIONS, ISOVIST_WALK };

enum { ISOVIST, WEDGES };

static const struct fr_option options[] = {
    [ISOVIST] = {"isovist", FR_OPTION_CHOICE, "scan|formations|walk", 0, 0, ISOVIST_SCAN,
                 "start and goal join the graph by testing all corners, those of formations in "
                 "view, or by walks over bits"},
    [WEDGES] = {"wedges", FR_OPTION_SWITCH, NULL, 0, 0, 1,
                "follow the links of one direction first, not all of a node"},
};

struct fr_state {
    const struct fr_allocator *allocator;
    struct jump_graph graph;
    struct graph_search search;
    struct formations formations; /* unless walking */
    struct fr_reach reach;
    int isovist;
    bool searched; /* the last click; else it needed no search */
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const bool exact = !values->at[WEDGES] && values->at[ISOVIST] != ISOVIST_FORMATIONS;
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

static enum fr_status build_upon(struct fr_state *state)
{
    if (state->isovist != ISOVIST_WALK &&
        formations_init(&state->formations, &state->graph, state->isovist == ISOVIST_FORMATIONS) !=
            FR_OK)
        return FR_NO_MEMORY;
    return graph_search_reserve(&state->search);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *values,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->isovist = (int)values->at[ISOVIST];
    graph_search_init(&fresh->search, &fresh->graph, allocator);
    fresh->search.wedges = values->at[WEDGES] ? WEDGES_PUBLISHED : WEDGES_OFF;
    if (jump_graph_init(&fresh->graph, map, allocator) != FR_OK || build_upon(fresh) != FR_OK ||
        fr_reach_refresh(&fresh->reach, map, FR_GRID8, allocator) != FR_OK) {
        release(fresh);
        return FR_NO_MEMORY;
    }
    *state = fresh;
    return FR_OK;
}

/* All corners next to a cell, as far as they are seen. False without memory. */
static bool find_links(struct fr_state *state, int isovist, struct fr_pixel from,
                       struct links *links)
{
    bool memory;
    if (isovist == ISOVIST_SCAN)
        memory = formations_scan(&state->formations, from, links);
    else if (isovist == ISOVIST_FORMATIONS)
        memory = formations_see(&state->formations, from, links);
    else
        memory = links_all(&state->graph.lanes, from, links);
    if (memory)
        jump_graph_resolve(&state->graph, from, links, 0);
    return memory;
}

static enum fr_outcome run(struct fr_state *state, int isovist, struct fr_pixel start,
                           struct fr_pixel goal, const struct fr_probe *probe)
{
    struct graph_search *search = &state->search;
    state->searched = true;
    graph_search_begin(search, start, goal);
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (!find_links(state, isovist, start, &search->sides[0].links) ||
        !find_links(state, isovist, goal, &search->sides[1].links))
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = graph_search_run(search);
    return outcome == FR_UNREACHABLE && isovist == ISOVIST_FORMATIONS
               ? run(state, ISOVIST_WALK, start, goal, probe)
               : outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->searched = false;
    state->search.expanded = state->search.generated = 0;
    enum fr_outcome outcome =
        graph_click_at_once(&state->graph, &state->reach, start, goal, probe, path);
    if (outcome != FR_NONE)
        return outcome;
    outcome = run(state, state->isovist, fr_point_pixel(start), fr_point_pixel(goal), probe);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return graph_search_trace(&state->search, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    state->reach.stale = true;
    enum fr_status status = jump_graph_update(&state->graph, rects, count);
    if (status == FR_OK && state->isovist != ISOVIST_WALK)
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

static bool reached(const void *search, int side, uint32_t node, uint32_t *parent)
{
    const struct graph_search *flat = search;
    const struct search_label *label = &flat->sides[side].labels[node];
    if (label->stamp != flat->stamp)
        return false;
    *parent = label->parent;
    return true;
}

static bool met_goal(const void *search, uint32_t node)
{
    (void)search;
    (void)node;
    return false;
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

const struct fr_pathfinder fr_jumpgraph_published = {
    .name = "jumpgraph-published",
    .label = "Jump-point graph, as published",
    .summary = "A* over jump points, a wedge of each node's links at a time, as told",
    .source = "Gilmok, Adventures in pathfinding, java-gaming.org, 2017",
    .colour = "#A366E0",
    .marker = '*',
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
