#include "algorithms/jump_points/graph_click.h"

#include "algorithms/steps/grid_walk.h"

static bool walk_open(const struct jump_graph *graph, const struct diagonals *diagonals,
                      struct fr_pixel from, int32_t dx, int32_t dy)
{
    return diagonals ? diagonals_walk_open(diagonals, from, dx, dy)
                     : links_walk_open(&graph->lanes, from, dx, dy);
}

enum fr_outcome graph_click_walk(struct fr_head *head, const struct jump_graph *graph,
                                 const struct diagonals *diagonals, struct fr_point start,
                                 struct fr_point goal, const struct fr_probe *probe,
                                 struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    head->stats.sight_checks++;
    const bool forward = walk_open(graph, diagonals, from, dx, dy);
    if (!forward && !walk_open(graph, diagonals, to, -dx, -dy))
        return FR_NONE;
    if (fr_grid_walk_run(path, from) == FR_OK && fr_grid_walk_to(path, to, !forward) == FR_OK)
        return FR_FOUND;
    return FR_OUT_OF_MEMORY;
}

enum fr_outcome graph_click_at_once(struct fr_head *head, const struct jump_graph *graph,
                                    const struct diagonals *diagonals, struct fr_point start,
                                    struct fr_point goal, const struct fr_probe *probe,
                                    struct fr_path *path)
{
    const enum fr_outcome outcome =
        graph_click_walk(head, graph, diagonals, start, goal, probe, path);
    return outcome == FR_NONE ? fr_head_admits(head, FR_GRID8, start, goal) : outcome;
}

static bool reached(const struct graph_click_trail *trail, int side, uint32_t node,
                    uint32_t *parent)
{
    return trail->searched && trail->reached(trail->search, side, node, parent);
}

static bool went_along(const struct graph_click_trail *trail, uint32_t a, uint32_t b)
{
    uint32_t parent;
    for (int side = 0; side < 2; side++)
        if ((reached(trail, side, a, &parent) && parent == b) ||
            (reached(trail, side, b, &parent) && parent == a))
            return true;
    return false;
}

void graph_click_draw_edge(const struct graph_click_trail *trail, uint32_t a, uint32_t b,
                           const struct fr_sketch *sketch)
{
    const struct fr_sketch_edge edge = {.a = fr_pixel_centre(jump_graph_pixel(trail->graph, a)),
                                        .b = fr_pixel_centre(jump_graph_pixel(trail->graph, b)),
                                        .touched = went_along(trail, a, b)};
    sketch->edge(sketch->context, &edge);
}

void graph_click_draw_ends(const struct graph_click_trail *trail, uint32_t node,
                           const struct fr_sketch *sketch)
{
    for (int side = 0; side < 2; side++) {
        uint32_t parent;
        const bool joined = reached(trail, side, node, &parent) && parent == GRAPH_CLICK_END;
        const struct fr_sketch_edge edge = {
            .a = fr_pixel_centre(trail->ends[side]),
            .b = fr_pixel_centre(jump_graph_pixel(trail->graph, node)),
            .touched = true};
        if (joined || (side == 1 && trail->searched && trail->met_goal(trail->search, node)))
            sketch->edge(sketch->context, &edge);
    }
}

/* Each link is listed at both of its corners. */
void graph_click_draw(const struct graph_click_trail *trail, const struct fr_sketch *sketch)
{
    const struct jump_graph *graph = trail->graph;
    for (uint32_t number = 0; number < graph->node_count; number++) {
        const struct graph_node *node = &graph->nodes[number];
        if (!node->used)
            continue;
        sketch->corner(sketch->context, fr_pixel_centre(jump_graph_pixel(graph, number)));
        for (uint32_t i = 0; i < node->count; i++) {
            const uint32_t other = graph->links.at[node->first + i].corner;
            if (number < other)
                graph_click_draw_edge(trail, number, other, sketch);
        }
        graph_click_draw_ends(trail, number, sketch);
    }
}
