#include "algorithms/jump_points/corner_labels.h"

#include <string.h>

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"

#define FAR UINT64_MAX

/* What the label of a corner may hold for a hub. */
struct draft {
    uint64_t cost; /* FAR: nothing */
    uint32_t way, onward;
};

struct labelling {
    const struct jump_graph *graph;
    const struct hierarchy *hierarchy;
    const struct fr_allocator *allocator;
    struct corner_labels *labels;
    uint32_t *order;      /* nodes, from the highest down */
    uint32_t *hubs;       /* by node: its place there */
    uint32_t *firsts;     /* by hub: its entries, and their end */
    struct draft *drafts; /* by hub */
    uint64_t *kept;       /* by hub: cost of the entry that is kept, or FAR */
    uint64_t *drafted;    /* bits, by hub */
    uint32_t *list;       /* hubs of the label in work */
    uint32_t *ways;       /* by way of the hierarchy: its number in the labels */
    size_t most_bytes;
};

/* All ways lead to nodes before. False where a core has no order. */
static bool order_down(struct labelling *work)
{
    const struct hierarchy *hierarchy = work->hierarchy;
    const size_t count = hierarchy->node_count;
    uint32_t *below = work->hubs; /* ways up to a node from those that have no place yet */
    size_t next = count;
    memset(below, 0, count * sizeof *below);
    for (size_t i = 0; i < count; i++)
        for (uint32_t way = 0; way < hierarchy->nodes[i].count; way++)
            below[hierarchy->ways[hierarchy->nodes[i].first + way].to]++;
    for (size_t i = 0; i < count; i++)
        if (below[i] == 0)
            work->order[--next] = (uint32_t)i;
    for (size_t at = count; at > next; at--) {
        const struct hierarchy_node *node = &hierarchy->nodes[work->order[at - 1]];
        for (uint32_t way = node->first; way < node->first + node->count; way++)
            if (--below[hierarchy->ways[way].to] == 0)
                work->order[--next] = hierarchy->ways[way].to;
    }
    for (size_t i = next; i < count; i++)
        work->hubs[work->order[i]] = (uint32_t)i;
    return next == 0;
}

static size_t bytes_of(const struct corner_labels *labels)
{
    return labels->entry_count * (sizeof *labels->entries + sizeof *labels->onward) +
           labels->group_count * sizeof *labels->groups + labels->way_count * sizeof *labels->ways +
           labels->turn_count * sizeof *labels->turns +
           labels->corner_count * (sizeof *labels->corners + sizeof *labels->numbers);
}

static bool fits(const struct labelling *work)
{
    return bytes_of(work->labels) <= work->most_bytes &&
           work->labels->entry_count < LABEL_NONE / 2 && work->labels->turn_count < LABEL_NONE / 2;
}

static void propose(struct labelling *work, uint32_t hub, struct draft draft)
{
    struct draft *known = &work->drafts[hub];
    if (draft.cost < known->cost)
        *known = draft;
    work->drafted[hub >> 6] |= (uint64_t)1 << (hub & 63);
}

/* Whatever the ways up of a corner lead to, at its least cost. */
static void propose_all(struct labelling *work, uint32_t hub)
{
    const struct hierarchy_node *node = &work->hierarchy->nodes[work->order[hub]];
    propose(work, hub, (struct draft){0, LABEL_NONE, LABEL_NONE});
    for (uint32_t number = node->first; number < node->first + node->count; number++) {
        const struct ascent *way = &work->hierarchy->ways[number];
        const uint32_t *first = &work->firsts[work->hubs[way->to]];
        for (uint32_t i = first[0]; i < first[1]; i++) {
            const struct label_entry *entry = &work->labels->entries[i];
            propose(work, entry->hub, (struct draft){way->cost + entry->cost, number, i});
        }
    }
}

/* Whether a higher hub that is kept lies on a way to this one that is as short. */
static bool passes_higher(const struct labelling *work, uint32_t hub, uint64_t cost)
{
    const struct label_entry *entries = work->labels->entries;
    for (uint32_t i = work->firsts[hub]; i < work->firsts[hub + 1]; i++)
        if (work->kept[entries[i].hub] <= cost && /* FAR would overflow */
            work->kept[entries[i].hub] + entries[i].cost <= cost)
            return true;
    return false;
}

