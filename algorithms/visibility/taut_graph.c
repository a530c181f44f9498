#include "algorithms/visibility/taut_graph.h"

#include "algorithms/visibility/graph_edit.h"
#include "algorithms/visibility/update_levels.h"

static enum fr_status add_pairs(struct graph_pairs *pairs, uint32_t corner,
                                const struct fr_corner_list *seen)
{
    if (!fr_reserve(pairs->allocator, &pairs->others, pairs->count, seen->count + 1,
                    &pairs->capacity, sizeof *pairs->others))
        return FR_NO_MEMORY;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->items[i] > corner)
            pairs->others[pairs->count++] = seen->items[i];
    pairs->first[corner + 1] = (uint32_t)pairs->count;
    return FR_OK;
}

struct taut_plan {
    struct fr_work_progress progress;
    struct taut_graph *taut;
    bool updates;
    struct fr_corner_list seen; /* from a corner */
    struct graph_pairs pairs;
    struct graph_sorter *sorter;
};

/* Units of work for each corner, and for each corner that it sees; tuned on adventure-150. */
enum { LOOK_UNITS = 90, SEEN_UNITS = 4 };

static enum fr_status build_sight(void *context, struct fr_work *work)
{
    const struct taut_plan *plan = context;
    return sight_build(&plan->taut->sight, work);
}

static enum fr_status find_pairs(void *context, struct fr_work *work)
{
    struct taut_plan *plan = context;
    struct sight *sight = &plan->taut->sight;
    for (size_t *i = &plan->progress.item; *i < sight->corners->count; (*i)++) {
        const uint32_t corner = (uint32_t)*i;
        if (fr_work_pauses(work))
            return FR_OK;
        enum fr_status status = sight_from_corner(sight, corner, &plan->seen);
        if (status == FR_OK)
            status = add_pairs(&plan->pairs, corner, &plan->seen);
        if (status != FR_OK)
            return status;
        work->left -= LOOK_UNITS + SEEN_UNITS * (int64_t)plan->seen.count;
    }
    return FR_OK;
}

static enum fr_status build_graph(void *context, struct fr_work *work)
{
    struct taut_plan *plan = context;
    struct taut_graph *taut = plan->taut;
    taut->graph.corners = taut->sight.corners->items;
    taut->graph.corner_count = taut->sight.corners->count;
    if (!plan->updates)
        sight_keep_corners(&taut->sight);
    return graph_build(&taut->graph, &plan->pairs, taut->levels, plan->updates, &plan->sorter,
                       work);
}

static enum fr_status begin(struct taut_graph *taut, const struct fr_map *map, bool levels,
                            bool updates, const struct fr_allocator *allocator,
                            struct taut_plan **plan)
{
    *taut = (struct taut_graph){.graph = {.allocator = allocator}, .levels = levels};
    *plan = fr_allocate_zeroed(allocator, 1, sizeof **plan);
    if (!*plan)
        return FR_NO_MEMORY;
    **plan = (struct taut_plan){.taut = taut,
                                .updates = updates,
                                .seen.allocator = allocator,
                                .pairs.allocator = allocator};
    const enum fr_status status = sight_begin(&taut->sight, map, allocator);
    if (status != FR_OK)
        return status;
    struct graph_pairs *pairs = &(*plan)->pairs;
    pairs->corner_count = taut->sight.corners->count;
    pairs->first = fr_allocate_zeroed(allocator, pairs->corner_count + 1, sizeof *pairs->first);
    return pairs->first ? FR_OK : FR_NO_MEMORY;
}

