#include "algorithms/visibility/ring_graph.h"

#include <math.h>

#include "algorithms/steps/search_heap.h"

#define NOWHERE UINT32_MAX

struct ring_node {
    struct fr_point at;
    const struct ring_sector *sector; /* of its corner */

    /* State of the last search. */
    double from_start, to_goal; /* pixels; INFINITY: not reached, and not in the goal's sight */
    uint32_t parent;            /* NOWHERE: the start */
    bool closed;
};

struct ring_graph {
    const struct fr_allocator *allocator;
    struct ring_sight sight;
    struct ring_node *nodes;
    uint32_t node_count;
    uint32_t *first; /* neighbours of node n: first[n] .. first[n + 1] */
    uint32_t *neighbours;
    size_t neighbour_count;
    struct search_heap open; /* entries of closed nodes are skipped */
    int64_t expanded, generated, cleared, sight_checks;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

struct ring_pair {
    uint32_t a, b; /* nodes, a < b */
};

struct pair_list {
    struct ring_pair *at;
    size_t count, capacity;
};

static double distance(struct fr_point a, struct fr_point b)
{
    const struct fr_point to = fr_point_minus(b, a);
    return sqrt((double)fr_dot(to, to)) / 2;
}

static bool inside(const struct ring_graph *graph, struct fr_point point)
{
    return graph->sight.inside(graph->sight.polygon, point);
}

/* Whether two points inside the polygon see each other. */
static bool sees(const struct ring_graph *graph, struct fr_point a, struct fr_point b)
{
    return graph->sight.sees(graph->sight.polygon, a, b);
}

/* Whether a path can leave the node toward a point. */
static bool faces(const struct ring_node *node, struct fr_point point)
{
    return !node->sector || ring_sector_holds(node->sector, fr_point_minus(point, node->at));
}

static bool add_pair(struct ring_graph *graph, struct pair_list *pairs, uint32_t a, uint32_t b)
{
    const struct ring_pair pair = {a, b};
    return fr_append(graph->allocator, &pairs->at, &pairs->count, &pairs->capacity, &pair,
                     sizeof pair);
}

static bool linked(const struct ring_graph *graph, const struct ring_node *a,
                   const struct ring_node *b)
{
    return faces(a, b->at) && faces(b, a->at) && sees(graph, a->at, b->at);
}

static enum fr_status find_pairs(struct ring_graph *graph, struct pair_list *pairs)
{
    for (uint32_t a = 0; a < graph->node_count; a++)
        for (uint32_t b = a + 1; b < graph->node_count; b++)
            if (linked(graph, &graph->nodes[a], &graph->nodes[b]) && !add_pair(graph, pairs, a, b))
                return FR_NO_MEMORY;
    return pairs->count < (size_t)1 << 31 ? FR_OK : FR_UNSUPPORTED;
}

/* Builds the neighbour lists: both directions of all pairs, sorted by first node. */
static enum fr_status link_nodes(struct ring_graph *graph, const struct pair_list *pairs)
{
    uint32_t *first = fr_allocate_zeroed(graph->allocator, graph->node_count + 2, sizeof *first);
    graph->first = first;
    graph->neighbour_count = 2 * pairs->count;
    graph->neighbours =
        fr_allocate(graph->allocator, graph->neighbour_count + 1, sizeof *graph->neighbours);
    if (!first || !graph->neighbours)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < pairs->count; i++) {
        first[pairs->at[i].a + 2]++;
        first[pairs->at[i].b + 2]++;
    }
    for (uint32_t node = 0; node < graph->node_count; node++)
        first[node + 2] += first[node + 1];
    for (size_t i = 0; i < pairs->count; i++) {
        graph->neighbours[first[pairs->at[i].a + 1]++] = pairs->at[i].b;
        graph->neighbours[first[pairs->at[i].b + 1]++] = pairs->at[i].a;
    }
    return FR_OK;
}

static enum fr_status make_nodes(struct ring_graph *graph)
{
    const size_t most = graph->sight.vertex_count + 1;
    struct ring_corner *corners = fr_allocate(graph->allocator, most, sizeof *corners);
    if (!corners)
        return FR_NO_MEMORY;
    graph->node_count = graph->sight.corners(graph->sight.polygon, corners);
    graph->nodes = fr_allocate(graph->allocator, graph->node_count + 1, sizeof *graph->nodes);
    for (uint32_t i = 0; graph->nodes && i < graph->node_count; i++)
        graph->nodes[i] = (struct ring_node){.at = corners[i].at, .sector = corners[i].sector};
    fr_deallocate(graph->allocator, corners, most, sizeof *corners);
    return graph->nodes ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status build(struct ring_graph *graph)
{
    if (make_nodes(graph) != FR_OK)
        return FR_NO_MEMORY;
    struct pair_list pairs = {0};
    enum fr_status status = find_pairs(graph, &pairs);
    if (status == FR_OK)
        status = link_nodes(graph, &pairs);
    fr_deallocate(graph->allocator, pairs.at, pairs.capacity, sizeof *pairs.at);
    return status;
}

enum fr_status ring_graph_create(const struct ring_sight *sight,
                                 const struct fr_allocator *allocator, struct ring_graph **graph)
{
    struct ring_graph *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->sight = *sight;
    const enum fr_status status = build(fresh);
    if (status == FR_OK)
        *graph = fresh;
    else
        ring_graph_release(fresh);
    return status;
}

/* Offers a node a path from `parent`. False if out of memory. */
static bool reach(struct ring_graph *graph, uint32_t index, double from_start, uint32_t parent,
                  struct fr_point goal)
{
    struct ring_node *node = &graph->nodes[index];
    if (node->closed || from_start >= node->from_start)
        return true;
    node->from_start = from_start;
    node->parent = parent;
    graph->generated++;
    return search_heap_push(&graph->open, graph->allocator,
                            search_heap_key(from_start + distance(node->at, goal)), index);
}

static bool in_sight(struct ring_graph *graph, const struct ring_node *node, struct fr_point point)
{
    if (!faces(node, point))
        return false;
    graph->sight_checks++;
    return sees(graph, point, node->at);
}

static void clear_nodes(struct ring_graph *graph)
{
    graph->open.count = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        struct ring_node *node = &graph->nodes[i];
        node->from_start = node->to_goal = INFINITY;
        node->closed = false;
    }
    graph->cleared = graph->node_count;
}