/* Lists the hubs of a label, the highest first, and forgets all others. */
static size_t prune(struct labelling *work, uint32_t self)
{
    size_t count = 0;
    for (uint32_t word = 0; word <= self >> 6; word++) {
        for (uint64_t bits = work->drafted[word]; bits; bits &= bits - 1) {
            const uint32_t hub = word * 64 + (uint32_t)fr_lowest_bit(bits);
            const uint64_t cost = work->drafts[hub].cost;
            if (hub != self && passes_higher(work, hub, cost)) {
                work->drafts[hub].cost = FAR;
                continue;
            }
            work->kept[hub] = cost;
            work->list[count++] = hub;
        }
        work->drafted[word] = 0;
    }
    return count;
}

/* Room for more items in an array of the labels. */
static bool reserve(const struct labelling *work, void *array, size_t count, size_t more,
                    size_t *capacity, size_t size)
{
    void *items;
    memcpy(&items, array, sizeof items);
    items = fr_grow(work->allocator, items, count, more, capacity, size);
    if (items)
        memcpy(array, &items, sizeof items);
    return items;
}

static unsigned sector_of(const struct labelling *work, const struct draft *draft)
{
    return draft->way == LABEL_NONE ? SECTORS : work->hierarchy->ways[draft->way].sector;
}

/* Appends those of the listed hubs that a label leaves for in a sector, as a group. */
static void write_group(struct labelling *work, size_t count, unsigned sector)
{
    struct corner_labels *labels = work->labels;
    const size_t first = labels->entry_count;
    for (size_t i = 0; i < count; i++) {
        const uint32_t hub = work->list[i];
        const struct draft *draft = &work->drafts[hub];
        if (sector_of(work, draft) != sector)
            continue;
        labels->onward[labels->entry_count] = draft->onward;
        labels->entries[labels->entry_count++] = (struct label_entry){
            draft->cost, hub, draft->way == LABEL_NONE ? LABEL_NONE : work->ways[draft->way]};
    }
    if (labels->entry_count > first)
        labels->groups[labels->group_count++] =
            (struct label_group){(uint32_t)first, sector == SECTORS ? ALL_SECTORS : 1u << sector};
}

static bool write_label(struct labelling *work, uint32_t hub, size_t count)
{
    struct corner_labels *labels = work->labels;
    if (!reserve(work, &labels->entries, labels->entry_count, count, &labels->entry_capacity,
                 sizeof *labels->entries) ||
        !reserve(work, &labels->onward, labels->entry_count, count, &labels->onward_capacity,
                 sizeof *labels->onward) ||
        !reserve(work, &labels->groups, labels->group_count, SECTORS + 2, &labels->group_capacity,
                 sizeof *labels->groups))
        return false;
    labels->corners[hub].first = (uint32_t)labels->group_count;
    unsigned sectors = 0;
    for (size_t i = 0; i < count; i++)
        sectors |= 1u << sector_of(work, &work->drafts[work->list[i]]);
    for (unsigned sector = 0; sector <= SECTORS; sector++)
        if (sectors >> sector & 1)
            write_group(work, count, sector);
    for (size_t i = 0; i < count; i++) {
        work->drafts[work->list[i]].cost = FAR;
        work->kept[work->list[i]] = FAR;
    }
    work->firsts[hub + 1] = (uint32_t)labels->entry_count;
    return true;
}

static enum fr_status write_labels(struct labelling *work)
{
    struct corner_labels *labels = work->labels;
    const uint32_t count = (uint32_t)labels->corner_count;
    if (!reserve(work, &labels->groups, 0, 1, &labels->group_capacity, sizeof *labels->groups))
        return FR_NO_MEMORY;
    work->firsts[0] = 0;
    for (uint32_t hub = 0; hub < count; hub++) {
        propose_all(work, hub);
        if (!write_label(work, hub, prune(work, hub)))
            return FR_NO_MEMORY;
        if (!fits(work))
            return FR_UNSUPPORTED;
    }
    labels->groups[labels->group_count] = (struct label_group){(uint32_t)labels->entry_count, 0};
    labels->corners[count].first = (uint32_t)labels->group_count;
    return FR_OK;
}

