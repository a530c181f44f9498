#include "algorithms/hubs/upward_edges.h"

#include "algorithms/visibility/shadow_cast.h"

struct waiting_edge {
    uint32_t number, side;
};

struct upward_finder {
    const struct fr_allocator *allocator;
    const struct graph *graph;
    const struct graph_lists *lists;
    uint8_t *used; /* by edge */
    uint32_t used_count;
    struct waiting_edge *waiting; /* used edges whose successors must still be marked */
    size_t waiting_count, waiting_capacity;
};

/* False if out of memory. */
static bool use(struct upward_finder *b, struct waiting_edge edge)
{
    if (b->used[edge.number])
        return true;
    b->used[edge.number] = 1;
    b->used_count++;
    return fr_append(b->allocator, &b->waiting, &b->waiting_count, &b->waiting_capacity, &edge,
                     sizeof edge);
}

/* The side by which a path from one corner leaves another. */
static uint32_t side_beyond(const struct graph *graph, uint32_t corner, uint32_t from)
{
    return 2 * corner +
           (uint32_t)!taut_cone(taut_direction(&graph->corners[corner], graph_point(graph, from)));
}

/* Marks the edges of a side that continue a path from some pixel: those that the lowest ray from a
 * pixel in sight allows. False if out of memory. */
static bool use_from_pixels(struct upward_finder *b, const struct via_labels *vias, uint32_t side)
{
    const struct fr_point lowest = vias->lowest[side];
    const uint32_t *first = graph_ends(b->lists, side);
    if (lowest.x == 0)
        return true;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const struct shadow_ray ray =
            shadow_ray_to(&b->graph->corners[side / 2], (int)(side & 1),
                          graph_point(b->graph, b->lists->edges[i].target));
        if ((int64_t)ray.y * lowest.y > (int64_t)ray.x * lowest.x)
            break;
        if (!use(b, (struct waiting_edge){i, side}))
            return false;
    }
    return true;
}

/* Marks the edges that continue a path along another edge. False if out of memory. */
static bool use_beyond(struct upward_finder *b, struct waiting_edge edge)
{
    const struct graph *graph = b->graph;
    const struct graph_edge along = b->lists->edges[edge.number];
    const struct fr_corner *at = &graph->corners[along.target];
    const struct taut_direction back = taut_direction(at, graph_point(graph, edge.side / 2));
    const uint32_t side = side_beyond(graph, along.target, edge.side / 2);
    const uint32_t *first = graph_ends(b->lists, side);
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const struct graph_edge *next = &b->lists->edges[i];
        if (!taut_wraps(back, taut_direction(at, graph_point(graph, next->target))))
            break;
        if (next->level > along.level && !use(b, (struct waiting_edge){i, side}))
            return false;
    }
    return true;
}

static enum fr_status copy_used(const struct upward_finder *b, struct upward_edges *edges)
{
    edges->item_count = b->used_count;
    edges->first =
        fr_allocate(edges->allocator, (size_t)edges->side_count + 1, sizeof *edges->first);
    edges->items = fr_allocate(edges->allocator, (size_t)b->used_count + 1, sizeof *edges->items);
    if (!edges->first || !edges->items)
        return FR_NO_MEMORY;
    uint32_t count = 0;
    for (uint32_t side = 0; side < edges->side_count; side++) {
        edges->first[side] = count;
        const uint32_t *ends = graph_ends(b->lists, side);
        for (uint32_t i = ends[0]; i < ends[1]; i++) {
            const struct graph_edge *edge = &b->lists->edges[i];
            if (b->used[i])
                edges->items[count++] = (struct upward_edge){
                    side_beyond(b->graph, edge->target, side / 2), edge->level};
        }
    }
    edges->first[edges->side_count] = count;
    return FR_OK;
}

enum fr_status upward_edges_create(struct upward_edges *edges, const struct graph *graph,
                                   const struct via_labels *vias,
                                   const struct fr_allocator *allocator)
{
    const struct graph_lists *lists = &graph->lists[GRAPH_UPWARD];
    const size_t count = lists->count + 1;
    *edges = (struct upward_edges){.allocator = allocator, .side_count = vias->side_count};
    struct upward_finder b = {.allocator = allocator, .graph = graph, .lists = lists};
    b.used = fr_allocate_zeroed(allocator, count, sizeof *b.used);
    bool memory = b.used;
    for (uint32_t side = 0; memory && side < vias->side_count; side++) {
        memory = use_from_pixels(&b, vias, side);
        while (memory && b.waiting_count > 0)
            memory = use_beyond(&b, b.waiting[--b.waiting_count]);
    }
    fr_deallocate(allocator, b.waiting, b.waiting_capacity, sizeof *b.waiting);
    const enum fr_status status = memory ? copy_used(&b, edges) : FR_NO_MEMORY;
    fr_deallocate(allocator, b.used, count, sizeof *b.used);
    return status;
}

void upward_edges_release(struct upward_edges *edges)
{
    const struct fr_allocator *allocator = edges->allocator;
    if (!allocator)
        return;
    fr_deallocate(allocator, edges->items, (size_t)edges->item_count + 1, sizeof *edges->items);
    fr_deallocate(allocator, edges->first, (size_t)edges->side_count + 1, sizeof *edges->first);
}

static bool are_sound(const struct upward_edges *edges)
{
    for (uint32_t i = 0; i < edges->item_count; i++)
        if (edges->items[i].side >= edges->side_count)
            return false;
    return fr_saved_lists(edges->first, edges->side_count, edges->item_count);
}

void upward_edges_pass(struct upward_edges *edges, struct fr_saved *saved)
{
    fr_saved_pass(saved, &edges->side_count, 1, sizeof edges->side_count);
    fr_saved_pass(saved, &edges->item_count, 1, sizeof edges->item_count);
    if (fr_saved_loaded(saved))
        edges->allocator = saved->allocator;
    const size_t sides = (size_t)edges->side_count + 1, items = edges->item_count;
    fr_saved_array(saved, &edges->first, sides, sides, sizeof *edges->first);
    fr_saved_array(saved, &edges->items, items, items + 1, sizeof *edges->items);
    if (fr_saved_loaded(saved) && !are_sound(edges))
        saved->status = FR_BAD_INPUT;
}
