#include "algorithms/visibility/hub_labels.h"

#include <math.h>
#include <string.h>

#include "algorithms/steps/search_heap.h"

#define SAMPLES 64          /* searches that tell how important a corner is */
#define CHUNK 14            /* entries of a label that are taken at a time */
#define FAR (INT64_MAX / 4) /* longer than any way */
#define WAY_NONE UINT16_MAX

/* Part of a corner's label while labels grow, both sides together. */
struct chunk {
    uint32_t next, count;
    uint16_t hubs[CHUNK];
    uint16_t ways[CHUNK]; /* WAY_NONE at the hub itself */
    uint8_t cones[CHUNK];
    int64_t lengths[CHUNK]; /* in ticks */
};

/* What a search knows of a corner. */
struct reach {
    int64_t length;  /* in ticks */
    uint32_t parent; /* corner, or HUB_NONE at the source */
};

struct builder {
    struct hub_labels *labels;
    const struct graph *graph;
    const struct fr_allocator *allocator;
    uint32_t *core; /* its corners; later by importance */
    uint32_t core_count;
    double ticks;          /* a pixel */
    int64_t *weights;      /* by edge of the core, in ticks */
    struct reach *reached; /* by corner; length FAR: not reached */
    uint32_t
        *touched; /* corners reached by this search, in no order, then those settled in order */
    uint32_t touched_count;
    struct search_heap heap;
    uint32_t *chunk_of; /* by corner: its first chunk, or HUB_NONE */
    uint32_t *last_chunk;
    struct chunk *chunks;
    size_t chunk_count, chunk_capacity;
    size_t entry_count, most_entries;
    int64_t *to_hub; /* by hub: the length from the source of this search, or FAR */
    int64_t longest;
};

static const struct graph_lists *core_lists(const struct builder *b)
{
    return &b->graph->lists[GRAPH_CROSS];
}

static uint32_t cone_toward(const struct graph *graph, uint32_t corner, uint32_t other)
{
    return (uint32_t)taut_cone(taut_direction(&graph->corners[corner], graph_point(graph, other)));
}

/* So many ticks a pixel that no way has more than FAR of them: it turns at each corner once, and
 * none of its edges is longer than the map's diagonal, 2^16 pixels. */
static double choose_ticks(uint32_t core_count)
{
    int bits = 0;
    while (bits < 32 && (core_count >> bits) != 0)
        bits++;
    return ldexp(1, 60 - 17 - bits < 40 ? 60 - 17 - bits : 40);
}

static void weigh_edges(struct builder *b)
{
    const struct graph_lists *lists = core_lists(b);
    for (uint32_t side = 0; side < b->labels->side_count; side++) {
        const struct fr_point at = graph_point(b->graph, side / 2);
        for (uint32_t i = lists->first[side]; i < lists->first[side + 1]; i++) {
            const struct fr_point to = graph_point(b->graph, lists->edges[i].target);
            const double dx = to.x - at.x, dy = to.y - at.y;
            b->weights[i] = (int64_t)(sqrt(dx * dx + dy * dy) / 2 * b->ticks + 0.5);
        }
    }
}

static bool offer(struct builder *b, uint32_t corner, int64_t length, uint32_t parent)
{
    struct reach *reach = &b->reached[corner];
    if (reach->length <= length)
        return true;
    if (reach->length == FAR)
        b->touched[b->touched_count++] = corner;
    *reach = (struct reach){length, parent};
    return search_heap_push(&b->heap, b->allocator, (uint64_t)length, corner);
}

static bool offer_edges(struct builder *b, uint32_t side, const struct taut_direction *back)
{
    const struct graph_lists *lists = core_lists(b);
    const uint32_t corner = side / 2;
    const struct fr_corner *at = &b->graph->corners[corner];
    const int64_t length = b->reached[corner].length;
    for (uint32_t i = lists->first[side]; i < lists->first[side + 1]; i++) {
        const uint32_t target = lists->edges[i].target;
        if (back && !taut_wraps(*back, taut_direction(at, graph_point(b->graph, target))))
            break;
        if (!offer(b, target, length + b->weights[i], corner))
            return false;
    }
    return true;
}

/* Goes on from a corner as a shortest path may. */
static bool expand(struct builder *b, uint32_t corner)
{
    const uint32_t parent = b->reached[corner].parent;
    if (parent == HUB_NONE)
        return offer_edges(b, 2 * corner, NULL) && offer_edges(b, 2 * corner + 1, NULL);
    const struct taut_direction back =
        taut_direction(&b->graph->corners[corner], graph_point(b->graph, parent));
    return offer_edges(b, 2 * corner + (uint32_t)!taut_cone(back), &back);
}