static void write_corners(struct labelling *work)
{
    const struct jump_graph *graph = work->graph;
    for (uint32_t hub = 0; hub < work->labels->corner_count; hub++) {
        const uint32_t number = work->order[hub];
        const struct graph_node *node = &graph->nodes[number];
        struct labelled_corner *corner = &work->labels->corners[hub];
        corner->x = node->x;
        corner->y = node->y;
        for (unsigned d = 0; d < 4; d++)
            corner->onward[d] = links_onward(node->turns, 4 * d);
        work->labels->numbers[fr_jump_corner(&graph->corners, node->x, node->y)] = hub;
    }
}

static uint8_t direction_of(struct fr_pixel from, struct fr_pixel to)
{
    return (uint8_t)(links_sector(to.x - from.x, to.y - from.y) / 2);
}

static uint8_t reverse(uint8_t direction)
{
    return (uint8_t)((direction + FR_DIRECTIONS / 2) % FR_DIRECTIONS);
}

static void write_turn(struct corner_labels *labels, struct fr_pixel at)
{
    labels->turns[labels->turn_count++] = (struct label_turn){(uint16_t)at.x, (uint16_t)at.y};
}

/* Diagonal steps and then straight ones. */
static void write_link(const struct labelling *work, struct fr_pixel from, struct fr_pixel to,
                       struct label_way *way)
{
    const struct fr_pixel elbow = fr_grid_walk_elbow(from, to);
    const bool straight = !fr_pixel_equal(elbow, to),
               bends = straight && !fr_pixel_equal(elbow, from);
    way->leaves = direction_of(from, bends ? elbow : to);
    way->arrives = straight ? direction_of(elbow, to) : way->leaves;
    if (bends)
        write_turn(work->labels, elbow);
    write_turn(work->labels, to);
}

/* Down one way up from a corner that lies below, and up another. */
static void write_shortcut(const struct labelling *work, uint32_t down, uint32_t up,
                           struct fr_pixel past, struct label_way *way)
{
    struct corner_labels *labels = work->labels;
    const struct label_way *lower = &labels->ways[down], *upper = &labels->ways[up];
    way->leaves = reverse(lower->arrives);
    way->arrives = upper->arrives;
    for (uint32_t i = lower[1].first - 1; i > lower->first; i--)
        labels->turns[labels->turn_count++] = labels->turns[i - 1];
    if (reverse(lower->leaves) != upper->leaves)
        write_turn(labels, past);
    for (uint32_t i = upper->first; i < upper[1].first; i++)
        labels->turns[labels->turn_count++] = labels->turns[i];
}

static bool write_way(struct labelling *work, uint32_t owner, uint32_t number)
{
    struct corner_labels *labels = work->labels;
    const struct ascent *ascent = &work->hierarchy->ways[number];
    const struct way_parts parts = work->hierarchy->parts[number];
    const bool link = ascent->via == WAY_LINK;
    const uint32_t down = link ? 0 : work->ways[parts.to_owner];
    const uint32_t up = link ? 0 : work->ways[parts.to_end];
    const size_t most = link ? 2
                             : (size_t)(labels->ways[down + 1].first - labels->ways[down].first) +
                                   (labels->ways[up + 1].first - labels->ways[up].first);
    if (!reserve(work, &labels->turns, labels->turn_count, most, &labels->turn_capacity,
                 sizeof *labels->turns))
        return false;
    work->ways[number] = (uint32_t)labels->way_count;
    struct label_way *way = &labels->ways[labels->way_count++];
    if (link)
        write_link(work, jump_graph_pixel(work->graph, owner),
                   (struct fr_pixel){ascent->x, ascent->y}, way);
    else
        write_shortcut(work, down, up, jump_graph_pixel(work->graph, ascent->via), way);
    way[1].first = (uint32_t)labels->turn_count;
    return true;
}

/* From the lowest corners up: the parts of a shortcut are listed below it. */
static enum fr_status write_ways(struct labelling *work)
{
    work->labels->ways[0].first = 0;
    for (size_t i = work->labels->corner_count; i > 0; i--) {
        const uint32_t owner = work->order[i - 1];
        const struct hierarchy_node *node = &work->hierarchy->nodes[owner];
        for (uint32_t way = node->first; way < node->first + node->count; way++)
            if (!write_way(work, owner, way))
                return FR_NO_MEMORY;
        if (!fits(work))
            return FR_UNSUPPORTED;
    }
    return FR_OK;
}

