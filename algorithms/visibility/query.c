#include "algorithms/visibility/query.h"
#include "algorithms/steps/generation.h"

#include <string.h>

static double distance(struct fr_point a, struct fr_point b)
{
    const double dx = a.x - b.x, dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy) / 2;
}

enum fr_status query_create(struct query *query, const struct graph *graph)
{
    const size_t count = graph->corner_room + 1;
    *query = (struct query){.graph = graph, .stamp = 1, .room = count};
    query->nodes = fr_allocate_zeroed(graph->allocator, count, sizeof *query->nodes);
    query->queue = fr_allocate(graph->allocator, count, sizeof *query->queue);
    query->queued = fr_allocate_zeroed(graph->allocator, count, sizeof *query->queued);
    return query->nodes && query->queue && query->queued ? FR_OK : FR_NO_MEMORY;
}

enum fr_status query_follow(struct query *query)
{
    query_forget(query);
    if (query->room > query->graph->corner_count)
        return FR_OK;
    const struct graph *graph = query->graph;
    query_release(query);
    return query_create(query, graph);
}

void query_release(struct query *query)
{
    if (!query->graph)
        return;
    const struct fr_allocator *allocator = query->graph->allocator;
    const size_t count = query->room;
    fr_deallocate(allocator, query->nodes, count, sizeof *query->nodes);
    fr_deallocate(allocator, query->queue, count, sizeof *query->queue);
    fr_deallocate(allocator, query->queued, count, sizeof *query->queued);
    search_heap_release(&query->open, allocator);
}

/* The edges by which a path that came to corner from a point may go on. Only their beginning wraps:
 * the first that does not ends them. */
struct ways {
    struct taut_direction back;
    const struct graph_edge *edge, *end;
};

static struct ways ways_on(const struct graph *graph, const struct graph_lists *lists,
                           uint32_t corner, struct fr_point from)
{
    const struct taut_direction back = taut_direction(&graph->corners[corner], from);
    const uint32_t *ends = graph_ends(lists, 2 * corner + (uint32_t)!taut_cone(back));
    return (struct ways){back, lists->edges + ends[0], lists->edges + ends[1]};
}

static bool ways_wrap(const struct graph *graph, const struct ways *ways, uint32_t corner)
{
    const struct taut_direction onward =
        taut_direction(&graph->corners[corner], graph_point(graph, ways->edge->target));
    return taut_wraps(ways->back, onward);
}

/* Records a way from corner to the goal, unless a shorter one is known. */
static void offer_descent(struct query *query, size_t *tail, uint32_t corner, double to_goal,
                          uint32_t child, uint32_t level)
{
    struct query_node *node = &query->nodes[corner];
    if (node->goal_stamp == query->stamp && node->to_goal <= to_goal)
        return;
    node->goal_stamp = query->stamp;
    node->to_goal = to_goal;
    node->child = child;
    node->goal_level = level;
    if (query->queued[corner])
        return;
    query->queued[corner] = 1;
    query->queue[*tail] = corner;
    *tail = *tail + 1 == query->room ? 0 : *tail + 1;
}

/* Climbs from the goal: all ways down to it, with their lengths. */
static void climb_from_goal(struct query *query, const uint32_t *seen, size_t count)
{
    const struct graph *graph = query->graph;
    size_t head = 0, tail = 0;
    for (size_t i = 0; i < count; i++)
        offer_descent(query, &tail, seen[i], distance(graph_point(graph, seen[i]), query->goal),
                      QUERY_END, 0);
    while (head != tail) {
        const uint32_t corner = query->queue[head];
        head = head + 1 == query->room ? 0 : head + 1;
        query->queued[corner] = 0;
        const struct query_node *node = &query->nodes[corner];
        if (query->landmarks && query->landmarks->rows[corner] != CORE_NONE)
            landmarks_extend(query->landmarks, &query->descents, corner, node->to_goal);
        const struct fr_point at = graph_point(graph, corner);
        const struct fr_point from =
            node->child == QUERY_END ? query->goal : graph_point(graph, node->child);
        struct ways ways = ways_on(graph, &graph->lists[GRAPH_CLIMB], corner, from);
        for (; ways.edge < ways.end && ways_wrap(graph, &ways, corner); ways.edge++)
            if (ways.edge->level > node->goal_level)
                offer_descent(query, &tail, ways.edge->target,
                              node->to_goal + distance(at, graph_point(graph, ways.edge->target)),
                              corner, ways.edge->level);
    }
}

static double length_at_least(const struct query_node *node)
{
    return node->from_start + (node->start_level == GRAPH_CORE ? node->crossing : node->flight);
}

