#include "algorithms/jump_points/hierarchy.h"

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/jump_points/overlay_graph.h"

#define TURNS 256

/* A witness search stops after this many nodes. With fewer nodes, unneeded shortcuts make the graph
 * too dense. Tuned on Moving AI's random512-10-0, 8room_000 and Berlin_0_1024. */
#define WITNESS_NODES 40

/* Units of work for each node and edge; how many scans cost one unit. Tuned on adventure-150. */
enum { NODE_UNITS = 40, PACK_UNITS = 2, SCANS_PER_UNIT = 2 };

struct shortcut {
    uint32_t one, other; /* indices in the list of the contracted node */
};

struct contraction {
    struct fr_work_progress progress;
    struct hierarchy *hierarchy;
    uint64_t most_scans; /* edge scans after which the remaining nodes become the core */
    struct overlay overlay;
    const struct fr_allocator *allocator;
    struct search_heap order; /* by priority */
    uint32_t *levels;         /* higher than all contracted neighbours */
    uint32_t *burdens;        /* shortcuts for each 1000 edges, when last simulated */
    struct shortcut *shortcuts;
    size_t shortcut_count, shortcut_capacity;
    uint16_t onward[TURNS][SECTORS];
};

static bool keep_shortcut(struct contraction *work, uint32_t one, uint32_t other)
{
    const struct shortcut shortcut = {one, other};
    return fr_append(work->allocator, &work->shortcuts, &work->shortcut_count,
                     &work->shortcut_capacity, &shortcut, sizeof shortcut);
}

/* Finds the shortcuts that contracting a node requires. False if out of memory. */
static bool find_shortcuts(struct contraction *work, uint32_t node)
{
    struct overlay *overlay = &work->overlay;
    const uint16_t *onward = work->onward[overlay->graph->nodes[node].turns];
    const struct way *ways = overlay_ways(overlay, node);
    const uint32_t count = overlay->lists[node].count;
    work->shortcut_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned taut = onward[links_reverse(ways[i].sector)];
        for (uint32_t j = i + 1; j < count; j++) {
            if (!(taut >> ways[j].sector & 1))
                continue;
            const enum witness witness = overlay_witness(
                overlay, ways[i].to, ways[j].to, ways[i].cost + ways[j].cost, node, WITNESS_NODES);
            if (witness == WITNESS_NO_MEMORY ||
                (witness == WITNESS_MISSING && !keep_shortcut(work, i, j)))
                return false;
        }
    }
    return true;
}

static uint64_t priority(const struct contraction *work, uint32_t node)
{
    return (uint64_t)work->levels[node] * 1000 + work->burdens[node];
}

/* Finds the shortcuts of a node and updates its priority. False if out of memory. */
static bool simulate(struct contraction *work, uint32_t node)
{
    const uint32_t ways = work->overlay.lists[node].count;
    if (!find_shortcuts(work, node))
        return false;
    work->burdens[node] = ways ? (uint32_t)(work->shortcut_count * 1000 / ways) : 0;
    return true;
}

static bool contract(struct contraction *work, uint32_t node)
{
    struct overlay *overlay = &work->overlay;
    overlay_detach(overlay, node);
    for (size_t i = 0; i < work->shortcut_count; i++) {
        const struct way *ways = overlay_ways(overlay, node);
        if (!overlay_add_shortcut(overlay, node, &ways[work->shortcuts[i].one],
                                  &ways[work->shortcuts[i].other]))
            return false;
    }
    const struct way *ways = overlay_ways(overlay, node);
    for (uint32_t i = 0; i < overlay->lists[node].count; i++) {
        uint32_t *level = &work->levels[ways[i].to];
        if (*level <= work->levels[node])
            *level = work->levels[node] + 1;
    }
    return true;
}

static enum fr_status order_nodes(void *context, struct fr_work *work)
{
    struct contraction *c = context;
    for (size_t *i = &c->progress.item; *i < c->overlay.node_count; (*i)++) {
        const uint32_t node = (uint32_t)*i;
        const uint64_t before = c->overlay.scans;
        if (fr_work_pauses(work))
            return FR_OK;
        if (c->overlay.graph->nodes[node].used &&
            (!simulate(c, node) ||
             !search_heap_push(&c->order, c->allocator, priority(c, node), node)))
            return FR_NO_MEMORY;
        work->left -= NODE_UNITS + (int64_t)(c->overlay.scans - before) / SCANS_PER_UNIT;
    }
    return FR_OK;
}