static void forget(struct builder *b)
{
    for (uint32_t i = 0; i < b->touched_count; i++)
        b->reached[b->touched[i]].length = FAR;
    b->touched_count = 0;
    b->heap.count = 0;
}

/* The next corner whose length is final, or HUB_NONE. */
static uint32_t settle(struct builder *b)
{
    while (b->heap.count > 0) {
        const struct search_entry entry = search_heap_pop(&b->heap);
        if ((int64_t)entry.f == b->reached[entry.node].length)
            return entry.node;
    }
    return HUB_NONE;
}

/* Adds to each corner how many shortest ways from one source lead through it. */
static bool count_ways(struct builder *b, uint32_t source, uint32_t *order, uint32_t *below,
                       uint64_t *importance)
{
    uint32_t settled = 0;
    if (!offer(b, source, 0, HUB_NONE))
        return false;
    for (uint32_t at; (at = settle(b)) != HUB_NONE;) {
        if (settled > 0 && order[settled - 1] == at)
            continue;
        order[settled++] = at;
        below[at] = 1;
        if (!expand(b, at))
            return false;
    }
    while (settled > 0) {
        const uint32_t at = order[--settled];
        importance[at] += below[at];
        if (b->reached[at].parent != HUB_NONE)
            below[b->reached[at].parent] += below[at];
    }
    forget(b);
    return true;
}

/* Sorts corners by falling importance, then by number: a heap sort, since libc's may allocate. */
static void sift(uint32_t *items, size_t at, size_t count, const uint64_t *importance)
{
    const uint32_t item = items[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && (importance[items[child + 1]] < importance[items[child]] ||
                                       (importance[items[child + 1]] == importance[items[child]] &&
                                        items[child + 1] > items[child]));
        if (importance[item] < importance[items[child]] ||
            (importance[item] == importance[items[child]] && item > items[child]))
            break;
        items[at] = items[child];
        at = child;
    }
    items[at] = item;
}

static void sort_by_importance(uint32_t *items, size_t count, const uint64_t *importance)
{
    for (size_t at = count / 2; at-- > 0;)
        sift(items, at, count, importance);
    for (size_t left = count; left > 1;) {
        const uint32_t least = items[0];
        items[0] = items[--left];
        items[left] = least;
        sift(items, 0, left, importance);
    }
}

static enum fr_status order_core(struct builder *b)
{
    const size_t corners = b->graph->corner_count;
    if (b->core_count == 0)
        return FR_OK;
    uint32_t *order = fr_allocate(b->allocator, b->core_count, sizeof *order);
    uint32_t *below = fr_allocate(b->allocator, corners, sizeof *below);
    uint64_t *importance = fr_allocate_zeroed(b->allocator, corners, sizeof *importance);
    enum fr_status status = order && below && importance ? FR_OK : FR_NO_MEMORY;
    const uint32_t samples = b->core_count < SAMPLES ? b->core_count : SAMPLES;
    for (uint32_t i = 0; i < samples && status == FR_OK; i++) {
        const uint32_t source = b->core[(uint64_t)i * b->core_count / samples];
        if (!count_ways(b, source, order, below, importance))
            status = FR_NO_MEMORY;
    }
    if (status == FR_OK)
        sort_by_importance(b->core, b->core_count, importance);
    fr_deallocate(b->allocator, order, b->core_count, sizeof *order);
    fr_deallocate(b->allocator, below, corners, sizeof *below);
    fr_deallocate(b->allocator, importance, corners, sizeof *importance);
    return status;
}

/* Adds to a corner's label. False without memory. */
static bool append(struct builder *b, uint32_t corner, uint32_t hub, uint32_t cone, uint32_t way,
                   int64_t length)
{
    uint32_t last = b->last_chunk[corner];
    if (b->chunk_of[corner] == HUB_NONE || b->chunks[last].count == CHUNK) {
        struct chunk *chunks =
            fr_grow(b->allocator, b->chunks, b->chunk_count, 1, &b->chunk_capacity, sizeof *chunks);
        if (!chunks)
            return false;
        b->chunks = chunks;
        chunks[b->chunk_count] = (struct chunk){.next = HUB_NONE};
        *(b->chunk_of[corner] == HUB_NONE ? &b->chunk_of[corner] : &chunks[last].next) =
            (uint32_t)b->chunk_count;
        last = b->last_chunk[corner] = (uint32_t)b->chunk_count++;
    }
    struct chunk *chunk = &b->chunks[last];
    chunk->hubs[chunk->count] = (uint16_t)hub;
    chunk->cones[chunk->count] = (uint8_t)cone;
    chunk->ways[chunk->count] = (uint16_t)way;
    chunk->lengths[chunk->count++] = length;
    b->entry_count++;
    if (length > b->longest)
        b->longest = length;
    return true;
}