/* How far it is through the core at least from a corner that is known. */
static double crossing(const struct query *query, uint32_t corner)
{
    const double flight = query->nodes[corner].flight;
    if (!query->landmarks)
        return flight;
    const double bound = landmarks_beyond(query->landmarks, corner, &query->descents);
    return bound > flight ? bound : flight;
}

/* Offers a way from the start to a corner. False without memory. */
static bool offer(struct query *query, uint32_t corner, double from_start, uint32_t parent,
                  uint32_t level)
{
    struct query_node *node = &query->nodes[corner];
    if (node->start_stamp != query->stamp) {
        node->flight = distance(graph_point(query->graph, corner), query->goal);
        node->crossing = 0;
        node->from_start = INFINITY;
        node->start_stamp = query->stamp;
    }
    if (node->from_start <= from_start || from_start + node->flight >= query->best)
        return true;
    if (level == GRAPH_CORE && node->crossing == 0)
        node->crossing = crossing(query, corner);
    if (level == GRAPH_CORE && from_start + node->crossing >= query->best)
        return true;
    node->from_start = from_start;
    node->parent = parent;
    node->start_level = level;
    if (node->goal_stamp == query->stamp && from_start + node->to_goal < query->best) {
        query->best = from_start + node->to_goal;
        query->best_corner = corner;
    }
    query->generated++;
    return search_heap_push(&query->open, query->graph->allocator,
                            search_heap_key(length_at_least(node)), corner);
}

/* Goes on from a corner over the edges of one kind that lie above the edge it was reached by. */
static bool expand(struct query *query, const struct graph_lists *lists, uint32_t corner)
{
    const struct graph *graph = query->graph;
    const struct query_node node = query->nodes[corner];
    const struct fr_point at = graph_point(graph, corner);
    const struct fr_point from =
        node.parent == QUERY_END ? query->start : graph_point(graph, node.parent);
    struct ways ways = ways_on(graph, lists, corner, from);
    for (; ways.edge < ways.end && ways_wrap(graph, &ways, corner); ways.edge++) {
        if (ways.edge->level <= node.start_level && ways.edge->level != GRAPH_CORE)
            continue;
        const double length = distance(at, graph_point(graph, ways.edge->target));
        if (!offer(query, ways.edge->target, node.from_start + length, corner, ways.edge->level))
            return false;
    }
    return true;
}

static enum fr_outcome write_path(const struct query *query, struct fr_path *path)
{
    enum fr_status status = FR_OK;
    for (uint32_t at = query->best_corner; at != QUERY_END && status == FR_OK;
         at = query->nodes[at].parent)
        status = fr_path_append(path, graph_point(query->graph, at));
    if (status == FR_OK)
        status = fr_path_append(path, query->start);
    fr_path_reverse(path);
    for (uint32_t at = query->nodes[query->best_corner].child; at != QUERY_END && status == FR_OK;
         at = query->nodes[at].child)
        status = fr_path_append(path, graph_point(query->graph, at));
    if (status == FR_OK)
        status = fr_path_append(path, query->goal);
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

void query_forget(struct query *query)
{
    query->expanded = query->generated = 0;
    query->stamp =
        fr_next_generation(query->stamp, query->nodes, query->room * sizeof *query->nodes);
}

enum fr_outcome query_run(struct query *query, struct fr_point start, const uint32_t *from_start,
                          size_t start_count, struct fr_point goal, const uint32_t *from_goal,
                          size_t goal_count, struct fr_path *path)
{
    const struct graph *graph = query->graph;
    query->start = start;
    query->goal = goal;
    query->best = INFINITY;
    query->open.count = 0;
    landmarks_begin(&query->descents);
    climb_from_goal(query, from_goal, goal_count);
    for (size_t i = 0; i < start_count; i++)
        if (!offer(query, from_start[i], distance(start, graph_point(graph, from_start[i])),
                   QUERY_END, 0))
            return FR_OUT_OF_MEMORY;
    while (query->open.count > 0) {
        const struct search_entry entry = search_heap_pop(&query->open);
        if (entry.f >= search_heap_key(query->best))
            break;
        const struct query_node *node = &query->nodes[entry.node];
        if (entry.f > search_heap_key(length_at_least(node)))
            continue;
        query->expanded++;
        fr_probe_expanded(query->probe, graph_point(graph, entry.node));
        if ((node->start_level != GRAPH_CORE &&
             !expand(query, &graph->lists[GRAPH_CLIMB], entry.node)) ||
            !expand(query, &graph->lists[GRAPH_CROSS], entry.node))
            return FR_OUT_OF_MEMORY;
    }
    return query->best < INFINITY ? write_path(query, path) : FR_UNREACHABLE;
}