static bool is_first(const struct contraction *work, uint32_t node)
{
    return work->order.count == 0 || priority(work, node) <= work->order.entries[0].f;
}

/* Contracts the next node, or puts it back into the order. False if out of memory. */
static bool contract_next(struct contraction *work)
{
    const uint32_t node = search_heap_pop(&work->order).node;
    if (is_first(work, node) && !simulate(work, node))
        return false;
    return is_first(work, node)
               ? contract(work, node)
               : search_heap_push(&work->order, work->allocator, priority(work, node), node);
}

/* Contracts nodes by priority. A priority is updated when its node is next; if only its level
 * changed, that needs no simulation. */
static enum fr_status contract_all(void *context, struct fr_work *work)
{
    struct contraction *c = context;
    for (;;) {
        const uint64_t before = c->overlay.scans;
        if (c->order.count == 0 || before >= c->most_scans)
            return FR_OK;
        if (fr_work_pauses(work))
            return FR_OK;
        if (!contract_next(c))
            return FR_NO_MEMORY;
        work->left -= NODE_UNITS + (int64_t)(c->overlay.scans - before) / SCANS_PER_UNIT;
    }
}

static struct ascent ascent_of(const struct way *way)
{
    return (struct ascent){.cost = way->cost,
                           .to = way->to,
                           .middle = way->middle,
                           .x = way->x,
                           .y = way->y,
                           .onward = way->onward,
                           .sector = way->sector,
                           .skip = 1};
}

/* Copies a list, sorted by sector. */
static void pack_list(const struct overlay *overlay, uint32_t number, struct hierarchy *hierarchy)
{
    const struct way *ways = overlay_ways(overlay, number);
    struct hierarchy_node *node = &hierarchy->nodes[number];
    struct ascent *list = hierarchy->ways + node->first;
    uint32_t count = 0;
    for (unsigned sector = 0; sector < SECTORS; sector++)
        for (uint32_t i = 0; i < node->count; i++)
            if (ways[i].sector == sector) {
                list[count++] = ascent_of(&ways[i]);
                node->sectors |= (uint16_t)(1u << sector);
            }
    for (; count > 1; count--)
        if (list[count - 2].sector == list[count - 1].sector && list[count - 1].skip < UINT8_MAX)
            list[count - 2].skip = (uint8_t)(list[count - 1].skip + 1);
}

/* The number of the upward edge from one node to another; the edge must exist. */
static uint32_t way_number(const struct hierarchy *hierarchy, uint32_t from, uint32_t to)
{
    uint32_t way = hierarchy->nodes[from].first;
    while (hierarchy->ways[way].to != to)
        way++;
    return way;
}

static enum fr_status find_parts(void *context, struct fr_work *work)
{
    struct contraction *c = context;
    struct hierarchy *hierarchy = c->hierarchy;
    for (size_t *item = &c->progress.item; *item < hierarchy->node_count; (*item)++) {
        const uint32_t owner = (uint32_t)*item;
        const struct hierarchy_node *node = &hierarchy->nodes[owner];
        if (fr_work_pauses(work))
            return FR_OK;
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            const struct ascent *way = &hierarchy->ways[i];
            if (way->middle != WAY_LINK)
                hierarchy->parts[i] =
                    (struct way_parts){way_number(hierarchy, way->middle, owner),
                                       way_number(hierarchy, way->middle, way->to)};
        }
        work->left -= PACK_UNITS * (1 + (int64_t)node->count);
    }
    return FR_OK;
}