/* Whether hubs that went before join the source and a corner by a way no longer than this. */
static bool is_covered(const struct builder *b, uint32_t corner, int64_t length)
{
    for (uint32_t at = b->chunk_of[corner]; at != HUB_NONE; at = b->chunks[at].next) {
        const struct chunk *chunk = &b->chunks[at];
        for (uint32_t i = 0; i < chunk->count; i++)
            if (b->to_hub[chunk->hubs[i]] + chunk->lengths[i] <= length)
                return true;
    }
    return false;
}

/* Enters the source's own label into to_hub, or takes it out. */
static void spread_label(struct builder *b, uint32_t corner, bool enter)
{
    for (uint32_t at = b->chunk_of[corner]; at != HUB_NONE; at = b->chunks[at].next) {
        const struct chunk *chunk = &b->chunks[at];
        for (uint32_t i = 0; i < chunk->count; i++)
            b->to_hub[chunk->hubs[i]] = enter ? chunk->lengths[i] : FAR;
    }
}

/* Labels a corner, reached by a search from a hub, on the side by which it was reached. */
static bool label_corner(struct builder *b, uint32_t corner, uint32_t hub)
{
    const struct reach *reach = &b->reached[corner];
    if (reach->parent == HUB_NONE)
        return append(b, corner, hub, 0, WAY_NONE, 0) && append(b, corner, hub, 1, WAY_NONE, 0);
    const struct graph_lists *lists = core_lists(b);
    const uint32_t cone = cone_toward(b->graph, corner, reach->parent);
    const uint32_t begin = lists->first[2 * corner + cone];
    uint32_t at = begin;
    while (lists->edges[at].target != reach->parent)
        at++;
    return append(b, corner, hub, cone, at - begin, reach->length);
}

/* Labels what is reached from a hub by ways that no hub before it covers. */
static enum fr_status label_from(struct builder *b, uint32_t hub)
{
    const uint32_t source = b->core[hub];
    uint32_t last = HUB_NONE;
    bool has_memory = offer(b, source, 0, HUB_NONE);
    spread_label(b, source, true);
    for (uint32_t at; has_memory && (at = settle(b)) != HUB_NONE; last = at) {
        if (at == last || is_covered(b, at, b->reached[at].length))
            continue;
        has_memory = label_corner(b, at, hub) && expand(b, at);
    }
    spread_label(b, source, false);
    forget(b);
    if (!has_memory)
        return FR_NO_MEMORY;
    return b->entry_count <= b->most_entries ? FR_OK : FR_UNSUPPORTED;
}

static void count_entries(const struct builder *b, uint32_t *first)
{
    memset(first, 0, ((size_t)b->labels->side_count + 1) * sizeof *first);
    for (uint32_t i = 0; i < b->core_count; i++)
        for (uint32_t at = b->chunk_of[b->core[i]]; at != HUB_NONE; at = b->chunks[at].next)
            for (uint32_t k = 0; k < b->chunks[at].count; k++)
                first[2 * b->core[i] + b->chunks[at].cones[k] + 1]++;
    for (uint32_t side = 0; side < b->labels->side_count; side++)
        first[side + 1] += first[side];
}

static void copy_entries(const struct builder *b, struct hub_labels *labels, int shift)
{
    for (uint32_t i = 0; i < b->core_count; i++) {
        const uint32_t corner = b->core[i];
        uint32_t next[2] = {labels->first[2 * corner], labels->first[2 * corner + 1]};
        for (uint32_t at = b->chunk_of[corner]; at != HUB_NONE; at = b->chunks[at].next) {
            const struct chunk *chunk = &b->chunks[at];
            for (uint32_t k = 0; k < chunk->count; k++) {
                const uint32_t entry = next[chunk->cones[k]]++;
                labels->hubs[entry] = chunk->hubs[k];
                labels->lengths[entry] = (uint32_t)(chunk->lengths[k] >> shift);
                labels->ways[entry] = chunk->ways[k];
            }
        }
    }
}

static void copy_edges(const struct builder *b, struct hub_labels *labels)
{
    const struct graph_lists *lists = core_lists(b);
    for (uint32_t side = 0; side < labels->side_count; side++) {
        labels->first_edge[side] = lists->first[side];
        for (uint32_t i = lists->first[side]; i < lists->first[side + 1]; i++) {
            const uint32_t target = lists->edges[i].target;
            labels->edges[i] = 2 * target + !cone_toward(b->graph, target, side / 2);
        }
    }
    labels->first_edge[labels->side_count] = lists->first[labels->side_count];
}

