#include <string.h>

#include "algorithms/hubs/hub_steps.h"
#include "algorithms/steps/prefetch.h"

void hub_end_prefetch(const struct hub_query *query, const struct hub_end *end)
{
    const uint32_t *last, *first = listed_at(query, end, &last);
    const size_t count = (size_t)(last - first);
    for (size_t i = 0; i < count; i += FR_LINE_BYTES / sizeof *first)
        fr_prefetch(&first[i]);
}

/* Corrects for the rounding of float sums, so that bounds never exceed true lengths. */
#define FLOAT_SLACK 0.999996F

/* A lower bound on the square root, at most 0.2 % too low: a guess of the inverse, with the
 * exponent halved, and one Newton step, which never overshoots. Unlike sqrtf, this vectorises,
 * because it does not set errno. */
static inline float less_than_root(float square)
{
    uint32_t bits;
    float inverse;
    memcpy(&bits, &square, sizeof bits);
    bits = UINT32_C(0x5f3759df) - (bits >> 1);
    memcpy(&inverse, &bits, sizeof inverse);
    inverse *= 1.5F - 0.5F * square * inverse * inverse;
    return square * inverse;
}

/* Computes straight-line bounds on the paths through via corners. */
static void bound_vias(struct hub_via_list *vias, struct fr_point here, struct fr_point beyond)
{
    const int32_t *const x = vias->x, *const y = vias->y;
    float *const bounds = vias->bounds;
    const size_t count = vias->count;
    for (size_t i = 0; i < count; i++) {
        const float left = (float)(x[i] - here.x), up = (float)(y[i] - here.y);
        const float right = (float)(x[i] - beyond.x), down = (float)(y[i] - beyond.y);
        const float half_pixels =
            less_than_root(left * left + up * up) + less_than_root(right * right + down * down);
        bounds[i] = half_pixels * (FLOAT_SLACK / 2);
    }
}

static struct fr_point place_of(const struct hub_place *places, uint32_t listed)
{
    const struct hub_place place = places[listed >> (VIA_FLAG_BITS + 1)];
    return (struct fr_point){place.x, place.y};
}

static void place_vias(struct hub_via_list *vias, const struct hub_place *places)
{
    const uint32_t *const listed = vias->listed;
    int32_t *const x = vias->x, *const y = vias->y;
    const size_t count = vias->count;
    for (size_t i = 0; i < count; i++) {
        const struct fr_point at = place_of(places, listed[i]);
        x[i] = at.x;
        y[i] = at.y;
    }
}

void hub_end_gather(const struct hub_query *query, struct hub_end *end)
{
    const struct hub_place *const places = query->tables->labels.places;
    const uint32_t *last, *item = listed_at(query, end, &last);
    struct hub_via_list *vias = &end->vias;
    uint32_t *const listed = vias->listed;
    const int quarter = end->quarter;
    size_t count = 0;
    end->entry_count = end->upward_count = 0;
    for (; item < last; item++) {
        fr_prefetch(&places[*item >> (VIA_FLAG_BITS + 1)]);
        listed[count] = *item; /* without a branch, which would often be mispredicted */
        count += via_sight(*item, quarter) != VIA_HIDDEN;
    }
    vias->tested = 0;
    vias->count = count;
    place_vias(vias, places);
    bound_vias(vias, end->at, other_end(query, end)->at);
}

/* Moves the via corners in [from, to) whose bound is below `bound` to the places from `kept` on;
 * returns the new `kept`. */
static size_t keep_below(struct hub_via_list *vias, size_t from, size_t to, size_t kept,
                         float bound)
{
    uint32_t *const listed = vias->listed;
    int32_t *const x = vias->x, *const y = vias->y;
    float *const bounds = vias->bounds;
    for (size_t i = from; i < to; i++) {
        const bool keep = bounds[i] < bound;
        listed[kept] = listed[i];
        x[kept] = x[i];
        y[kept] = y[i];
        bounds[kept] = bounds[i];
        kept += keep;
    }
    return kept;
}

void hub_end_drop(const struct hub_query *query, struct hub_end *end)
{
    struct hub_via_list *vias = &end->vias;
    const float best = (float)query->best;
    if (query->kind == HUB_BEST_NONE) /* keep all */
        return;
    const size_t tested = keep_below(vias, 0, vias->tested, 0, best);
    vias->count = keep_below(vias, vias->tested, vias->count, tested, best);
    vias->tested = tested;
}

static size_t least_of(const float *bounds, size_t count)
{
    size_t least = 0;
    float bound = bounds[0];
    for (size_t i = 1; i < count; i++) {
        least = bounds[i] < bound ? i : least;
        bound = bounds[i] < bound ? bounds[i] : bound;
    }
    return least;
}

static void swap_vias(struct hub_via_list *vias, size_t a, size_t b)
{
    const uint32_t listed = vias->listed[a];
    const int32_t x = vias->x[a], y = vias->y[a];
    const float bound = vias->bounds[a];
    vias->listed[a] = vias->listed[b];
    vias->x[a] = vias->x[b];
    vias->y[a] = vias->y[b];
    vias->bounds[a] = vias->bounds[b];
    vias->listed[b] = listed;
    vias->x[b] = x;
    vias->y[b] = y;
    vias->bounds[b] = bound;
}

struct hub_entry *hub_end_straightest(struct hub_query *query, struct hub_end *end)
{
    struct hub_via_list *vias = &end->vias;
    struct hub_entry *known = NULL;
    for (size_t i = 0; i < end->entry_count; i++)
        if (!known || end->entries[i].bound < known->bound)
            known = &end->entries[i];
    while (vias->tested < vias->count) {
        const size_t least =
            vias->tested + least_of(vias->bounds + vias->tested, vias->count - vias->tested);
        if (known && (double)vias->bounds[least] >= known->bound)
            break;
        swap_vias(vias, least, vias->tested);
        struct hub_entry *entry = enter_via(query, end, vias->tested++);
        if (!entry)
            continue;
        if (end_sees(query, end, entry->side, &entry->sight))
            return entry;
        end->entry_count--;
    }
    return known;
}