/* Gives back what an array has no items for. False without memory to do so. */
static bool trim(const struct fr_allocator *allocator, void *array, size_t count, size_t *capacity,
                 size_t size)
{
    void *items, *trimmed;
    memcpy(&items, array, sizeof items);
    if (count == *capacity)
        return true;
    trimmed = fr_allocate(allocator, count, size);
    if (!trimmed)
        return count == 0;
    memcpy(trimmed, items, count * size);
    fr_deallocate(allocator, items, *capacity, size);
    *capacity = count;
    memcpy(array, &trimmed, sizeof trimmed);
    return true;
}

static bool trim_all(struct corner_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    return trim(allocator, &labels->groups, labels->group_count + 1, &labels->group_capacity,
                sizeof *labels->groups) &&
           trim(allocator, &labels->entries, labels->entry_count, &labels->entry_capacity,
                sizeof *labels->entries) &&
           trim(allocator, &labels->onward, labels->entry_count, &labels->onward_capacity,
                sizeof *labels->onward) &&
           trim(allocator, &labels->turns, labels->turn_count, &labels->turn_capacity,
                sizeof *labels->turns);
}

static bool begin(struct labelling *work)
{
    struct corner_labels *labels = work->labels;
    const struct fr_allocator *allocator = work->allocator;
    const size_t count = labels->corner_count, ways = work->hierarchy->way_count;
    labels->numbers = fr_allocate(allocator, count + 1, sizeof *labels->numbers);
    labels->corners = fr_allocate_zeroed(allocator, count + 1, sizeof *labels->corners);
    labels->way_capacity = ways + 1;
    labels->ways = fr_allocate_zeroed(allocator, labels->way_capacity, sizeof *labels->ways);
    work->order = fr_allocate(allocator, count + 1, sizeof *work->order);
    work->hubs = fr_allocate(allocator, count + 1, sizeof *work->hubs);
    work->firsts = fr_allocate(allocator, count + 1, sizeof *work->firsts);
    work->drafts = fr_allocate(allocator, count + 1, sizeof *work->drafts);
    work->kept = fr_allocate(allocator, count + 1, sizeof *work->kept);
    work->drafted = fr_allocate_zeroed(allocator, count / 64 + 1, sizeof *work->drafted);
    work->list = fr_allocate(allocator, count + 1, sizeof *work->list);
    work->ways = fr_allocate(allocator, ways + 1, sizeof *work->ways);
    if (!labels->numbers || !labels->corners || !labels->ways || !work->order || !work->hubs ||
        !work->firsts || !work->drafts || !work->kept || !work->drafted || !work->list ||
        !work->ways)
        return false;
    for (size_t i = 0; i < count; i++) {
        work->drafts[i].cost = FAR;
        work->kept[i] = FAR;
    }
    return true;
}

static void end(struct labelling *work)
{
    const size_t count = work->labels->corner_count, ways = work->hierarchy->way_count;
    const struct fr_allocator *allocator = work->allocator;
    fr_deallocate(allocator, work->order, count + 1, sizeof *work->order);
    fr_deallocate(allocator, work->hubs, count + 1, sizeof *work->hubs);
    fr_deallocate(allocator, work->firsts, count + 1, sizeof *work->firsts);
    fr_deallocate(allocator, work->drafts, count + 1, sizeof *work->drafts);
    fr_deallocate(allocator, work->kept, count + 1, sizeof *work->kept);
    fr_deallocate(allocator, work->drafted, count / 64 + 1, sizeof *work->drafted);
    fr_deallocate(allocator, work->list, count + 1, sizeof *work->list);
    fr_deallocate(allocator, work->ways, ways + 1, sizeof *work->ways);
}

static enum fr_status write_all(struct labelling *work)
{
    if (!begin(work))
        return FR_NO_MEMORY;
    if (!order_down(work))
        return FR_UNSUPPORTED;
    enum fr_status status = write_ways(work);
    if (status == FR_OK)
        status = write_labels(work);
    if (status != FR_OK)
        return status;
    write_corners(work);
    return trim_all(work->labels) ? FR_OK : FR_NO_MEMORY;
}

