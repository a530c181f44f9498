#include "algorithms/visibility/sketch.h"

/* Whether the query last reached a corner by a core way that contains this edge. */
static bool went_by(const struct query *query, uint32_t corner, uint32_t edge)
{
    const struct query_node *node = &query->nodes[corner];
    const struct graph_edge *edges = query->graph->lists[GRAPH_CROSS].edges;
    uint32_t at = node->way;
    if (!query_reached(query, node) || !query_by_ways(query, node))
        return false;
    while (at != edge && edges[at].target != corner)
        at = query->ways->steps[at];
    return at == edge;
}

/* Whether the query last reached any corner by a core way that contains this edge. */
static bool went_on_by(const struct query *query, uint32_t edge)
{
    const struct graph_edge *edges = query->graph->lists[GRAPH_CROSS].edges;
    const uint32_t end = query->ways->items[edge].target;
    for (uint32_t at = edge; at != CORE_NONE; at = query->ways->steps[at]) {
        if (went_by(query, edges[at].target, edge))
            return true;
        if (edges[at].target == end)
            return false;
    }
    return false;
}

/* The same for the edge between two corners, if it is in the core. */
static bool went_through_core(const struct query *query, uint32_t from, uint32_t to)
{
    const struct graph_lists *lists = &query->graph->lists[GRAPH_CROSS];
    const uint32_t *ends = graph_ends(lists, 2 * from);
    for (uint32_t i = ends[0]; i < ends[2]; i++)
        if (lists->edges[i].target == to)
            return went_on_by(query, i);
    return false;
}

/* Whether the search from the start, or the upward search from the goal, last reached the corner by
 * this edge. */
static bool came_by(const struct query *query, uint32_t corner, uint32_t other)
{
    const struct query_node *node = &query->nodes[corner];
    if (node->goal_stamp == query->stamp && node->child == other)
        return true;
    if (query_reached(query, node) && node->parent == other && !query_by_ways(query, node))
        return true;
    return query->ways && went_through_core(query, other, corner);
}

static bool is_listed_upward(const struct graph *graph, uint32_t corner, uint32_t target)
{
    const struct graph_lists *upward = &graph->lists[GRAPH_UPWARD];
    const uint32_t *ends = graph_ends(upward, 2 * corner);
    for (uint32_t i = ends[0]; i < ends[2]; i++)
        if (upward->edges[i].target == target)
            return true;
    return false;
}

/* Draws the edges in a corner's lists, of the core or upward. Core edges are listed at both ends,
 * upward edges at one or both; each is drawn from the lower-numbered corner that lists it. */
static void draw_edges(const struct query *query, bool queried, bool core, uint32_t corner,
                       const struct fr_sketch *sketch)
{
    const struct graph *graph = query->graph;
    const struct graph_lists *lists =
        core ? &graph->lists[GRAPH_CROSS] : &graph->lists[GRAPH_UPWARD];
    const uint32_t *ends = graph_ends(lists, 2 * corner);
    for (uint32_t i = ends[0]; i < ends[2]; i++) {
        const uint32_t target = lists->edges[i].target;
        if (target < corner && (core || is_listed_upward(graph, target, corner)))
            continue;
        const struct fr_sketch_edge edge = {.a = graph_point(graph, corner),
                                            .b = graph_point(graph, target),
                                            .minor = !core,
                                            .touched = queried && (came_by(query, corner, target) ||
                                                                   came_by(query, target, corner))};
        sketch->edge(sketch->context, &edge);
    }
}

/* Links a corner to the start and the goal if the query used such a link. */
static void draw_links(const struct query *query, uint32_t corner, const struct fr_sketch *sketch)
{
    const struct query_node *node = &query->nodes[corner];
    struct fr_sketch_edge link = {.b = graph_point(query->graph, corner), .touched = true};
    if (query_reached(query, node) && node->parent == QUERY_END) {
        link.a = query->start;
        sketch->edge(sketch->context, &link);
    }
    if (node->goal_stamp == query->stamp && node->child == QUERY_END) {
        link.a = query->goal;
        sketch->edge(sketch->context, &link);
    }
}

void visgraph_sketch(const struct query *query, bool queried, const struct fr_sketch *sketch)
{
    const uint32_t corners = (uint32_t)query->graph->corner_count;
    for (uint32_t corner = 0; corner < corners; corner++) {
        if (query->graph->corners[corner].qx == 0)
            continue;
        sketch->corner(sketch->context, graph_point(query->graph, corner));
        draw_edges(query, queried, true, corner, sketch);
        draw_edges(query, queried, false, corner, sketch);
        if (queried)
            draw_links(query, corner, sketch);
    }
}
