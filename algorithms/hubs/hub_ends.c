#include <string.h>

#include "algorithms/hubs/hub_steps.h"
#include "algorithms/steps/prefetch.h"

/* Sorts a via that not all pixels of the quarter may use to go on by an edge of the core, or that
 * some of the cell may use otherwise. Whether a path may enter the core there. */
static bool sort_listed(const struct hub_query *query, struct hub_end *end, uint32_t listed,
                        struct fr_point at)
{
    const struct fr_point offset = fr_point_minus(end->at, at);
    const struct via *via = via_of(query, listed >> VIA_FLAG_BITS);
    if (!via_faces(via, offset))
        return false;
    if (via_leads(via, VIA_CLIMB, offset))
        end->roots[end->root_count++] = listed;
    if (via_is_near(offset))
        end->turns[end->turn_count++] = (struct hub_turn){.side = listed >> VIA_FLAG_BITS,
                                                          .sight = listed_sight(end, listed),
                                                          .length = distance(end->at, at)};
    return via_leads(via, VIA_CORE, offset);
}

void hub_end_prefetch(const struct hub_query *query, const struct hub_end *end)
{
    const uint32_t *last, *first = listed_at(query, end, &last);
    const size_t count = (size_t)(last - first);
    for (size_t i = 0; i < count; i += FR_LINE_BYTES / sizeof *first)
        fr_prefetch(&first[i]);
}

/* Bounds are less than lengths in floats may be too large, for being rounded, by this factor. */
#define FLOAT_SLACK 0.999996F

/* Less than a square root, by up to a part in 500: Newton's method for its inverse, from a first
 * guess that halves the exponent, comes nearer from below. Wide registers take many at once, and
 * know no errors, as sqrtf does. */
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

/* Bounds the paths through first corners by straight lines. */
static void bound_firsts(struct hub_firsts *firsts, struct fr_point here, struct fr_point beyond)
{
    const int32_t *const x = firsts->x, *const y = firsts->y;
    float *const bounds = firsts->bounds;
    const size_t count = firsts->count;
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

static void place_firsts(struct hub_firsts *firsts, const struct hub_place *places)
{
    const uint32_t *const listed = firsts->listed;
    int32_t *const x = firsts->x, *const y = firsts->y;
    const size_t count = firsts->count;
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
    struct hub_firsts *firsts = &end->firsts;
    const int quarter = end->quarter;
    uint32_t *const sure_ones = firsts->listed, *const others = end->live;
    size_t count = 0, other_count = 0;
    for (const uint32_t *ahead = item; ahead < last; ahead++)
        fr_prefetch(&places[*ahead >> (VIA_FLAG_BITS + 1)]);
    end->entry_count = end->turn_count = end->root_count = end->climbed_count = 0;
    /* Without a branch, which would be guessed wrong as often as not. */
    for (; item < last; item++) {
        const uint32_t listed = *item;
        const enum via_sight sight = via_sight(listed, quarter);
        const bool sure = (sight == VIA_SURE) & !(listed & (VIA_SOME_CLIMB | VIA_SOME_NEAR));
        sure_ones[count] = listed;
        count += sure;
        others[other_count] = listed;
        other_count += !sure & (sight != VIA_HIDDEN) &
                       ((listed & (VIA_SOME_CORE | VIA_SOME_CLIMB | VIA_SOME_NEAR)) != 0);
    }
    for (size_t i = 0; i < other_count; i++) {
        sure_ones[count] = others[i];
        count += sort_listed(query, end, others[i], place_of(places, others[i]));
    }
    firsts->count = count;
    place_firsts(firsts, places);
    bound_firsts(firsts, end->at, other_end(query, end)->at);
}

/* Appends to a list that grows seldom. False without memory. */
static inline bool push(const struct fr_allocator *allocator, uint32_t **items, size_t *count,
                        size_t *capacity, uint32_t item)
{
    uint32_t *grown = fr_grow(allocator, *items, *count, 1, capacity, sizeof *grown);
    if (!grown)
        return false;
    *items = grown;
    (*items)[(*count)++] = item;
    return true;
}

/* Records a way from an end to a corner, unless a shorter one is known. False without memory. */
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
    return (known || push(query->allocator, &end->climbed, &end->climbed_count,
                          &end->climbed_capacity, corner)) &&
           (queued ||
            push(query->allocator, &end->queue, &end->queue_count, &end->queue_capacity, corner));
}

/* Climbs on from a corner. */
static bool climb_from(struct hub_query *query, struct hub_end *end, uint32_t corner)
{
    const struct climbs *climbs = &query->tables->climbs;
    const struct hub_node node = end->nodes[corner];
    const struct fr_point at = corner_of(query, node.side), from = node_from(query, end, &node);
    query->expanded++;
    fr_probe_expanded(query->probe, at);
    for (uint32_t i = climbs->first[node.side]; i < climbs->first[node.side + 1]; i++) {
        const struct climb_edge *climb = &climbs->items[i];
        const struct fr_point to = corner_of(query, climb->side);
        if (!wraps(query, node.side, from, to))
            break;
        if (climb->level <= node.level)
            continue;
        const struct hub_node way = {.length = node.length + distance(at, to),
                                     .parent = corner,
                                     .level = climb->level,
                                     .side = climb->side};
        if (!offer(query, end, &way))
            return false;
    }
    return true;
}

/* Adds a corner that was climbed to to the entries, if a path may go on by an edge of the core. */
static bool enter_core(struct hub_query *query, struct hub_end *end, uint32_t corner)
{
    const struct hub_node *node = &end->nodes[corner];
    const struct fr_point at = corner_of(query, node->side);
    const struct fr_point offset = fr_point_minus(node_from(query, end, node), at);
    const struct hub_side *sides = &query->tables->labels.sides[node->side];
    /* Who comes along the wall may use any via, even one that leads nowhere. */
    if (node->parent == HUB_NONE || sides[0].edge == sides[1].edge ||
        !via_leads(via_of(query, node->side), VIA_CORE, offset))
        return true;
    struct hub_entry *grown = fr_grow(query->allocator, end->entries, end->entry_count, 1,
                                      &end->entry_capacity, sizeof *grown);
    if (!grown)
        return false;
    end->entries = grown;
    end->entries[end->entry_count++] =
        (struct hub_entry){.length = node->length,
                           .bound = node->length + distance(at, other_end(query, end)->at),
                           .side = node->side,
                           .sight = HUB_SEEN,
                           .climbed = true};
    return true;
}

bool hub_end_climb(struct hub_query *query, struct hub_end *end)
{
    end->queue_count = 0;
    for (size_t i = 0; i < end->root_count; i++) {
        const uint32_t side = end->roots[i] >> VIA_FLAG_BITS;
        const struct hub_node root = {
            .length = distance(end->at, corner_of(query, side)), .parent = HUB_NONE, .side = side};
        if (listed_sight(end, end->roots[i]) != HUB_SEEN &&
            !hub_query_sees(query, end->at, corner_of(query, side)))
            continue;
        if (!offer(query, end, &root))
            return false;
    }
    for (size_t head = 0; head < end->queue_count; head++) {
        end->nodes[end->queue[head]].queued = false;
        if (!climb_from(query, end, end->queue[head]))
            return false;
    }
    for (size_t i = 0; i < end->climbed_count; i++)
        if (!enter_core(query, end, end->climbed[i]))
            return false;
    return true;
}