/* Makes one array for the lists of upward edges. */
static enum fr_status begin_pack(void *context, struct fr_work *work)
{
    const struct contraction *c = context;
    struct hierarchy *hierarchy = c->hierarchy;
    const struct overlay *overlay = &c->overlay;
    size_t count = 1;
    for (size_t i = 0; i < overlay->node_count; i++)
        count += overlay->lists[i].count;
    (void)work;
    hierarchy->node_count = overlay->node_count;
    hierarchy->way_count = count;
    hierarchy->nodes =
        fr_allocate(hierarchy->allocator, hierarchy->node_count, sizeof *hierarchy->nodes);
    /* One item more than there are edges, so that no array is empty; it is saved, too. */
    hierarchy->ways = fr_allocate_zeroed(hierarchy->allocator, count, sizeof *hierarchy->ways);
    hierarchy->parts = fr_allocate_zeroed(hierarchy->allocator, count, sizeof *hierarchy->parts);
    return hierarchy->nodes && hierarchy->ways && hierarchy->parts ? FR_OK : FR_NO_MEMORY;
}

/* Copies the lists into the array of upward edges. */
static enum fr_status pack_lists(void *context, struct fr_work *work)
{
    struct contraction *c = context;
    struct hierarchy *hierarchy = c->hierarchy;
    for (size_t *i = &c->progress.item; *i < hierarchy->node_count; (*i)++) {
        struct hierarchy_node *node = &hierarchy->nodes[*i];
        const uint32_t count = c->overlay.lists[*i].count;
        if (fr_work_pauses(work))
            return FR_OK;
        *node = (struct hierarchy_node){.first = *i > 0 ? node[-1].first + node[-1].count : 0,
                                        .count = count};
        pack_list(&c->overlay, (uint32_t)*i, hierarchy);
        work->left -= PACK_UNITS * (1 + (int64_t)count);
    }
    for (size_t i = 0; i < c->order.count; i++)
        hierarchy->nodes[c->order.entries[i].node].core = true;
    return FR_OK;
}

void contraction_release(struct contraction *work)
{
    if (!work)
        return;
    overlay_release(&work->overlay);
    search_heap_release(&work->order, work->allocator);
    fr_deallocate(work->allocator, work->levels, work->overlay.node_count, sizeof *work->levels);
    fr_deallocate(work->allocator, work->burdens, work->overlay.node_count, sizeof *work->burdens);
    fr_deallocate(work->allocator, work->shortcuts, work->shortcut_capacity,
                  sizeof *work->shortcuts);
    fr_deallocate(work->allocator, work, 1, sizeof *work);
}

static enum fr_status begin(struct contraction *work, const struct jump_graph *graph,
                            uint64_t most_scans)
{
    work->allocator = graph->allocator;
    for (unsigned turns = 0; turns < TURNS; turns++)
        for (unsigned sector = 0; sector < SECTORS; sector++)
            work->onward[turns][sector] = links_onward((uint8_t)turns, sector);
    const enum fr_status status = overlay_init(&work->overlay, graph);
    work->most_scans = most_scans * (work->overlay.node_count + work->overlay.way_count);
    work->levels = fr_allocate_zeroed(work->allocator, graph->node_count, sizeof *work->levels);
    work->burdens = fr_allocate_zeroed(work->allocator, graph->node_count, sizeof *work->burdens);
    return status == FR_OK && work->levels && work->burdens ? FR_OK : FR_NO_MEMORY;
}

