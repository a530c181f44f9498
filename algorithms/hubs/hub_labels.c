#include "algorithms/hubs/hub_labels.h"

#include <string.h>

#include "algorithms/hubs/hub_order.h"
#include "algorithms/visibility/core_search.h"

#define ROUNDED_FAR (UINT32_MAX >> 1) /* longer than any rounded path */
#define EDGE_NONE (UINT16_MAX >> 1)

/* Labels are refused if the estimate exceeds their limit by this factor. The estimate was 1.0 to
 * 1.35 times the true size on rocks, caves and rooms, and 1.8 times in an office. */
#define SURELY_TOO_MANY 1.25

/* Work: the number of compared entries that cost a unit; the units for each copied or linked entry.
 * Tuned on adventure-150. */
enum { SCANS_PER_UNIT = 6, COPY_UNITS = 1, LINK_UNITS = 2 };

/* The label of a corner during construction, both sides together. The rounded length alone usually
 * decides whether an entry covers a path. */
struct growing {
    uint32_t *rounded; /* lengths without their last bits; the other arrays follow in the block */
    uint32_t *rest;    /* those bits */
    uint16_t *hubs;
    uint16_t *edges; /* 2 * edge + cone; the edge is EDGE_NONE at the hub itself */
    uint32_t count, capacity;
};

/* The finished labels of a corner, those of its first side first. */
struct packed {
    struct hub_label_entry *entries;
    uint32_t count, split; /* all entries; those of the first side */
};

/* Corners are numbered as in the core. */
struct label_builder {
    struct fr_work_progress progress;
    struct hub_orderer *orderer;
    uint64_t estimate; /* entries */
    int64_t scans;     /* entries that were compared */
    struct hub_labels *labels;
    const struct fr_allocator *allocator;
    struct core_search *search;
    uint32_t *order;         /* corners of the hubs, by hub */
    struct growing *growing; /* by corner */
    struct packed *packed;   /* by corner: takes much less memory than `growing` */
    size_t entry_count, most_entries;
    int64_t *to_hub; /* by hub: the length from the source of this search, or CORE_FAR */
    uint32_t *to_hub_rounded;
    int shift;      /* right shift that rounds a length */
    int unit_shift; /* right shift for the lengths in labels */
    int64_t longest;
};

static const struct graph_lists *core_lists(const struct label_builder *b)
{
    return &b->search->graph->lists[GRAPH_CROSS];
}

static size_t growing_bytes(uint32_t capacity)
{
    return capacity * (2 * sizeof(uint32_t) + 2 * sizeof(uint16_t));
}

/* Makes room for one more entry. False if out of memory. */
static bool make_room(struct label_builder *b, struct growing *label)
{
    if (label->count < label->capacity)
        return true;
    const uint32_t capacity = label->capacity ? label->capacity + label->capacity / 2 : 8;
    struct growing grown = {.count = label->count, .capacity = capacity};
    grown.rounded = fr_allocate(b->allocator, growing_bytes(capacity), 1);
    if (!grown.rounded)
        return false;
    grown.rest = grown.rounded + capacity;
    grown.hubs = (uint16_t *)(grown.rest + capacity);
    grown.edges = grown.hubs + capacity;
    if (label->count > 0) {
        memcpy(grown.rounded, label->rounded, label->count * sizeof *grown.rounded);
        memcpy(grown.rest, label->rest, label->count * sizeof *grown.rest);
        memcpy(grown.hubs, label->hubs, label->count * sizeof *grown.hubs);
        memcpy(grown.edges, label->edges, label->count * sizeof *grown.edges);
    }
    fr_deallocate(b->allocator, label->rounded, growing_bytes(label->capacity), 1);
    *label = grown;
    return true;
}

static int64_t length_at(const struct label_builder *b, const struct growing *label, uint32_t i)
{
    return (int64_t)label->rounded[i] << b->shift | label->rest[i];
}

