#include "algorithms/jump_points/corner_labels.h"

#include <string.h>

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"
#include "algorithms/steps/prefetch.h"

#define FAR (UINT64_MAX / 2)

#define FETCHED_AHEAD 2 /* labels; tuned on 192 round rocks */

/* Units of work for each edge, label, entry and moved entry; how many compared entries cost one
 * unit. Tuned on adventure-150. */
enum { WAY_UNITS = 4, LABEL_UNITS = 50, ENTRY_UNITS = 3, COMPARED_PER_UNIT = 6, SHRINK_UNITS = 1 };

/* A possible label entry of a corner, for one hub. */
struct draft {
    uint32_t way, onward;
};

struct labelling {
    struct fr_work_progress progress;
    int64_t compared; /* entries, so far */
    const struct jump_graph *graph;
    const struct hierarchy *hierarchy;
    const struct fr_allocator *allocator;
    struct corner_labels *labels;
    uint32_t *order;      /* nodes, from the highest one */
    uint32_t *hubs;       /* by node: its index in order */
    struct draft *drafts; /* by hub */
    uint64_t *costs;      /* by hub: cost of its draft; FAR if it has none, or a dropped one */
    uint64_t *drafted;    /* a bit for each hub that has a draft */
    uint32_t *list;       /* hubs of the current label */
    uint32_t *ways;       /* by upward edge of the hierarchy: its number in the labels */
    size_t most_bytes;
};

/* Orders the nodes so that every upward edge leads to an earlier one. False if the hierarchy has a
 * core without such an order. */
