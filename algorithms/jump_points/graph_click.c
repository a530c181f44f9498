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
