#include "algorithms/hubs/hub_steps.h"

static void add_entry(struct hub_end *end, uint32_t listed, double length)
{
    end->entries[end->entry_count++] =
        (struct hub_entry){.side = listed >> VIA_FLAG_BITS,
                           .sight = listed & VIA_SEEN ? HUB_SEEN : HUB_UNSEEN,
                           .length = length};
}

void hub_end_gather(const struct hub_query *query, struct hub_end *end)
{
    const uint32_t *last, *item = listed_at(query, end, &last);
    end->entry_count = end->turn_count = end->root_count = end->climbed_count = 0;
    for (; item < last; item++) {
        const uint32_t listed = *item, side = listed >> VIA_FLAG_BITS;
        if (!(listed & (VIA_SOME_CORE | VIA_SOME_CLIMB | VIA_SOME_NEAR)))
            continue;
        const struct fr_point at = corner_of(query, side), offset = fr_point_minus(end->at, at);
        if (!(listed & (VIA_SOME_CLIMB | VIA_SOME_NEAR)) && listed & VIA_ALL_CORE) {
            add_entry(end, listed, distance(end->at, at));
            continue;
        }
        const struct via *via = via_of(query, side);
        if (!via_faces(via, offset))
            continue;
        const double length = distance(end->at, at);
        if (via_leads(via, VIA_CORE, offset))
            add_entry(end, listed, length);
        if (via_leads(via, VIA_CLIMB, offset))
            end->roots[end->root_count++] = listed;
        if (via_is_near(offset))
            end->turns[end->turn_count++] = (struct hub_turn){
                .side = side, .sight = listed & VIA_SEEN ? HUB_SEEN : HUB_UNSEEN, .length = length};
    }
}

/* Records a way from an end to a corner, unless a shorter one is known. False without memory. */
static bool offer(struct hub_query *query, struct hub_end *end, const struct hub_node *way)
{
    const struct fr_allocator *allocator = query->allocator;
    struct hub_node *node = &end->nodes[way->side / 2];
    const bool known = node->stamp == query->stamp;
    if (known && node->length <= way->length)
        return true;
    if (!known) {
        uint32_t *climbed = fr_grow(allocator, end->climbed, end->climbed_count, 1,
                                    &end->climbed_capacity, sizeof *climbed);
        if (!climbed)
            return false;
        end->climbed = climbed;
        climbed[end->climbed_count++] = way->side / 2;
    }
    const bool queued = known && node->queued;
    *node = *way;
    node->queued = true;
    node->stamp = query->stamp;
    if (queued)
        return true;
    uint32_t *queue =
        fr_grow(allocator, end->queue, end->queue_count, 1, &end->queue_capacity, sizeof *queue);
    if (!queue)
        return false;
    end->queue = queue;
    queue[end->queue_count++] = way->side / 2;
    return true;
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
    struct hub_entry *entries = fr_grow(query->allocator, end->entries, end->entry_count, 1,
                                        &end->entry_capacity, sizeof *entries);
    if (!entries)
        return false;
    end->entries = entries;
    entries[end->entry_count++] = (struct hub_entry){
        .side = node->side, .sight = HUB_SEEN, .length = node->length, .climbed = true};
    return true;
}

bool hub_end_climb(struct hub_query *query, struct hub_end *end)
{
    end->queue_count = 0;
    for (size_t i = 0; i < end->root_count; i++) {
        const uint32_t side = end->roots[i] >> VIA_FLAG_BITS;
        const struct hub_node root = {
            .length = distance(end->at, corner_of(query, side)), .parent = HUB_NONE, .side = side};
        if (!(end->roots[i] & VIA_SEEN) && !hub_query_sees(query, end->at, corner_of(query, side)))
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