static bool order_down(struct labelling *work)
{
    const struct hierarchy *hierarchy = work->hierarchy;
    const size_t count = hierarchy->node_count;
    uint32_t *below = work->hubs; /* upward edges to a node from nodes not yet ordered */
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

size_t corner_labels_bytes(const struct corner_labels *labels)
{
    return labels->entry_count * (sizeof *labels->entries + sizeof *labels->onward) +
           labels->way_count * sizeof *labels->ways + labels->turn_count * sizeof *labels->turns +
           labels->corner_count * (sizeof *labels->corners + sizeof *labels->numbers);
}

static bool fits(const struct labelling *work)
{
    return corner_labels_bytes(work->labels) <= work->most_bytes &&
           work->labels->entry_count < LABEL_NONE / 2 && work->labels->turn_count < LABEL_NONE / 2;
}

/* Fetches the beginning of a label into the cache. */
static void fetch_label(const struct labelling *work, uint32_t hub)
{
    fr_prefetch_lines(work->labels->entries + work->labels->corners[hub].first, 3);
}

/* Proposes every hub in the labels of a corner's upward neighbours, at its least cost. */
static void propose_all(struct labelling *work, uint32_t self)
{
    const struct hierarchy_node *node = &work->hierarchy->nodes[work->order[self]];
    const struct label_entry *entries = work->labels->entries;
    for (uint32_t number = node->first; number < node->first + node->count; number++)
        fetch_label(work, work->hubs[work->hierarchy->ways[number].to]);
    for (uint32_t number = node->first; number < node->first + node->count; number++) {
        const struct ascent *way = &work->hierarchy->ways[number];
        const struct labelled_corner *to = &work->labels->corners[work->hubs[way->to]];
        for (uint32_t i = to->first; i < to[1].first; i++) {
            const uint32_t hub = entries[i].hub;
            if (way->cost + entries[i].cost >= work->costs[hub])
                continue;
            work->costs[hub] = way->cost + entries[i].cost;
            work->drafts[hub] = (struct draft){number, i};
            work->drafted[hub >> 6] |= (uint64_t)1 << (hub & 63);
        }
    }
}

/* Whether a path through a higher hub in the label is as short as this one. A single edge counts as
 * the shortest path, as it nearly always is. */
static bool passes_higher(struct labelling *work, uint32_t hub)
{
    const struct label_entry *entries = work->labels->entries;
    const struct labelled_corner *corner = &work->labels->corners[hub];
    const uint64_t cost = work->costs[hub];
    if (work->drafts[hub].onward == corner->first)
        return false;
    work->compared += corner[1].first - corner->first;
    for (uint32_t i = corner->first + 1; i < corner[1].first; i++)
        if (work->costs[entries[i].hub] + entries[i].cost <= cost)
            return true;
    return false;
}

/* Lists the hubs of a label, the highest first, and drops the other drafts. */
static size_t prune(struct labelling *work, uint32_t self)
{
    size_t drafts = 0, count = 0;
    for (uint32_t word = 0; word <= self >> 6; word++) {
        for (uint64_t bits = work->drafted[word]; bits; bits &= bits - 1)
            work->list[drafts++] = word * 64 + (uint32_t)fr_lowest_bit(bits);
        work->drafted[word] = 0;
    }
    for (size_t i = 0; i < drafts; i++) {
        const uint32_t hub = work->list[i];
        if (i + FETCHED_AHEAD < drafts)
            fetch_label(work, work->list[i + FETCHED_AHEAD]);
        if (passes_higher(work, hub))
            work->costs[hub] = FAR;
        else
            work->list[count++] = hub;
    }
    return count;
}

static unsigned sector_of(const struct labelling *work, uint32_t hub)
{
    return work->hierarchy->ways[work->drafts[hub].way].sector;
}

/* Computes the range of entries to read after each straight step, if sectors of these sizes are
 * stored in circular order starting at one of them. Returns the sum of the ranges. */
static uint32_t lay_out(const uint32_t sizes[SECTORS], unsigned from,
                        struct labelled_corner *corner, const uint16_t onward[4])
{
    uint32_t total = 0;
    for (int d = 0; d < 4; d++) {
        uint32_t begin = 0, end = 0, at = 1;
        for (unsigned i = 0; i < SECTORS; i++) {
            const unsigned sector = (from + i) % SECTORS;
            if (sizes[sector] > 0 && onward[d] >> sector & 1) {
                begin = end > 0 ? begin : at;
                end = at + sizes[sector];
            }
            at += sizes[sector];
        }
        corner->taut[d] = (struct label_range){(uint16_t)begin, (uint16_t)(end - begin)};
        total += end - begin;
    }
    return total;
}

/* Chooses the first sector that gives the shortest ranges. No edge leads diagonally into the
 * obstacle that makes a cell a corner: if the order begins there, the sectors that are read
 * together are adjacent. */
static unsigned choose_order(const struct labelling *work, uint32_t hub, const uint32_t *sizes)
{
    struct labelled_corner *corner = &work->labels->corners[hub];
    const uint8_t turns = work->graph->nodes[work->order[hub]].turns;
    uint16_t onward[4];
    unsigned best = 2;
    for (unsigned d = 0; d < 4; d++)
        onward[d] = links_onward(turns, 4 * d);
    uint32_t least = lay_out(sizes, best, corner, onward);
    for (unsigned from = 6; from < SECTORS; from += 4) {
        const uint32_t total = lay_out(sizes, from, corner, onward);
        best = total < least ? from : best;
        least = total < least ? total : least;
    }
    lay_out(sizes, best, corner, onward);
    return best;
}

static void write_entry(struct labelling *work, uint32_t hub, uint32_t number)
{
    const struct draft draft = work->drafts[hub];
    work->labels->onward[number] = draft.onward;
    work->labels->entries[number] =
        (struct label_entry){work->costs[hub], hub, work->ways[draft.way]};
    work->costs[hub] = FAR;
}

static bool write_label(struct labelling *work, uint32_t self, size_t count)
{
    struct corner_labels *labels = work->labels;
    uint32_t sizes[SECTORS] = {0};
    if (!fr_reserve(work->allocator, &labels->entries, labels->entry_count, count + 1,
                    &labels->entry_capacity, sizeof *labels->entries) ||
        !fr_reserve(work->allocator, &labels->onward, labels->entry_count, count + 1,
                    &labels->onward_capacity, sizeof *labels->onward))
        return false;
    const struct graph_node *node = &work->graph->nodes[work->order[self]];
    struct labelled_corner *corner = &labels->corners[self];
    *corner = (struct labelled_corner){
        .first = (uint32_t)labels->entry_count, .x = node->x, .y = node->y};
    labels->numbers[fr_jump_corner(&work->graph->corners, node->x, node->y)] = self;
    labels->onward[labels->entry_count] = LABEL_NONE;
    labels->entries[labels->entry_count] = (struct label_entry){0, self, LABEL_NONE};
    for (size_t i = 0; i < count; i++)
        sizes[sector_of(work, work->list[i])]++;
    const unsigned from = choose_order(work, self, sizes);
    uint32_t next[SECTORS], number = corner->first + 1;
    for (unsigned each = 0; each < SECTORS; each++) {
        next[(from + each) % SECTORS] = number;
        number += sizes[(from + each) % SECTORS];
    }
    for (size_t i = 0; i < count; i++)
        write_entry(work, work->list[i], next[sector_of(work, work->list[i])]++);
    labels->entry_count = number;
    corner[1].first = (uint32_t)labels->entry_count;
    return true;
}

static enum fr_status write_labels(void *context, struct fr_work *work)
{
    struct labelling *l = context;
    for (size_t *i = &l->progress.item; *i < l->labels->corner_count; (*i)++) {
        const uint32_t hub = (uint32_t)*i;
        const int64_t before = l->compared;
        if (fr_work_pauses(work))
            return FR_OK;
        propose_all(l, hub);
        const size_t count = prune(l, hub);
        if (!write_label(l, hub, count))
            return FR_NO_MEMORY;
        if (count >= UINT16_MAX || !fits(l))
            return FR_UNSUPPORTED;
        work->left -=
            LABEL_UNITS + ENTRY_UNITS * (int64_t)count + (l->compared - before) / COMPARED_PER_UNIT;
    }
    return FR_OK;
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

/* Writes a link: diagonal steps, then straight ones. */
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

/* Writes a shortcut: down an upward edge of its middle node, then up another. */
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
    const bool link = ascent->middle == WAY_LINK;
    const uint32_t down = link ? 0 : work->ways[parts.to_owner];
    const uint32_t up = link ? 0 : work->ways[parts.to_end];
    const size_t most = link ? 2
                             : (size_t)(labels->ways[down + 1].first - labels->ways[down].first) +
                                   (labels->ways[up + 1].first - labels->ways[up].first);
    if (!fr_reserve(work->allocator, &labels->turns, labels->turn_count, most,
                    &labels->turn_capacity, sizeof *labels->turns))
        return false;
    work->ways[number] = (uint32_t)labels->way_count;
    struct label_way *way = &labels->ways[labels->way_count++];
    if (link)
        write_link(work, jump_graph_pixel(work->graph, owner),
                   (struct fr_pixel){ascent->x, ascent->y}, way);
    else
        write_shortcut(work, down, up, jump_graph_pixel(work->graph, ascent->middle), way);
    way[1].first = (uint32_t)labels->turn_count;
    return true;
}

/* Writes the edges of the lowest corners first, as a shortcut's parts belong to lower corners. */
static enum fr_status write_ways(void *context, struct fr_work *work)
{
    struct labelling *l = context;
    l->labels->ways[0].first = 0;
    for (size_t *i = &l->progress.item; *i < l->labels->corner_count; (*i)++) {
        const uint32_t owner = l->order[l->labels->corner_count - 1 - *i];
        const struct hierarchy_node *node = &l->hierarchy->nodes[owner];
        const size_t before = l->labels->turn_count;
        if (fr_work_pauses(work))
            return FR_OK;
        for (uint32_t way = node->first; way < node->first + node->count; way++)
            if (!write_way(l, owner, way))
                return FR_NO_MEMORY;
        if (!fits(l))
            return FR_UNSUPPORTED;
        work->left -=
            WAY_UNITS * (int64_t)(1 + node->count) + (int64_t)(l->labels->turn_count - before);
    }
    return FR_OK;
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
    work->drafts = fr_allocate(allocator, count + 1, sizeof *work->drafts);
    work->costs = fr_allocate(allocator, count + 1, sizeof *work->costs);
    work->drafted = fr_allocate_zeroed(allocator, count / 64 + 1, sizeof *work->drafted);
    work->list = fr_allocate(allocator, count + 1, sizeof *work->list);
    work->ways = fr_allocate(allocator, ways + 1, sizeof *work->ways);
    if (!labels->numbers || !labels->corners || !labels->ways || !work->order || !work->hubs ||
        !work->drafts || !work->costs || !work->drafted || !work->list || !work->ways)
        return false;
    for (size_t i = 0; i < count; i++)
        work->costs[i] = FAR;
    return true;
}

void labelling_release(struct labelling *work)
{
    if (!work)
        return;
    const size_t count = work->labels->corner_count, ways = work->hierarchy->way_count;
    const struct fr_allocator *allocator = work->allocator;
    fr_deallocate(allocator, work->order, count + 1, sizeof *work->order);
    fr_deallocate(allocator, work->hubs, count + 1, sizeof *work->hubs);
    fr_deallocate(allocator, work->drafts, count + 1, sizeof *work->drafts);
    fr_deallocate(allocator, work->costs, count + 1, sizeof *work->costs);
    fr_deallocate(allocator, work->drafted, count / 64 + 1, sizeof *work->drafted);
    fr_deallocate(allocator, work->list, count + 1, sizeof *work->list);
    fr_deallocate(allocator, work->ways, ways + 1, sizeof *work->ways);
    fr_deallocate(allocator, work, 1, sizeof *work);
}

static enum fr_status find_order(void *context, struct fr_work *work)
{
    struct labelling *l = context;
    work->left -= (int64_t)l->hierarchy->way_count;
    return order_down(l) ? FR_OK : FR_UNSUPPORTED;
}

static enum fr_status shrink(void *context, struct fr_work *work)
{
    const struct labelling *l = context;
    struct corner_labels *labels = l->labels;
    const size_t entries = labels->entry_count, turns = labels->turn_count;
    work->left -= SHRINK_UNITS * (int64_t)entries;
    return fr_resize(l->allocator, &labels->entries, entries, &labels->entry_capacity,
                     sizeof *labels->entries, entries + 1) &&
                   fr_resize(l->allocator, &labels->onward, entries, &labels->onward_capacity,
                             sizeof *labels->onward, entries + 1) &&
                   fr_resize(l->allocator, &labels->turns, turns, &labels->turn_capacity,
                             sizeof *labels->turns, turns + 1)
               ? FR_OK
               : FR_NO_MEMORY;
}

enum fr_status corner_labels_build(struct corner_labels *labels, const struct jump_graph *graph,
                                   const struct hierarchy *hierarchy, size_t most_bytes,
                                   struct labelling **labelling, struct fr_work *work)
{
    static fr_stage *const stages[] = {find_order, write_ways, write_labels, shrink, NULL};
    enum fr_status status = FR_OK;
    if (!*labelling) {
        *labels = (struct corner_labels){.allocator = graph->allocator,
                                         .corner_count = hierarchy->node_count};
        *labelling = fr_allocate_zeroed(graph->allocator, 1, sizeof **labelling);
        if (!*labelling)
            return FR_NO_MEMORY;
        **labelling = (struct labelling){.graph = graph,
                                         .hierarchy = hierarchy,
                                         .allocator = graph->allocator,
                                         .labels = labels,
                                         .most_bytes = most_bytes};
        status = begin(*labelling) ? FR_OK : FR_NO_MEMORY;
    }
    if (status == FR_OK)
        status = fr_stages_run(stages, *labelling, &(*labelling)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    labelling_release(*labelling);
    *labelling = NULL;
    return FR_OK;
}

/* Whether a chain of entries ends, as each further entry of the same hub costs less. */
static bool is_sound_entry(const struct corner_labels *labels, uint32_t number)
{
    const struct label_entry *entry = &labels->entries[number];
    const uint32_t next = labels->onward[number];
    if (entry->hub >= labels->corner_count || entry->cost >= FR_JUMP_COSTS)
        return false;
    return entry->way == LABEL_NONE ||
           (entry->way < labels->way_count && next < labels->entry_count &&
            labels->entries[next].hub == entry->hub && labels->entries[next].cost < entry->cost);
}

/* Whether a hub's corner exists and has the hub's number, and the parts to read are in its
 * label. */
static bool is_sound_corner(const struct corner_labels *labels, const struct jump_graph *graph,
                            uint32_t hub)
{
    const struct labelled_corner *corner = &labels->corners[hub];
    const uint32_t end = corner[1].first;
    if (corner->first >= end || end > labels->entry_count ||
        !jump_graph_is_corner(graph, corner->x, corner->y) ||
        labels->numbers[fr_jump_corner(&graph->corners, corner->x, corner->y)] != hub)
        return false;
    for (int d = 0; d < 4; d++)
        if ((uint32_t)corner->taut[d].skip + corner->taut[d].count > end - corner->first)
            return false;
    return true;
}

/* Whether each edge has a turn and valid directions. */
static bool are_sound_ways(const struct corner_labels *labels)
{
    const struct label_way *ways = labels->ways;
    for (size_t i = 0; i < labels->way_count; i++)
        if (ways[i].first >= ways[i + 1].first || ways[i].leaves >= FR_DIRECTIONS ||
            ways[i].arrives >= FR_DIRECTIONS)
            return false;
    return ways[0].first == 0 && ways[labels->way_count].first == labels->turn_count;
}

static bool are_sound(const struct corner_labels *labels, const struct jump_graph *graph)
{
    for (uint32_t hub = 0; hub < labels->corner_count; hub++)
        if (!is_sound_corner(labels, graph, hub))
            return false;
    for (uint32_t i = 0; i < labels->entry_count; i++)
        if (!is_sound_entry(labels, i))
            return false;
    for (size_t i = 0; i < labels->turn_count; i++)
        if (!fr_map_inside(graph->map, labels->turns[i].x, labels->turns[i].y))
            return false;
    return are_sound_ways(labels);
}

void corner_labels_pass(struct corner_labels *labels, const struct jump_graph *graph,
                        struct fr_saved *saved)
{
    labels->allocator = graph->allocator;
    fr_saved_pass(saved, &labels->corner_count, 1, sizeof labels->corner_count);
    fr_saved_pass(saved, &labels->entry_count, 1, sizeof labels->entry_count);
    fr_saved_pass(saved, &labels->way_count, 1, sizeof labels->way_count);
    fr_saved_pass(saved, &labels->turn_count, 1, sizeof labels->turn_count);
    const size_t corners = labels->corner_count, entries = labels->entry_count;
    const size_t ways = labels->way_count, turns = labels->turn_count;
    if (fr_saved_loaded(saved) &&
        (corners != fr_jump_corners_count(&graph->corners) || entries >= UINT32_MAX ||
         ways >= UINT32_MAX || turns >= UINT32_MAX))
        saved->status = FR_BAD_INPUT;
    labels->entry_capacity = labels->onward_capacity = entries;
    labels->way_capacity = ways + 1;
    labels->turn_capacity = turns;
    fr_saved_array(saved, &labels->numbers, corners, corners + 1, sizeof *labels->numbers);
    fr_saved_array(saved, &labels->corners, corners + 1, corners + 1, sizeof *labels->corners);
    fr_saved_array(saved, &labels->entries, entries, entries, sizeof *labels->entries);
    fr_saved_array(saved, &labels->onward, entries, entries, sizeof *labels->onward);
    fr_saved_array(saved, &labels->ways, ways + 1, ways + 1, sizeof *labels->ways);
    fr_saved_array(saved, &labels->turns, turns, turns, sizeof *labels->turns);
    if (fr_saved_loaded(saved) && !are_sound(labels, graph))
        saved->status = FR_BAD_INPUT;
}

void corner_labels_release(struct corner_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    const size_t corners = labels->corner_count + 1;
    fr_deallocate(allocator, labels->numbers, corners, sizeof *labels->numbers);
    fr_deallocate(allocator, labels->corners, corners, sizeof *labels->corners);
    fr_deallocate(allocator, labels->entries, labels->entry_capacity, sizeof *labels->entries);
    fr_deallocate(allocator, labels->onward, labels->onward_capacity, sizeof *labels->onward);
    fr_deallocate(allocator, labels->ways, labels->way_capacity, sizeof *labels->ways);
    fr_deallocate(allocator, labels->turns, labels->turn_capacity, sizeof *labels->turns);
    *labels = (struct corner_labels){0};
}