/* Appends an entry to a corner's label. False if out of memory. */
static bool append(struct label_builder *b, uint32_t corner, uint32_t hub, uint32_t cone,
                   uint32_t edge, int64_t length)
{
    struct growing *label = &b->growing[corner];
    if (!make_room(b, label))
        return false;
    label->hubs[label->count] = (uint16_t)hub;
    label->edges[label->count] = (uint16_t)(2 * edge + cone);
    label->rounded[label->count] = (uint32_t)(length >> b->shift);
    label->rest[label->count++] = (uint32_t)(length & ((INT64_C(1) << b->shift) - 1));
    b->entry_count++;
    if (length > b->longest)
        b->longest = length;
    return true;
}

/* Whether an earlier hub gives a path of at most this length from the source to the corner. */
static bool is_covered(struct label_builder *b, uint32_t corner, int64_t length)
{
    const struct growing *label = &b->growing[corner];
    const uint32_t rounded = (uint32_t)(length >> b->shift);
    b->scans += label->count;
    for (uint32_t i = 0; i < label->count; i++)
        if (b->to_hub_rounded[label->hubs[i]] + label->rounded[i] <= rounded &&
            b->to_hub[label->hubs[i]] + length_at(b, label, i) <= length)
            return true;
    return false;
}

/* Enters a label into to_hub, or resets its elements of to_hub. */
static void spread_label(struct label_builder *b, uint32_t corner, bool enter)
{
    const struct growing *label = &b->growing[corner];
    for (uint32_t i = 0; i < label->count; i++) {
        b->to_hub[label->hubs[i]] = enter ? length_at(b, label, i) : CORE_FAR;
        b->to_hub_rounded[label->hubs[i]] = enter ? label->rounded[i] : ROUNDED_FAR;
    }
}

/* Adds the hub to the label of a corner that its search reached, on the side reached. */
static bool label_corner(struct label_builder *b, uint32_t corner, uint32_t hub)
{
    const struct core_reach *reach = &b->search->reached[corner];
    if (reach->parent == CORE_NONE)
        return append(b, corner, hub, 0, EDGE_NONE, 0) && append(b, corner, hub, 1, EDGE_NONE, 0);
    const uint32_t back = b->search->edges[reach->edge].back;
    const uint32_t *ends = graph_ends(core_lists(b), 2 * b->search->corners[corner]);
    const bool second = back >= ends[1];
    return append(b, corner, hub, second, back - ends[second], reach->length);
}

static int64_t label_units(const struct label_builder *b)
{
    return core_search_units(b->search) + b->scans / SCANS_PER_UNIT;
}

/* Searches from a hub and labels the corners whose path no earlier hub covers. */
static enum fr_status label_from(struct label_builder *b, uint32_t hub)
{
    struct core_search *search = b->search;
    const uint32_t source = b->order[hub];
    bool has_memory = core_search_begin(search, source);
    spread_label(b, source, true);
    for (uint32_t at; has_memory && (at = core_search_settle(search)) != CORE_NONE;)
        if (!is_covered(b, at, search->reached[at].length))
            has_memory = label_corner(b, at, hub) && core_search_expand(search, at);
    spread_label(b, source, false);
    core_search_end(search);
    if (!has_memory)
        return FR_NO_MEMORY;
    return b->entry_count <= b->most_entries ? FR_OK : FR_UNSUPPORTED;
}

/* Packs the label of a corner, and frees the block in which it grew. False if out of memory. */
static bool pack_label(struct label_builder *b, struct growing *label, struct packed *packed)
{
    const uint16_t none = (uint16_t)((UINT32_C(1) << b->labels->edge_bits) - 1);
    for (uint32_t k = 0; k < label->count; k++)
        packed->split += !(label->edges[k] & 1);
    packed->count = label->count;
    packed->entries = fr_allocate(b->allocator, label->count, sizeof *packed->entries);
    if (!packed->entries)
        return false;
    uint32_t next[2] = {0, packed->split};
    for (uint32_t k = 0; k < label->count; k++) {
        const uint16_t edge = label->edges[k] >> 1;
        packed->entries[next[label->edges[k] & 1]++] =
            (struct hub_label_entry){.length = (uint32_t)(length_at(b, label, k) >> b->unit_shift),
                                     .hub = label->hubs[k],
                                     .step = edge == EDGE_NONE ? none : edge};
    }
    fr_deallocate(b->allocator, label->rounded, growing_bytes(label->capacity), 1);
    *label = (struct growing){0};
    return true;
}

