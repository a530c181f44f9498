#include "algorithms/visibility/core_ways.h"

/* A core way passes at most this many corners, none twice, so that it cannot circle forever. */
#define MOST_PASSED 16

/* The index after the edges that can follow: these come first in their list. A target straight
 * ahead is left out, because an edge leads to it from the origin of this edge. */
static uint32_t behind_onward(const struct graph *graph, uint32_t corner,
                              struct taut_direction back, const uint32_t *ends)
{
    const struct graph_edge *edges = graph->lists[GRAPH_CROSS].edges;
    uint32_t low = ends[0], high = ends[1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct taut_direction onward =
            taut_direction(&graph->corners[corner], graph_point(graph, edges[middle].target));
        if (taut_wraps(back, onward) && taut_cross(back, onward) != 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The core way that consists of an edge alone. */
static struct core_way make_way(const struct graph *graph, uint32_t from, uint32_t target)
{
    const struct fr_point point = graph_point(graph, target), start = graph_point(graph, from);
    const struct taut_direction back = taut_direction(&graph->corners[target], start);
    const uint32_t *ends =
        graph_ends(&graph->lists[GRAPH_CROSS], 2 * target + (uint32_t)!taut_cone(back));
    return (struct core_way){.length = graph_distance(start, point),
                             .onward = ends[0],
                             .behind = behind_onward(graph, target, back, ends),
                             .target = target,
                             .point = point};
}

static void make_ways(struct core_way *edges, const struct graph *graph,
                      const struct landmarks *landmarks)
{
    const struct graph_lists *lists = &graph->lists[GRAPH_CROSS];
    for (uint32_t corner = 0; corner < graph->corner_count; corner++) {
        const uint32_t *ends = graph_ends(lists, 2 * corner);
        for (uint32_t i = ends[0]; i < ends[2]; i++) {
            edges[i] = make_way(graph, corner, lists->edges[i].target);
            edges[i].row = landmarks->rows[edges[i].target];
        }
    }
}

static bool is_among(const uint32_t *corners, int count, uint32_t corner)
{
    for (int i = 0; i < count; i++)
        if (corners[i] == corner)
            return true;
    return false;
}

/* Extends an edge while a single edge can follow, unless that leads back to a corner passed. */
static struct core_way prolong(const struct core_way *edges, const struct core_way *edge)
{
    struct core_way way = *edge;
    uint32_t passed[MOST_PASSED];
    for (int count = 0; count < MOST_PASSED && way.behind == way.onward + 1; count++) {
        const struct core_way next = edges[way.onward];
        passed[count] = way.target;
        if (is_among(passed, count + 1, next.target))
            return way;
        way = (struct core_way){.length = fr_rounded(way.length + next.length),
                                .passes = way.passes | core_ways_mark(way.target),
                                .onward = next.onward,
                                .behind = next.behind,
                                .target = next.target,
                                .row = next.row,
                                .point = next.point};
    }
    return way;
}

static void prolong_ways(struct core_ways *ways, const struct core_way *edges,
                         const struct graph_lists *lists, size_t corner_count)
{
    for (uint32_t corner = 0; corner < corner_count; corner++) {
        const uint32_t *ends = graph_ends(lists, 2 * corner);
        for (uint32_t i = ends[0]; i < ends[2]; i++) {
            ways->items[i] = prolong(edges, &edges[i]);
            ways->steps[i] = edges[i].behind == edges[i].onward + 1 ? edges[i].onward : CORE_NONE;
        }
    }
}

/* The first direction in which a path can leave a corner into a cone. */
static struct fr_point first_onward(const struct graph *graph, uint32_t corner, uint32_t cone)
{
    struct taut_direction first = {0, 0};
    for (int way = GRAPH_UPWARD; way <= GRAPH_CROSS; way++) {
        const struct graph_lists *lists = &graph->lists[way];
        const uint32_t *ends = graph_ends(lists, 2 * corner + cone);
        if (ends[0] == ends[1])
            continue;
        const struct taut_direction onward = taut_direction(
            &graph->corners[corner], graph_point(graph, lists->edges[ends[0]].target));
        const bool is_first = first.x == 0 && first.y == 0;
        first = is_first || taut_edge_before(onward, first) ? onward : first;
    }
    return (struct fr_point){(int32_t)first.x, (int32_t)first.y};
}

static void make_leads(struct core_lead *leads, const struct graph *graph)
{
    for (uint32_t corner = 0; corner < graph->corner_count; corner++)
        leads[corner] =
            (struct core_lead){graph->corners[corner],
                               {first_onward(graph, corner, 0), first_onward(graph, corner, 1)}};
}

enum fr_status core_ways_create(struct core_ways *ways, const struct graph *graph,
                                const struct landmarks *landmarks,
                                const struct fr_allocator *allocator)
{
    const struct graph_lists *lists = &graph->lists[GRAPH_CROSS];
    const size_t count = lists->count + 1;
    *ways = (struct core_ways){
        .allocator = allocator, .count = count, .corner_count = graph->corner_count + 1};
    ways->items = fr_allocate(allocator, count, sizeof *ways->items);
    ways->steps = fr_allocate(allocator, count, sizeof *ways->steps);
    ways->leads = fr_allocate(allocator, ways->corner_count, sizeof *ways->leads);
    struct core_way *edges = fr_allocate(allocator, count, sizeof *edges);
    const bool complete = ways->items && ways->steps && ways->leads && edges;
    if (complete) {
        make_leads(ways->leads, graph);
        make_ways(edges, graph, landmarks);
        prolong_ways(ways, edges, lists, graph->corner_count);
    }
    fr_deallocate(allocator, edges, count, sizeof *edges);
    return complete ? FR_OK : FR_NO_MEMORY;
}

void core_ways_release(struct core_ways *ways)
{
    if (!ways->allocator)
        return;
    fr_deallocate(ways->allocator, ways->items, ways->count, sizeof *ways->items);
    fr_deallocate(ways->allocator, ways->steps, ways->count, sizeof *ways->steps);
    fr_deallocate(ways->allocator, ways->leads, ways->corner_count, sizeof *ways->leads);
}
