#include "algorithms/jump_points/overlay_graph.h"

#include "algorithms/jump_points/jump_search.h"

static struct way way_of_link(const struct jump_graph *graph, const struct link *link)
{
    const struct fr_pixel to = jump_graph_pixel(graph, link->corner);
    return (struct way){.cost = fr_jump_octile(link->dx, link->dy),
                        .to = link->corner,
                        .middle = WAY_LINK,
                        .x = (uint16_t)to.x,
                        .y = (uint16_t)to.y,
                        .onward = link->onward,
                        .sector = link->sector,
                        .back = (uint8_t)links_reverse(link->sector)};
}

static bool reserve(struct overlay *overlay, size_t more)
{
    return fr_reserve(overlay->allocator, &overlay->ways, overlay->way_count, more,
                      &overlay->way_capacity, sizeof *overlay->ways);
}

/* Makes room for one more edge in a list; doubles its capacity if it must move. */
static bool widen(struct overlay *overlay, struct way_list *list)
{
    if (list->count < list->capacity)
        return true;
    const uint32_t capacity = 2 * list->capacity + 2;
    if (!reserve(overlay, capacity))
        return false;
    for (uint32_t i = 0; i < list->count; i++)
        overlay->ways[overlay->way_count + i] = overlay->ways[list->first + i];
    list->first = (uint32_t)overlay->way_count;
    list->capacity = capacity;
    overlay->way_count += capacity;
    return true;
}

static bool copy_links(struct overlay *overlay)
{
    const struct jump_graph *graph = overlay->graph;
    size_t count = 0;
    for (size_t i = 0; i < graph->node_count; i++)
        count += graph->nodes[i].used ? graph->nodes[i].count : 0;
    if (!reserve(overlay, count + 1))
        return false;
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        struct way_list *list = &overlay->lists[i];
        list->first = (uint32_t)overlay->way_count;
        list->count = list->capacity = node->used ? node->count : 0;
        for (uint32_t each = 0; each < list->count; each++)
            overlay->ways[overlay->way_count++] =
                way_of_link(graph, &graph->links.at[node->first + each]);
    }
    return true;
}

enum fr_status overlay_init(struct overlay *overlay, const struct jump_graph *graph)
{
    const size_t count = graph->node_count;
    *overlay = (struct overlay){.graph = graph, .allocator = graph->allocator, .node_count = count};
    overlay->lists = fr_allocate_zeroed(overlay->allocator, count, sizeof *overlay->lists);
    overlay->labels = fr_allocate_zeroed(overlay->allocator, count, sizeof *overlay->labels);
    return overlay->lists && overlay->labels && copy_links(overlay) ? FR_OK : FR_NO_MEMORY;
}

static struct way *find_way(const struct overlay *overlay, uint32_t from, uint32_t to)
{
    const struct way_list *list = &overlay->lists[from];
    for (uint32_t i = 0; i < list->count; i++)
        if (overlay->ways[list->first + i].to == to)
            return &overlay->ways[list->first + i];
    return NULL;
}

static bool put_way(struct overlay *overlay, uint32_t from, const struct way *way)
{
    struct way *known = find_way(overlay, from, way->to);
    if (known) {
        if (way->cost < known->cost)
            *known = *way;
        return true;
    }
    struct way_list *list = &overlay->lists[from];
    if (!widen(overlay, list))
        return false;
    overlay->ways[list->first + list->count++] = *way;
    return true;
}

bool overlay_add_shortcut(struct overlay *overlay, uint32_t past, const struct way *to_one,
                          const struct way *to_other)
{
    const uint32_t one = to_one->to, other = to_other->to;
    struct way there = *to_other, back = *to_one;
    there.cost = back.cost = to_one->cost + to_other->cost;
    there.middle = back.middle = past;
    there.sector = to_one->back;
    back.sector = to_other->back;
    return put_way(overlay, one, &there) && put_way(overlay, other, &back);
}

void overlay_detach(struct overlay *overlay, uint32_t node)
{
    const struct way_list *list = &overlay->lists[node];
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t neighbour = overlay->ways[list->first + i].to;
        struct way_list *other = &overlay->lists[neighbour];
        struct way *hole = find_way(overlay, neighbour, node);
        other->count--;
        *hole = overlay->ways[other->first + other->count];
    }
}

/* Relaxes an edge, if it may be part of a witness. */
static bool relax(struct overlay *overlay, const struct way *way, uint64_t g, struct fr_pixel goal,
                  uint64_t cost)
{
    struct witness_label *label = &overlay->labels[way->to];
    const uint64_t f = g + fr_jump_octile(goal.x - way->x, goal.y - way->y);
    if (f > cost || (label->stamp == overlay->stamp && g >= label->g)) {
        if (f <= cost && g == label->g)
            label->onward &= way->onward;
        return true;
    }
    *label = (struct witness_label){.g = g, .stamp = overlay->stamp, .onward = way->onward};
    return search_heap_push(&overlay->open, overlay->allocator, f, way->to);
}

/* Relaxes all edges of a node except the one to the node to avoid, until `to` is reached. */
static bool relax_all(struct overlay *overlay, uint32_t node, uint32_t to, uint64_t cost,
                      uint32_t past)
{
    const struct fr_pixel goal = jump_graph_pixel(overlay->graph, to);
    const struct witness_label label = overlay->labels[node];
    const struct way_list list = overlay->lists[node];
    overlay->scans += list.count;
    for (uint32_t i = 0; i < list.count; i++) {
        const struct way *way = &overlay->ways[list.first + i];
        if (label.onward >> way->sector & 1 && way->to != past &&
            !relax(overlay, way, label.g + way->cost, goal, cost))
            return false;
        if (way->to == to && overlay->labels[to].stamp == overlay->stamp)
            return true;
    }
    return true;
}

enum witness overlay_witness(struct overlay *overlay, uint32_t from, uint32_t to, uint64_t cost,
                             uint32_t past, int most)
{
    const uint32_t stamp = ++overlay->stamp;
    overlay->open.count = 0;
    overlay->labels[from] = (struct witness_label){.stamp = stamp, .onward = ALL_SECTORS};
    if (!relax_all(overlay, from, to, cost, past))
        return WITNESS_NO_MEMORY;
    while (overlay->labels[to].stamp != stamp) {
        if (overlay->open.count == 0 || --most == 0)
            return WITNESS_MISSING;
        const struct search_entry entry = search_heap_pop(&overlay->open);
        if (!relax_all(overlay, entry.node, to, cost, past))
            return WITNESS_NO_MEMORY;
    }
    return WITNESS_FOUND;
}

void overlay_release(struct overlay *overlay)
{
    if (!overlay->graph)
        return;
    search_heap_release(&overlay->open, overlay->allocator);
    fr_deallocate(overlay->allocator, overlay->labels, overlay->node_count,
                  sizeof *overlay->labels);
    fr_deallocate(overlay->allocator, overlay->ways, overlay->way_capacity, sizeof *overlay->ways);
    fr_deallocate(overlay->allocator, overlay->lists, overlay->node_count, sizeof *overlay->lists);
}
