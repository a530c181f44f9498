#include "algorithms/visgraph/taut_graph.h"

#include "algorithms/visgraph/loose_graph.h"
#include "algorithms/visgraph/relevel.h"

/* All pairs of corners that see each other tautly, each once. */
struct pair_list {
    struct graph_pair *items;
    size_t count, capacity;
};

static enum fr_status add_pairs(struct pair_list *pairs, uint32_t corner,
                                const struct fr_corner_list *seen,
                                const struct fr_allocator *allocator)
{
    struct graph_pair *grown = fr_grow(allocator, pairs->items, pairs->count, seen->count + 1,
                                       &pairs->capacity, sizeof *grown);
    if (!grown)
        return FR_NO_MEMORY;
    pairs->items = grown;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->items[i] > corner)
            grown[pairs->count++] = (struct graph_pair){corner, seen->items[i]};
    return FR_OK;
}

static enum fr_status find_pairs(struct sight *sight, const struct fr_allocator *allocator,
                                 struct pair_list *pairs)
{
    struct fr_corner_list seen = {.allocator = allocator};
    enum fr_status status = FR_OK;
    for (uint32_t i = 0; i < sight->corners->count && status == FR_OK; i++) {
        status = sight_from_corner(sight, i, &seen);
        if (status == FR_OK)
            status = add_pairs(pairs, i, &seen, allocator);
    }
    fr_corner_list_clear(&seen);
    return status;
}

enum fr_status taut_graph_create(struct taut_graph *taut, const struct fr_map *map,
                                 enum sight_method method, bool levels,
                                 const struct fr_allocator *allocator)
{
    struct pair_list pairs = {0};
    *taut = (struct taut_graph){.graph = {.allocator = allocator}, .levels = levels};
    enum fr_status status = sight_create(&taut->sight, map, method, allocator);
    if (status != FR_OK)
        return status;
    taut->graph.corners = taut->sight.corners->items;
    taut->graph.corner_count = taut->sight.corners->count;
    status = find_pairs(&taut->sight, allocator, &pairs);
    if (status == FR_OK)
        status = graph_build(&taut->graph, pairs.items, pairs.count, levels);
    fr_deallocate(allocator, pairs.items, pairs.capacity, sizeof *pairs.items);
    return status;
}

/* The graph of the corners after. */
static enum fr_status remake_graph(const struct taut_graph *taut, struct sight *sight,
                                   const struct fr_rect *rects, size_t count, struct graph *graph)
{
    const struct fr_allocator *allocator = taut->graph.allocator;
    struct change change;
    struct loose_graph loose = {.allocator = allocator};
    enum fr_status status =
        change_create(&change, taut->sight.corners, sight, rects, count, allocator);
    if (status == FR_OK)
        status = loose_create(&loose, &taut->graph, &change, allocator);
    if (status == FR_OK && taut->levels)
        status = relevel(&loose);
    if (status == FR_OK)
        status = loose_fasten(&loose, graph);
    loose_release(&loose);
    change_release(&change);
    return status;
}

enum fr_status taut_graph_update(struct taut_graph *taut, const struct fr_rect *rects, size_t count)
{
    struct taut_graph fresh = {.graph = {.allocator = taut->graph.allocator},
                               .levels = taut->levels};
    enum fr_status status =
        sight_create(&fresh.sight, taut->sight.map, taut->sight.method, taut->graph.allocator);
    fresh.sight.workspace = taut->sight.workspace;
    taut->sight.workspace = (struct fr_visibility_workspace){.allocator = taut->graph.allocator};
    if (status == FR_OK)
        status = remake_graph(taut, &fresh.sight, rects, count, &fresh.graph);
    if (status != FR_OK) {
        taut_graph_release(&fresh);
        return status;
    }
    taut_graph_release(taut);
    *taut = fresh;
    return FR_OK;
}

void taut_graph_release(struct taut_graph *taut)
{
    graph_release(&taut->graph);
    sight_release(&taut->sight);
}
