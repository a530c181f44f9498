#include "algorithms/visibility/query.h"
#include "algorithms/steps/generation.h"

#include <string.h>

static size_t known_words(const struct query *query)
{
    return query->room / 64 + 1;
}

enum fr_status query_create(struct query *query, const struct graph *graph)
{
    const size_t count = graph->corner_room + 1;
    *query = (struct query){.graph = graph, .stamp = 1, .room = count};
    query->nodes = fr_allocate_zeroed(graph->allocator, count, sizeof *query->nodes);
    query->queue = fr_allocate(graph->allocator, count, sizeof *query->queue);
    query->queued = fr_allocate_zeroed(graph->allocator, count, sizeof *query->queued);
    query->known = fr_allocate_zeroed(graph->allocator, known_words(query), sizeof *query->known);
    return query->nodes && query->queue && query->queued && query->known ? FR_OK : FR_NO_MEMORY;
}

enum fr_status query_update(struct query *query)
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
    fr_deallocate(allocator, query->known, known_words(query), sizeof *query->known);
    search_heap_release(&query->open, allocator);
}

/* The edges that may continue a path that comes to `corner` from a point. These edges are a prefix
 * of their list, up to the first edge that does not wrap. */
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

/* Whether any edge of a kind can continue a path from a point at a corner. */
static bool leads_on(const struct graph *graph, enum graph_way kind, uint32_t corner,
                     struct fr_point from)
{
    const struct ways ways = ways_on(graph, &graph->lists[kind], corner, from);
    return ways.edge < ways.end && ways_wrap(graph, &ways, corner);
}

static inline bool is_known(const struct query *query, uint32_t corner)
{
    return query->known[corner / 64] >> (corner % 64) & 1;
}

static inline void make_known(struct query *query, uint32_t corner)
{
    query->known[corner / 64] |= (uint64_t)1 << (corner % 64);
}