/* Links start and goal to all nodes that they see. False if out of memory. */
static bool link_ends(struct ring_graph *graph, struct fr_point start, struct fr_point goal)
{
    for (uint32_t i = 0; i < graph->node_count; i++) {
        struct ring_node *node = &graph->nodes[i];
        if (in_sight(graph, node, goal))
            node->to_goal = distance(node->at, goal);
        if (in_sight(graph, node, start) &&
            !reach(graph, i, distance(start, node->at), NOWHERE, goal))
            return false;
    }
    return true;
}

/* Searches; *last is the last node before the goal, or NOWHERE. False if out of memory. */
static bool search(struct ring_graph *graph, struct fr_point goal, uint32_t *last)
{
    double best = INFINITY;
    *last = NOWHERE;
    while (graph->open.count > 0 && search_heap_cost(graph->open.entries[0].f) < best) {
        const uint32_t index = search_heap_pop(&graph->open).node;
        struct ring_node *node = &graph->nodes[index];
        if (node->closed)
            continue;
        node->closed = true;
        graph->expanded++;
        fr_probe_expanded(graph->probe, node->at);
        if (node->from_start + node->to_goal < best) {
            best = node->from_start + node->to_goal;
            *last = index;
        }
        for (uint32_t i = graph->first[index]; i < graph->first[index + 1]; i++) {
            const uint32_t next = graph->neighbours[i];
            if (!reach(graph, next, node->from_start + distance(node->at, graph->nodes[next].at),
                       index, goal))
                return false;
        }
    }
    return true;
}

static enum fr_outcome trace(const struct ring_graph *graph, uint32_t last, struct fr_point start,
                             struct fr_point goal, struct fr_path *path)
{
    enum fr_status status = fr_path_append(path, goal);
    for (uint32_t node = last; status == FR_OK && node != NOWHERE; node = graph->nodes[node].parent)
        if (!fr_point_equal(graph->nodes[node].at, path->points[path->count - 1]))
            status = fr_path_append(path, graph->nodes[node].at);
    if (status == FR_OK && !fr_point_equal(start, path->points[path->count - 1]))
        status = fr_path_append(path, start);
    if (status != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}

static void forget(struct ring_graph *graph)
{
    graph->expanded = graph->generated = graph->cleared = graph->sight_checks = 0;
}

enum fr_outcome ring_graph_find(struct ring_graph *graph, struct fr_point start,
                                struct fr_point goal, const struct fr_probe *probe,
                                struct fr_path *path)
{
    path->count = 0;
    forget(graph);
    if (!inside(graph, start) || !inside(graph, goal))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    graph->sight_checks++;
    if (sees(graph, start, goal))
        return trace(graph, NOWHERE, start, goal, path);
    if (graph->node_count == 0)
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    clear_nodes(graph);
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (!link_ends(graph, start, goal))
        return FR_OUT_OF_MEMORY;
    graph->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    uint32_t last;
    if (!search(graph, goal, &last))
        return FR_OUT_OF_MEMORY;
    if (last == NOWHERE)
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(graph, last, start, goal, path);
}

/* Whether an end is blocked. In a drawing, only centres of pixels are tested: another end may be
 * any point, even on an edge after clamping. */
static bool is_blocked(const struct fr_map *map, struct fr_point end)
{
    const bool centre = fr_point_equal(end, fr_pixel_centre(fr_point_pixel(end)));
    return (centre || !map->drawing) && !fr_map_walkable_centre(map, end);
}

enum fr_outcome ring_graph_click(struct ring_graph *graph, struct fr_head *head,
                                 struct fr_point start, struct fr_point goal,
                                 const struct fr_probe *probe, struct fr_path *path)
{
    forget(graph);
    if (is_blocked(head->map, start) || is_blocked(head->map, goal))
        return FR_UNREACHABLE;
    if (fr_point_equal(start, goal))
        return fr_find_straight(path, start, goal);
    const enum fr_outcome outcome = ring_graph_find(graph, start, goal, probe, path);
    head->stats = (struct fr_stats){.expanded = graph->expanded,
                                    .generated = graph->generated,
                                    .cleared = graph->cleared,
                                    .sight_checks = graph->sight_checks};
    return outcome;
}

void ring_graph_release(struct ring_graph *graph)
{
    if (!graph)
        return;
    const struct fr_allocator *allocator = graph->allocator;
    fr_deallocate(allocator, graph->nodes, graph->node_count + 1, sizeof *graph->nodes);
    search_heap_release(&graph->open, allocator);
    fr_deallocate(allocator, graph->first, graph->node_count + 2, sizeof *graph->first);
    fr_deallocate(allocator, graph->neighbours, graph->neighbour_count + 1,
                  sizeof *graph->neighbours);
    fr_deallocate(allocator, graph, 1, sizeof *graph);
}