enum fr_status hierarchy_build(struct hierarchy *hierarchy, const struct jump_graph *graph,
                               uint64_t most_scans, struct contraction **contraction,
                               struct fr_work *work)
{
    static fr_stage *const stages[] = {order_nodes, contract_all, begin_pack,
                                       pack_lists,  find_parts,   NULL};
    enum fr_status status = FR_OK;
    if (!*contraction) {
        *hierarchy = (struct hierarchy){.allocator = graph->allocator};
        if (graph->node_count == 0)
            return FR_OK;
        *contraction = fr_allocate_zeroed(graph->allocator, 1, sizeof **contraction);
        if (!*contraction)
            return FR_NO_MEMORY;
        (*contraction)->hierarchy = hierarchy;
        status = begin(*contraction, graph, most_scans);
    }
    if (status == FR_OK)
        status = fr_stages_run(stages, *contraction, &(*contraction)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    contraction_release(*contraction);
    *contraction = NULL;
    return FR_OK;
}

enum fr_status hierarchy_create(struct hierarchy *hierarchy, const struct jump_graph *graph,
                                uint64_t most_scans)
{
    struct contraction *contraction = NULL;
    struct fr_work all = FR_ALL_WORK;
    const enum fr_status status = hierarchy_build(hierarchy, graph, most_scans, &contraction, &all);
    contraction_release(contraction);
    if (status != FR_OK)
        hierarchy_release(hierarchy);
    return status;
}

void hierarchy_release(struct hierarchy *hierarchy)
{
    fr_deallocate(hierarchy->allocator, hierarchy->ways, hierarchy->way_count,
                  sizeof *hierarchy->ways);
    fr_deallocate(hierarchy->allocator, hierarchy->parts, hierarchy->way_count,
                  sizeof *hierarchy->parts);
    fr_deallocate(hierarchy->allocator, hierarchy->nodes, hierarchy->node_count,
                  sizeof *hierarchy->nodes);
    *hierarchy = (struct hierarchy){0};
}

/* Whether the two parts of a shortcut are edges from its middle node to its ends, and
 * together as long as the shortcut, so that unpacking a path always ends. */
static bool are_sound_parts(const struct hierarchy *hierarchy, uint32_t owner, uint32_t number)
{
    const struct ascent *way = &hierarchy->ways[number];
    const struct way_parts parts = hierarchy->parts[number];
    if (way->middle >= hierarchy->node_count)
        return false;
    const struct hierarchy_node *middle = &hierarchy->nodes[way->middle];
    if (parts.to_owner < middle->first || parts.to_owner - middle->first >= middle->count ||
        parts.to_end < middle->first || parts.to_end - middle->first >= middle->count)
        return false;
    const struct ascent *down = &hierarchy->ways[parts.to_owner];
    const struct ascent *up = &hierarchy->ways[parts.to_end];
    return down->to == owner && up->to == way->to && down->cost + up->cost == way->cost;
}

static bool is_sound_way(const struct hierarchy *hierarchy, const struct jump_graph *graph,
                         uint32_t owner, uint32_t number)
{
    const struct ascent *way = &hierarchy->ways[number];
    if (way->to >= hierarchy->node_count || way->to == owner || way->skip == 0 ||
        way->sector >= SECTORS || way->cost >= FR_JUMP_COSTS)
        return false;
    const struct graph_node *from = &graph->nodes[owner], *to = &graph->nodes[way->to];
    const uint64_t straight = fr_jump_octile(to->x - from->x, to->y - from->y);
    return way->x == to->x && way->y == to->y && straight > 0 && way->cost >= straight &&
           (way->middle == WAY_LINK ? way->cost == straight
                                    : are_sound_parts(hierarchy, owner, number));
}

static bool is_sound(const struct hierarchy *hierarchy, const struct jump_graph *graph)
{
    size_t listed = 0;
    for (uint32_t i = 0; i < hierarchy->node_count; i++) {
        const struct hierarchy_node *node = &hierarchy->nodes[i];
        listed += node->count;
        if (node->first > hierarchy->way_count ||
            node->count > hierarchy->way_count - node->first || listed > hierarchy->way_count)
            return false;
    }
    for (uint32_t i = 0; i < hierarchy->node_count; i++) {
        const struct hierarchy_node *node = &hierarchy->nodes[i];
        for (uint32_t way = node->first; way < node->first + node->count; way++)
            if (!is_sound_way(hierarchy, graph, i, way))
                return false;
    }
    return true;
}

void hierarchy_pass(struct hierarchy *hierarchy, const struct jump_graph *graph,
                    struct fr_saved *saved)
{
    hierarchy->allocator = graph->allocator;
    fr_saved_pass(saved, &hierarchy->node_count, 1, sizeof hierarchy->node_count);
    fr_saved_pass(saved, &hierarchy->way_count, 1, sizeof hierarchy->way_count);
    const size_t nodes = hierarchy->node_count, ways = hierarchy->way_count;
    if (fr_saved_loaded(saved) && (nodes != graph->node_count || ways >= UINT32_MAX))
        saved->status = FR_BAD_INPUT;
    fr_saved_array(saved, &hierarchy->nodes, nodes, nodes, sizeof *hierarchy->nodes);
    fr_saved_array(saved, &hierarchy->ways, ways, ways, sizeof *hierarchy->ways);
    fr_saved_array(saved, &hierarchy->parts, ways, ways, sizeof *hierarchy->parts);
    if (fr_saved_loaded(saved) && !is_sound(hierarchy, graph))
        saved->status = FR_BAD_INPUT;
}