static enum fr_status allocate_labels(struct hub_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    const size_t sides = (size_t)labels->side_count + 1, entries = (size_t)labels->entry_count + 1;
    labels->first = fr_allocate(allocator, sides, sizeof *labels->first);
    labels->first_edge = fr_allocate(allocator, sides, sizeof *labels->first_edge);
    labels->edges = fr_allocate(allocator, (size_t)labels->edge_count + 1, sizeof *labels->edges);
    labels->places = fr_allocate(allocator, sides, sizeof *labels->places);
    labels->hubs = fr_allocate(allocator, entries, sizeof *labels->hubs);
    labels->lengths = fr_allocate(allocator, entries, sizeof *labels->lengths);
    labels->ways = fr_allocate(allocator, entries, sizeof *labels->ways);
    return labels->first && labels->first_edge && labels->edges && labels->places && labels->hubs &&
                   labels->lengths && labels->ways
               ? FR_OK
               : FR_NO_MEMORY;
}

static enum fr_status finish(struct builder *b)
{
    struct hub_labels *labels = b->labels;
    int shift = 0;
    while (b->longest >> shift > UINT32_MAX)
        shift++;
    labels->unit = ldexp(1 / b->ticks, shift);
    labels->entry_count = (uint32_t)b->entry_count;
    labels->edge_count = (uint32_t)core_lists(b)->count;
    const enum fr_status status = allocate_labels(labels);
    if (status != FR_OK)
        return status;
    count_entries(b, labels->first);
    copy_entries(b, labels, shift);
    copy_edges(b, labels);
    for (size_t i = 0; i < b->graph->corner_count; i++)
        labels->places[i] =
            (struct hub_place){(uint16_t)b->graph->corners[i].x, (uint16_t)b->graph->corners[i].y};
    return FR_OK;
}

static void list_core(struct builder *b)
{
    const struct graph_lists *lists = core_lists(b);
    for (uint32_t corner = 0; corner < b->graph->corner_count; corner++)
        if (lists->first[2 * corner] < lists->first[2 * corner + 2])
            b->core[b->core_count++] = corner;
}

/* The widest fan of edges into one cone. */
static uint32_t most_ways(const struct builder *b)
{
    const struct graph_lists *lists = core_lists(b);
    uint32_t most = 0;
    for (uint32_t side = 0; side < b->labels->side_count; side++)
        if (lists->first[side + 1] - lists->first[side] > most)
            most = lists->first[side + 1] - lists->first[side];
    return most;
}

static bool take_memory(struct builder *b)
{
    const size_t corners = b->graph->corner_count + 1;
    b->core = fr_allocate(b->allocator, corners, sizeof *b->core);
    b->weights = fr_allocate(b->allocator, core_lists(b)->count + 1, sizeof *b->weights);
    b->reached = fr_allocate(b->allocator, corners, sizeof *b->reached);
    b->touched = fr_allocate(b->allocator, corners, sizeof *b->touched);
    b->chunk_of = fr_allocate(b->allocator, corners, sizeof *b->chunk_of);
    b->last_chunk = fr_allocate(b->allocator, corners, sizeof *b->last_chunk);
    b->to_hub = fr_allocate(b->allocator, corners, sizeof *b->to_hub);
    if (!b->core || !b->weights || !b->reached || !b->touched || !b->chunk_of || !b->last_chunk ||
        !b->to_hub)
        return false;
    for (size_t i = 0; i < corners; i++) {
        b->reached[i].length = b->to_hub[i] = FAR;
        b->chunk_of[i] = HUB_NONE;
    }
    return true;
}

static void give_memory_back(struct builder *b)
{
    const size_t corners = b->graph->corner_count + 1;
    fr_deallocate(b->allocator, b->core, corners, sizeof *b->core);
    fr_deallocate(b->allocator, b->weights, core_lists(b)->count + 1, sizeof *b->weights);
    fr_deallocate(b->allocator, b->reached, corners, sizeof *b->reached);
    fr_deallocate(b->allocator, b->touched, corners, sizeof *b->touched);
    fr_deallocate(b->allocator, b->chunk_of, corners, sizeof *b->chunk_of);
    fr_deallocate(b->allocator, b->last_chunk, corners, sizeof *b->last_chunk);
    fr_deallocate(b->allocator, b->to_hub, corners, sizeof *b->to_hub);
    fr_deallocate(b->allocator, b->chunks, b->chunk_capacity, sizeof *b->chunks);
    search_heap_release(&b->heap, b->allocator);
}