static enum fr_status pack_labels(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    while (b->longest >> b->unit_shift >= HUB_LENGTHS ||
           ldexp(1 / b->search->ticks, b->unit_shift) < HUB_FINEST_UNIT)
        b->unit_shift++;
    for (size_t *i = &b->progress.item; *i < b->search->count; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        work->left -= 1 + COPY_UNITS * (int64_t)b->growing[*i].count;
        if (!pack_label(b, &b->growing[*i], &b->packed[*i]))
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

static void count_entries(const struct label_builder *b, struct hub_side *sides)
{
    for (uint32_t side = 0; side < b->labels->side_count; side++)
        sides[side] = (struct hub_side){0, *graph_ends(core_lists(b), side)};
    sides[b->labels->side_count] = (struct hub_side){0, b->labels->edge_count};
    for (uint32_t i = 0; i < b->search->count; i++) {
        struct hub_side *const side = &sides[2 * b->search->corners[i]];
        side[1].entry = b->packed[i].split;
        side[2].entry = b->packed[i].count - b->packed[i].split;
    }
    for (uint32_t side = 0; side < b->labels->side_count; side++)
        sides[side + 1].entry += sides[side].entry;
}

static enum fr_status copy_entries(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    struct hub_labels *labels = b->labels;
    for (size_t *i = &b->progress.item; *i < b->search->count; (*i)++) {
        struct packed *packed = &b->packed[*i];
        if (fr_work_pauses(work))
            return FR_OK;
        memcpy(&labels->entries[labels->sides[2 * b->search->corners[*i]].entry], packed->entries,
               packed->count * sizeof *packed->entries);
        fr_deallocate(b->allocator, packed->entries, packed->count, sizeof *packed->entries);
        packed->entries = NULL;
        work->left -= 1 + COPY_UNITS * (int64_t)packed->count;
    }
    return FR_OK;
}

/* The side by which a path leaves the target of an edge. */
static uint32_t side_beyond(const struct label_builder *b, uint32_t edge)
{
    const struct core_edge *at = &b->search->edges[edge];
    const uint32_t side = 2 * b->search->corners[at->target];
    return side + (at->back < graph_ends(core_lists(b), side)[1]);
}

static void copy_edges(const struct label_builder *b, struct hub_labels *labels)
{
    for (uint32_t i = 0; i < labels->edge_count; i++) {
        const uint32_t side = side_beyond(b, i);
        labels->edges[i] = (struct hub_edge){labels->sides[side], labels->places[side / 2]};
    }
}

/* Stores with each step the index of its hub in the label of the next corner. */
static enum fr_status link_steps(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    struct hub_labels *labels = b->labels;
    const uint32_t none = (UINT32_C(1) << labels->edge_bits) - 1;
    for (size_t *at = &b->progress.item; *at < labels->side_count; (*at)++) {
        const uint32_t side = (uint32_t)*at;
        if (fr_work_pauses(work))
            return FR_OK;
        work->left -=
            1 + LINK_UNITS * (int64_t)(labels->sides[side + 1].entry - labels->sides[side].entry);
        for (uint32_t i = labels->sides[side].entry; i < labels->sides[side + 1].entry; i++) {
            struct hub_label_entry *entry = &labels->entries[i];
            if (entry->step == none)
                continue;
            const uint32_t beyond = side_beyond(b, labels->sides[side].edge + entry->step);
            const uint32_t place =
                hub_labels_at_hub(labels, beyond, entry->hub) - labels->sides[beyond].entry;
            entry->step = (uint16_t)(entry->step | place << labels->edge_bits);
        }
    }
    return FR_OK;
}

static enum fr_status allocate_labels(struct hub_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    const size_t sides = (size_t)labels->side_count + 1, entries = (size_t)labels->entry_count + 1;
    labels->sides = fr_allocate(allocator, sides, sizeof *labels->sides);
    labels->edges = fr_allocate(allocator, (size_t)labels->edge_count + 1, sizeof *labels->edges);
    labels->places = fr_allocate(allocator, sides, sizeof *labels->places);
    labels->entries = fr_allocate(allocator, entries, sizeof *labels->entries);
    return labels->sides && labels->edges && labels->places && labels->entries ? FR_OK
                                                                               : FR_NO_MEMORY;
}

static enum fr_status begin_copy(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    struct hub_labels *labels = b->labels;
    labels->unit = ldexp(1 / b->search->ticks, b->unit_shift);
    labels->entry_count = (uint32_t)b->entry_count;
    labels->edge_count = (uint32_t)core_lists(b)->count;
    const enum fr_status status = allocate_labels(labels);
    if (status != FR_OK)
        return status;
    for (size_t i = 0; i < b->search->graph->corner_count; i++)
        labels->places[i] = (struct hub_place){(uint16_t)b->search->graph->corners[i].x,
                                               (uint16_t)b->search->graph->corners[i].y};
    count_entries(b, labels->sides);
    copy_edges(b, labels);
    work->left -= (int64_t)(b->entry_count / 2 + labels->edge_count);
    return FR_OK;
}

/* The largest number of edges from one corner into one cone. */
static uint32_t most_edges(const struct label_builder *b)
{
    const struct graph_lists *lists = core_lists(b);
    uint32_t most = 0;
    for (uint32_t side = 0; side < b->labels->side_count; side++) {
        const uint32_t *ends = graph_ends(lists, side);
        if (ends[1] - ends[0] > most)
            most = ends[1] - ends[0];
    }
    return most;
}

static bool take_memory(struct label_builder *b)
{
    const size_t count = (size_t)b->search->count + 1;
    b->order = fr_allocate(b->allocator, count, sizeof *b->order);
    b->growing = fr_allocate_zeroed(b->allocator, count, sizeof *b->growing);
    b->packed = fr_allocate_zeroed(b->allocator, count, sizeof *b->packed);
    b->to_hub = fr_allocate(b->allocator, count, sizeof *b->to_hub);
    b->to_hub_rounded = fr_allocate(b->allocator, count, sizeof *b->to_hub_rounded);
    if (!b->order || !b->growing || !b->packed || !b->to_hub || !b->to_hub_rounded)
        return false;
    for (size_t i = 0; i < count; i++) {
        b->to_hub[i] = CORE_FAR;
        b->to_hub_rounded[i] = ROUNDED_FAR;
    }
    return true;
}

void label_builder_release(struct label_builder *b)
{
    if (!b)
        return;
    hub_orderer_release(b->orderer);
    const size_t count = (size_t)b->search->count + 1;
    for (uint32_t i = 0; b->growing && b->packed && i < b->search->count; i++) {
        fr_deallocate(b->allocator, b->growing[i].rounded, growing_bytes(b->growing[i].capacity),
                      1);
        fr_deallocate(b->allocator, b->packed[i].entries, b->packed[i].count,
                      sizeof *b->packed[i].entries);
    }
    fr_deallocate(b->allocator, b->order, count, sizeof *b->order);
    fr_deallocate(b->allocator, b->growing, count, sizeof *b->growing);
    fr_deallocate(b->allocator, b->packed, count, sizeof *b->packed);
    fr_deallocate(b->allocator, b->to_hub, count, sizeof *b->to_hub);
    fr_deallocate(b->allocator, b->to_hub_rounded, count, sizeof *b->to_hub_rounded);
    fr_deallocate(b->allocator, b, 1, sizeof *b);
}

/* The right shift after which path lengths, and sums of two lengths, fit in 31 bits: a path passes
 * each corner once. */
static int choose_shift(const struct core_search *search)
{
    const size_t count = search->graph->lists[GRAPH_CROSS].count;
    int64_t longest = 0;
    int shift = 0;
    for (size_t i = 0; i < count; i++)
        longest = search->edges[i].length > longest ? search->edges[i].length : longest;
    while ((longest >> shift) + 1 > ROUNDED_FAR / 2 / ((int64_t)search->count + 1))
        shift++;
    return shift;
}

/* Refuses labels that would be too large; estimating takes far less time than building them. */
static enum fr_status estimate(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    const enum fr_status status =
        hub_order_estimate(b->search, b->order, &b->estimate, &b->orderer, work);
    if (status != FR_OK || work->paused)
        return status;
    return (double)b->estimate > SURELY_TOO_MANY * (double)b->most_entries ? FR_UNSUPPORTED : FR_OK;
}

static enum fr_status find_order(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    return hub_order_find(b->search, b->order, &b->orderer, work);
}

static enum fr_status label_all(void *context, struct fr_work *work)
{
    struct label_builder *b = context;
    for (size_t *hub = &b->progress.item; *hub < b->search->count; (*hub)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const int64_t before = label_units(b);
        const enum fr_status status = label_from(b, (uint32_t)*hub);
        if (status != FR_OK)
            return status;
        work->left -= label_units(b) - before;
    }
    return FR_OK;
}

static enum fr_status begin(struct label_builder *b)
{
    struct hub_labels *labels = b->labels;
    const struct core_search *search = b->search;
    *labels = (struct hub_labels){.allocator = b->allocator,
                                  .side_count = (uint32_t)(2 * search->graph->corner_count),
                                  .hub_count = search->count};
    const uint32_t edges = most_edges(b);
    if (search->count >= UINT16_MAX || edges >= EDGE_NONE)
        return FR_UNSUPPORTED;
    while (edges >> labels->edge_bits > 0)
        labels->edge_bits++;
    b->shift = choose_shift(search);
    return take_memory(b) ? FR_OK : FR_NO_MEMORY;
}

enum fr_status hub_labels_build(struct hub_labels *labels, struct core_search *search,
                                size_t most_bytes, const struct fr_allocator *allocator,
                                struct label_builder **builder, struct fr_work *work)
{
    static fr_stage *const stages[] = {estimate,   find_order,   label_all,  pack_labels,
                                       begin_copy, copy_entries, link_steps, NULL};
    enum fr_status status = FR_OK;
    if (!*builder) {
        *builder = fr_allocate_zeroed(allocator, 1, sizeof **builder);
        if (!*builder)
            return FR_NO_MEMORY;
        **builder = (struct label_builder){.labels = labels,
                                           .allocator = allocator,
                                           .search = search,
                                           .most_entries = most_bytes / sizeof *labels->entries};
        status = begin(*builder);
    }
    if (status == FR_OK)
        status = fr_stages_run(stages, *builder, &(*builder)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    label_builder_release(*builder);
    *builder = NULL;
    return FR_OK;
}

/* Loops over labels use local copies of pointers, because the compiler must assume that the table
 * overlaps `labels`. The loops have no branches: most would be mispredicted. */
void hub_labels_enter(const struct hub_labels *labels, uint32_t side, uint32_t before,
                      uint32_t *table)
{
    const struct hub_label_entry *const entries = labels->entries;
    const uint32_t last = labels->sides[side + 1].entry;
    for (uint32_t i = labels->sides[side].entry; i < last; i++) {
        const uint32_t length = before + entries[i].length, known = table[entries[i].hub];
        table[entries[i].hub] = length < known ? length : known;
    }
}

void hub_labels_leave(const struct hub_labels *labels, uint32_t side, uint32_t *table)
{
    const struct hub_label_entry *const entries = labels->entries;
    const uint32_t last = labels->sides[side + 1].entry;
    for (uint32_t i = labels->sides[side].entry; i < last; i++)
        table[entries[i].hub] = HUB_FAR;
}

uint32_t hub_labels_look_up(const struct hub_labels *labels, uint32_t side, const uint32_t *table)
{
    const struct hub_label_entry *const entries = labels->entries;
    const uint32_t last = labels->sides[side + 1].entry;
    uint32_t shortest = HUB_FAR;
    for (uint32_t i = labels->sides[side].entry; i < last; i++) {
        const uint32_t length = table[entries[i].hub] + entries[i].length;
        shortest = length < shortest ? length : shortest;
    }
    return shortest;
}

uint32_t hub_labels_find(const struct hub_labels *labels, uint32_t side, uint32_t length,
                         const uint32_t *table, bool *tied)
{
    const struct hub_label_entry *const entries = labels->entries;
    const uint32_t last = labels->sides[side + 1].entry;
    uint32_t at = HUB_NONE, found = 0;
    for (uint32_t i = labels->sides[side].entry; i < last; i++) {
        const uint32_t other = table[entries[i].hub] + entries[i].length;
        if (other > length + HUB_TIE)
            continue;
        found++;
        at = other == length ? i : at;
    }
    *tied = found > 1;
    return at;
}

uint32_t hub_labels_at_hub(const struct hub_labels *labels, uint32_t side, uint32_t hub)
{
    const uint32_t first = labels->sides[side].entry;
    uint32_t low = first, high = labels->sides[side + 1].entry;
    while (high > low + 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (labels->entries[middle].hub <= hub)
            low = middle;
        else
            high = middle;
    }
    return low < high && labels->entries[low].hub == hub ? low : HUB_NONE;
}

struct hub_meeting hub_labels_meet(const struct hub_labels *labels, uint32_t a, uint32_t b,
                                   uint64_t below, const uint32_t *table)
{
    const uint32_t shortest = hub_labels_look_up(labels, b, table);
    struct hub_meeting meeting = {.length = below, .at_a = HUB_NONE, .at_b = HUB_NONE};
    if (shortest >= HUB_FAR || shortest >= below)
        return meeting;
    meeting.length = shortest;
    meeting.at_b = hub_labels_find(labels, b, shortest, table, &meeting.tied);
    meeting.at_a = hub_labels_at_hub(labels, a, labels->entries[meeting.at_b].hub);
    return meeting;
}

bool hub_labels_next(const struct hub_labels *labels, uint32_t a, uint32_t b, uint64_t below,
                     struct hub_meeting *meeting)
{
    const uint32_t end_a = labels->sides[a + 1].entry, end_b = labels->sides[b + 1].entry;
    uint32_t i = meeting->at_a, j = meeting->at_b;
    while (i < end_a && j < end_b) {
        const struct hub_label_entry at_a = labels->entries[i], at_b = labels->entries[j];
        const uint64_t length = (uint64_t)at_a.length + at_b.length;
        if (at_a.hub == at_b.hub && length < below) {
            *meeting = (struct hub_meeting){.length = length, .at_a = i, .at_b = j};
            return true;
        }
        i += at_a.hub <= at_b.hub;
        j += at_b.hub <= at_a.hub;
    }
    return false;
}

enum fr_status hub_labels_walk(const struct hub_labels *labels, uint32_t side, uint32_t entry,
                               struct fr_path *path)
{
    /* Local copies, because the compiler must assume that the path overlaps the labels. */
    const struct hub_label_entry *const entries = labels->entries;
    const uint16_t hub = entries[entry].hub;
    const struct hub_edge *const edges = labels->edges;
    const int bits = labels->edge_bits;
    const uint32_t none = (UINT32_C(1) << bits) - 1, apart = UINT32_C(1) << (16 - bits);
    uint32_t first = labels->sides[side].edge;
    for (uint32_t step; ((step = entries[entry].step) & none) != none;) {
        const struct hub_edge edge = edges[first + (step & none)];
        if (path->count == path->capacity && fr_path_reserve(path, 2 * path->count + 64) != FR_OK)
            return FR_NO_MEMORY;
        path->points[path->count++] = (struct fr_point){edge.place.x, edge.place.y};
        first = edge.beyond.edge;
        entry = edge.beyond.entry + (step >> bits);
        while (entries[entry].hub != hub)
            entry += apart;
    }
    return FR_OK;
}

void hub_labels_release(struct hub_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    const size_t sides = (size_t)labels->side_count + 1, entries = (size_t)labels->entry_count + 1;
    if (!allocator)
        return;
    fr_deallocate(allocator, labels->sides, sides, sizeof *labels->sides);
    fr_deallocate(allocator, labels->edges, (size_t)labels->edge_count + 1, sizeof *labels->edges);
    fr_deallocate(allocator, labels->places, sides, sizeof *labels->places);
    fr_deallocate(allocator, labels->entries, entries, sizeof *labels->entries);
}