enum fr_status corner_labels_create(struct corner_labels *labels, const struct jump_graph *graph,
                                    const struct hierarchy *hierarchy, size_t most_bytes)
{
    *labels = (struct corner_labels){.allocator = graph->allocator,
                                     .corner_count = hierarchy->node_count};
    struct labelling work = {.graph = graph,
                             .hierarchy = hierarchy,
                             .allocator = graph->allocator,
                             .labels = labels,
                             .most_bytes = most_bytes};
    const enum fr_status status = write_all(&work);
    end(&work);
    return status;
}

enum fr_status corner_labels_save(const struct corner_labels *labels, struct fr_bytes *bytes)
{
    const uint64_t counts[] = {labels->corner_count, labels->group_count, labels->entry_count,
                               labels->way_count, labels->turn_count};
    const struct {
        const void *items;
        size_t count, size;
    } arrays[] = {{counts, 1, sizeof counts},
                  {labels->numbers, labels->corner_count, sizeof *labels->numbers},
                  {labels->corners, labels->corner_count + 1, sizeof *labels->corners},
                  {labels->groups, labels->group_count + 1, sizeof *labels->groups},
                  {labels->entries, labels->entry_count, sizeof *labels->entries},
                  {labels->onward, labels->entry_count, sizeof *labels->onward},
                  {labels->ways, labels->way_count + 1, sizeof *labels->ways},
                  {labels->turns, labels->turn_count, sizeof *labels->turns}};
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && status == FR_OK; i++)
        status = fr_bytes_append(bytes, arrays[i].items, arrays[i].count, arrays[i].size);
    return status;
}

enum fr_status corner_labels_load(struct corner_labels *labels,
                                  const struct fr_allocator *allocator, struct fr_saved *saved)
{
    uint64_t counts[5];
    if (!fr_saved_take(saved, counts, 1, sizeof counts))
        return FR_BAD_INPUT;
    *labels = (struct corner_labels){.allocator = allocator,
                                     .corner_count = (size_t)counts[0],
                                     .group_count = (size_t)counts[1],
                                     .entry_count = (size_t)counts[2],
                                     .way_count = (size_t)counts[3],
                                     .turn_count = (size_t)counts[4]};
    labels->group_capacity = labels->group_count + 1;
    labels->way_capacity = labels->way_count + 1;
    labels->entry_capacity = labels->onward_capacity = labels->entry_count;
    labels->turn_capacity = labels->turn_count;
    labels->numbers = fr_saved_array(saved, allocator, labels->corner_count,
                                     labels->corner_count + 1, sizeof *labels->numbers);
    labels->corners = fr_saved_array(saved, allocator, labels->corner_count + 1,
                                     labels->corner_count + 1, sizeof *labels->corners);
    labels->groups = fr_saved_array(saved, allocator, labels->group_capacity,
                                    labels->group_capacity, sizeof *labels->groups);
    labels->entries = fr_saved_array(saved, allocator, labels->entry_count, labels->entry_count,
                                     sizeof *labels->entries);
    labels->onward = fr_saved_array(saved, allocator, labels->entry_count, labels->entry_count,
                                    sizeof *labels->onward);
    labels->ways = fr_saved_array(saved, allocator, labels->way_capacity, labels->way_capacity,
                                  sizeof *labels->ways);
    labels->turns = fr_saved_array(saved, allocator, labels->turn_count, labels->turn_count,
                                   sizeof *labels->turns);
    return saved->status;
}

void corner_labels_release(struct corner_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    const size_t corners = labels->corner_count + 1;
    fr_deallocate(allocator, labels->numbers, corners, sizeof *labels->numbers);
    fr_deallocate(allocator, labels->corners, corners, sizeof *labels->corners);
    fr_deallocate(allocator, labels->groups, labels->group_capacity, sizeof *labels->groups);
    fr_deallocate(allocator, labels->entries, labels->entry_capacity, sizeof *labels->entries);
    fr_deallocate(allocator, labels->onward, labels->onward_capacity, sizeof *labels->onward);
    fr_deallocate(allocator, labels->ways, labels->way_capacity, sizeof *labels->ways);
    fr_deallocate(allocator, labels->turns, labels->turn_capacity, sizeof *labels->turns);
    *labels = (struct corner_labels){0};
}