enum fr_status taut_graph_build(struct taut_graph *taut, const struct fr_map *map, bool levels,
                                bool updates, const struct fr_allocator *allocator,
                                struct taut_plan **plan, struct fr_work *work)
{
    static fr_stage *const stages[] = {build_sight, find_pairs, build_graph, NULL};
    enum fr_status status = *plan ? FR_OK : begin(taut, map, levels, updates, allocator, plan);
    if (status == FR_OK)
        status = fr_stages_run(stages, *plan, &(*plan)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    taut_plan_release(*plan);
    *plan = NULL;
    return FR_OK;
}

void taut_plan_release(struct taut_plan *plan)
{
    if (!plan)
        return;
    const struct fr_allocator *allocator = plan->seen.allocator;
    graph_sorter_release(plan->sorter);
    graph_pairs_release(&plan->pairs);
    fr_corner_list_clear(&plan->seen);
    fr_deallocate(allocator, plan, 1, sizeof *plan);
}

enum fr_status taut_graph_create(struct taut_graph *taut, const struct fr_map *map, bool levels,
                                 const struct fr_allocator *allocator)
{
    struct taut_plan *plan = NULL;
    struct fr_work all = FR_ALL_WORK;
    const enum fr_status status = taut_graph_build(taut, map, levels, true, allocator, &plan, &all);
    taut_plan_release(plan);
    return status;
}

static bool meet(struct fr_region a, struct fr_region b)
{
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

/* Adds a region to an array with room for it. Merges regions that meet, such as the two that a
 * moving figure changes. */
static size_t add_region(struct fr_region *regions, size_t count, struct fr_region region)
{
    for (size_t i = 0; i < count; i++) {
        if (!meet(region, regions[i]))
            continue;
        region = fr_region_around(region, regions[i]);
        regions[i] = regions[--count];
        i = (size_t)-1; /* the grown region may meet regions passed before */
    }
    regions[count] = region;
    return count + 1;
}

/* Converts `rects` to regions of the map, in an array with room for all, which the caller frees. */
static struct fr_region *list_regions(const struct fr_map *map, const struct fr_rect *rects,
                                      size_t *count, const struct fr_allocator *allocator)
{
    struct fr_region *regions = fr_allocate(allocator, *count, sizeof *regions), region;
    const size_t rect_count = *count;
    *count = 0;
    for (size_t i = 0; regions && i < rect_count; i++)
        if (fr_region_of(map, rects[i], &region))
            *count = add_region(regions, *count, region);
    return regions;
}

/* The number of looks from corners through regions that take as long as building a new graph. A
 * corner looks in all directions once for a new graph; for an update, each region is tested against
 * all edges of the corner. Tuned on adventure-150 with 1 to 1,000 changes of 1 to 100 pixels. */
static uint64_t most_looks(const struct graph *graph)
{
    size_t ends = 0;
    for (int way = 0; way < GRAPH_WAYS; way++)
        ends += graph->lists[way].used;
    const uint64_t corners = graph->corner_count + 1, degree = ends / corners;
    return corners * (LOOK_UNITS + 10 * degree) / (13 + degree / 3);
}

/* Updates the graph after sight was updated for a change. */
static enum fr_status change_graph(struct taut_graph *taut, const struct sight_change *changed,
                                   const struct fr_region *regions, size_t count)
{
    const struct fr_allocator *allocator = taut->graph.allocator;
    struct change change;
    struct graph_edit edit = {.allocator = allocator};
    taut->graph.corners = taut->sight.corners->items;
    enum fr_status status = change_create(&change, &taut->sight, changed, regions, count,
                                          most_looks(&taut->graph), allocator);
    if (status == FR_OK)
        status = graph_edit_begin(&edit, &taut->graph, &change, allocator);
    if (status == FR_OK && taut->levels)
        status = update_levels(&edit);
    if (status == FR_OK)
        status = graph_edit_apply(&edit);
    graph_edit_release(&edit);
    change_release(&change);
    return status;
}

static enum fr_status follow(struct taut_graph *taut, const struct fr_region *regions, size_t count)
{
    const struct fr_allocator *allocator = taut->graph.allocator;
    struct sight_change changed = {.added = {.allocator = allocator},
                                   .removed = {.allocator = allocator},
                                   .present = {.allocator = allocator},
                                   .touched = {.allocator = allocator}};
    enum fr_status status = sight_update(&taut->sight, regions, count, &changed);
    if (status == FR_OK)
        status = change_graph(taut, &changed, regions, count);
    sight_change_release(&changed);
    return status;
}

static enum fr_status start_anew(struct taut_graph *taut)
{
    struct taut_graph fresh;
    const enum fr_status status =
        taut_graph_create(&fresh, taut->sight.map, taut->levels, taut->graph.allocator);
    taut_graph_release(taut);
    *taut = fresh;
    return status;
}

enum fr_status taut_graph_update(struct taut_graph *taut, const struct fr_rect *rects, size_t count)
{
    const struct fr_allocator *allocator = taut->graph.allocator;
    size_t region_count = count;
    if (count == 0)
        return FR_OK;
    struct fr_region *regions = list_regions(taut->sight.map, rects, &region_count, allocator);
    if (!regions)
        return FR_NO_MEMORY;
    enum fr_status status = region_count > 0 ? follow(taut, regions, region_count) : FR_OK;
    fr_deallocate(allocator, regions, count, sizeof *regions);
    return status == FR_UNSUPPORTED ? start_anew(taut) : status;
}

enum fr_status taut_graph_load(struct taut_graph *taut, const struct fr_map *map, bool levels,
                               const struct fr_allocator *allocator, struct fr_saved *saved)
{
    *taut = (struct taut_graph){.graph = {.allocator = allocator}, .levels = levels};
    struct fr_work all = FR_ALL_WORK;
    enum fr_status status = sight_begin(&taut->sight, map, allocator);
    if (status == FR_OK)
        status = sight_build(&taut->sight, &all);
    if (status != FR_OK)
        return status;
    taut->graph.corners = taut->sight.corners->items;
    taut->graph.corner_count = taut->sight.corners->count;
    graph_pass(&taut->graph, saved);
    return saved->status;
}

void taut_graph_release(struct taut_graph *taut)
{
    graph_release(&taut->graph);
    sight_release(&taut->sight);
}