/* Records a path from `corner` to the goal if it is the shortest so far. */
static void offer_descent(struct query *query, size_t *tail, uint32_t corner, double to_goal,
                          uint32_t child, uint32_t level)
{
    struct query_node *node = &query->nodes[corner];
    if (is_known(query, corner) && (node->goal_stamp != query->stamp || node->to_goal <= to_goal))
        return;
    make_known(query, corner);
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

/* Whether a search may continue from a corner that an end sees: true if unknown. */
static bool may_lead_on(const struct query *query, uint32_t corner, struct fr_point end)
{
    return !query->ways || core_leads_on(&query->ways->leads[corner], end);
}

/* Records the corners that the goal sees; returns the tail of the queue. */
static size_t look_from_goal(struct query *query, const uint32_t *seen, size_t count)
{
    size_t tail = 0;
    memset(query->known, 0, known_words(query) * sizeof *query->known);
    for (size_t i = 0; i < count; i++) {
        const uint32_t corner = seen[i];
        if (may_lead_on(query, corner, query->goal))
            offer_descent(query, &tail, corner,
                          graph_distance(graph_point(query->graph, corner), query->goal), QUERY_END,
                          0);
        else
            make_known(query, corner);
    }
    return tail;
}

/* Searches upward from the goal; records all descents to it, with their lengths. */
static void search_upward_from_goal(struct query *query, const uint32_t *seen, size_t count)
{
    const struct graph *graph = query->graph;
    size_t head = 0, tail = look_from_goal(query, seen, count);
    while (head != tail) {
        const uint32_t corner = query->queue[head];
        head = head + 1 == query->room ? 0 : head + 1;
        query->queued[corner] = 0;
        const struct query_node *node = &query->nodes[corner];
        const struct fr_point at = graph_point(graph, corner);
        const struct fr_point from =
            node->child == QUERY_END ? query->goal : graph_point(graph, node->child);
        if (query->landmarks && leads_on(graph, GRAPH_CROSS, corner, from)) {
            landmarks_extend(query->landmarks, &query->descents, corner, node->to_goal);
            query->descending |= core_ways_mark(corner);
        }
        struct ways ways = ways_on(graph, &graph->lists[GRAPH_UPWARD], corner, from);
        for (; ways.edge < ways.end && ways_wrap(graph, &ways, corner); ways.edge++)
            if (ways.edge->level > node->goal_level)
                offer_descent(query, &tail, ways.edge->target,
                              fr_rounded(node->to_goal +
                                         graph_distance(at, graph_point(graph, ways.edge->target))),
                              corner, ways.edge->level);
    }
}

/* Adds a corner to the open list. The best entry of an expansion is kept outside the heap, as it is
 * often expanded next. */
static bool open_corner(struct query *query, uint32_t corner, double bound)
{
    const struct search_entry entry = {search_heap_key(bound), corner}, next = query->next;
    const bool better = entry.f <= next.f;
    const struct search_entry worse = {better ? next.f : entry.f, better ? next.node : entry.node};
    query->next = (struct search_entry){better ? entry.f : next.f, better ? entry.node : next.node};
    query->generated++;
    return worse.node == QUERY_END ||
           search_heap_push(&query->open, query->graph->allocator, worse.f, worse.node);
}

static inline void meet(const struct query *query, struct query_node *node)
{
    if (node->start_stamp == query->stamp)
        return;
    node->start_level = 0;
    node->from_start = INFINITY;
    node->start_stamp = query->stamp;
}

/* Writes the node of a corner that sees the goal. */
static void report_sight(const struct query *query, uint32_t corner)
{
    struct query_node *node = &query->nodes[corner];
    node->goal_stamp = query->stamp;
    node->to_goal = graph_distance(graph_point(query->graph, corner), query->goal);
    node->child = QUERY_END;
    node->goal_level = 0;
}

/* Joins a path that reaches a corner with the known path from there to the goal. */
static void join(struct query *query, uint32_t corner, double from_start)
{
    const struct query_node *node = &query->nodes[corner];
    if (node->goal_stamp != query->stamp)
        report_sight(query, corner);
    const double whole = fr_rounded(from_start + node->to_goal);
    if (whole < query->best) {
        query->best = whole;
        query->best_corner = corner;
    }
}

/* Sets the length of a corner's node and opens it. */
static inline bool reach(struct query *query, uint32_t corner, double from_start)
{
    struct query_node *node = &query->nodes[corner];
    node->from_start = from_start;
    node->waits = true;
    if (is_known(query, corner))
        join(query, corner, from_start);
    return open_corner(query, corner, fr_rounded(from_start + node->rest));
}

/* Offers a corner a path from the start that comes from `parent`. False if out of memory. */
static bool offer(struct query *query, uint32_t corner, double from_start, uint32_t parent,
                  uint32_t level)
{
    struct query_node *node = &query->nodes[corner];
    meet(query, node);
    if (node->from_start <= from_start)
        return true;
    const double flight = graph_distance(graph_point(query->graph, corner), query->goal);
    if (fr_rounded(from_start + flight) >= query->best)
        return true;
    node->rest = flight;
    node->parent = parent;
    node->start_level = level;
    return reach(query, corner, from_start);
}

/* A lower bound on the distance from the end of a core way to the goal. */
static inline double crossing(const struct query *query, const struct core_way *way)
{
    const int16_t *lengths = landmarks_lengths(query->landmarks, way->row);
    const double flight = graph_distance(way->point, query->goal);
    const double bound = landmarks_beyond(query->landmarks, lengths, &query->descents);
    return bound > flight ? bound : flight;
}

/* Offers a core way to its last corner, or to one that it passes, with the core ways that can
 * follow there. */
static inline bool offer_end(struct query *query, uint32_t parent, double from_start,
                             uint32_t place, const struct core_way *way)
{
    struct query_node *node = &query->nodes[way->target];
    meet(query, node);
    if (node->from_start <= from_start)
        return true;
    const double rest = node->start_level == GRAPH_CORE ? node->rest : crossing(query, way);
    if (fr_rounded(from_start + rest) >= query->best)
        return true;
    node->rest = rest;
    node->parent = parent;
    node->start_level = GRAPH_CORE;
    node->way = place;
    node->onward = way->onward;
    node->behind = way->behind;
    return reach(query, way->target, from_start);
}

/* Offers a core way past corners; ends it at the first corner with a known path to the goal. */
static bool offer_passing(struct query *query, uint32_t parent, double from_start, uint32_t place)
{
    const struct graph *graph = query->graph;
    const struct core_way *way = &query->ways->items[place];
    const double whole = fr_rounded(from_start + way->length);
    struct fr_point at = graph_point(graph, parent);
    uint32_t edge = place;
    for (;;) {
        const uint32_t corner = graph->lists[GRAPH_CROSS].edges[edge].target;
        const struct fr_point point = graph_point(graph, corner);
        const uint32_t onward = query->ways->steps[edge];
        if (corner == way->target)
            return offer_end(query, parent, whole, place, way);
        from_start = fr_rounded(from_start + graph_distance(at, point));
        if (is_known(query, corner)) {
            const struct core_way passed = {.onward = onward,
                                            .behind = onward + 1,
                                            .target = corner,
                                            .row = query->landmarks->rows[corner],
                                            .point = point};
            return offer_end(query, parent, from_start, place, &passed);
        }
        at = point;
        edge = onward;
    }
}

/* Offers a core way, or the first part of it if a descent begins on it. */
static inline bool offer_way(struct query *query, uint32_t parent, double from_start,
                             uint32_t place)
{
    const struct core_way *way = &query->ways->items[place];
    return way->passes & query->descending
               ? offer_passing(query, parent, from_start, place)
               : offer_end(query, parent, fr_rounded(from_start + way->length), place, way);
}

static bool offer_edge(struct query *query, uint32_t corner, const struct graph_edge *edge)
{
    const struct graph *graph = query->graph;
    const double from_start = query->nodes[corner].from_start;
    if (query->ways && edge->level == GRAPH_CORE)
        return offer_way(query, corner, from_start,
                         (uint32_t)(edge - graph->lists[GRAPH_CROSS].edges));
    const double length =
        graph_distance(graph_point(graph, corner), graph_point(graph, edge->target));
    return offer(query, edge->target, fr_rounded(from_start + length), corner, edge->level);
}

/* Expands a corner along the edges of one kind whose level is above the level of the edge by which
 * the corner was reached. */
static bool expand_wrapping(struct query *query, enum graph_way kind, uint32_t corner)
{
    const struct graph *graph = query->graph;
    const struct graph_lists *lists = &graph->lists[kind];
    const struct query_node node = query->nodes[corner];
    const struct fr_point from =
        node.parent == QUERY_END ? query->start : graph_point(graph, node.parent);
    struct ways ways = ways_on(graph, lists, corner, from);
    for (; ways.edge < ways.end && ways_wrap(graph, &ways, corner); ways.edge++) {
        if (ways.edge->level <= node.start_level && ways.edge->level != GRAPH_CORE)
            continue;
        if (!offer_edge(query, corner, ways.edge))
            return false;
    }
    return true;
}

/* Expands a corner reached in the core, where the core way lists the core ways that can follow. */
static bool expand_ways(struct query *query, uint32_t corner)
{
    const struct query_node *node = &query->nodes[corner];
    const double from_start = node->from_start;
    const uint32_t behind = node->behind;
    for (uint32_t way = node->onward; way < behind; way++)
        if (!offer_way(query, corner, from_start, way))
            return false;
    return true;
}

static bool expand(struct query *query, uint32_t corner)
{
    query->expanded++;
    fr_probe_expanded(query->probe, graph_point(query->graph, corner));
    if (query->nodes[corner].start_level != GRAPH_CORE)
        return expand_wrapping(query, GRAPH_UPWARD, corner) &&
               expand_wrapping(query, GRAPH_CROSS, corner);
    return query->ways ? expand_ways(query, corner) : expand_wrapping(query, GRAPH_CROSS, corner);
}

static const struct search_entry nothing = {UINT64_MAX, QUERY_END};

/* Removes and returns the best open entry, or nothing. */
static struct search_entry take_best(struct query *query)
{
    struct search_heap *open = &query->open;
    const struct search_entry next = query->next;
    query->next = nothing;
    if (open->count == 0 || next.f <= open->entries[0].f)
        return next;
    return next.node == QUERY_END ? search_heap_pop(open) : search_heap_exchange(open, next);
}

/* Searches until no open path can beat the best one. False if out of memory. */
static bool search(struct query *query)
{
    for (;;) {
        const struct search_entry entry = take_best(query);
        if (entry.f >= search_heap_key(query->best))
            return true;
        struct query_node *node = &query->nodes[entry.node];
        if (!node->waits)
            continue;
        node->waits = false;
        if (!expand(query, entry.node))
            return false;
    }
}

/* Appends the corners that a core way to a corner passes, the last one first. */
static enum fr_status write_passed(const struct query *query, uint32_t corner, struct fr_path *path)
{
    const struct graph_edge *edges = query->graph->lists[GRAPH_CROSS].edges;
    enum fr_status status = FR_OK;
    size_t low = path->count;
    for (uint32_t edge = query->nodes[corner].way; edges[edge].target != corner && status == FR_OK;
         edge = query->ways->steps[edge])
        status = fr_path_append(path, graph_point(query->graph, edges[edge].target));
    for (size_t high = path->count; low + 1 < high; low++) {
        const struct fr_point swapped = path->points[low];
        path->points[low] = path->points[--high];
        path->points[high] = swapped;
    }
    return status;
}

static enum fr_outcome write_path(const struct query *query, struct fr_path *path)
{
    enum fr_status status = FR_OK;
    const struct query_node *node;
    for (uint32_t at = query->best_corner; at != QUERY_END && status == FR_OK; at = node->parent) {
        node = &query->nodes[at];
        status = fr_path_append(path, graph_point(query->graph, at));
        if (status == FR_OK && query_by_ways(query, node))
            status = write_passed(query, at, path);
    }
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
        fr_next_generation(query->stamp, query->nodes, query->room, sizeof *query->nodes);
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
    query->next = nothing;
    landmarks_begin(&query->descents);
    query->descending = 0;
    search_upward_from_goal(query, from_goal, goal_count);
    for (size_t i = 0; i < start_count; i++) {
        if (!may_lead_on(query, from_start[i], start) && !is_known(query, from_start[i]))
            continue;
        const double length = graph_distance(start, graph_point(graph, from_start[i]));
        if (!offer(query, from_start[i], length, QUERY_END, 0))
            return FR_OUT_OF_MEMORY;
    }
    if (!search(query))
        return FR_OUT_OF_MEMORY;
    return query->best < INFINITY ? write_path(query, path) : FR_UNREACHABLE;
}