/* Appends a number to an array that seldom grows. False if out of memory. */
static inline bool push(const struct fr_allocator *allocator, uint32_t **items, size_t *count,
                        size_t *capacity, uint32_t item)
{
    if (!fr_reserve(allocator, items, *count, 1, capacity, sizeof **items))
        return false;
    (*items)[(*count)++] = item;
    return true;
}

/* On a map without loops, whose core is empty, the only taut path is the shortest. Records the path
 * whose halves meet at a corner, if it is taut there. */
static void try_to_meet(struct hub_query *query, uint32_t corner)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    const struct hub_node *a = &start->nodes[corner], *b = &goal->nodes[corner];
    if (a->stamp == query->stamp && a->side == (b->side ^ 1) &&
        wraps(query, a->side, node_from(query, start, a), node_from(query, goal, b)))
        take_best(query, HUB_BEST_UPWARD, corner, a->length + b->length);
}

/* Records a path from an end to a corner if it is the shortest so far. False if out of memory. */
static bool offer(struct hub_query *query, struct hub_end *end, const struct hub_node *way)
{
    const uint32_t corner = way->side / 2;
    struct hub_node *node = &end->nodes[corner];
    const bool known = node->stamp == query->stamp;
    if (known && node->length <= way->length)
        return true;
    const bool queued = known && node->queued;
    *node = *way;
    node->queued = true;
    node->stamp = query->stamp;
    if (query->tables->labels.hub_count == 0 && end == &query->ends[1])
        try_to_meet(query, corner);
    return (known || push(query->allocator, &end->upward, &end->upward_count, &end->upward_capacity,
                          corner)) &&
           (queued ||
            push(query->allocator, &end->queue, &end->queue_count, &end->queue_capacity, corner));
}

/* Expands a corner along upward edges. */
static bool expand_upward(struct hub_query *query, struct hub_end *end, uint32_t corner)
{
    const struct upward_edges *edges = &query->tables->upward;
    const struct hub_node node = end->nodes[corner];
    const struct fr_point at = {node.place.x, node.place.y}, from = node_from(query, end, &node);
    query->expanded++;
    fr_probe_expanded(query->probe, at);
    for (uint32_t i = edges->first[node.side]; i < edges->first[node.side + 1]; i++) {
        const struct upward_edge *edge = &edges->items[i];
        const struct fr_point to = corner_of(query, edge->side);
        if (!wraps(query, node.side, from, to))
            break;
        if (edge->level <= node.level)
            continue;
        const double length = node.length + distance(at, to);
        if (query->kind != HUB_BEST_NONE &&
            length + distance(to, other_end(query, end)->at) >= query->best)
            continue;
        const struct hub_node way = {.length = length,
                                     .parent = corner,
                                     .level = edge->level,
                                     .side = edge->side,
                                     .place = {(uint16_t)to.x, (uint16_t)to.y}};
        if (!offer(query, end, &way))
            return false;
    }
    return true;
}

/* Makes a corner reached upward an entry, if a path may continue by a core edge. */
static bool enter_core(struct hub_query *query, struct hub_end *end, uint32_t corner)
{
    const struct hub_node *node = &end->nodes[corner];
    const struct hub_side *sides = &query->tables->labels.sides[node->side];
    /* At any via corner, even one without core edges, via_leads accepts a path along the wall. */
    if (node->parent == HUB_NONE || sides[0].edge == sides[1].edge)
        return true;
    const struct fr_point at = corner_of(query, node->side);
    const struct fr_point offset = fr_point_minus(node_from(query, end, node), at);
    if (!via_leads(via_of(query, node->side), VIA_CORE, offset))
        return true;
    if (!fr_reserve(query->allocator, &end->entries, end->entry_count, 1, &end->entry_capacity,
                    sizeof *end->entries))
        return false;
    end->entries[end->entry_count++] =
        (struct hub_entry){.length = node->length,
                           .bound = node->length + distance(at, other_end(query, end)->at),
                           .side = node->side,
                           .sight = HUB_SEEN,
                           .is_upward = true};
    return true;
}

/* Begins the upward search at the via corners of an end. */
static bool start_upward(struct hub_query *query, struct hub_end *end)
{
    const struct hub_via_list *vias = &end->vias;
    for (size_t i = 0; i < vias->count; i++) {
        const uint32_t listed = vias->listed[i];
        const struct fr_point at = {vias->x[i], vias->y[i]};
        if (!(listed & VIA_SOME_UPWARD) || !via_takes(query, listed, VIA_UPWARD, end->at) ||
            !sees_listed(query, end, listed, at))
            continue;
        const struct hub_node root = {.length = distance(end->at, at),
                                      .parent = HUB_NONE,
                                      .side = listed >> VIA_FLAG_BITS,
                                      .place = {(uint16_t)at.x, (uint16_t)at.y}};
        if (!offer(query, end, &root))
            return false;
    }
    return true;
}

bool hub_end_search_upward(struct hub_query *query, struct hub_end *end)
{
    end->queue_count = 0;
    if (!start_upward(query, end))
        return false;
    for (size_t head = 0; head < end->queue_count && query->kind != HUB_BEST_UPWARD; head++) {
        end->nodes[end->queue[head]].queued = false;
        if (!expand_upward(query, end, end->queue[head]))
            return false;
    }
    for (size_t i = 0; i < end->upward_count; i++)
        if (!enter_core(query, end, end->upward[i]))
            return false;
    return true;
}
