#include "algorithms/visibility/core_search.h"

#include <math.h>

/* The number of edges whose scan takes as long as the rest of the work at a corner. */
#define SCANS_PER_CORNER 20

static const struct graph_lists *lists_of(const struct core_search *search)
{
    return &search->graph->lists[GRAPH_CROSS];
}

static struct taut_direction direction(const struct core_search *search, uint32_t corner,
                                       uint32_t other)
{
    return taut_direction(&search->graph->corners[corner], graph_point(search->graph, other));
}

/* The largest power of two with which no path overflows: a path turns at each corner at most once,
 * and no edge is longer than the diagonal of the largest map, 2^16 pixels. More than 40 bits would
 * be finer than the square roots. */
static double choose_ticks(uint32_t count)
{
    int bits = 0;
    while (bits < 32 && (count >> bits) != 0)
        bits++;
    return ldexp(1, 60 - 16 - bits < 40 ? 60 - 16 - bits : 40);
}

static void number_corners(struct core_search *search)
{
    for (uint32_t corner = 0; corner < search->graph->corner_count; corner++) {
        const uint32_t *ends = graph_ends(lists_of(search), 2 * corner);
        const bool is_core = ends[0] < ends[2];
        search->numbers[corner] = is_core ? search->count : CORE_NONE;
        if (is_core)
            search->corners[search->count++] = corner;
    }
}

/* The edge from a target back to a corner, by binary search: lists are sorted. */
static uint32_t find_back(const struct core_search *search, uint32_t corner, uint32_t target)
{
    const struct graph_lists *lists = lists_of(search);
    const struct taut_direction back = direction(search, target, corner);
    const uint32_t *ends = graph_ends(lists, 2 * target + (uint32_t)taut_cone(back));
    uint32_t low = ends[0], high = ends[1] - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (taut_edge_before(direction(search, target, lists->edges[middle].target), back))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds, for the edges that arrive in a cone, the edges that can follow: the farther from the wall
 * an edge arrives, the fewer. */
static void find_onward(struct core_search *search, uint32_t corner, uint32_t cone)
{
    const struct graph_lists *lists = lists_of(search);
    const uint32_t *ends = graph_ends(lists, 2 * corner + cone);
    const uint32_t *onward = graph_ends(lists, 2 * corner + !cone);
    uint32_t behind = onward[1];
    for (uint32_t i = ends[0]; i < ends[1]; i++) {
        const struct taut_direction back = direction(search, corner, lists->edges[i].target);
        while (behind > onward[0] &&
               !taut_wraps(back, direction(search, corner, lists->edges[behind - 1].target)))
            behind--;
        search->behind[search->edges[i].back] = behind;
    }
}

static void measure_edges(struct core_search *search)
{
    const struct graph_lists *lists = lists_of(search);
    for (uint32_t corner = 0; corner < search->graph->corner_count; corner++) {
        const struct fr_point at = graph_point(search->graph, corner);
        const uint32_t *ends = graph_ends(lists, 2 * corner);
        for (uint32_t i = ends[0]; i < ends[2]; i++) {
            const uint32_t target = lists->edges[i].target;
            const struct fr_point to = graph_point(search->graph, target);
            const double dx = to.x - at.x, dy = to.y - at.y;
            search->edges[i] = (struct core_edge){
                .length = (int64_t)(sqrt(dx * dx + dy * dy) / 2 * search->ticks + 0.5),
                .target = search->numbers[target],
                .back = find_back(search, corner, target)};
        }
        find_onward(search, corner, 0);
        find_onward(search, corner, 1);
    }
}

enum fr_status core_search_create(struct core_search *search, const struct graph *graph,
                                  const struct fr_allocator *allocator)
{
    const size_t corners = graph->corner_count + 1;
    *search = (struct core_search){.allocator = allocator, .graph = graph};
    search->corners = fr_allocate(allocator, corners, sizeof *search->corners);
    search->numbers = fr_allocate(allocator, corners, sizeof *search->numbers);
    search->reached = fr_allocate(allocator, corners, sizeof *search->reached);
    search->touched = fr_allocate(allocator, corners, sizeof *search->touched);
    search->edges = fr_allocate(allocator, lists_of(search)->count + 1, sizeof *search->edges);
    search->behind = fr_allocate(allocator, lists_of(search)->count + 1, sizeof *search->behind);
    if (!search->corners || !search->numbers || !search->reached || !search->touched ||
        !search->edges || !search->behind)
        return FR_NO_MEMORY;
    number_corners(search);
    search->ticks = choose_ticks(search->count);
    measure_edges(search);
    for (uint32_t i = 0; i < search->count; i++)
        search->reached[i].length = CORE_FAR;
    return FR_OK;
}

static bool offer(struct core_search *search, uint32_t number, const struct core_reach *way)
{
    struct core_reach *reach = &search->reached[number];
    if (reach->length <= way->length)
        return true;
    if (reach->length == CORE_FAR)
        search->touched[search->touched_count++] = number;
    *reach = *way;
    return search_heap_push(&search->heap, search->allocator, (uint64_t)way->length, number);
}

bool core_search_begin(struct core_search *search, uint32_t source)
{
    const struct core_reach begin = {.length = 0, .parent = CORE_NONE};
    search->last = CORE_NONE;
    return offer(search, source, &begin);
}

uint32_t core_search_settle(struct core_search *search)
{
    while (search->heap.count > 0) {
        const struct search_entry entry = search_heap_pop(&search->heap);
        if (entry.node != search->last && (int64_t)entry.f == search->reached[entry.node].length)
            return search->last = entry.node;
    }
    return CORE_NONE;
}

static bool expand_edges(struct core_search *search, uint32_t number, uint32_t first, uint32_t last)
{
    const int64_t length = search->reached[number].length;
    search->scans += SCANS_PER_CORNER + (int64_t)(last - first);
    for (uint32_t i = first; i < last; i++) {
        const struct core_edge *edge = &search->edges[i];
        const struct core_reach way = {length + edge->length, number, i};
        if (!offer(search, edge->target, &way))
            return false;
    }
    return true;
}

bool core_search_expand(struct core_search *search, uint32_t number)
{
    const struct core_reach reach = search->reached[number];
    const uint32_t corner = search->corners[number];
    const uint32_t *ends = graph_ends(lists_of(search), 2 * corner);
    if (reach.parent == CORE_NONE || search->all_ways)
        return expand_edges(search, number, ends[0], ends[2]);
    const bool from_first = search->edges[reach.edge].back < ends[1];
    return expand_edges(search, number, ends[from_first], search->behind[reach.edge]);
}

void core_search_end(struct core_search *search)
{
    for (uint32_t i = 0; i < search->touched_count; i++)
        search->reached[search->touched[i]].length = CORE_FAR;
    search->touched_count = 0;
    search->heap.count = 0;
}

void core_search_release(struct core_search *search)
{
    const struct fr_allocator *allocator = search->allocator;
    if (!allocator)
        return;
    const size_t corners = search->graph->corner_count + 1;
    fr_deallocate(allocator, search->corners, corners, sizeof *search->corners);
    fr_deallocate(allocator, search->numbers, corners, sizeof *search->numbers);
    fr_deallocate(allocator, search->reached, corners, sizeof *search->reached);
    fr_deallocate(allocator, search->touched, corners, sizeof *search->touched);
    fr_deallocate(allocator, search->edges, lists_of(search)->count + 1, sizeof *search->edges);
    fr_deallocate(allocator, search->behind, lists_of(search)->count + 1, sizeof *search->behind);
    search_heap_release(&search->heap, allocator);
}