enum fr_status hub_labels_create(struct hub_labels *labels, const struct graph *graph,
                                 size_t most_bytes, const struct fr_allocator *allocator)
{
    const size_t entry_bytes =
        sizeof *labels->hubs + sizeof *labels->lengths + sizeof *labels->ways;
    struct builder b = {.labels = labels,
                        .graph = graph,
                        .allocator = allocator,
                        .most_entries = most_bytes / entry_bytes};
    *labels = (struct hub_labels){.allocator = allocator,
                                  .side_count = (uint32_t)(2 * graph->corner_count)};
    enum fr_status status = take_memory(&b) ? FR_OK : FR_NO_MEMORY;
    if (status == FR_OK) {
        list_core(&b);
        labels->hub_count = b.core_count;
        b.ticks = choose_ticks(b.core_count);
        weigh_edges(&b);
        status = b.core_count > UINT16_MAX || most_ways(&b) >= WAY_NONE ? FR_UNSUPPORTED
                                                                        : order_core(&b);
    }
    for (uint32_t hub = 0; hub < b.core_count && status == FR_OK; hub++)
        status = label_from(&b, hub);
    if (status == FR_OK)
        status = finish(&b);
    give_memory_back(&b);
    return status;
}

struct hub_meeting hub_labels_meet(const struct hub_labels *labels, uint32_t a, uint32_t b,
                                   uint64_t below)
{
    const uint16_t *hubs = labels->hubs;
    struct hub_meeting best = {below, HUB_NONE, HUB_NONE};
    uint32_t i = labels->first[a], j = labels->first[b];
    const uint32_t end_a = labels->first[a + 1], end_b = labels->first[b + 1];
    while (i < end_a && j < end_b) {
        const uint16_t at_a = hubs[i], at_b = hubs[j];
        if (at_a == at_b) {
            const uint64_t length = (uint64_t)labels->lengths[i] + labels->lengths[j];
            if (length < best.length)
                best = (struct hub_meeting){length, i, j};
        }
        i += at_a <= at_b;
        j += at_b <= at_a;
    }
    return best;
}

bool hub_labels_next(const struct hub_labels *labels, uint32_t a, uint32_t b, uint64_t below,
                     struct hub_meeting *meeting)
{
    const uint32_t end_a = labels->first[a + 1], end_b = labels->first[b + 1];
    uint32_t i = meeting->at_a, j = meeting->at_b;
    while (i < end_a && j < end_b) {
        const uint16_t at_a = labels->hubs[i], at_b = labels->hubs[j];
        const uint64_t length = (uint64_t)labels->lengths[i] + labels->lengths[j];
        if (at_a == at_b && length < below) {
            *meeting = (struct hub_meeting){length, i, j};
            return true;
        }
        i += at_a <= at_b;
        j += at_b <= at_a;
    }
    return false;
}

enum fr_status hub_labels_walk(const struct hub_labels *labels, uint32_t side, uint32_t entry,
                               struct fr_path *path)
{
    const uint16_t hub = labels->hubs[entry];
    enum fr_status status = FR_OK;
    while (labels->ways[entry] != WAY_NONE && status == FR_OK) {
        side = labels->edges[labels->first_edge[side] + labels->ways[entry]];
        const struct hub_place place = labels->places[side / 2];
        status = fr_path_append(path, (struct fr_point){place.x, place.y});
        uint32_t low = labels->first[side], high = labels->first[side + 1];
        while (high - low > 1) {
            const uint32_t middle = low + (high - low) / 2;
            if (labels->hubs[middle] <= hub)
                low = middle;
            else
                high = middle;
        }
        entry = low;
    }
    return status;
}

void hub_labels_release(struct hub_labels *labels)
{
    const struct fr_allocator *allocator = labels->allocator;
    const size_t sides = (size_t)labels->side_count + 1, entries = (size_t)labels->entry_count + 1;
    if (!allocator)
        return;
    fr_deallocate(allocator, labels->first, sides, sizeof *labels->first);
    fr_deallocate(allocator, labels->first_edge, sides, sizeof *labels->first_edge);
    fr_deallocate(allocator, labels->edges, (size_t)labels->edge_count + 1, sizeof *labels->edges);
    fr_deallocate(allocator, labels->places, sides, sizeof *labels->places);
    fr_deallocate(allocator, labels->hubs, entries, sizeof *labels->hubs);
    fr_deallocate(allocator, labels->lengths, entries, sizeof *labels->lengths);
    fr_deallocate(allocator, labels->ways, entries, sizeof *labels->ways);
}
